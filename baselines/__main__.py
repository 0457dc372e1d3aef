"""``python -m baselines``: the same as ``meldstack``."""

import sys

from .cli import main

sys.exit(main())
