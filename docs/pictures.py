"""Makes the pictures of the README and the documentation: ``python docs/pictures.py``.

A table of UNO in mid-game, the win rates of the scripted Rummikub players, and the curves of a
short training run.  Takes some minutes; the results are committed.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

FOLDER = Path(__file__).parent / "images"
sys.path.insert(0, str(FOLDER.parents[1]))

from baselines.arena import evaluate, plots  # noqa: E402
from baselines.config import load_config  # noqa: E402
from baselines.run_folder import RunFolder  # noqa: E402
from baselines.training import Run  # noqa: E402
from tabletop.registry import make_game  # noqa: E402

MOVES = 40
# a third of the quickstart, with more evaluations
SHORT_RUN = ("run.steps=2000000", "run.eval_interval=3", "run.threads=1", "run.tensorboard=false")
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


def learning_curves(path: Path) -> None:
    """What a run writes into its folder as learning.png, with fewer colours."""
    config = load_config("uno_quickstart", SHORT_RUN)
    with TemporaryDirectory() as folder:
        run = Run(config, RunFolder.create(config, Path(folder) / "run"))
        run.train()
        small_picture(run.folder.plot, path)


def small_picture(source: Path, path: Path) -> None:
    """A picture with few colours, which takes less room."""
    Image.open(source).convert("P", palette=Image.Palette.ADAPTIVE, colors=48).save(
        path, optimize=True
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    uno_table(FOLDER / "uno_table.png")
    win_rates(FOLDER / "win_rates.png")
    learning_curves(FOLDER / "learning.png")
