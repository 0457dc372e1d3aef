"""HKC-R, the school contest of Hong Kong: tables of two to four, ranked by HKR-34."""

import pytest

from rummi_env.game import RummikubGame
from tabletop.contests.outcome import GameOutcome, GameRequest
from tabletop.contests.ranking import rank

from .support import hold, lot_contest, outcome

KEYS = ["games_won", "winning_score", "total_score"]


def school(count: int, games: int = 3) -> dict[str, object]:
    content = lot_contest(count, ruleset="hk_school", prizes=[])
    content["stages"] = [
        {
            "name": "match",
            "draw": {"kind": "lot", "table_size": 4},
            "match": {"games": games, "seating": "listed"},
            "ranking": KEYS,
        }
    ]
    return content


@pytest.mark.parametrize(
    ("count", "sizes"), [(2, [2]), (3, [3]), (4, [4]), (5, [3, 2]), (7, [4, 3]), (9, [3, 3, 3])]
)
def test_hkc_r1_tables_of_two_to_four(count: int, sizes: list[int]) -> None:
    result, _ = hold(school(count), lambda r: outcome([0.0] * len(r.seats), [0]), best="highest")
    assert [len(table.names) for table in result.stages[0].tables] == sizes


def match_of(*games: tuple[list[float], list[int]]) -> list[tuple[int | None, str]]:
    """Ranking of A, B, C, D after games with these scores and winners."""

    def answer(request: GameRequest) -> GameOutcome:
        scores, winners = games[request.number - 1]
        order = [int(name[1:]) - 1 for name in request.seats]
        return outcome([scores[k] for k in order], [order.index(w) for w in winners], ended="won")

    result, _ = hold(school(4, len(games)), answer, best="highest")
    return [(s.rank, "ABCD"[int(s.name[1:]) - 1]) for s in result.standings]


def test_hkc_r1_ranked_by_games_won_first_hkr_34() -> None:
    ranking = match_of(
        ([10, -2, -3, -5], [0]), ([10, -2, -3, -5], [0]), ([-100, 400, -100, -200], [1])
    )
    assert ranking[:2] == [(1, "A"), (2, "B")]


def test_hkc_r1_then_by_the_scores_of_the_games_won_hkr_34() -> None:
    # A's winning score is 60, B's 50, though B has the higher total
    ranking = match_of(([60, -5, -25, -30], [0]), ([-40, 50, -5, -5], [1]))
    assert ranking[:2] == [(1, "A"), (2, "B")]


def test_hkc_r1_then_by_all_scores_then_shared_hkr_34() -> None:
    ranking = match_of(([30, -10, -10, -10], [0]), ([-5, 30, -10, -15], [1]))
    assert ranking == [(1, "A"), (2, "B"), (3, "C"), (4, "D")]
    ranking = match_of(([30, -10, -10, -10], [0]), ([-10, 30, -10, -10], [1]))
    assert ranking == [(1, "A"), (1, "B"), (3, "C"), (3, "D")]


# racks, who draws the last tile, that tile, and the scores and places of A, B, C, D
EXAMPLES = [
    pytest.param(
        [["r2"], ["r10"], ["r7", "r8"], ["r9", "r11"]],
        0,
        "r3",
        [30, -5, -10, -15],
        [1, 2, 3, 4],
        id="HKR-33.1",
    ),
    pytest.param(
        [["r1"], ["r1"], ["r4"], ["r7"]],
        2,
        "r6",
        [7.5, 7.5, -9, -6],
        [1, 1, 4, 3],
        id="HKR-33.2",
    ),
]


@pytest.mark.parametrize(("racks", "starter", "last", "scores", "places"), EXAMPLES)
def test_hkc_r1_score_examples_become_placings(
    racks: list[list[str]], starter: int, last: str, scores: list[float], places: list[int]
) -> None:
    """The examples of the source, played on the engine and ranked by HKR-34."""
    game = RummikubGame(4, "hk_school", reward="win")
    records = game.new_records(1)
    game.seed_records(records, 1)
    away = [tile for rack in racks for tile in rack] + [last]
    position = {
        "racks": racks,
        "table": all_other_tiles(away),
        "pool": [last],
        "melded": [True] * 4,
        "starter": starter,
    }
    game.reset_to_position(records, 0, position)
    game.kernels.step(records, 0, game.rules_record, game.parse_action("draw"))
    assert records["public"]["over"][0] == 1
    played = [float(score) for score in records["public"]["scores"][0][:4]]
    assert played == scores
    winners = [k for k, score in enumerate(played) if score > 0]
    rows = {
        "ABCD"[k]: {
            "games_won": float(k in winners),
            "winning_score": score if k in winners else 0.0,
            "total_score": score,
        }
        for k, score in enumerate(played)
    }
    ranked = {s.name: s.rank for s in rank(rows, KEYS)}
    assert [ranked[name] for name in "ABCD"] == places


def all_other_tiles(away: list[str]) -> list[list[str]]:
    """Every tile but these red ones on the table, in groups; jokers where a red one is missing."""
    gone, jokers = list(away), 2
    groups = []
    for number in [n for n in range(1, 14) for _ in range(2)]:
        group = [f"{color}{number}" for color in "kby"]
        red = f"r{number}"
        if red in gone:
            gone.remove(red)
            if jokers:
                group.append("J")
                jokers -= 1
        else:
            group.append(red)
        groups.append(group)
    assert not gone
    assert not jokers
    return groups
