"""What the scripted players want to play in a turn, from nothing but the observation and mask.

A plan is the tiles of a whole turn.  It is worked out at every decision from the table and rack as
they were when the turn began, so it stays the same until the turn is over.
"""

from typing import Any, NamedTuple

import numpy as np

from tabletop.jit import njit
from tabletop.random_stream import next_below, start_stream

from .observe import (
    AT_MELDED,
    AT_PHASE,
    AT_PLAYED,
    AT_PLAYERS,
    AT_RACK_SIZES,
    AT_TABLE,
    REDEAL_ASKED,
)
from .scoring import rack_sum
from .sets import add_row, new_rows
from .solver import (
    arrange_into,
    best_meld_into,
    best_play_into,
    can_meld_kernel,
    is_legal_kernel,
    make_workspace,
)
from .state import DONE, DRAW, JOKER, REDEAL, TILE_TYPES
from .table import list_useful, next_choice

MOST_TILES, MOST_VALUE, CAREFUL = range(3)

# What the careful player thinks; found by playing it against most_tiles.
FEW_TILES = 6  # who holds no more may go out soon
SAMPLES = 24  # hands dealt to the others in thought
DANGER_WEIGHT = 40.0  # somebody else's going out, in tiles
FACE_WEIGHT = 0.05  # a point in the rack, in tiles
JOKER_WORTH = 30
LARGEST_PART = 3
KEEPS_POSITIVE = 1_000


class Turn(NamedTuple):
    """A turn as it began: int8[53] each, and the plan that is made for it."""

    table: Any
    rack: Any
    plan: Any
    part: Any


class Limits(NamedTuple):
    """What the ruleset says about tiles."""

    numbers: int
    colors: int
    copies: int
    jokers: int
    points: int  # of the initial meld


@njit
def read_turn(observation: Any, turn: Any) -> None:
    """The table and the rack as they were before the tiles of this turn were played."""
    for tile in range(TILE_TYPES):
        played = observation[AT_PLAYED + tile]
        turn.table[tile] = observation[AT_TABLE + tile] - played
        turn.rack[tile] = observation[tile] + played
        turn.plan[tile] = 0


@njit
def follow_plan(observation: Any, mask: Any, plan: Any) -> Any:
    """The next tile of the plan, *done* after the last, *draw* when there is no plan."""
    begun = False
    first = -1
    for tile in range(TILE_TYPES - 1, -1, -1):
        played = observation[AT_PLAYED + tile]
        begun = begun or played > 0
        if plan[tile] > played and mask[tile] != 0:
            first = tile
    if first >= 0:
        return first
    if begun and mask[DONE] == 0:  # a turn that somebody else began
        return first_legal(mask)
    return DONE if begun else DRAW


