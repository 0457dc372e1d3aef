"""The comparison of signatures names what differs; the games are played by other tests."""

import json
from pathlib import Path

import pytest

from . import signature


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of signatures, and games that have their preset as signature."""
    path = tmp_path / "signatures.json"
    names = {key: preset for key, (preset, _, _) in signature.wanted("uno").items()}
    path.write_text(json.dumps({"uno": names}))
    monkeypatch.setattr(signature, "FILE", path)
    monkeypatch.setattr(signature, "signature", lambda game, preset, games, rows: preset)
    return path


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["signature", *words])
    return signature.main()


def test_check_passes_where_all_are_as_they_are_kept(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--check", "uno") == 0
    assert capsys.readouterr().out.endswith("all as they are kept\n")


def test_check_names_the_difference(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.write_text(json.dumps({"uno": {"hk_society": "other", "tw_campus": "tw_campus"}}))
    assert run(monkeypatch, "--check", "uno") == 1
    out = capsys.readouterr().out
    assert "uno hk_society: hk_society, where other is kept" in out
    assert "uno official: official, and none is kept" in out
    assert "tw_campus, where" not in out


def test_write_keeps_all_and_the_share(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "--write", "rummikub") == 0
    content = json.loads(kept.read_text())
    assert content["rummikub"].keys() == signature.wanted("rummikub").keys()
    assert {"hk_school", "hk_school 1000"} <= content["rummikub"].keys()
    assert run(monkeypatch, "--check") == 0


def test_the_committed_file_has_every_signature() -> None:
    committed = signature.committed()
    assert {game: set(committed[game]) for game in signature.PRESETS} == {
        game: set(signature.wanted(game)) for game in signature.PRESETS
    }
