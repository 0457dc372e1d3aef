"""Checkpoints are whole or refused with one clear line."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from baselines.checkpoint import load_checkpoint, save_checkpoint, write_atomic
from tabletop.errors import UserError

TENSORS = {"policy.a": torch.arange(1000.0), "adam.b": torch.tensor([1, 2], dtype=torch.uint8)}


def test_round_trip_and_prefix(tmp_path: Path) -> None:
    path = tmp_path / "c.safetensors"
    save_checkpoint(path, TENSORS, {"game": "uno"})
    meta, tensors = load_checkpoint(path)
    assert meta == {"game": "uno"}
    assert tensors.keys() == TENSORS.keys()
    assert all(torch.equal(tensors[k], TENSORS[k]) for k in TENSORS)
    assert load_checkpoint(path, "policy.")[1].keys() == {"policy.a"}
    assert [p.name for p in tmp_path.iterdir()] == ["c.safetensors"]


@pytest.mark.parametrize("length", [0, 1, 7, 8, 100, 500, -1])
def test_truncated_file_is_one_clear_line(tmp_path: Path, length: int) -> None:
    path = tmp_path / "c.safetensors"
    save_checkpoint(path, TENSORS, {})
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(UserError, match="truncated or not a safetensors file") as caught:
        load_checkpoint(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_foreign_files_and_other_versions(tmp_path: Path) -> None:
    path = tmp_path / "c.safetensors"
    save_file(TENSORS, str(path))
    with pytest.raises(UserError, match="not written by meldstack"):
        load_checkpoint(path)
    header = {"format": "meldstack-checkpoint", "version": "999", "meta": "{}"}
    save_file(TENSORS, str(path), metadata=header)
    with pytest.raises(UserError, match="version 999"):
        load_checkpoint(path)
    save_file(TENSORS, str(path), metadata={**header, "version": "1", "meta": "{"})
    with pytest.raises(UserError, match="JSON"):
        load_checkpoint(path)
    path.write_bytes(b"not a checkpoint at all" * 50)
    with pytest.raises(UserError, match="not a safetensors file"):
        load_checkpoint(path)
    with pytest.raises(UserError, match="does not exist"):
        load_checkpoint(tmp_path / "nothing")


def test_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "c"
    write_atomic(path, b"old")

    def fail(descriptor: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["c"]
