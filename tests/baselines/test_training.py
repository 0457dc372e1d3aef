"""Training runs: resuming bit for bit, surviving kill -9, stopping, and learning something."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from baselines.arena.roster import find_player
from baselines.checkpoint import load_checkpoint
from baselines.config import Config, load_config
from baselines.policy_player import PolicyPlayer, export_policy, load_network, load_player
from baselines.quick_eval import evaluate_quickly
from baselines.run_folder import RunFolder
from baselines.training import Run
from tabletop.errors import UserError
from tabletop.game import Game
from tabletop.registry import make_game
from tabletop.saving import unpack_records
from tests.baselines.tiny import tiny_config

STEPS_PER_ITERATION = 32 * 16


def new_run(config: Config, folder: Path) -> Run:
    return Run(config, RunFolder.create(config, folder))


def test_resumed_run_equals_the_uninterrupted_one_bit_for_bit(tmp_path: Path) -> None:
    config = tiny_config(tmp_path)
    whole = new_run(config, tmp_path / "whole")
    whole.train()
    first = new_run(config, tmp_path / "halves")
    outcome = first.train(stop_after=5 * STEPS_PER_ITERATION)
    assert not outcome.finished
    second = Run(config, RunFolder.open(tmp_path / "halves"))
    second.resume()
    assert second.learner.iteration == 5
    second.train()
    one, two = (tmp_path / name / "checkpoint.safetensors" for name in ("whole", "halves"))
    assert different(one, two, whole.game) == []
    assert load_checkpoint(one)[0] == load_checkpoint(two)[0]
    kept = [
        [r["iteration"] for r in RunFolder(tmp_path / n).read_metrics()]
        for n in ("whole", "halves")
    ]
    assert kept[0] == kept[1] == list(range(1, 13))


def test_another_seed_gives_another_run(tmp_path: Path) -> None:
    runs = []
    for seed in (1, 2):
        config = tiny_config(tmp_path, f"run.seed={seed}")
        run = new_run(config, tmp_path / str(seed))
        run.train(stop_after=STEPS_PER_ITERATION)
        runs.append(run.learner.state()[1])
    assert not torch.equal(runs[0]["rows"], runs[1]["rows"])
    assert not torch.equal(runs[0]["policy.policy.weight"], runs[1]["policy.policy.weight"])


def test_run_folder_tells_everything(tmp_path: Path) -> None:
    config = tiny_config(
        tmp_path, "run.eval_interval=6", "run.eval_games=20", "run.tensorboard=true"
    )
    run = new_run(config, tmp_path / "run")
    run.train()
    assert load_config(tmp_path / "run" / "config.yaml") == config
    about = json.loads((tmp_path / "run" / "run.json").read_text())
    assert about["seed"] == config.run.seed
    assert {"python", "torch", "numpy"} <= about["versions"].keys()
    rows = RunFolder(tmp_path / "run").read_metrics()
    assert [r["iteration"] for r in rows if "win_rate_random" in r] == [6, 12]
    assert {"steps", "entropy", "kl", "steps_per_second", "engine_share"} <= rows[-1].keys()
    assert (tmp_path / "run" / "learning.png").read_bytes().startswith(b"\x89PNG")
    assert list((tmp_path / "run" / "tensorboard").iterdir())


def different(first: Path, second: Path, game: Game) -> list[str]:
    """Names of the tensors in which two checkpoints differ."""
    (_, a), (_, b) = load_checkpoint(first), load_checkpoint(second)
    assert a.keys() == b.keys()
    # the games are compared by field: the padding between the fields of a record is arbitrary
    records = [unpack_records(game, t.pop("rows").numpy().tobytes())[0] for t in (a, b)]
    names = [name for name in a if not torch.equal(a[name], b[name])]
    return names if (records[0] == records[1]).all() else [*names, "rows"]


# what a process that was killed returns: minus the signal, or 1 where there are no signals
KILLED = -9 if os.name == "posix" else 1
# meldstack train, which gets Ctrl-C when it is sent a line: a process can send itself one anywhere
INTERRUPTED_TRAIN = """
import signal, sys, threading
from baselines.cli import main

def wait():
    sys.stdin.readline()
    signal.raise_signal(signal.SIGINT)

