"""Short ways to write contests and to answer for their tables."""

from collections.abc import Callable, Sequence
from typing import Any

from tabletop.contests.config import Contest
from tabletop.contests.holding import hold_contest
from tabletop.contests.loading import parse_contest
from tabletop.contests.outcome import GameOutcome, GameRequest
from tabletop.contests.results import ContestResult

TEAMS = ("red", "yellow", "green", "blue")
Answer = Callable[[GameRequest], GameOutcome]


def members(*sizes: int, player: str = "rules") -> list[dict[str, Any]]:
    """Entrants ``red1``, ``red2`` … with so many of each team."""
    return [
        {"name": f"{team}{k}", "team": team, "player": player}
        for team, size in zip(TEAMS, sizes, strict=False)
        for k in range(1, size + 1)
    ]


def team_contest(*sizes: int, **changes: Any) -> dict[str, Any]:
    """HKC-U with teams of the given sizes, as the content of a contest file."""
    return {
        "name": "teams",
        "seed": 5,
        "game": "uno",
        "ruleset": "hk_society",
        "clock": {"per": "play", "seconds": 10, "game_minutes": 30, "charge": 2},
        "standing": "teams",
        "teams": list(TEAMS[: len(sizes)]),
        "entrants": members(*sizes),
        "stages": [
            {
                "name": "tables",
                "draw": {"kind": "teams", "tables": 4},
                "match": {"games": 3, "target_score": 400, "leader": "carried"},
                "points": {"win": 10, "share_up_to": 2},
                "ranking": ["points"],
            }
        ],
        "bonus": {"by_rank": [5, 3, 2, 1], "forfeit": 0},
        **changes,
    }


def people(count: int, player: str = "rules") -> list[dict[str, Any]]:
    """Entrants ``p1``, ``p2`` …"""
    return [{"name": f"p{k}", "player": player} for k in range(1, count + 1)]


def lot_contest(count: int, **changes: Any) -> dict[str, Any]:
    """TWC with a preliminary in groups of four and a final."""
    return {
        "name": "campus",
        "seed": 3,
        "game": "rummikub",
        "ruleset": "tw_campus",
        "entrants": people(count, "random"),
        "stages": [
            {
                "name": "preliminary",
                "draw": {"kind": "lot", "table_size": 4},
                "match": {"games": 1},
                "ranking": ["total_score", "hand_points", "lot"],
                "advance": {"per_group": 1, "two_up_to": 8},
            },
            {
                "name": "final",
                "draw": {"kind": "one_table"},
                "match": {"games": 1},
                "ranking": ["total_score"],
            },
        ],
        "prizes": [350, 300, 250],
        **changes,
    }


def outcome(
    totals: Sequence[float],
    winners: Sequence[int] | None = None,
    hands: Sequence[float] | None = None,
    ended: str = "target",
) -> GameOutcome:
    """An outcome of one round with these totals."""
    return GameOutcome(
        rounds=[list(totals)],
        winners=[list(winners or [])],
        totals=list(totals),
        hands=list(hands or [0.0] * len(totals)),
        ended=ended,
        turns=10,
    )


def hold(
    content: dict[str, Any] | Contest, answer: Answer, best: str = "lowest", rows: Any = None
) -> tuple[ContestResult, list[GameRequest]]:
    """Hold a contest whose games are answered by ``answer``; also every request made."""
    contest = content if isinstance(content, Contest) else parse_contest(content)
    holding = hold_contest(contest, [best] * len(contest.stages), rows or {})
    asked: list[GameRequest] = []
    try:
        requests = next(holding)
        while True:
            asked += requests
            requests = holding.send([answer(request) for request in requests])
    except StopIteration as end:
        return end.value, asked


def team_of(name: str) -> str:
    """The team in a member's name."""
    return name.rstrip("0123456789")


def scored(scores: dict[str, float], **extra: Any) -> Answer:
    """Every game ends with the same score for each team or player."""

    def answer(request: GameRequest) -> GameOutcome:
        totals = [scores.get(name, scores.get(team_of(name), 0.0)) for name in request.seats]
        return outcome(totals, **extra)

    return answer
