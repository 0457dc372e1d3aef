"""Ranking by a list of keys, with the reason for each placing.

Equal on all keys means a shared rank, and the ranks after it are used up.  Imports no game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .draw import derive_seed

KEY_WORDS = {
    "points": "points",
    "games_won": "games won",
    "winning_score": "total score of the games won",
    "total_score": "total score",
    "rounds_won": "rounds won",
    "hand_points": "points left in hand",
    "fewest_penalties": "time-outs and wrong actions",
    "place": "place given by the platform",
    "lot": "lot",
}
SCORE_KEYS = ("winning_score", "total_score")
LOW_KEYS = ("hand_points", "fewest_penalties", "place", "lot")


def number(value: float) -> float | int:
    """A number for people and JSON: whole when it is, else to three places."""
    rounded = round(float(value), 3)
    return int(rounded) if rounded == int(rounded) else rounded


@dataclass
class Standing:
    """One line of a ranking; ``rank`` None: takes no rank (forfeit, disqualified)."""

    name: str
    rank: int | None
    values: dict[str, float]
    reason: str
    extra: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain values in a fixed order."""
        return {
            "rank": self.rank,
            "name": self.name,
            **{key: number(value) for key, value in self.values.items()},
            **self.extra,
            "reason": self.reason,
        }


def low_is_good(key: str, best: str) -> bool:
    """Whether a smaller value of the key is the better one."""
    return key in LOW_KEYS or (key in SCORE_KEYS and best == "lowest")


def rank(
    values: Mapping[str, Mapping[str, float]],
    keys: Sequence[str],
    best: str = "highest",
    seed: int = 0,
    where: str = "",
) -> list[Standing]:
    """Standings, best first, of ``values[name][key]``; ``lot`` is drawn here, by the seed.

    Raises KeyError when a name lacks a key.
    """
    full = {name: dict(row) for name, row in values.items()}
    if "lot" in keys:
        for name, row in full.items():
            row["lot"] = float(derive_seed(seed, "tie", where, name))

    def sort_key(name: str) -> tuple[float, ...]:
        row = full[name]
        return tuple(row[key] if low_is_good(key, best) else -row[key] for key in keys)

    order = sorted(full, key=sort_key)
    standings: list[Standing] = []
    for k, name in enumerate(order):
        tied = k > 0 and sort_key(order[k - 1]) == sort_key(name)
        place = standings[-1].rank if tied else k + 1
        shown = {key: full[name][key] for key in keys if key != "lot"}
        standings.append(Standing(name, place, shown, ""))
    for k, standing in enumerate(standings):
        standing.reason = _reason(standings, k, full, keys)
    return standings


def _reason(
    standings: Sequence[Standing],
    k: int,
    full: Mapping[str, Mapping[str, float]],
    keys: Sequence[str],
) -> str:
    me = standings[k]
    sharing = [other.name for other in standings if other.rank == me.rank and other is not me]
    if sharing:
        return f"shares rank {me.rank} with {', '.join(sharing)}: equal in {_listed(keys)}"
    if len(standings) == 1:
        return "nobody else"
    if k == 0:
        return "ahead of " + _difference(standings[1].name, me.name, full, keys)
    return "behind " + _difference(standings[k - 1].name, me.name, full, keys)


def _difference(
    other: str, me: str, full: Mapping[str, Mapping[str, float]], keys: Sequence[str]
) -> str:
    for place, key in enumerate(keys):
        mine, theirs = full[me][key], full[other][key]
        if mine == theirs:
            continue
        equal = f" (equal in {_listed(keys[:place])})" if place else ""
        if key == "lot":
            return f"{other} by lot{equal}"
        return f"{other} by {KEY_WORDS[key]}, {number(mine)} against {number(theirs)}{equal}"
    return other


def _listed(keys: Sequence[str]) -> str:
    words = [KEY_WORDS[key] for key in keys if key != "lot"]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
