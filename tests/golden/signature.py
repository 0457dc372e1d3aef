"""One hash of behaviour per preset: 10,000 seeded games of random play, every step of them.

``python -m tests.golden.signature --check`` plays them and names every difference from
signatures.json, ``--write`` writes that file; a change of rules changes it on purpose, in the same
commit, with the reason.  The tests compare all of UNO and a tenth of Rummikub, which takes longer.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from tabletop.env_module import make_batch

FILE = Path(__file__).with_name("signatures.json")
GAMES = 10_000
ROWS = 1_000
PRESETS = {
    "uno": ("hk_society", "tw_campus", "official"),
    "rummikub": ("hk_school", "tw_campus", "official"),
}
SHARED = ("rummikub",)  # games of which the tests play only a share, since 10,000 take long
SHARE = (1_000, 250)  # games and rows of that share


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


def wanted(game: str) -> dict[str, tuple[str, int, int]]:
    """What is kept of a game: key in the file -> (preset, games, rows)."""
    names = PRESETS[game]
    found = {name: (name, GAMES, ROWS) for name in names}
    if game in SHARED:
        found |= {f"{name} {SHARE[0]}": (name, *SHARE) for name in names}
    return found


def differences(game: str, found: dict[str, str], kept: dict[str, str]) -> list[str]:
    """A line for each signature that differs from the one that is kept, or has none."""
    lines = []
    for key, value in found.items():
        if key not in kept:
            lines.append(f"{game} {key}: {value}, and none is kept")
        elif value != kept[key]:
            lines.append(f"{game} {key}: {value}, where {kept[key]} is kept")
    return lines


def main() -> int:
    """Compute the signatures; 1 when ``--check`` found a difference."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="compare with signatures.json")
    what.add_argument("--write", action="store_true", help="write signatures.json")
    parser.add_argument(
        "games", nargs="*", default=list(PRESETS), metavar="GAME", help="uno, rummikub; or both"
    )
    args = parser.parse_args()
    if unknown := set(args.games) - set(PRESETS):
        parser.error(f"unknown game {min(unknown)!r}; want {' or '.join(PRESETS)}")
    kept = committed() if FILE.is_file() else {}
    wrong = []
    for game in args.games:
        found = {}
        for key, (preset, games, rows) in wanted(game).items():
            found[key] = signature(game, preset, games, rows)
            print(f"{game} {key}: {found[key]}", flush=True)
        wrong += differences(game, found, kept.get(game, {}))
        if args.write:
            kept[game] = found
            FILE.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf8")
    if args.check:
        print("\n".join(["different:", *wrong] if wrong else ["all as they are kept"]))
    return 1 if args.check and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
