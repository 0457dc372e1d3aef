"""Rummikub's environments: PettingZoo AEC, batched, and Gymnasium with one learner.

``env(num_players=4, ruleset="hk_school", …)``; any field of the ruleset is a keyword as well, and
``table_view="sets"`` adds the arranged table to the observation.
"""

from tabletop.env_module import env_module

env, raw_env, batch_env, single_env, vector_env = env_module("rummikub", "hk_school")
