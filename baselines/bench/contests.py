"""Contests: a thousand virtual team contests by rule-based players, on one process and on two."""

import time

from tabletop.contests import ContestFile, hold_many_on, load_contest

from .rows import Row

CONTESTS = 1000


def all_rules() -> ContestFile:
    """The team contest of the Hong Kong society with the rule-based player at every seat."""
    file = load_contest("hk_society_uno")
    entrants = [e.model_copy(update={"player": "rules"}) for e in file.contest.entrants]
    return ContestFile(file.contest.model_copy(update={"entrants": entrants}), file.folder)


def seconds_for(file: ContestFile, count: int, workers: int) -> float:
    """Seconds to hold so many contests, starting the processes included."""
    started = time.perf_counter()
    held = hold_many_on(file, range(count), workers)
    assert len(held) == count
    return time.perf_counter() - started


def rows(quick: bool) -> list[Row]:
    """Seconds for 1,000 contests (twelve games each); a quick run holds fewer."""
    count, runs = (100, 1) if quick else (CONTESTS, 3)
    file = all_rules()
    hold_many_on(file, [0], 1)  # compiles
    found = []
    for workers in (1, 2):
        times = sorted(seconds_for(file, count, workers) for _ in range(runs))
        name = f"{count:,} HKC-U contests, {workers} process{'es' if workers > 1 else ''}"
        middle = times[len(times) // 2]
        note = "virtual clock, rules players, four tables, twelve games each"
        found.append(
            Row("contests", name, middle, "s", times[0], times[-1], runs, None, False, note)
        )
    return found
