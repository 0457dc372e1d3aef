"""The leak test for any game: nothing a seat is given may depend on what it can't see."""

from typing import Any

import numpy as np

from tabletop.game import Game


def view(game: Game, records: Any, seat: int) -> tuple[bytes, bytes, str]:
    """All that ``seat`` is given of row 0: observation, mask, picture."""
    observation = np.zeros(game.observation_size, dtype=np.int8)
    mask = np.zeros(game.num_actions, dtype=np.int8)
    game.kernels.observe(records, 0, game.rules_record, seat, observation)
    game.kernels.legal_mask(records, 0, game.rules_record, seat, mask)
    return observation.tobytes(), mask.tobytes(), game.render(records, 0, "ansi", seat)


def legal(game: Game, records: Any) -> Any:
    """Legal actions of the seat to act."""
    mask = np.zeros(game.num_actions, dtype=np.int8)
    seat = int(records["public"]["to_act"][0])
    game.kernels.legal_mask(records, 0, game.rules_record, seat, mask)
    return np.flatnonzero(mask)


def play_on(game: Game, records: Any, rng: np.random.Generator, steps: int) -> None:
    """Random decisions on a redealt row: it must be a state of the game like any other."""
    for _ in range(steps):
        if records["public"]["over"][0]:
            return
        actions = legal(game, records)
        assert len(actions), "a redealt state must have a legal action"
        game.kernels.step(records, 0, game.rules_record, int(rng.choice(actions)))
        game.check_conservation(records, 0)


def check_leaks(game: Game, seed: int, decisions: int = 400) -> int:
    """Random play; at every decision redeal for one seat and compare.  Returns how often the
    hidden part really changed (a redeal that changes nothing would prove nothing)."""
    rng = np.random.default_rng(seed)
    records = game.new_records(1)
    game.seed_records(records, seed)
    game.kernels.reset(records, 0, game.rules_record)
    changed = 0
    for k in range(decisions):
        if records["public"]["over"][0]:
            game.kernels.reset(records, 0, game.rules_record)
        seat = int(rng.integers(game.num_players))
        other = game.redeal_hidden(records, 0, seat, k)
        game.check_conservation(other, 0)
        assert view(game, records, seat) == view(game, other, seat)
        changed += records["seats"].tobytes() != other["seats"].tobytes()
        if k % 5 == 0:
            play_on(game, other, rng, 30)
        action = int(rng.choice(legal(game, records)))
        game.kernels.step(records, 0, game.rules_record, action)
    return changed
