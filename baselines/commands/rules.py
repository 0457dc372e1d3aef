"""``meldstack rules``: each field of a ruleset with its value, its clause and what it means."""

import argparse
import dataclasses
import json
from pathlib import Path
from typing import Any

from tabletop.registry import game_class, make_game
from tabletop.rulesets import preset_names, read_preset, rules_to_mapping, rules_to_yaml

HELP = """Show the rules of a preset: every field with its value, clause and meaning.

examples:
  meldstack rules uno                       the presets
  meldstack rules uno hk_society            a table of all fields
  meldstack rules rummikub official --yaml  as a file to start one's own from
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="uno or rummikub")
    parser.add_argument("preset", nargs="?", help="a preset, or a YAML file of rules")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--yaml", action="store_true", help="as a ruleset file")


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    package = game_class(args.game).__module__.partition(".")[0]
    if args.preset is None:
        for name in preset_names(package):
            print(f"{name}: {read_preset(package, name).title}")
        return 0
    players = game_class(args.game).min_players
    rules = make_game(args.game, players, args.preset).rules
    if args.yaml:
        print(rules_to_yaml(rules, Path(args.preset).stem), end="")
        return 0
    is_file = Path(args.preset).suffix in (".yaml", ".yml")
    clauses = {} if is_file else read_preset(package, args.preset).clauses
    rows = field_rows(rules, clauses)
    if args.json:
        print(json.dumps(rows, indent=2))
    else:
        _print_table(rows, f"{args.game}, {args.preset}")
    return 0


def field_rows(rules: Any, clauses: Any) -> list[dict[str, Any]]:
    """Field, value, clause and meaning of every rule, in the order of the dataclass."""
    values = rules_to_mapping(rules)
    return [
        {
            "field": field.name,
            "value": values[field.name],
            "clause": clauses.get(field.name, ""),
            "meaning": field.metadata.get("doc", ""),
        }
        for field in dataclasses.fields(rules)
    ]


def _print_table(rows: list[dict[str, Any]], title: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title)
    for name in ("field", "value", "clause", "meaning"):
        table.add_column(name, overflow="fold", no_wrap=name == "field")
    for row in rows:
        table.add_row(*(Text(_plain(row[name])) for name in row))
    Console().print(table)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
