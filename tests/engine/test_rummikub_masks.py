"""Masks worked out with what is known from before are those worked out from nothing.

And the kernels behind them: what completes a table, batches that show the table as sets.
"""

import random
from typing import Any

import numpy as np
import pytest

from rummi_env.engine import KERNELS, refresh_row
from rummi_env.game import RummikubGame
from rummi_env.solver import (
    can_meld_kernel,
    completes_kernel,
    is_legal_kernel,
    meld_value_kernel,
    new_workspace,
)
from rummi_env.state import DONE
from tabletop.batch import BatchEnv
from tabletop.game import TIMEOUT, TIMEOUT_TABLE_LOST
from tests.reference.rummikub_positions import dense_position

NONE = np.zeros(53, dtype=np.int8)


def legal_word(records: Any, i: int) -> int:
    return int(records["seats"]["legal"][i, records["public"]["to_act"][i]])


RULES: dict[str, dict[str, Any]] = {
    "hk_school": {},
    "official": {},
    "tw_campus": {},
    "ascending": {"order": "ascending"},
    "few_numbers": {"numbers": 4, "tiles_dealt": 6, "initial_meld_points": 10},
}


@pytest.mark.parametrize("name", RULES)
def test_legal_actions_do_not_depend_on_what_was_known(name: str) -> None:
    base = "hk_school" if RULES[name] else name
    game = RummikubGame(3, base, **RULES[name])
    batch = BatchEnv(game, 8)
    batch.reset(seed=5)
    complete = open_turns = 0
    for _ in range(150):
        batch.step(batch.random_actions())
        anew = batch.state.copy()
        for i in range(batch.num_envs):
            refresh_row(anew, i, game.rules_record)
            assert legal_word(anew, i) == legal_word(batch.state, i)
            if anew["public"]["played_count"][i] > 0:
                done = legal_word(anew, i) >> DONE & 1
                complete += done
                open_turns += 1 - done
    assert complete > 10 and open_turns > 10


def test_what_completes_a_table() -> None:
    rng = random.Random(8)
    work = new_workspace()
    seen = [0, 0]
    for _ in range(400):
        size = (rng.choice((13, 13, 6, 4)), rng.choice((4, 4, 3)))
        table, rack = dense_position(rng, *size)
        points = rng.choice((5, 10, 20, 30, 50))
        assert completes_kernel(table, NONE, 0, *size, work) == is_legal_kernel(table, *size, work)
        worth = meld_value_kernel(table, *size, work) >= points
        assert completes_kernel(table, NONE, points, *size, work) == worth
        can = can_meld_kernel(rack, points, *size, work)
        assert completes_kernel(NONE, rack, points, *size, work) == can
        seen[worth] += 1
    assert min(seen) > 20


def test_batches_show_sets_as_single_rows_do() -> None:
    game = RummikubGame(2, "hk_school", max_turns=24, table_view="sets")
    batch = BatchEnv(game, 6, check_actions=False)
    batch.reset(seed=3)
    alone = batch.state.copy()
    mask = np.zeros(56, dtype=np.int8)
    over = shown = 0
    for k in range(400):
        actions = batch.random_actions().copy()
        if k % 7 == 3:
            actions[k % 6] = some_timeout(k)
        step = batch.step(actions)
        for i in range(batch.num_envs):
            seen = np.zeros(game.observation_size, dtype=np.int8)
            bits = KERNELS.play(alone, i, game.rules_record, int(actions[i]), seen, mask)
            if bits:
                over += 1
                assert (batch.final_observation[i] == seen).all()
                KERNELS.reset(alone, i, game.rules_record)
                KERNELS.observe(alone, i, game.rules_record, step.current_player[i], seen)
            assert (step.observation[i] == seen).all()
            shown += bool(seen[game.observation_layout()["sets"].slice].any())
    assert alone.tobytes() == batch.state.tobytes()
    assert over > 10 and shown > 100


def some_timeout(k: int) -> int:
    """Time-outs, by turns with and without a table that is lost."""
    return TIMEOUT if k % 2 else TIMEOUT_TABLE_LOST
