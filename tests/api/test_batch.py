"""The batched environment's own promises, on the toy game."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tabletop.aec import TabletopAEC
from tabletop.batch import BatchEnv
from tabletop.sampling import first_wrong_row, sample_bytes, sample_words

from .toy_game import HighCard

PASS = 16


def test_the_arrays_are_the_environments_own() -> None:
    batch = BatchEnv(HighCard(3), 5, seed=1)
    first = batch.timestep
    second = batch.step(batch.random_actions())
    assert all(a is b for a, b in zip(first, second, strict=True))
    assert batch.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert second.rewards.shape == (5, 3)


def test_torch_sees_the_same_memory() -> None:
    torch = pytest.importorskip("torch")
    batch = BatchEnv(HighCard(3), 5, seed=1)
    tensors = [torch.from_numpy(part) for part in batch.timestep]
    batch.step(batch.random_actions())
    for tensor, part in zip(tensors, batch.timestep, strict=True):
        assert (tensor.numpy() == part).all()
    batch.step(torch.from_numpy(batch.random_actions()))


def test_autoreset_keeps_the_last_observation_and_begins_the_next_game() -> None:
    batch = BatchEnv(HighCard(2, hand_size=1), 2, seed=1)
    batch.step([PASS, -1])
    numbers = batch.state["hidden"]["game_number"].copy()
    timestep = batch.step([PASS, PASS])
    assert timestep.terminated.tolist() == [True, False]
    assert (batch.state["hidden"]["game_number"] - numbers).tolist() == [1, 0]
    assert timestep.action_mask.any(axis=1).all()
    assert batch.final_observation[0].any()
    timestep = batch.step([-1, -1])
    assert not timestep.terminated.any()
    assert not timestep.rewards.any()


def test_without_autoreset_an_ended_row_waits() -> None:
    batch = BatchEnv(HighCard(2, hand_size=1), 2, seed=1, autoreset=False)
    assert batch.metadata["autoreset_mode"] == AutoresetMode.DISABLED
    batch.step([PASS, -1])
    batch.step([PASS, -1])
    assert not batch.action_mask[0].any()
    assert batch.random_actions().tolist()[0] == -1
    with pytest.raises(ValueError, match=r"row 0.*the game is over"):
        batch.step([PASS, -1])
    batch.reset_rows([0])
    assert batch.action_mask[0].any()
    batch.step([PASS, -1])


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ([PASS, PASS, 99], "row 2: action 99"),
        ([PASS, -2, PASS], "row 1: action -2"),
        ([PASS, PASS], "shape"),
        ([0.0, 1.0, 2.0], "float64"),
        ([[PASS], [PASS], [PASS]], "shape"),
    ],
)
def test_wrong_actions_are_named_before_anything_is_stepped(actions: list, text: str) -> None:
    batch = BatchEnv(HighCard(3), 3, seed=1)
    before = batch.state.tobytes()
    with pytest.raises(ValueError, match=text):
        batch.step(actions)
    assert batch.state.tobytes() == before


def test_an_illegal_card_is_named_with_what_would_be_legal() -> None:
    batch = BatchEnv(HighCard(3), 3, seed=1)
    illegal = int(np.flatnonzero(batch.action_mask[1] == 0)[0])
    with pytest.raises(ValueError, match=rf"row 1: 'c{illegal + 1}'.*legal: c.*pass"):
        batch.step([PASS, illegal, PASS])


def test_the_check_can_be_left_out() -> None:
    batch = BatchEnv(HighCard(3), 3, seed=1, check_actions=False)
    batch.step([PASS, -2, -3])  # a time-out and an illegal action, as the engine knows them
    assert batch.state["public"]["scores"][:, :3].min(axis=1).tolist() == [0.0, -1.0, -1.0]


def test_any_seat_can_be_observed() -> None:
    batch = BatchEnv(HighCard(3), 4, seed=1)
    env = TabletopAEC(HighCard(3))
    env.reset(seed=1)
    for seat in range(3):
        expected = env.observe(f"player_{seat}")["observation"]
        assert (batch.observe(seat)[0] == expected).all()
    mixed = batch.observe([0, 1, 2, 0]).copy()
    assert (mixed[1] == batch.observe(1)[1]).all()
    with pytest.raises(ValueError, match="seat"):
        batch.observe(3)


def test_deals_and_positions_per_row() -> None:
    game = HighCard(2, hand_size=1)
    batch = BatchEnv(game, 2, seed=1)
    deals = [game.random_deal(seed) for seed in (1, 2)]
    batch.reset(options={"deal": deals})
    assert batch.state["hidden"]["order"].tolist() == [deal["order"] for deal in deals]
    batch.reset(options={"position": {"hands": [["c3"], ["c9"]]}})
    assert game.snapshot(batch.state, 1)["hands"] == [["c3"], ["c9"]]
    before = batch.state.tobytes()
    for options in ({"deal": deals[:1]}, {"deal": [deals[0], {"order": []}]}, {"position": 3}):
        with pytest.raises(ValueError):
            batch.reset(options=options)
    assert batch.state.tobytes() == before


def test_saved_rows_come_back_elsewhere() -> None:
    batch, other = BatchEnv(HighCard(3), 6, seed=1), BatchEnv(HighCard(3), 3, seed=2)
    for _ in range(5):
        batch.step(batch.random_actions())
    other.load_rows(batch.save_rows([1, 4]), [2, 0])
    assert (other.state[[2, 0]] == batch.state[[1, 4]]).all()
    assert (other.observation[[2, 0]] == batch.observation[[1, 4]]).all()
    before = other.state.tobytes()
    for saved, rows in ((batch.save_rows([1]), [0, 1]), (b"nothing", [0]), (batch.save_rows(), 9)):
        with pytest.raises(ValueError):
            other.load_rows(saved, rows)
    assert other.state.tobytes() == before


def test_random_actions_are_fair_and_differ_from_row_to_row() -> None:
    batch = BatchEnv(HighCard(2, hand_size=3), 600, seed=1)
    counts = np.zeros(17)
    for _ in range(20):
        actions = batch.random_actions()
        assert batch.action_mask[np.arange(600), actions].all()
        counts += np.bincount(actions, minlength=17)
    assert abs(counts[PASS] / counts.sum() - 0.25) < 0.02  # one of four legal actions
    assert len(set(batch.random_actions().tolist())) > 5


@pytest.mark.parametrize("width", [8, 56, 64])
def test_both_samplers_choose_alike(width: int) -> None:
    rng = np.random.default_rng(width)
    mask = (rng.random((300, width)) < 0.2).astype(np.int8)
    mask[::10] = 0
    words = rng.integers(0, 2**63, 300).astype(np.uint64)
    one, two = np.zeros(300, np.int64), np.zeros(300, np.int64)
    for draw in range(5):
        sample_bytes(mask, words, draw, 0, 300, one)
        sample_words(mask.view(np.uint64), words, draw, 0, 300, two)
        assert (one == two).all()
        assert (one[::10] == -1).all()
        assert first_wrong_row(mask, one) == -1


def test_wrong_sizes_are_refused() -> None:
    for options in ({"num_envs": 0}, {"num_threads": 0}):
        with pytest.raises(ValueError, match="1 or more"):
            BatchEnv(HighCard(2), **options)
