"""Torch agents, their training, honest evaluation, and the command line.

Imports everything else; modules that need torch are imported only by the verbs that use them.
"""

import os

# Torch's OpenMP threads sleep at barriers instead of spinning: where other programs want the same
# cores, spinning made training some twenty times slower.  Must be set before torch is imported.
os.environ.setdefault("GOMP_SPINCOUNT", "0")
