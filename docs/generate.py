"""Writes the tables of the documentation from the code, into ``docs/generated/``.

    python docs/generate.py           write them
    python docs/generate.py --check   say which are out of date; exit code 1 if any is

``tests/test_docs.py`` fails when the committed tables differ from what the code says.
"""

import argparse
import dataclasses
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel

FOLDER = Path(__file__).parent / "generated"
sys.path.insert(0, str(FOLDER.parents[1]))

from baselines import cli, config  # noqa: E402
from tabletop.contests import config as contest_config  # noqa: E402
from tabletop.game import Game  # noqa: E402
from tabletop.registry import SHIPPED_GAMES, make_game  # noqa: E402
from tabletop.rulesets import Preset, preset_names, read_preset  # noqa: E402

NOTE = "<!-- Made by docs/generate.py from the code; edit the code instead. -->\n\n"
ACTION_COLUMNS = 4


def table(head: tuple[str, ...], rows: list[tuple[Any, ...]]) -> str:
    """A Markdown table."""
    lines = [_row(head), "|" + "---|" * len(head), *(_row(row) for row in rows)]
    return "\n".join(lines) + "\n"


def _row(cells: tuple[Any, ...]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def code(value: Any) -> str:
    """A value as code; nothing for an empty one."""
    return f"`{value}`" if str(value) else ""


# -- games -----------------------------------------------------------------------------------------


def observation_table(game: Game) -> str:
    """The parts of the observation vector in order."""
    rows = []
    for name, part in game.observation_layout().items():
        kind = f"category of {part.categories}" if part.kind == "category" else part.kind
        shape = " × ".join(str(n) for n in part.shape)
        where = f"{part.slice.start}:{part.slice.stop}"
        rows.append((code(name), code(where), shape or "1", kind, part.meaning))
    length = f"Length {game.observation_size}, `int8`.\n\n"
    return length + table(("part", "slice", "shape", "kind", "meaning"), rows)


def action_table(game: Game) -> str:
    """All actions with their names, in columns to be read downwards."""
    height = -(-game.num_actions // ACTION_COLUMNS)
    rows = []
    for first in range(height):
        cells: list[str] = []
        for action in range(first, height * ACTION_COLUMNS, height):
            inside = action < game.num_actions
            cells += [str(action), code(game.action_name(action))] if inside else ["", ""]
        rows.append(tuple(cells))
    phases = ", ".join(code(phase) for phase in game.phases)
    count = f"`Discrete({game.num_actions})`. Phases: {phases}.\n\n"
    return count + table(("id", "action") * ACTION_COLUMNS, rows)


def rules_table(game: Game) -> str:
    """Every field of the ruleset: meaning, values, and each preset's value with its clause."""
    package = type(game).__module__.partition(".")[0]
    presets = [read_preset(package, name) for name in preset_names(package)]
    titles = [f"- `{preset.name}`: {preset.title}" for preset in presets]
    rows = []
    for field in dataclasses.fields(game.rules):
        values = (_preset_cell(preset, field) for preset in presets)
        meaning = f"{field.metadata['doc']} ({_values(field)})"
        rows.append((code(field.name), meaning, *values))
    head = ("field", "meaning", *(code(preset.name) for preset in presets))
    return "\n".join(titles) + "\n\n" + table(head, rows)


def _preset_cell(preset: Preset, field: Any) -> str:
    value = preset.values.get(field.name, field.default)
    return f"{code(plain(value))} {preset.clauses.get(field.name, '')}".strip()


def plain(value: Any) -> str:
    """A value as one writes it in YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(plain(v) for v in value) + "]"
    return str(value)


def _values(field: Any) -> str:
    meta = field.metadata
    if meta["choices"]:
        return ", ".join(code(choice) for choice in meta["choices"])
    if isinstance(field.default, bool):
        return "`true`, `false`"
    if meta["length"] is not None:
        text = f"{meta['length']} integers"
    elif meta["low"] is not None and meta["high"] is not None:
        text = f"{meta['low']} to {meta['high']}"
    elif meta["low"] is not None:
        text = f"{meta['low']} or more"
    else:
        text = "a number"
    return text + (" or `null`" if meta["optional"] else "")


# -- configuration and command line ----------------------------------------------------------------


def config_tables() -> str:
    """Every key of a training configuration."""
    out = []
    for name, section in config.Config.model_fields.items():
        out.append(f"### `{name}`\n\n{section.description}\n")
        rows = [
            (code(f"{name}.{key}"), code(_type_name(field.annotation)), code(_default(field)),
             field.description)
            for key, field in _model(section.annotation).model_fields.items()
        ]  # fmt: skip
        out.append(table(("key", "type", "default", "meaning"), rows))
    return "\n".join(out)


def _model(annotation: Any) -> Any:
    """The first model of an annotation; a union of learners is shown by its default one."""
    return getattr(annotation, "__args__", (annotation,))[0]


def _default(field: Any) -> str:
    return plain(field.get_default(call_default_factory=True))


def _type_name(annotation: Any) -> str:
    if isinstance(annotation, type) and not hasattr(annotation, "__origin__"):
        return annotation.__name__
    return str(annotation).replace("typing.", "").replace("NoneType", "None")


def contest_tables() -> str:
    """Every part of a contest file with its keys."""
    out = []
    for part in contest_parts():
        rows = []
        for key, field in part.model_fields.items():
            default = "required" if field.is_required() else code(_default(field))
            if isinstance(field.default, BaseModel):
                default = "its defaults"
            rows.append((code(key), _type_text(field.annotation), default, field.description or ""))
        out.append(f"#### {part.__name__}\n\n{(part.__doc__ or '').strip()}\n")
        out.append(table(("key", "type", "default", "meaning"), rows))
    return "\n".join(out)


def contest_parts() -> list[type[BaseModel]]:
    """The models of a contest file, the whole first."""
    found = [value for value in vars(contest_config).values() if isinstance(value, type)]
    parts = [v for v in found if issubclass(v, contest_config.Part) and v.model_fields]
    return [contest_config.Contest, *(part for part in parts if part is not contest_config.Contest)]


def _type_text(annotation: Any) -> str:
    """A type in words."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation is type(None):
        return "null"
    if origin is Literal:
        return ", ".join(code(value) for value in inner)
    if origin is list:
        return f"list of {_type_text(inner[0])}"
    if origin is dict:
        return "mapping"
    if origin is Annotated:
        return _type_text(inner[0])
    if inner:
        return " or ".join(_type_text(part) for part in inner)
    words = {"str": "text", "int": "integer", "float": "number", "bool": "true or false"}
    return words.get(annotation.__name__, annotation.__name__)


def command_tables() -> str:
    """Every verb with its text and its arguments."""
    out = []
    for verb, summary in cli.VERBS.items():
        module: Any = import_module(f"baselines.commands.{verb}")
        parser = argparse.ArgumentParser(prog=f"meldstack {verb}", add_help=False)
        module.add_arguments(parser)
        text, _, rest = str(module.HELP).partition("\n")
        out.append(f"## `meldstack {verb}`\n\n{text.strip() or summary}\n")
        if rest.strip():
            out.append(f"```text\n{rest.strip(chr(10))}\n```\n")
        rows = [_argument(action) for action in parser._actions]
        out.append(table(("argument", "meaning"), rows))
    return "\n".join(out)


def _argument(action: argparse.Action) -> tuple[str, str]:
    value = action.metavar or (", ".join(map(str, action.choices)) if action.choices else None)
    if isinstance(value, tuple):
        value = " ".join(value)
    if not action.option_strings:
        shown = str(value or action.dest)
        return code(f"[{shown}]" if action.nargs in ("?", "*") else shown), action.help or ""
    names = ", ".join(action.option_strings)
    takes_value = action.nargs != 0
    shown = f"{names} {value or action.dest.upper()}" if takes_value else names
    text = action.help or ""
    return code(shown), text.replace("%(default)s", plain(action.default))


# -- files -----------------------------------------------------------------------------------------


def generated_files() -> Iterator[tuple[str, str]]:
    """(file name, content) of every generated file."""
    for name in SHIPPED_GAMES:
        game = make_game(name)
        yield f"{name}_observation.md", observation_table(game)
        yield f"{name}_actions.md", action_table(game)
        yield f"{name}_rules.md", rules_table(game)
    yield "config.md", config_tables()
    yield "commands.md", command_tables()
    yield "contest_file.md", contest_tables()


def drifted(contents: Mapping[str, str], folder: Path = FOLDER) -> list[str]:
    """Names of files that are missing, out of date, or no longer made; others' are left alone."""
    there = {p.name: p.read_text(encoding="utf8") for p in folder.glob("*.md")}
    mine = {name for name, text in there.items() if text.startswith(NOTE)}
    changed = {name for name, text in contents.items() if there.get(name) != text}
    return sorted(changed | (mine - contents.keys()))


def main(arguments: list[str]) -> int:
    """Write or check."""
    contents = {name: NOTE + text for name, text in generated_files()}
    wrong = drifted(contents)
    if arguments == ["--check"]:
        for name in wrong:
            print(f"docs/generated/{name} is out of date; run: python docs/generate.py")
        return 1 if wrong else 0
    FOLDER.mkdir(exist_ok=True)
    for name in wrong:
        if name in contents:
            (FOLDER / name).write_text(contents[name], encoding="utf8")
        else:
            (FOLDER / name).unlink()
    print(f"{len(wrong)} of {len(contents)} files written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
