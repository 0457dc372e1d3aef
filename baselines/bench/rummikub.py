"""Rummikub in batches: random and greedy play, games per second."""

from .batch import games_per_second, made, player_for, player_steps, random_steps, truncated_share
from .rows import Row, rate_row

ROWS = 256


def rows(quick: bool) -> list[Row]:
    """Random masked play, the most-tiles player, games per second with two and four players."""
    rounds, runs = (10, 3) if quick else (200, 5)
    note = f"hk_school, {ROWS} rows, observation + exact mask + sampling, 1 thread"
    found = [
        rate_row(
            "rummikub",
            "batch, random, 4 players",
            "steps/s",
            random_steps(made("rummikub", ROWS, 4, "hk_school"), rounds),
            runs,
            50_000,
            note,
        )
    ]
    two = made("rummikub", ROWS, 2, "hk_school")
    work = games_per_second(two, None, rounds * 3)
    found.append(rate_row("rummikub", "random, 2 players", "games/s", work, runs, 300, note))
    greedy = made("rummikub", ROWS, 4, "hk_school")
    player = player_for(greedy, "most_tiles")
    found += [
        rate_row(
            "rummikub",
            "most_tiles, 4 players",
            "steps/s",
            player_steps(greedy, player, rounds),
            runs,
            None,
            note,
        ),
        rate_row(
            "rummikub",
            "most_tiles, 4 players",
            "games/s",
            games_per_second(greedy, player, rounds),
            runs,
            None,
            note,
        ),
    ]
    return found + _shares(quick)


def _shares(quick: bool) -> list[Row]:
    found = []
    for ruleset in ("hk_school", "tw_campus", "official"):
        share, games = truncated_share(made("rummikub", 64, 4, ruleset), 100 if quick else 1500)
        name = f"truncated random games, {ruleset}"
        percent = 100 * share
        note = f"{games} games, max_turns 2000"
        found.append(Row("rummikub", name, percent, "%", percent, percent, 1, None, False, note))
    return found
