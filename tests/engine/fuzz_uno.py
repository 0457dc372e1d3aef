"""Play random UNO games on both engines for as long as asked.

``python -m tests.engine.fuzz_uno --seconds 60 --seed 0`` or ``--games 1000``.  The first
difference is printed with its number and the last moves, and the exit code is 1.
"""

from .differential import fuzz_command
from .uno_differential import play_game

if __name__ == "__main__":
    fuzz_command("UNO", play_game, __doc__)
