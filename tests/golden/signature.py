"""One hash of behaviour per preset: 10,000 seeded games of random play, every step of them.

``python -m tests.golden.signature --write`` writes signatures.json; a change of rules changes it on
purpose, in the same commit, with the reason.
"""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from tabletop.env_module import make_batch

FILE = Path(__file__).with_name("signatures.json")
GAMES = 10_000
ROWS = 1_000
SHARE = (1_000, 250)  # games and rows of the share that the tests play where 10,000 take long


def signature(game: str, ruleset: str, games: int = GAMES, rows: int = ROWS) -> str:
    """Hash (16 hex digits) of ``games`` or a few more seeded games of four random players."""
    batch: Any = make_batch(game, rows, 4, ruleset, seed=20261, max_turns=400)
    step = batch.reset(seed=20261)
    digest = hashlib.blake2b(digest_size=8)
    ended = 0
    while ended < games:
        actions = batch.random_actions()
        digest.update(actions.astype("<i8").tobytes())
        step = batch.step(actions)
        digest.update(step.observation.tobytes())
        digest.update(step.action_mask.tobytes())
        digest.update(np.round(step.rewards.astype(np.float64), 4).astype("<f8").tobytes())
        ended += int(step.terminated.sum() + step.truncated.sum())
    return digest.hexdigest()


def committed() -> dict[str, dict[str, str]]:
    """The signatures in the repository: game -> preset -> hash."""
    content: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf8"))
    return content


def main() -> None:
    """Compute the signatures; ``--write`` keeps them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write signatures.json")
    parser.add_argument(
        "games", nargs="*", default=["uno", "rummikub"], help="games, as in: uno rummikub"
    )
    args = parser.parse_args()
    found = committed() if FILE.is_file() else {}
    for game in args.games:
        presets = ("hk_school",) if game == "rummikub" else ("hk_society",)
        names = (*presets, "tw_campus", "official")
        found[game] = {name: signature(game, name) for name in names}
        if game == "rummikub":
            found[game] |= {f"{name} {SHARE[0]}": signature(game, name, *SHARE) for name in names}
        print(game, found[game])
    if args.write:
        FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
