"""Makes the pictures of the README and the documentation: ``python docs/pictures.py``.

A table of UNO in mid-game, and the win rates of the scripted Rummikub players.  Takes a minute or
two; the results are committed.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

FOLDER = Path(__file__).parent / "images"
sys.path.insert(0, str(FOLDER.parents[1]))

from baselines.arena import evaluate, plots  # noqa: E402
from tabletop.registry import make_game  # noqa: E402

MOVES = 40
PLAYERS = ("most_value", "most_tiles", "careful", "random")


def uno_table(path: Path) -> None:
    """All hands after some random moves."""
    game = make_game("uno", 4, "hk_society")
    records = game.new_records(1)
    game.seed_records(records, 7)
    game.kernels.reset(records, 0, game.rules_record)
    mask = np.zeros(game.num_actions, dtype=np.int8)
    stream = np.random.default_rng(3)
    for _ in range(MOVES):
        seat = int(records["public"]["to_act"][0])
        game.kernels.legal_mask(records, 0, game.rules_record, seat, mask)
        action = int(stream.choice(np.flatnonzero(mask)))
        game.kernels.step(records, 0, game.rules_record, action)
    Image.fromarray(game.render(records, 0, "rgb_array")).save(path, optimize=True)


def win_rates(path: Path) -> None:
    """The scripted Rummikub players at one table."""
    found = evaluate("rummikub", PLAYERS, deals=150, seed=1, ruleset="hk_school")
    print("\n".join(found.verdicts()))
    png = plots.rates_plot(
        [player.name for player in found.players],
        [player.win_rate for player in found.players],
        [player.win_rate_ci for player in found.players],
        found.settings.fair_share,
        f"Rummikub (hk_school), {found.settings.games} games",
    )
    path.write_bytes(png)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    uno_table(FOLDER / "uno_table.png")
    win_rates(FOLDER / "win_rates.png")
