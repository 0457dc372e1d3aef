"""Training configurations: YAML files checked against documented models.

``load_config("uno_quickstart", ["run.steps=1000000"])`` reads a file or a shipped configuration,
includes what ``base:`` names, applies overrides and checks everything; each mistake is one line
that says which file or override, which key, and what would be right.  Imports no torch.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from tabletop.errors import UserError, nearest
from tabletop.game import Game
from tabletop.registry import make_game
from tabletop.yaml_files import find_file, read_mapping, shipped_files

CONFIG_FOLDERS = (
    Path(__file__).parent / "configs",  # in the wheel
    Path(__file__).parent.parent / "configs",  # in a checkout
)


class Section(BaseModel):
    """A part of a configuration; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class EnvConfig(Section):
    """Which game is played."""

    game: str = Field(default="uno", description="name of the game: uno or rummikub")
    ruleset: str | None = Field(
        default=None,
        description="preset name or YAML file of rules; empty: the game's default preset",
    )
    num_players: int = Field(default=4, ge=2, description="players at the table")
    overrides: dict[str, Any] = Field(
        default_factory=dict, description="single fields of the ruleset, changed"
    )
    reward: Literal["score", "win", "rank"] = Field(
        default="win", description="what is learned: the ruleset's score, winning, or the rank"
    )
    max_turns: int = Field(default=2000, ge=1, description="turns after which a game is truncated")


class NetworkConfig(Section):
    """The actor-critic network: expanded observation, hidden layers, two heads."""

    hidden: tuple[int, ...] = Field(
        default=(256, 256), min_length=1, description="sizes of the hidden layers"
    )
    one_hot_up_to: int = Field(
        default=64, ge=2, description="categories with at most so many values become one-hot"
    )
    embedding: int = Field(
        default=8, ge=1, description="length of the learned embedding of larger categories"
    )


class PPOConfig(Section):
    """Hyperparameters of masked PPO self-play."""

    name: Literal["ppo"] = Field(default="ppo", description="the learner")
    rollout_steps: int = Field(
        default=64, ge=1, description="steps of every table between two updates"
    )
    epochs: int = Field(default=2, ge=1, description="passes over the decisions of a rollout")
    minibatch: int = Field(default=4096, ge=1, description="decisions in one gradient step")
    learning_rate: float = Field(default=1e-3, gt=0, description="Adam's step size at the start")
    learning_rate_end: float = Field(
        default=1e-4, ge=0, description="… at the end (linear in between)"
    )
    adam_eps: float = Field(default=1e-5, gt=0, description="Adam's epsilon")
    gamma: float = Field(default=1.0, ge=0, le=1, description="discount from decision to decision")
    gae_lambda: float = Field(
        default=0.95, ge=0, le=1, description="lambda of the advantage estimate"
    )
    clip: float = Field(default=0.2, gt=0, description="how far the probability ratio may go")
    value_weight: float = Field(default=0.5, ge=0, description="weight of the value loss")
    entropy_weight: float = Field(
        default=0.02, ge=0, description="weight of the entropy at the start"
    )
    entropy_weight_end: float = Field(
        default=0.002, ge=0, description="… at the end (linear in between)"
    )
    normalise_advantages: bool = Field(
        default=True, description="mean 0, deviation 1 per minibatch"
    )
    max_grad_norm: float = Field(
        default=0.5, gt=0, description="gradients are scaled down to this norm"
    )
    target_kl: float | None = Field(
        default=0.03,
        gt=0,
        description="an update stops when the policy moved farther; empty: never",
    )
    pool_share: float = Field(
        default=0.25,
        ge=0,
        le=1,
        description="share of tables where past selves hold about half the seats",
    )
    pool_size: int = Field(default=8, ge=1, description="past selves that are kept")
    pool_interval: int = Field(
        default=10,
        ge=1,
        description="iterations after which the present policy joins the past selves",
    )


class RunConfig(Section):
    """How long, on what, and what is written when."""

    name: str = Field(default="", description="name of the run folder; empty: that of the file")
    seed: int = Field(default=1, ge=0, description="seed of everything random")
    steps: int = Field(default=5_000_000, ge=1, description="environment steps in all")
    num_envs: int = Field(default=1024, ge=1, description="tables played side by side")
    env_threads: int = Field(default=1, ge=1, description="threads of the batched engine")
    threads: int = Field(
        default=0, ge=0, description="threads of torch; 0: as many as there are cores"
    )
    device: str = Field(default="cpu", description="torch device of the network")
    checkpoint_interval: int = Field(
        default=20, ge=1, description="iterations between two checkpoints"
    )
    eval_interval: int = Field(
        default=20, ge=0, description="iterations between evaluations; 0: none"
    )
    eval_games: int = Field(default=1000, ge=1, description="games of one evaluation")
    eval_opponents: tuple[str, ...] = Field(
        default=("random",),
        description="players that hold the other seats, each in its own evaluation",
    )
    tensorboard: bool = Field(default=True, description="write TensorBoard events too")

    @field_validator("name")
    @classmethod
    def _name_is_one_folder(cls, name: str) -> str:
        if name in (".", "..") or "/" in name or "\\" in name or not name.isprintable():
            raise ValueError("want the name of a folder in runs/; --out takes a path")
        return name


