"""Rummikub: exact legal actions, contest rule sets, environments and scripted players."""

from .words import action_name, parse_action

__all__ = ["action_name", "parse_action"]