threading.Thread(target=wait, daemon=True).start()
sys.exit(main(["train", *sys.argv[1:]]))
"""


def train_command(folder: Path, *more: str) -> subprocess.Popen[str]:
    return started("-m", "baselines", "train", *more)


def started(*arguments: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, *arguments]
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=os.getcwd()
    )


def wait_for_metrics(run: Path, process: subprocess.Popen[str], lines: int) -> None:
    end = time.monotonic() + 900
    while len(RunFolder(run).read_metrics()) < lines:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


def test_checkpoint_survives_kill_9_and_the_run_goes_on(tmp_path: Path) -> None:
    config = tiny_config(tmp_path, "run.steps=100000000")
    run = tmp_path / "run"
    process = train_command(
        tmp_path, str(tmp_path / "tiny.yaml"), "run.steps=100000000", "--out", str(run)
    )
    wait_for_metrics(run, process, 8)
    process.kill()
    process.communicate()
    assert process.returncode == KILLED
    meta, _ = load_checkpoint(run / "checkpoint.safetensors")
    iteration = meta["learner"]["iteration"]
    assert iteration >= 7
    again = Run(config, RunFolder.open(run))
    again.resume()
    again.train(stop_after=again.learner.steps + 2 * STEPS_PER_ITERATION)
    # the killed and resumed run is the run that nobody killed
    straight = new_run(config, tmp_path / "straight")
    straight.train(stop_after=again.learner.steps)
    name = "checkpoint.safetensors"
    assert different(tmp_path / "straight" / name, run / name, again.game) == []


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    tiny_config(tmp_path)
    run = tmp_path / "run"
    process = started(
        "-c",
        INTERRUPTED_TRAIN,
        str(tmp_path / "tiny.yaml"),
        "run.steps=100000000",
        "run.checkpoint_interval=1000000",
        "--out",
        str(run),
    )
    wait_for_metrics(run, process, 3)
    out, err = process.communicate("now\n", timeout=600)
    assert process.returncode == 130
    assert f"meldstack train --resume {run}" in out
    assert "Traceback" not in err
    assert load_checkpoint(run / "checkpoint.safetensors")[0]["learner"]["iteration"] >= 3


def test_learns_to_beat_random_on_a_small_deck(tmp_path: Path) -> None:
    config = tiny_config(
        tmp_path,
        "run.num_envs=128",
        "run.steps=60000",
        "run.checkpoint_interval=1000",
        "algorithm.minibatch=512",
        "algorithm.learning_rate=5e-3",
        "algorithm.epochs=2",
    )
    run = new_run(config, tmp_path / "run")
    opponent = find_player("random", run.game)
    player = PolicyPlayer(run.learner.network)
    before = evaluate_quickly(run.game, player, opponent, 1000, seed=7)
    run.train()
    after = evaluate_quickly(run.game, player, opponent, 1000, seed=7)
    assert before.win_rate < 0.45  # fair: 1/3, standard error 0.015
    assert after.win_rate > 0.7


def test_policy_player_is_legal_seeded_and_read_back_from_a_shipped_file(tmp_path: Path) -> None:
    config = tiny_config(tmp_path)
    run = new_run(config, tmp_path / "run")
    run.train(stop_after=2 * STEPS_PER_ITERATION)
    game, batch = run.game, run.learner.batch
    export_policy(tmp_path / "run", tmp_path / "small.safetensors")
    small = load_player(tmp_path / "small.safetensors", game)
    direct = PolicyPlayer(load_network(tmp_path / "run", game))
    sampling = PolicyPlayer(load_network(tmp_path / "run", game), greedy=False)
    observation, mask = batch.observation.copy(), batch.action_mask.copy()
    rows = np.arange(len(mask))
    chosen = []
    for player in (small, direct, sampling):
        player.seed(3)
        actions = player.act(observation, mask)
        assert mask[rows, actions].all()
        player.seed(3)
        assert np.array_equal(actions, player.act(observation, mask))
        chosen.append(actions)
    assert (chosen[0] == chosen[1]).mean() > 0.9  # half precision may tip a near tie
    assert small.name == str(tmp_path / "small.safetensors")


def test_checkpoint_of_another_game_is_refused(tmp_path: Path) -> None:
    run = new_run(tiny_config(tmp_path), tmp_path / "run")
    run.save()
    game = make_game("uno", 3)
    other = type("Other", (type(game),), {"engine_version": 999})(num_players=3)
    with pytest.raises(UserError, match="engine_version"):
        load_network(tmp_path / "run", other)
    with pytest.raises(UserError, match="does not exist"):
        load_network(tmp_path / "nothing", game)
