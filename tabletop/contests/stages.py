"""The stages of a contest: drawn, played, ranked, and who goes on.

Generators that yield lists of games to play and are sent their outcomes, so that one contest can
be played game by game and a thousand of them side by side by the same code.  Imports no game.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field

from .config import Contest, Points, Stage
from .draw import derive_seed, draw_tables, seat_order
from .outcome import GameOutcome, GameRequest
from .outside import ResultRow, disqualified, read_rooms
from .ranking import Standing, number, rank
from .results import GameRecord, StageResult, TableResult

Games = Generator[list[GameRequest], list[GameOutcome], "StageResult"]
MOST_REPEATS = 50  # of an extra round that nobody wins; then the tied players share


@dataclass
class _Table:
    """A table being played."""

    result: TableResult
    leader: str | None = None
    tied: list[str] = field(default_factory=list)


def play_stage(contest: Contest, index: int, names: Sequence[str], best: str) -> Games:
    """Play all games of a stage; ``best`` says which total wins (``highest`` or ``lowest``)."""
    stage = contest.stages[index]
    match = stage.match
    assert match is not None
    drawn = draw_tables(contest, stage, names)
    tables = [_Table(TableResult(k, group)) for k, group in enumerate(drawn, start=1)]
    for game in range(1, match.games + 1):
        requests = [_request(contest, index, table, game) for table in tables]
        outcomes = yield requests
        for table, request, outcome in zip(tables, requests, outcomes, strict=True):
            _settle(table, stage, GameRecord(request, outcome), best)
        yield from _extra_rounds(contest, [table for table in tables if table.tied])
    return StageResult(stage.name, stage.clause, [table.result for table in tables])


def _request(contest: Contest, index: int, table: _Table, game: int) -> GameRequest:
    stage = contest.stages[index]
    result = table.result
    seats = seat_order(contest, stage, result.number, game, result.names)
    carried = stage.match is not None and stage.match.leader == "carried"
    starter = seats.index(table.leader) if carried and table.leader in seats else None
    seed = derive_seed(contest.seed, "game", stage.name, result.number, game, 0)
    return GameRequest(index, result.number, game, 0, tuple(seats), starter, seed)


def best_seats(totals: Sequence[float], best: str) -> list[int]:
    """The seats with the best total."""
    top = min(totals) if best == "lowest" else max(totals)
    return [seat for seat, total in enumerate(totals) if total == top]


def _settle(table: _Table, stage: Stage, record: GameRecord, best: str) -> None:
    """Who won the game, and what that is worth, unless an extra round must decide."""
    outcome, seats = record.outcome, record.request.seats
    one_round = stage.match is None or stage.match.target_score is None
    won = outcome.winners[0] if one_round and outcome.winners else []
    winners = [seats[s] for s in (won or best_seats(outcome.totals, best))]
    table.result.games.append(record)
    table.leader = _last_winner(record.request, outcome) or table.leader
    if stage.points is not None and len(winners) > stage.points.share_up_to:
        table.tied = winners
        return
    _award(record, winners, stage.points)


def _award(record: GameRecord, winners: list[str], points: Points | None, note: str = "") -> None:
    record.winners = winners
    record.note = note or _note(record, winners)
    if points is not None:
        record.points = dict.fromkeys(record.request.seats, 0.0)
        for name in winners:
            record.points[name] = points.win / len(winners)  # HKC-U3: two tied get half each


ENDINGS = {
    "won": "somebody went out",
    "target": "the target was reached",
    "deadlock": "over before anybody went out",
    "max_turns": "stopped by the turn limit",
    "time_up": "the time of the game was over",
}
RUNNING = {
    "score_hands": "; the running round's hands were scored",
    "void_round": "; the running round was void",
    "finish_round": "; the running round was finished",
    "": "",
}


def _note(record: GameRecord, winners: list[str]) -> str:
    score = number(record.total(winners[0])) if winners else 0
    ended = ENDINGS[record.outcome.ended] + RUNNING[record.outcome.running]
    if len(winners) == 1:
        return f"{winners[0]} won with {score} ({ended})"
    return f"{' and '.join(winners)} tied with {score} and share ({ended})"


def _last_winner(request: GameRequest, outcome: GameOutcome) -> str | None:
    """HKU-2: the winner of the last round that somebody won alone."""
    for winners in reversed(outcome.winners):
        if winners:
            return request.seats[winners[0]] if len(winners) == 1 else None
    return None


def _extra_rounds(
    contest: Contest, tables: list[_Table]
) -> Generator[list[GameRequest], list[GameOutcome], None]:
    """HKC-U3: rounds among the tied players until one of them wins."""
    waiting = tables
    for repeat in range(1, MOST_REPEATS + 1):
        if not waiting:
            return
        requests = [_extra_request(contest, table, repeat) for table in waiting]
        outcomes = yield requests
        for table, request, outcome in zip(waiting, requests, outcomes, strict=True):
            _settle_extra(contest, table, request, outcome)
        waiting = [table for table in waiting if table.tied]
    for table in waiting:
        record = table.result.games[-1]
        points = contest.stages[record.request.stage].points
        names, table.tied = table.tied, []
        _award(record, names, points, f"{MOST_REPEATS} extra rounds without a winner: shared")


def _extra_request(contest: Contest, table: _Table, repeat: int) -> GameRequest:
    base = table.result.games[-1].request
    seats = [name for name in base.seats if name in table.tied]
    starter = seats.index(table.leader) if table.leader in seats else None
    stage = contest.stages[base.stage]
    carried = stage.match is not None and stage.match.leader == "carried"
    seed = derive_seed(contest.seed, "game", stage.name, base.table, base.number, repeat)
    return GameRequest(
        base.stage,
        base.table,
        base.number,
        repeat,
        tuple(seats),
        starter if carried else None,
        seed,
    )


def _settle_extra(
    contest: Contest, table: _Table, request: GameRequest, outcome: GameOutcome
) -> None:
    record = table.result.games[-1]
    record.extras.append((request, outcome))
    won = outcome.winners[0] if outcome.winners else []
    if outcome.ended != "won" or len(won) != 1:
        return
    winner = request.seats[won[0]]
    table.leader = winner
    tied, table.tied = table.tied, []
    score = number(record.total(tied[0]))
    _award(
        record,
        [winner],
        contest.stages[request.stage].points,
        f"{', '.join(tied)} tied with {score}: {winner} won the extra round",
    )


def read_stage(
    contest: Contest, index: int, names: Sequence[str], rows: Sequence[ResultRow]
) -> StageResult:
    """A stage whose results are read (TWC-D)."""
    stage = contest.stages[index]
    return StageResult(stage.name, stage.clause, read_rooms(contest, index, names, rows))


def player_values(
    contest: Contest, stage: Stage, tables: Sequence[TableResult]
) -> dict[str, dict[str, float]]:
    """Every ranking key of every player at these tables, in the order of the entrants."""
    found = {
        name: _values_of(stage, table, name)
        for table in tables
        for name in table.names
        if table.games or name in table.points
    }
    return {
        entrant.name: found[entrant.name] for entrant in contest.entrants if entrant.name in found
    }


def _values_of(stage: Stage, table: TableResult, name: str) -> dict[str, float]:
    if stage.outside is not None:
        zero: dict[str, float] = dict.fromkeys(stage.ranking, 0.0)
        return {**zero, "points": table.points[name], "place": table.places[name]}
    games = table.games
    troubles = [t for game in games for _, t in game.troubles() if t.name == name]
    return {
        "points": sum(game.points.get(name, 0.0) for game in games),
        "games_won": float(sum(name in game.winners for game in games)),
        "winning_score": sum(game.total(name) for game in games if name in game.winners),
        "total_score": sum(game.total(name) for game in games),
        "rounds_won": float(sum(_rounds_won(game, name) for game in games)),
        "hand_points": sum(game.hand(name) for game in games),
        "fewest_penalties": float(sum(t.count for t in troubles if t.kind != "restart")),
        "place": 0.0,
    }


def _rounds_won(game: GameRecord, name: str) -> int:
    seat = game.request.seats.index(name)
    return sum(seat in winners for winners in game.outcome.winners)


def rank_tables(contest: Contest, index: int, result: StageResult, best: str) -> None:
    """Rank each group, and say who goes on (TWC-2); a tie at the edge goes by lot."""
    stage = contest.stages[index]
    out = {name: why for name, (first, why) in disqualified(contest).items() if first <= index}
    keys = list(stage.ranking)
    if stage.advance is not None and "lot" not in keys:
        keys.append("lot")
    for table in result.tables:
        values = player_values(contest, stage, [table])
        ranked = {name: row for name, row in values.items() if name not in out}
        where = f"{stage.name}/{table.number}"
        table.ranking = rank(ranked, keys, best, contest.seed, where)
        table.ranking += _without_rank(table.names, out, values)
        if stage.advance is not None:
            count = advancing(stage, len(contest.entrants))
            table.advanced = [s.name for s in table.ranking[:count] if s.rank is not None]


def advancing(stage: Stage, entered: int) -> int:
    """How many of each group go on (TWC-2)."""
    advance = stage.advance
    if advance is None:
        return 0
    if advance.two_up_to is not None and entered <= advance.two_up_to:
        return max(2, advance.per_group)
    return advance.per_group


def _without_rank(
    names: Sequence[str], out: Mapping[str, str], values: Mapping[str, Mapping[str, float]]
) -> list[Standing]:
    shown = {name: values.get(name, {}) for name in names if name in out}
    return [
        Standing(name, None, {key: row[key] for key in ("points",) if key in row}, out[name])
        for name, row in shown.items()
    ]
