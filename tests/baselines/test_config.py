"""Training configurations: layers, overrides, and one clear line for every mistake."""

import json
from pathlib import Path

import pytest
import yaml

from baselines.config import (
    Config,
    config_to_yaml,
    game_of,
    json_schema,
    load_config,
    shipped_configs,
)
from tabletop.errors import UserError


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf8")
    return path


@pytest.mark.parametrize("name", sorted(shipped_configs()))
def test_shipped_configurations_are_valid_and_named(name: str) -> None:
    config = load_config(name)
    assert config.run.name == name
    assert game_of(config).num_players == config.env.num_players


def test_base_file_then_own_keys_then_overrides(tmp_path: Path) -> None:
    write(tmp_path, "base.yaml", "run: {seed: 5, steps: 10}\nnetwork: {hidden: [8]}")
    path = write(tmp_path, "mine.yaml", "base: base.yaml\nrun: {steps: 20}")
    config = load_config(path, ["run.num_envs=7", "network.hidden=[16, 4]"])
    assert (config.run.seed, config.run.steps, config.run.num_envs) == (5, 20, 7)
    assert config.network.hidden == (16, 4)


def test_base_may_be_a_shipped_name(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.yaml", "base: uno_quickstart\nrun: {seed: 99}")
    assert load_config(path).run.seed == 99
    assert load_config(path).network == load_config("uno_quickstart").network


def test_resolved_yaml_reads_back_the_same(tmp_path: Path) -> None:
    config = load_config("uno_quickstart", ["env.overrides.jump_in=false"])
    path = write(tmp_path, "resolved.yaml", config_to_yaml(config))
    assert load_config(path) == config


MISTAKES = {
    "key": ("run: {sed: 1}", [], ["mine.yaml", "'run.sed'", "'seed'"]),
    "section": ("algoritm: {}", [], ["mine.yaml", "'algoritm'", "'algorithm'"]),
    "type": ("run: {steps: many}", [], ["mine.yaml", "run.steps", "'many'", "integer"]),
    "range": ("algorithm: {clip: -1}", [], ["algorithm.clip", "-1", "greater than 0"]),
    "choice": ("env: {reward: wins}", [], ["env.reward", "'wins'", "'win'"]),
    "section is no mapping": ("run: 3", [], ["mine.yaml", "run is 3"]),
    "not YAML": ("run: {seed: 1", [], ["mine.yaml", "not YAML", "line"]),
    "no mapping": ("- 1", [], ["mine.yaml", "mapping"]),
    "base missing": ("base: nothing.yaml", [], ["nothing.yaml", "does not exist"]),
    "base circle": ("base: mine.yaml", [], ["mine.yaml", "circle"]),
    "game": ("env: {game: unno}", [], ["mine.yaml", "'unno'", "'uno'"]),
    "ruleset": ("env: {ruleset: hk_socety}", [], ["mine.yaml", "'hk_socety'", "'hk_society'"]),
    "rule": ("env: {overrides: {jump_inn: true}}", [], ["'jump_inn'", "'jump_in'"]),
    "override key": ("", ["run.sed=1"], ["override 'run.sed=1'", "'run.sed'", "'seed'"]),
    "override form": ("", ["run.seed"], ["'run.seed'", "section.key=value"]),
    "override value": ("", ["run.seed=[1"], ["'run.seed=[1'", "not YAML"]),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_mistake_is_one_line_that_says_what_and_where(case: str, tmp_path: Path) -> None:
    text, overrides, parts = MISTAKES[case]
    path = write(tmp_path, "mine.yaml", text)
    with pytest.raises(UserError) as caught:
        load_config(path, overrides)
    message = str(caught.value)
    assert "\n" not in message
    for part in parts:
        assert part in message


def test_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UserError, match="uno_quickstart"):
        load_config("uno_quikstart")


def test_every_field_is_documented() -> None:
    def undocumented(model: type, path: str = "") -> list[str]:
        found = []
        for name, field in model.model_fields.items():  # type: ignore[attr-defined]
            if not field.description:
                found.append(path + name)
            if hasattr(field.annotation, "model_fields"):
                found += undocumented(field.annotation, f"{path}{name}.")
        return found

    assert undocumented(Config) == []


def test_schema_knows_the_keys_of_the_shipped_files() -> None:
    schema = json.loads(json.dumps(json_schema()))
    for path in shipped_configs().values():
        assert yaml.safe_load(path.read_text()).keys() <= schema["properties"].keys()
    assert schema["additionalProperties"] is False
