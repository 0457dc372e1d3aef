"""A trained network as a player, and where to find one: a checkpoint, a run folder, or shipped.

``shipped_ppo(game)`` is the factory of the checkpoint that ships for a game under the name ``ppo``.
"""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from tabletop.errors import UserError
from tabletop.game import Game

from .checkpoint import CHECKPOINT_NAME, POLICY, load_checkpoint, save_checkpoint
from .config import NetworkConfig
from .networks import ActorCritic
from .run_folder import RunFolder

SHIPPED = Path(__file__).parent / "checkpoints"


class PolicyPlayer:
    """Plays by a network: its likeliest action, or one sampled from its policy."""

    def __init__(
        self, network: ActorCritic, name: str = "ppo", greedy: bool = True, seed: int = 0
    ) -> None:
        self.network, self.name, self.greedy = network.eval(), name, greedy
        self._generator = torch.Generator().manual_seed(seed)

    def seed(self, seed: int) -> None:
        """Start the sampling anew; a greedy player has no randomness."""
        self._generator.manual_seed(seed)

    def act(
        self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """Legal actions (M,) for observations (M, O) and masks (M, A)."""
        actions: NDArray[np.int64] = action_mask.argmax(1)
        rows = np.flatnonzero(action_mask.sum(1, dtype=np.int64) > 1)
        if len(rows):
            decision = self.network.decide(
                torch.from_numpy(observation[rows]),
                torch.from_numpy(action_mask[rows]),
                None if self.greedy else self._generator,
            )
            actions[rows] = decision.action.numpy()
        return actions


def policy_meta(game: Game, network: NetworkConfig) -> dict[str, Any]:
    """What a checkpoint says about its policy, so that it is never put to a wrong game."""
    return {
        "game": game.name,
        "engine_version": game.engine_version,
        "observation_size": game.observation_size,
        "num_actions": game.num_actions,
        "num_players": game.num_players,
        "network": network.model_dump(mode="json"),
    }


def load_network(path: str | Path, game: Game) -> ActorCritic:
    """The network in a checkpoint or run folder.

    Raises UserError when there is none, or when it was trained for another game or engine.
    """
    file = Path(path)
    if file.is_dir():
        file = file / CHECKPOINT_NAME
    meta, tensors = load_checkpoint(file, POLICY)
    _check_policy(meta.get("policy"), game, str(file))
    config = NetworkConfig.model_validate(meta["policy"]["network"])
    layout = game.observation_layout()
    network = ActorCritic(layout, game.observation_size, game.num_actions, config)
    weights = {name[len(POLICY) :]: t.float() for name, t in tensors.items()}
    try:
        network.load_state_dict(weights)
    except RuntimeError:
        raise UserError(f"checkpoint {str(file)!r}: its tensors do not fit its network") from None
    return network


def _check_policy(about: Any, game: Game, where: str) -> None:
    if not isinstance(about, dict):
        raise UserError(f"checkpoint {where!r} holds no policy")
    want = policy_meta(game, NetworkConfig())
    for key in ("game", "engine_version", "observation_size", "num_actions"):
        if about.get(key) != want[key]:
            raise UserError(
                f"checkpoint {where!r} was trained with {key} {about.get(key)!r}; "
                f"this game has {want[key]!r}"
            )


def load_player(path: str | Path, game: Game, greedy: bool = True) -> PolicyPlayer:
    """A player from a checkpoint file or a run folder, named by the path as it was given."""
    return PolicyPlayer(load_network(path, game), str(path), greedy)


def shipped_ppo(game: Game) -> PolicyPlayer:
    """The agent that ships with the package for this game."""
    path = SHIPPED / f"ppo_{game.name}.safetensors"
    if not path.is_file():
        raise UserError(f"no agent 'ppo' ships for {game.name}; train one with: meldstack train")
    return PolicyPlayer(load_network(path, game), "ppo")


def export_policy(run: str | Path, target: Path) -> None:
    """Write only the policy of a run folder, in half precision, with how it was trained."""
    folder = RunFolder.open(run)
    meta, tensors = load_checkpoint(folder.checkpoint, POLICY)
    half = {name: t.half() if t.is_floating_point() else t for name, t in tensors.items()}
    config = folder.config().model_dump(mode="json")
    trained = {"steps": meta["learner"]["steps"], "config": config}
    save_checkpoint(target, half, {"policy": meta["policy"], "trained": trained})
