"""OpenSkill ratings from the games of an evaluation, as an extra line of the report.

A rating depends on the order of the games and says nothing that the intervals don't; it is there
for those who want one number per player.  Imports openskill when it is there.
"""

from importlib.util import find_spec

import numpy as np

from .results import Evaluation

MOST_GAMES = 2000  # a rating has settled long before


def openskill_ratings(evaluation: Evaluation) -> list[tuple[str, float, float]]:
    """(name, mean, deviation) per kind of player; empty without openskill or equal seats.

    Only tables at which every seat is another kind of player are rated.
    """
    games = evaluation.results
    kinds = len(evaluation.players)
    if find_spec("openskill") is None or kinds != games.kinds.shape[1]:
        return []
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(kinds)]
    sign = 1.0 if evaluation.low_score_is_better else -1.0
    order = np.random.default_rng(evaluation.settings.seed).permutation(len(games.deal))
    for game in order[:MOST_GAMES]:
        seated = games.kinds[game]
        # winners first, then by score
        keys = list(zip(-games.wins[game], sign * games.scores[game], strict=True))
        ranked = sorted(set(keys))
        ranks = [float(ranked.index(key)) for key in keys]
        rated = model.rate([[ratings[kind]] for kind in seated], ranks=ranks)
        for kind, (rating,) in zip(seated, rated, strict=True):
            ratings[kind] = rating
    names = [player.name for player in evaluation.players]
    return [(name, float(r.mu), float(r.sigma)) for name, r in zip(names, ratings, strict=True)]
