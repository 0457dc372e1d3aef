"""Rulesets: a frozen dataclass of documented fields per game, presets as YAML with clause ids.

A game declares its fields with ``rule_field`` and loads presets with ``load_rules``.  A preset file
gives each field a value and the clause that says so::

    name: hk_society
    title: Hong Kong society contest
    fields:
      combo: {value: same_symbol, clause: HKU-11}

A user's own file may leave out the clauses (``combo: none``) and most fields: with ``base: NAME``
it changes that preset, without it the defaults of the dataclass.  Imports only tabletop.errors.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import yaml

from .errors import UserError, nearest

R = TypeVar("R")


@dataclass(frozen=True)
class Preset:
    """A ruleset file as read: values of all fields, and the clause of each that names one."""

    name: str
    title: str
    source: str
    values: Mapping[str, Any]
    clauses: Mapping[str, str]


def rule_field(
    default: Any,
    doc: str,
    *,
    choices: tuple[str, ...] = (),
    low: float | None = None,
    high: float | None = None,
    optional: bool = False,
    length: int | None = None,
) -> Any:
    """A field of a ruleset: its default, what it means, and which values it takes.

    ``choices`` for words; ``low``/``high`` bound numbers; ``optional`` admits None; ``length``
    makes it a tuple of that many numbers.
    """
    metadata = {
        "doc": doc,
        "choices": choices,
        "low": low,
        "high": high,
        "optional": optional,
        "length": length,
    }
    return dataclasses.field(default=default, metadata=MappingProxyType(metadata))


def _wrong(where: str, name: str, value: Any, want: str) -> UserError:
    return UserError(f"{where}: field {name!r} is {value!r}; want {want}")


def _checked_number(where: str, field: Any, value: Any) -> Any:
    meta = field.metadata
    kind = type(field.default) if field.default is not None else int
    bounds = " to ".join(str(b) for b in (meta["low"], meta["high"]) if b is not None)
    want = f"{'an integer' if kind is int else 'a number'} {bounds}".strip()
    if meta["low"] is not None and meta["high"] is None:
        want += " or more"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _wrong(where, field.name, value, want)
    if kind is int and int(value) != value:
        raise _wrong(where, field.name, value, want)
    if (meta["low"] is not None and value < meta["low"]) or (
        meta["high"] is not None and value > meta["high"]
    ):
        raise _wrong(where, field.name, value, want)
    return kind(value)


def check_value(where: str, field: Any, value: Any) -> Any:
    """The value in the field's own type; UserError says what would be right."""
    meta = field.metadata
    if value is None:
        if meta["optional"]:
            return None
        raise _wrong(where, field.name, value, "a value")
    if meta["length"] is not None:
        if not isinstance(value, (list, tuple)) or len(value) != meta["length"]:
            raise _wrong(where, field.name, value, f"a list of {meta['length']} numbers")
        if any(isinstance(v, bool) or not isinstance(v, int) for v in value):
            raise _wrong(where, field.name, value, f"a list of {meta['length']} integers")
        return tuple(value)
    if meta["choices"]:
        if value is False and "none" in meta["choices"]:  # YAML and users say no for none
            return "none"
        if value not in meta["choices"]:
            want = f"one of {', '.join(meta['choices'])}"
            hint = nearest(str(value), meta["choices"])
            if hint.startswith("did"):  # the rest would name the choices once more
                want = f"{want}; {hint}"
            raise _wrong(where, field.name, value, want)
        return value
    if isinstance(field.default, bool):
        if not isinstance(value, bool):
            raise _wrong(where, field.name, value, "true or false")
        return value
    return _checked_number(where, field, value)


def apply_fields(rules: R, changes: Mapping[str, Any], where: str) -> R:
    """A copy of ``rules`` with the named fields changed and checked."""
    fields = {field.name: field for field in dataclasses.fields(rules)}  # type: ignore[arg-type]
    values = {}
    for name, value in changes.items():
        if name not in fields:
            raise UserError(f"{where}: no rule field {name!r}; {nearest(str(name), fields)}")
        values[name] = check_value(where, fields[name], value)
    return dataclasses.replace(rules, **values)  # type: ignore[type-var]


def _parse_preset(text: str, where: str) -> Mapping[str, Any]:
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise UserError(f"{where}: not YAML ({str(error).splitlines()[0]})") from error
    if not isinstance(content, dict) or not isinstance(content.get("fields", {}), dict):
        raise UserError(f"{where}: want a mapping with 'name' and 'fields'")
    known = ("name", "title", "source", "base", "fields")
    for key in content:
        if key not in known:
            raise UserError(f"{where}: no key {key!r}; {nearest(str(key), known)}")
    return content


@lru_cache(maxsize=None)
def preset_names(package: str) -> tuple[str, ...]:
    """Names of the presets that ship in ``package/presets``."""
    folder = files(package) / "presets"
    return tuple(sorted(p.name[:-5] for p in folder.iterdir() if p.name.endswith(".yaml")))


@lru_cache(maxsize=None)
def read_preset(package: str, name: str) -> Preset:
    """A shipped preset by name."""
    known = preset_names(package)
    if name not in known:
        raise UserError(f"unknown ruleset {name!r}; {nearest(str(name), known)}")
    text = (files(package) / "presets" / f"{name}.yaml").read_text(encoding="utf8")
    content = _parse_preset(text, f"{package} preset {name!r}")
    values, clauses = _split(content.get("fields") or {})
    return Preset(name, content.get("title", name), content.get("source", ""), values, clauses)


def _split(fields: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    values, clauses = {}, {}
    for name, entry in fields.items():
        if isinstance(entry, dict):
            values[name] = entry.get("value")
            clauses[name] = str(entry.get("clause", ""))
        else:
            values[name] = entry
    return values, clauses


def load_rules(cls: type[R], package: str, ruleset: Any, overrides: Mapping[str, Any]) -> R:
    """Rules from a preset name, a YAML path, a mapping of fields or a ready object, then overrides.

    Raises UserError that names the file, the field and what would be right.
    """
    if isinstance(ruleset, cls):
        rules = ruleset
    elif isinstance(ruleset, Mapping):
        rules = apply_fields(cls(), ruleset, "ruleset")
    elif isinstance(ruleset, (str, Path)):
        rules = _rules_by_name(cls, package, ruleset)
    else:
        raise UserError(f"ruleset is {ruleset!r}; want a name, a YAML file or a mapping")
    return apply_fields(rules, overrides, "ruleset override")


def _rules_by_name(cls: type[R], package: str, ruleset: str | Path) -> R:
    path = Path(ruleset)
    if path.suffix not in (".yaml", ".yml"):
        preset = read_preset(package, str(ruleset))
        return apply_fields(cls(), preset.values, f"preset {preset.name!r}")
    if not path.is_file():
        raise UserError(f"ruleset file {str(path)!r} does not exist")
    content = _parse_preset(path.read_text(encoding="utf8"), str(path))
    base = _rules_by_name(cls, package, content["base"]) if "base" in content else cls()
    return apply_fields(base, _split(content.get("fields") or {})[0], str(path))


def rules_to_mapping(rules: Any) -> dict[str, Any]:
    """All fields as plain values, for YAML, JSON and replays."""
    values = dataclasses.asdict(rules)
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


def rules_to_yaml(rules: Any, name: str = "mine") -> str:
    """The ruleset as the text of a YAML file that ``load_rules`` reads back."""
    content = {"name": name, "fields": rules_to_mapping(rules)}
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
