"""A whole contest as a generator: it yields games to play and is sent their outcomes.

Imports no game; who plays the games is in ``run`` (one contest) and ``many`` (side by side).
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from ..registry import default_ruleset
from .awards import give_awards
from .config import Contest, Stage, TeamDraw
from .draw import draw_tables, forfeited_teams
from .outcome import GameOutcome, GameRequest
from .outside import ResultRow, disqualified, incident_notes
from .ranking import Standing, number, rank
from .results import ContestResult, StageResult
from .stages import play_stage, player_values, rank_tables, read_stage

RESULT_FORMAT = 1
Holding = Generator[list[GameRequest], list[GameOutcome], ContestResult]


def hold_contest(
    contest: Contest, best_of_stage: Sequence[str], rows: Mapping[int, Sequence[ResultRow]]
) -> Holding:
    """All stages, rankings and awards.

    ``best_of_stage[i]`` is ``highest`` or ``lowest``, ``rows[i]`` the outside results of stage i.
    """
    names = [entrant.name for entrant in contest.entrants]
    done: list[StageResult] = []
    notes = _opening_notes(contest)
    for index, stage in enumerate(contest.stages):
        last = index == len(contest.stages) - 1
        if not last and _skipped(contest, stage, names):
            notes.append(f"{stage.name} left out: one group only")
            continue
        best = best_of_stage[index]
        if stage.outside is not None:
            result = read_stage(contest, index, names, rows.get(index, ()))
        else:
            result = yield from play_stage(contest, index, names, best)
        rank_tables(contest, index, result, best)
        result.notes += _sitting_out(result, names)
        done.append(result)
        if last or _ends_here(stage, result):
            if not last:
                notes.append(f"{stage.name} decides: one group only")
            break
        result.advanced = [name for table in result.tables for name in table.advanced]
        names = result.advanced
    standings = _final_standings(contest, index, done[-1], best)
    return _result(contest, done, standings, notes)


def _sitting_out(result: StageResult, names: Sequence[str]) -> list[str]:
    """HKC-U1: with fewer tables than players of a team somebody has no seat."""
    seated = {name for table in result.tables for name in table.names}
    return [f"{name} has no seat and sits out" for name in names if name not in seated]


def _skipped(contest: Contest, stage: Stage, names: Sequence[str]) -> bool:
    skips = stage.advance is not None and stage.advance.one_group_skips
    return skips and len(draw_tables(contest, stage, names)) == 1


def _ends_here(stage: Stage, result: StageResult) -> bool:
    ends = stage.advance is not None and stage.advance.one_group_ends
    return ends and len(result.tables) == 1


def _opening_notes(contest: Contest) -> list[str]:
    notes = incident_notes(contest)
    if not any(isinstance(stage.draw, TeamDraw) for stage in contest.stages):
        return notes
    gone = forfeited_teams(contest)
    notes += [f"team {team} has no player and forfeits" for team in gone]
    for team in contest.teams:
        if team not in gone:
            members = sum(entrant.team == team for entrant in contest.entrants)
            notes.append(f"team {team}: {members} player{'s' if members != 1 else ''}")
    return notes


def _final_standings(
    contest: Contest, index: int, result: StageResult, best: str
) -> list[Standing]:
    stage = contest.stages[index]
    values = player_values(contest, stage, result.tables)
    if contest.standing == "teams":
        standings = _team_standings(contest, stage, values, best)
    else:
        out = disqualified(contest)
        for change in contest.adjustments:
            if change.player in values:
                values[change.player]["points"] += change.points
        ranked = {name: row for name, row in values.items() if name not in out}
        standings = rank(ranked, stage.ranking, best, contest.seed, stage.name)
        standings += _disqualified_standings(result, out)
    give_awards(standings, contest.bonus, contest.prizes)
    return standings


def _disqualified_standings(
    result: StageResult, out: Mapping[str, tuple[int, str]]
) -> list[Standing]:
    here = {name for table in result.tables for name in table.names}
    return [Standing(name, None, {}, why) for name, (_, why) in out.items() if name in here]


def _team_standings(
    contest: Contest, stage: Stage, values: Mapping[str, Mapping[str, float]], best: str
) -> list[Standing]:
    """HKC-U4, HKC-U5: the sums over each team's players, less deductions; forfeits unranked."""
    gone = forfeited_teams(contest)
    sums: dict[str, dict[str, float]] = {}
    for team in contest.teams:
        members = [e.name for e in contest.entrants if e.team == team and e.name in values]
        if team in gone:
            continue
        sums[team] = {key: sum(values[m][key] for m in members) for key in _summed(values)}
        sums[team]["points"] += sum(a.points for a in contest.adjustments if a.team == team)
    standings = rank(sums, stage.ranking, best, contest.seed, stage.name)
    zero: dict[str, float] = {key: 0.0 for key in stage.ranking if key != "lot"}
    return standings + [Standing(team, None, dict(zero), "forfeit: no player") for team in gone]


def _summed(values: Mapping[str, Mapping[str, float]]) -> list[str]:
    return list(next(iter(values.values())))


def _result(
    contest: Contest, stages: list[StageResult], standings: list[Standing], notes: list[str]
) -> ContestResult:
    header = {
        "format": RESULT_FORMAT,
        "contest": contest.name,
        "title": contest.heading,
        "source": contest.source,
        "seed": contest.seed,
        "game": contest.game,
        "ruleset": _ruleset_name(contest),
        "clock": contest.clock.kind,
    }
    entrants: list[dict[str, Any]] = [
        {"name": e.name, "player": e.kind, **({"team": e.team} if e.team else {})}
        for e in contest.entrants
    ]
    adjustments = [
        {"name": a.team or a.player, "points": number(a.points), "reason": a.reason}
        for a in contest.adjustments
    ]
    return ContestResult(header, entrants, stages, standings, adjustments, notes)


def _ruleset_name(contest: Contest) -> str | None:
    """The preset, the default one too, or the file without its folder."""
    ruleset = contest.ruleset
    if ruleset is None:
        return None if contest.game is None else default_ruleset(contest.game)
    return ruleset.replace("\\", "/").rsplit("/", 1)[-1]
