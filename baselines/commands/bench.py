"""``meldstack bench``: how fast everything is, on this machine, in one run."""

import argparse
import dataclasses
import json
import os
import platform
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tabletop.errors import UserError, nearest
from tabletop.registry import load_target

from ..bench import SECTIONS, Row

HELP = """Measure speed: medians of several runs, with the project's targets.

examples:
  meldstack bench
  meldstack bench uno aec
  meldstack bench --quick --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    names = ", ".join(SECTIONS)
    parser.add_argument("sections", nargs="*", help=f"some of: {names} (default: all)")
    parser.add_argument("--quick", action="store_true", help="few and short runs: a rough look")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    for name in args.sections:
        if name not in SECTIONS:
            raise UserError(f"unknown section {name!r}; {nearest(name, SECTIONS)}")
    found: list[Row] = []
    for name in args.sections or SECTIONS:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        found += load_target(SECTIONS[name], "section")(args.quick)
    machine = describe_machine()
    if args.json:
        content = [{**dataclasses.asdict(row), "met": row.met} for row in found]
        print(json.dumps({"machine": machine, "rows": content}, indent=2))
    else:
        print_table(machine, found)
    return 0


def describe_machine() -> dict[str, Any]:
    """Processor, cores, load and Python, so that figures can be compared."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = info.read_text(encoding="utf8", errors="replace").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        cpu = names[0] if names else cpu
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "load": load,
        "python": platform.python_version(),
    }


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _cells(row: Row) -> tuple[str, ...]:
    sign = "≥" if row.higher_is_better else "≤"
    target = "" if row.target is None else f"{sign} {_number(row.target)}"
    spread = "" if row.low == row.high else f"{_number(row.low)} – {_number(row.high)}"
    mark = {None: "", True: "yes", False: "no"}[row.met]
    value = f"{_number(row.value)} {row.unit}"
    return row.section, row.name, value, spread, target, mark, row.note


def print_table(machine: dict[str, Any], found: Iterable[Row]) -> None:
    """The rows as a table for people."""
    from rich.console import Console
    from rich.table import Table

    load = "" if machine["load"] is None else f", load {machine['load']:.1f}"
    title = f"{machine['cpu']}, {machine['cores']} cores{load}, Python {machine['python']}"
    table = Table(title=title)
    for head in ("section", "what", "median", "lowest – highest", "target", "met", "how"):
        table.add_column(head, justify="right" if head == "median" else "left")
    for row in found:
        table.add_row(*_cells(row))
    console = Console() if sys.stdout.isatty() else Console(width=160)
    console.print(table)
