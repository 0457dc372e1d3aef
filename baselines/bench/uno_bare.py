"""UNO steps without observations, to show what writing them costs."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tabletop.jit import njit
from tabletop.registry import make_game
from uno_env.engine import reset, step
from uno_env.rows import OVER_BITS, mask_row

U64 = np.uint64


@njit
def run_bare(records: Any, rules: Any, mask: Any, rounds: Any) -> None:
    """``rounds`` random legal steps on every row."""
    for i in range(records.shape[0]):
        word = U64(i) * U64(0x9E3779B97F4A7C15) + U64(1)
        for _ in range(rounds):
            mask_row(records, i, rules, np.int64(records[i]["public"]["to_act"]), mask)
            total = 0
            for a in range(mask.shape[0]):
                total += mask[a]
            word ^= word << U64(13)
            word ^= word >> U64(7)
            word ^= word << U64(17)
            k = np.int64(((word >> U64(32)) * U64(total)) >> U64(32))
            a = 0
            while True:
                k -= mask[a]
                if k < 0:
                    break
                a += 1
            if step(records, i, rules, a) & OVER_BITS:
                reset(records, i, rules)


def bare_steps(rows: int, rounds: int) -> Callable[[], float]:
    """The work of ``rounds`` steps on ``rows`` games."""
    game = make_game("uno", 4, "hk_society")
    records = game.new_records(rows)
    game.seed_records(records, 0)
    for i in range(rows):
        game.kernels.reset(records, i, game.rules_record)
    mask = np.zeros(game.num_actions, dtype=np.int8)

    def work() -> float:
        run_bare(records, game.rules_record, mask, rounds)
        return float(rows * rounds)

    return work
