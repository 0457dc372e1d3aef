"""What the scripted players want to play in a turn, from nothing but the observation and mask.

A plan is the tiles of a whole turn.  It is worked out at every decision from the table and rack as
they were when the turn began, so it stays the same until the turn is over.
"""

from typing import Any, NamedTuple

import numpy as np

from tabletop.jit import njit

from .observe import (
    AT_MELDED,
    AT_PHASE,
    AT_PLAYED,
    AT_PLAYERS,
    AT_POOL,
    AT_RACK_SIZES,
    AT_TABLE,
    REDEAL_ASKED,
)
from .solver import (
    best_meld_into,
    best_play_into,
    can_meld_kernel,
    is_legal_kernel,
    make_workspace,
)
from .state import DONE, DRAW, JOKER, REDEAL, TILE_TYPES
from .table import next_choice

MOST_TILES, MOST_VALUE, CAREFUL = range(3)


class Turn(NamedTuple):
    """A turn as it began: int8[53] each, and the plan that is made for it."""

    table: Any
    rack: Any
    plan: Any
    part: Any


class Limits(NamedTuple):
    """What the ruleset says about tiles, and the thresholds of the careful player."""

    numbers: int
    colors: int
    points: int  # of the initial meld
    rack_alarm: int  # opponents with so few tiles may go out soon
    pool_alarm: int  # the game may end soon
    most_held: int  # tiles that are held back at most


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
    """Go out if possible; near the end play all; else as little as saves a draw.

    Tiles that can be played now can mostly be played later too, so one play a turn keeps the
    player from drawing for many turns, while the others get little to build on.
    """
    if not melded:
        plan_meld(turn, limits, work)
        return
    count = plan_most(turn, True, False, limits, work)
    if count == 0 or count == turn.rack.sum():
        return
    if alarmed(observation, limits):
        plan_most(turn, True, True, limits, work)
    else:
        hold_back(turn, limits, work)


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
def alarmed(observation: Any, limits: Any) -> Any:
    """Whether an opponent, or the pool, may end the game soon."""
    if observation[AT_POOL] <= limits.pool_alarm:
        return True
    for k in range(1, observation[AT_PLAYERS]):
        if observation[AT_RACK_SIZES + k] <= limits.rack_alarm:
            return True
    return False


@njit
def hold_back(turn: Any, limits: Any, work: Any) -> None:
    """Shrink the plan to its smallest part that is a play by itself, jokers and low tiles kept."""
    tiles = np.zeros(128, dtype=np.int64)
    n = 0
    for tile in range(TILE_TYPES):
        for _ in range(turn.plan[tile]):
            tiles[n] = tile
            n += 1
    for size in range(max(1, n - limits.most_held), min(4, n)):
        if best_part(turn, tiles, n, size, limits, work):
            for tile in range(TILE_TYPES):
                turn.plan[tile] = turn.part[tile]
            return


@njit
def best_part(turn: Any, tiles: Any, n: Any, size: Any, limits: Any, work: Any) -> Any:
    """The part of ``size`` of the plan's tiles with the highest numbers that is a play."""
    choice = np.arange(size)
    best = -1
    trial = turn.table.copy()
    more = True
    while more:
        worth = 0
        for k in range(size):
            tile = tiles[choice[k]]
            trial[tile] += 1
            worth += -40 if tile == JOKER else tile % 13 + 1
        worth += 1000
        if worth > best and is_legal_kernel(trial, limits.numbers, limits.colors, work):
            best = worth
            turn.part[:] = trial - turn.table
        for k in range(size):
            trial[tiles[choice[k]]] -= 1
        more = next_choice(choice, size, n)
    return best >= 0


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