@njit
def first_legal(mask: Any) -> Any:
    """The legal action of the lowest number."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@njit
def wants_redeal(observation: Any, turn: Any, limits: Any, work: Any) -> Any:
    """Three pairs are dead weight, unless the rack can make the initial meld at once (HKR-3)."""
    read_turn(observation, turn)
    points = max(1, limits.points)
    return not can_meld_kernel(turn.rack, points, limits.numbers, limits.colors, work)


@njit
def plan_most(turn: Any, melded: Any, by_value: Any, limits: Any, work: Any) -> Any:
    """The most tiles, or the highest sum of numbers; how many tiles (before the meld: or 0)."""
    if melded:
        best_play_into(
            turn.table, turn.rack, by_value, limits.numbers, limits.colors, turn.plan, work
        )
    else:
        best_meld_into(
            turn.rack,
            by_value,
            limits.points,
            limits.numbers,
            limits.colors,
            turn.plan,
            work,
        )
    return turn.plan.sum()


@njit
def decide(observation: Any, mask: Any, style: Any, limits: Any, turn: Any, work: Any) -> Any:
    """The action of a scripted player for one observation."""
    if observation[AT_PHASE] == REDEAL_ASKED:
        return REDEAL if wants_redeal(observation, turn, limits, work) else DONE
    read_turn(observation, turn)
    melded = observation[AT_MELDED] != 0
    if style == CAREFUL:
        plan_careful(observation, turn, melded, limits, work)
    else:
        plan_most(turn, melded, style == MOST_VALUE, limits, work)
    return follow_plan(observation, mask, turn.plan)


@njit
def plan_careful(observation: Any, turn: Any, melded: Any, limits: Any, work: Any) -> None:
    """Go out if possible; keep jokers and whole sets; near the end give others no chance."""
    if not melded:
        plan_meld(turn, limits, work)
        return
    count = plan_most(turn, True, False, limits, work)
    if count == 0 or count == turn.rack.sum():
        return
    if threatened(observation):
        choose_by_danger(observation, turn, limits, work)
        return
    jokers = turn.rack[JOKER]
    turn.rack[JOKER] = 0
    if jokers > 0 and plan_most(turn, True, False, limits, work) == 0:
        turn.rack[JOKER] = jokers
        plan_most(turn, True, False, limits, work)
        return
    keep_sets(turn, limits, work)
    turn.rack[JOKER] = jokers


@njit
def plan_meld(turn: Any, limits: Any, work: Any) -> None:
    """The initial meld: without jokers if that is possible."""
    jokers = turn.rack[JOKER]
    turn.rack[JOKER] = 0
    count = plan_most(turn, False, False, limits, work)
    turn.rack[JOKER] = jokers
    if count == 0 and jokers > 0:
        plan_most(turn, False, False, limits, work)


@njit
def keep_sets(turn: Any, limits: Any, work: Any) -> None:
    """Sets that the rack holds whole are safe: play the other tiles, else one set of them.

    A set that waits costs nothing, since nobody can spoil it, and saves a draw later.
    """
    whole = np.zeros(TILE_TYPES, dtype=np.int8)
    numbers, colors = limits.numbers, limits.colors
    best_play_into(np.zeros_like(whole), turn.rack, False, numbers, colors, whole, work)
    if whole.sum() == 0:
        return
    rest = turn.rack - whole
    if best_play_into(turn.table, rest, False, numbers, colors, turn.plan, work) > 0:
        return
    rows = new_rows()
    best = -1
    for k in range(arrange_into(whole, numbers, colors, rows, work)):
        turn.part[:] = 0
        add_row(turn.part, rows[k], 1)
        worth = face_sum(turn.part)
        if worth > best:
            best = worth
            turn.plan[:] = turn.part


@njit
def face_sum(tiles: Any) -> Any:
    """The numbers on tiles added up, a joker at its usual penalty."""
    return rack_sum(tiles, JOKER_WORTH)


@njit
def threatened(observation: Any) -> Any:
    """Whether an opponent holds so few tiles that the game may end before the next turn."""
    for k in range(1, observation[AT_PLAYERS]):
        if observation[AT_RACK_SIZES + k] <= FEW_TILES:
            return True
    return False


@njit
def choose_by_danger(observation: Any, turn: Any, limits: Any, work: Any) -> None:
    """The best of four plans: most tiles, most value, a small part, or nothing at all."""
    best = np.zeros(TILE_TYPES, dtype=np.int8)
    highest = plan_worth(observation, turn, best, limits, work)
    for kind in range(3):
        plan_most(turn, True, kind == 0, limits, work)
        if kind == 2:
            hold_back(turn, limits, work)
        worth = plan_worth(observation, turn, turn.plan, limits, work)
        if worth > highest:
            highest = worth
            best[:] = turn.plan
    turn.plan[:] = best


@njit
def plan_worth(observation: Any, turn: Any, plan: Any, limits: Any, work: Any) -> Any:
    """Tiles and numbers that leave the rack, less the chance that somebody goes out then."""
    tiles = plan.sum()
    gain = float(tiles) if tiles > 0 else -1.0
    chance = chance_to_go_out(observation, turn.table + plan, turn.rack - plan, limits, work)
    return gain + FACE_WEIGHT * face_sum(plan) - DANGER_WEIGHT * chance


@njit
def chance_to_go_out(observation: Any, table: Any, rack: Any, limits: Any, work: Any) -> Any:
    """Share of sampled hands with which an opponent of few tiles goes out on this table."""
    tiles, size = list_unseen(table, rack, limits)
    stream = np.zeros(4, dtype=np.uint64)
    start_stream(stream, 1, size, 0)  # the same state of the game gives the same samples
    hand = np.zeros(TILE_TYPES, dtype=np.int8)
    out = np.zeros(TILE_TYPES, dtype=np.int8)
    outs = 0
    for _ in range(SAMPLES):
        left = size
        for k in range(1, observation[AT_PLAYERS]):
            count = np.int64(observation[AT_RACK_SIZES + k])
            if count > FEW_TILES or count > left or observation[AT_MELDED + k] == 0:
                continue
            left = draw_hand(stream, tiles, left, count, hand)
            found = best_play_into(table, hand, False, limits.numbers, limits.colors, out, work)
            if found == count:
                outs += 1
                break
    return outs / SAMPLES


@njit
def list_unseen(table: Any, rack: Any, limits: Any) -> Any:
    """The tiles that are neither on the table nor in the own rack, and how many they are."""
    tiles = np.zeros(128, dtype=np.int64)
    size = 0
    for tile in range(TILE_TYPES):
        color, number = tile // 13, tile % 13
        have = limits.copies if color < limits.colors and number < limits.numbers else 0
        if tile == JOKER:
            have = limits.jokers
        for _ in range(have - table[tile] - rack[tile]):
            tiles[size] = tile
            size += 1
    return tiles, size


@njit
def draw_hand(stream: Any, tiles: Any, left: Any, count: Any, hand: Any) -> Any:
    """Draw ``count`` of the first ``left`` tiles into ``hand``; how many are left."""
    hand[:] = 0
    for _ in range(count):
        at = next_below(stream, left)
        left -= 1
        tile = tiles[at]
        tiles[at] = tiles[left]
        tiles[left] = tile
        hand[tile] += 1
    return left


@njit
def hold_back(turn: Any, limits: Any, work: Any) -> None:
    """Shrink the plan to its smallest part that is a play by itself."""
    tiles = list_useful(turn.plan, turn.plan)
    for size in range(1, min(LARGEST_PART + 1, len(tiles))):
        if best_part(turn, tiles, size, limits, work):
            turn.plan[:] = turn.part
            return


@njit
def best_part(turn: Any, tiles: Any, size: Any, limits: Any, work: Any) -> Any:
    """The part of ``size`` tiles with the highest numbers, jokers last, that is a play."""
    choice = np.arange(size)
    best = 0
    trial = turn.table.copy()
    more = True
    while more:
        worth = KEEPS_POSITIVE
        for k in range(size):
            tile = tiles[choice[k]]
            trial[tile] += 1
            worth += -JOKER_WORTH if tile == JOKER else tile % 13 + 1
        if worth > best and is_legal_kernel(trial, limits.numbers, limits.colors, work):
            best = worth
            turn.part[:] = trial - turn.table
        for k in range(size):
            trial[tiles[choice[k]]] -= 1
        more = next_choice(choice, size, len(tiles))
    return best > 0


@njit
def decide_rows(observation: Any, mask: Any, style: Any, limits: Any, out: Any) -> None:
    """Actions for (M, O) observations and (M, 56) masks into int64 (M,)."""
    work = make_workspace()
    turn = Turn(
        np.zeros(TILE_TYPES, dtype=np.int8),
        np.zeros(TILE_TYPES, dtype=np.int8),
        np.zeros(TILE_TYPES, dtype=np.int8),
        np.zeros(TILE_TYPES, dtype=np.int8),
    )
    for row in range(len(out)):
        out[row] = decide(observation[row], mask[row], style, limits, turn, work)
