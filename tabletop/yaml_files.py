"""YAML files that users write: found by path or shipped name, read with errors of one line.

Imports only tabletop.errors.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from .errors import UserError, nearest


def shipped_files(folders: Iterable[Path]) -> dict[str, Path]:
    """The YAML files of some folders by name; a folder earlier in the row wins."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.yaml")):
            found.setdefault(path.stem, path)
    return found


def find_file(
    name: str | Path, shipped: Mapping[str, Path], what: str, relative_to: Path | None = None
) -> Path:
    """The file of a path (relative to a folder, where given) or of a shipped name.

    Raises UserError that calls the file a ``what``, as in ``"contest"``.
    """
    path = Path(name)
    if relative_to is not None and (relative_to / path).is_file():
        return relative_to / path
    if path.is_file():
        return path
    if str(name) in shipped:
        return shipped[str(name)]
    if path.suffix in (".yaml", ".yml") or path.parent != Path("."):
        raise UserError(f"{what} file {str(path)!r} does not exist")
    raise UserError(f"no {what} {str(name)!r}; {nearest(str(name), shipped)}")


def read_mapping(path: Path, want: str) -> dict[str, Any]:
    """The mapping in a YAML file, empty for an empty file; ``want`` says what should be in it."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: can't be read ({error})") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise UserError(f"{path}{where}: not YAML ({getattr(error, 'problem', error)})") from error
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise UserError(f"{path}: want a mapping of {want}, not {type(content).__name__}")
    return content
