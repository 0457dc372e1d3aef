"""UNO in batches, beside RLCard 1.2.0 in the same run where that is installed."""

from collections.abc import Callable
from typing import Any

from .batch import made, player_for, player_steps, random_steps, truncated_share
from .rows import Row, rate_row

ROWS = 4096


def rows(quick: bool) -> list[Row]:
    """Random and scripted play, one and two threads, RLCard, truncated games."""
    rounds, runs = (20, 3) if quick else (250, 5)
    note = f"hk_society, 4 players, {ROWS} rows, observation + mask + sampling"
    one = rate_row(
        "uno",
        "batch, random, 1 thread",
        "steps/s",
        random_steps(made("uno", ROWS, 4, "hk_society"), rounds),
        runs,
        4_000_000,
        note,
    )
    two = rate_row(
        "uno",
        "batch, random, 2 threads",
        "steps/s",
        random_steps(made("uno", ROWS, 4, "hk_society", 2), rounds),
        runs,
        None,
        note,
    )
    batch = made("uno", ROWS, 4, "hk_society")
    greedy = rate_row(
        "uno",
        "batch, rules player",
        "steps/s",
        player_steps(batch, player_for(batch, "rules"), rounds),
        runs,
        None,
        note,
    )
    ratio = two.value / one.value
    threads = Row("uno", "2 threads over 1", ratio, "ratio", ratio, ratio, runs, 1.7)
    return [one, two, threads, greedy, *_bare(rounds, runs), *_rlcard(one, quick), *_shares(quick)]


def _bare(rounds: int, runs: int) -> list[Row]:
    """The engine alone: steps, masks and sampling without observations."""
    from .uno_bare import bare_steps

    work = bare_steps(ROWS, rounds)
    note = "the same without observations"
    return [rate_row("uno", "batch, random, no observation", "steps/s", work, runs, None, note)]


def _rlcard_steps(games: int) -> Callable[[], float] | None:
    try:
        import rlcard  # type: ignore[import-not-found,import-untyped,unused-ignore]
        from rlcard.agents import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
            RandomAgent,
        )
    except ImportError:
        return None
    env: Any = rlcard.make("uno", config={"seed": 0})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def work() -> float:
        return float(
            sum(len(path) // 2 for _ in range(games) for path in env.run(is_training=False)[0])
        )

    return work


def _rlcard(ours: Row, quick: bool) -> list[Row]:
    work = _rlcard_steps(10 if quick else 100)
    if work is None:
        return []
    note = "env.run of RLCard, two random agents, its own simpler rules"
    theirs = rate_row("uno", "RLCard", "steps/s", work, ours.runs, None, note)
    ratio = ours.value / theirs.value
    return [theirs, Row("uno", "batch over RLCard", ratio, "ratio", ratio, ratio, ours.runs)]


def _shares(quick: bool) -> list[Row]:
    found = []
    for ruleset in ("hk_society", "tw_campus", "official"):
        batch = made("uno", 256, 4, ruleset)
        share, games = truncated_share(batch, 300 if quick else 3000)
        name = f"truncated random games, {ruleset}"
        percent = 100 * share
        note = f"{games} games, max_turns 2000"
        found.append(Row("uno", name, percent, "%", percent, percent, 1, None, False, note))
    return found
