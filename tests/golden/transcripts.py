"""Golden games: seeded games of scripted or random players as readable text.

``python -m tests.golden.transcripts`` writes all of them anew.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np

from tabletop.registry import make_game, make_player

UNO_GAMES: dict[str, dict[str, Any]] = {
    "hk_society_4_rules": {"ruleset": "hk_society", "num_players": 4, "seed": 1},
    "hk_society_6_random": {
        "ruleset": "hk_society",
        "num_players": 6,
        "seed": 2,
        "player": "random",
    },
    "tw_campus_4_rules": {"ruleset": "tw_campus", "num_players": 4, "seed": 3},
    "tw_campus_final_6": {"ruleset": "tw_campus", "num_players": 6, "seed": 4, "places": 3},
    "official_3_rules": {"ruleset": "official", "num_players": 3, "seed": 5},
    "house_rules_4": {
        "ruleset": "official",
        "num_players": 4,
        "seed": 6,
        "stacking": "any",
        "seven_zero": True,
        "jump_in": True,
        "draw_until_playable": True,
        "target_score": 100,
    },
}
RUMMIKUB_GAMES: dict[str, dict[str, Any]] = {
    "hk_school_4_most_tiles": {
        "ruleset": "hk_school",
        "num_players": 4,
        "seed": 1,
        "player": "most_tiles",
    },
    "hk_school_2_random": {
        "ruleset": "hk_school",
        "num_players": 2,
        "seed": 2,
        "player": "random",
    },
    "tw_campus_3_most_value": {
        "ruleset": "tw_campus",
        "num_players": 3,
        "seed": 3,
        "player": "most_value",
    },
    "official_2_careful_ascending": {
        "ruleset": "official",
        "num_players": 2,
        "seed": 4,
        "player": "careful",
        "order": "ascending",
    },
    "small_3_random": {
        "ruleset": "hk_school",
        "num_players": 3,
        "seed": 5,
        "player": "random",
        "numbers": 7,
        "colors": 3,
        "tiles_dealt": 6,
        "initial_meld_points": 10,
    },
}
GAMES = {"uno": UNO_GAMES, "rummikub": RUMMIKUB_GAMES}
HERE = Path(__file__).parent
COLOR_CODE = re.compile(r"\x1b\[[0-9;]*m")


def transcript(game: str, seed: int, player: str = "rules", **options: Any) -> str:
    """One game from the deal to the scores, a line a decision."""
    table = make_game(game, max_turns=300, **options)
    policy = make_player(player, table)
    policy.seed(seed)
    records = table.new_records(1)
    table.seed_records(records, seed)
    table.kernels.reset(records, 0, table.rules_record)
    lines = [f"{game} {options} seed {seed} players {player}", table.render(records, 0, "ansi"), ""]
    observation = np.zeros((1, table.observation_size), dtype=np.int8)
    mask = np.zeros((1, table.num_actions), dtype=np.int8)
    while not records["public"]["over"][0]:
        seat = int(records["public"]["to_act"][0])
        table.kernels.observe(records, 0, table.rules_record, seat, observation[0])
        table.kernels.legal_mask(records, 0, table.rules_record, seat, mask[0])
        before = table.snapshot(records, 0)
        action = int(policy.act(observation, mask)[0])
        table.kernels.step(records, 0, table.rules_record, action)
        lines.append(table.describe_step(before, action, table.snapshot(records, 0)))
    lines += ["", table.render(records, 0, "ansi")]
    plain = "\n".join(line.rstrip() for line in lines)
    return COLOR_CODE.sub("", plain) + "\n"


def main() -> None:
    """Write every golden game."""
    for game, games in GAMES.items():
        (HERE / game).mkdir(exist_ok=True)
        for name, options in games.items():
            path = HERE / game / f"{name}.txt"
            path.write_text(transcript(game, **options), encoding="utf8")
            print(path.name)


if __name__ == "__main__":
    main()
