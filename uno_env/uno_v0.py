"""UNO's environments: PettingZoo AEC, batched, and Gymnasium with one learner.

``env(num_players=4, ruleset="hk_society", …)``; any field of the ruleset is a keyword as well.
"""

from tabletop.env_module import env_module

env, raw_env, batch_env, single_env, vector_env = env_module("uno", "hk_society")
