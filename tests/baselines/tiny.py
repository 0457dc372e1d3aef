"""A training configuration so small that an iteration takes milliseconds."""

from pathlib import Path

from baselines.config import Config, load_config

TINY = """
env:
  game: uno
  ruleset: official
  num_players: 3
  overrides: {colors: 2, max_number: 4, cards_dealt: 3}
network: {hidden: [32], embedding: 2}
algorithm: {rollout_steps: 16, minibatch: 256, epochs: 1, pool_interval: 2, pool_size: 3}
run:
  num_envs: 32
  steps: 6144
  threads: 1
  eval_interval: 0
  checkpoint_interval: 1
  tensorboard: false
"""


def tiny_config(folder: Path, *overrides: str) -> Config:
    """The tiny configuration, written to ``folder / "tiny.yaml"`` and loaded."""
    path = folder / "tiny.yaml"
    path.write_text(TINY, encoding="utf8")
    return load_config(path, overrides)
