"""What a rank is worth: bonus by rank, and prizes.  Imports no game."""

from collections.abc import Sequence

from .config import Bonus
from .ranking import Standing, number


def bonus_of_ranks(ranks: Sequence[int | None], bonus: Bonus) -> list[float]:
    """HKC-U4: the bonus of each rank; equal ranks get equal bonus and use up the ranks after them.

    ``None`` (no rank) gets the bonus of a forfeit; ranks beyond the list get 0.
    """

    def of(rank: int | None) -> float:
        if rank is None:
            return bonus.forfeit
        return bonus.by_rank[rank - 1] if rank <= len(bonus.by_rank) else 0.0

    return [of(rank) for rank in ranks]


def prizes_of_ranks(ranks: Sequence[int | None], prizes: Sequence[float]) -> list[float]:
    """TWC-3: the prize of each rank; a shared rank shares the prizes of the places it fills."""

    def of(rank: int | None) -> float:
        if rank is None:
            return 0.0
        tied = sum(1 for other in ranks if other == rank)
        return sum(prizes[rank - 1 : rank - 1 + tied]) / tied

    return [of(rank) for rank in ranks]


def give_awards(
    standings: Sequence[Standing], bonus: Bonus | None, prizes: Sequence[float]
) -> None:
    """Write bonus and prize beside each placing."""
    ranks = [standing.rank for standing in standings]
    if bonus is not None:
        for standing, value in zip(standings, bonus_of_ranks(ranks, bonus), strict=True):
            standing.extra["bonus"] = number(value)
    if prizes:
        for standing, value in zip(standings, prizes_of_ranks(ranks, prizes), strict=True):
            standing.extra["prize"] = number(value)