class Config(Section):
    """A training run."""

    env: EnvConfig = Field(default_factory=EnvConfig, description="the game")
    network: NetworkConfig = Field(default_factory=NetworkConfig, description="the network")
    algorithm: PPOConfig = Field(default_factory=PPOConfig, description="the learner")
    run: RunConfig = Field(default_factory=RunConfig, description="the run")


def shipped_configs() -> dict[str, Path]:
    """Training configurations that come with the package, by name."""
    return shipped_files(CONFIG_FOLDERS)


def find_config(name: str | Path, relative_to: Path | None = None) -> Path:
    """The file of a path (relative to a folder, where given) or of a shipped name."""
    return find_file(name, shipped_configs(), "configuration", relative_to)


class _Layers:
    """Values merged layer by layer, remembering which file or override set each key."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.origin: dict[tuple[str, ...], str] = {}

    def add_file(self, path: Path, seen: tuple[Path, ...] = ()) -> None:
        if path.resolve() in seen:
            raise UserError(f"{path}: 'base' goes round in a circle")
        content = read_mapping(path, "sections")
        base = content.pop("base", None)
        if base is not None:
            if not isinstance(base, str):
                raise UserError(f"{path}: base is {base!r}; want a file or the name of one")
            self.add_file(find_config(base, path.parent), (*seen, path.resolve()))
        self._merge(self.values, content, (), str(path))

    def add_override(self, text: str) -> None:
        key, equals, value_text = text.partition("=")
        if not equals or not all(key.split(".")):
            raise UserError(f"override {text!r}: want section.key=value, as in run.seed=3")
        try:
            value = yaml.safe_load(value_text)
        except yaml.YAMLError as error:
            raise UserError(f"override {text!r}: the value is not YAML") from error
        for part in reversed(key.split(".")):
            value = {part: value}
        self._merge(self.values, value, (), f"override {text!r}")

    def _merge(
        self, into: dict[str, Any], new: Mapping[Any, Any], path: tuple[str, ...], where: str
    ) -> None:
        for key, value in new.items():
            here = (*path, str(key))
            self.origin[here] = where
            if isinstance(value, Mapping):
                old = into.get(str(key))
                inner = dict(old) if isinstance(old, Mapping) else {}
                self._merge(inner, value, here, where)
                into[str(key)] = inner
            else:
                into[str(key)] = value

    def where(self, path: tuple[str, ...]) -> str:
        """The file or override that set a key, or the nearest key above it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.origin:
                return self.origin[path[:length]]
        return "configuration"


def _section_at(path: Sequence[str]) -> type[BaseModel] | None:
    model: Any = Config
    for key in path:
        field = model.model_fields.get(key)
        model = field.annotation if field else None
        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            return None
    found: type[BaseModel] = model
    return found


def _describe(error: Any, layers: _Layers) -> str:
    path = tuple(str(part) for part in error["loc"])
    dotted, where = ".".join(path), layers.where(path)
    if error["type"] == "extra_forbidden":
        section = _section_at(path[:-1])
        known = section.model_fields if section else ()
        return f"{where}: no key {dotted!r}; {nearest(path[-1], known)}"
    message = error["msg"].removeprefix("Value error, ")
    message = message[0].lower() + message[1:]
    return f"{where}: {dotted} is {error['input']!r}; {message}"


def load_config(name: str | Path, overrides: Sequence[str] = ()) -> Config:
    """A checked configuration from a file or shipped name and ``a.b=value`` overrides.

    Raises UserError (one line) on the first mistake.
    """
    path = find_config(name)
    layers = _Layers()
    layers.add_file(path)
    for text in overrides:
        layers.add_override(text)
    try:
        config = Config.model_validate(layers.values)
    except ValidationError as error:
        raise UserError(_describe(error.errors()[0], layers)) from None
    try:
        game_of(config)
    except UserError as error:
        raise UserError(f"{layers.where(('env',))}: env: {error}") from None
    if not config.run.name:
        config = with_run(config, name=path.stem)
    return config


def with_run(config: Config, **changes: Any) -> Config:
    """A copy with fields of ``run`` changed."""
    return config.model_copy(update={"run": config.run.model_copy(update=changes)})


def game_of(config: Config) -> Game:
    """The game that a configuration asks for."""
    env = config.env
    options = {"reward": env.reward, "max_turns": env.max_turns, **env.overrides}
    return make_game(env.game, env.num_players, env.ruleset, **options)


def config_to_yaml(config: Config) -> str:
    """The whole configuration, defaults included, as YAML that ``load_config`` reads back."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False, allow_unicode=True)


def json_schema() -> dict[str, Any]:
    """JSON Schema of a configuration file (with ``base``), for editors."""
    schema = Config.model_json_schema()
    schema["properties"]["base"] = {
        "type": "string",
        "description": "another file, or the name of a shipped one, that this one changes",
    }
    return schema
