"""Many contests side by side: the games of all of them in batches, or one by one where a player
or the clock asks for it.  Same results as ``run``, without folders.  Imports no game.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

from .batch_play import Job, PlayerFailedError, can_batch, play_batch
from .entrants import DEFAULT_MAKER, Entrants
from .loading import ContestFile
from .outcome import GameOutcome, GameRequest
from .results import ContestResult
from .run import Prepared, play_request, prepare

Waiting = tuple[int, int]  # which contest, which of the games it asks for


def hold_many(
    file: ContestFile, seeds: Sequence[int], maker: str = DEFAULT_MAKER
) -> list[dict[str, Any]]:
    """The results (as in ``result.json``) of the contest under each seed."""
    prepared = prepare(file, maker)
    contests = [_with_seed(prepared, seed, maker) for seed in seeds]
    return [result.to_json() for result in _hold_all(contests)]


def hold_many_on(
    file: ContestFile, seeds: Sequence[int], workers: int, maker: str = DEFAULT_MAKER
) -> list[dict[str, Any]]:
    """``hold_many`` on several processes; the results are the same."""
    if workers <= 1:
        return hold_many(file, seeds, maker)
    parts = [list(seeds[k::workers]) for k in range(workers)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        done = list(pool.map(hold_many, [file] * workers, parts, [maker] * workers))
    results: dict[int, dict[str, Any]] = {}
    for part, held in zip(parts, done, strict=True):
        results.update(zip(part, held, strict=True))
    return [results[seed] for seed in seeds]


def _with_seed(prepared: Prepared, seed: int, maker: str) -> Prepared:
    contest = prepared.file.contest.model_copy(update={"seed": seed})
    file = ContestFile(contest, prepared.file.folder)
    return replace(prepared, file=file, entrants=Entrants(contest, file.folder, maker))


def _hold_all(contests: Sequence[Prepared]) -> list[ContestResult]:
    """Advance all contests together; each step plays everything that any of them waits for."""
    holdings = [contest.hold() for contest in contests]
    finished: dict[int, ContestResult] = {}
    asked: dict[int, list[GameRequest]] = {}

    def advance(k: int, outcomes: list[GameOutcome] | None) -> None:
        try:
            asked[k] = next(holdings[k]) if outcomes is None else holdings[k].send(outcomes)
        except StopIteration as end:
            asked.pop(k, None)
            finished[k] = end.value

    for k in range(len(contests)):
        advance(k, None)
    while asked:
        waiting = {(k, g): r for k, requests in asked.items() for g, r in enumerate(requests)}
        outcomes = _play_all(contests, waiting)
        for k, requests in list(asked.items()):
            advance(k, [outcomes[k, g] for g in range(len(requests))])
    return [finished[k] for k in range(len(contests))]


def _play_all(
    contests: Sequence[Prepared], waiting: dict[Waiting, GameRequest]
) -> dict[Waiting, GameOutcome]:
    groups: dict[tuple[int, int, bool], list[Waiting]] = {}
    outcomes: dict[Waiting, GameOutcome] = {}
    for place, request in waiting.items():
        job = _job(contests[place[0]], request)
        if can_batch(job):
            kind = (request.stage, len(request.seats), request.extra > 0)
            groups.setdefault(kind, []).append(place)
        else:
            outcomes[place] = play_request(contests[place[0]], request)
    for places in groups.values():
        jobs = [_job(contests[k], waiting[k, g]) for k, g in places]
        try:
            played = play_batch(jobs)
        except PlayerFailedError:  # one by one it can be said whose player failed
            played = [play_request(contests[k], waiting[k, g]) for k, g in places]
        outcomes.update(zip(places, played, strict=True))
    return outcomes


def _job(prepared: Prepared, request: GameRequest) -> Job:
    setting = prepared.book.setting(request)
    return Job(request, setting, prepared.entrants, prepared.best[request.stage])
