"""Start-up: import and first step in a fresh process, with a warm and with an empty cache."""

import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from .rows import Row

CODE = """
from {package} import {module}
env = {module}.env(num_players=4)
env.reset(seed=0)
env.step(env.legal_actions()[0])
"""
GAMES = (("uno", "uno_env", "uno_v0"), ("rummikub", "rummi_env", "rummikub_v0"))


def _seconds(package: str, module: str, cache: str | None) -> float:
    environment = dict(os.environ)
    if cache is not None:
        environment["MELDSTACK_CACHE"] = cache
    code = CODE.format(package=package, module=module)
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)
    return time.perf_counter() - start


def rows(quick: bool) -> list[Row]:
    """Warm starts, and without ``quick`` one cold compile per game."""
    runs = 3 if quick else 5
    found = []
    for game, package, module in GAMES:
        _seconds(package, module, None)
        times = [_seconds(package, module, None) for _ in range(runs)]
        found.append(
            Row(
                "start",
                f"{game}, warm cache",
                float(np.median(times)),
                "s",
                min(times),
                max(times),
                runs,
                1.5,
                False,
                "new process: import, reset, one step",
            )
        )
        if not quick:
            with tempfile.TemporaryDirectory() as folder:
                cold = _seconds(package, module, folder)
            note = "new process, everything compiled"
            name = f"{game}, cold compile"
            found.append(Row("start", name, cold, "s", cold, cold, 1, 40.0, False, note))
    return found
