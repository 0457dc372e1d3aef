"""Advantages along each (table, seat) stream, against an obvious implementation."""

import numpy as np
import pytest
from numpy.typing import NDArray

from baselines.ppo import stream_advantages

Arrays = dict[str, NDArray[np.generic]]


def make_rollout(seed: int, steps: int, tables: int, seats: int, end_rate: float) -> Arrays:
    rng = np.random.default_rng(seed)
    shape = (steps, tables)
    return {
        "seat": rng.integers(0, seats, shape),
        "decided": rng.random(shape) < 0.7,
        "value": rng.normal(size=shape).astype(np.float32),
        "rewards": rng.normal(size=(*shape, seats)).astype(np.float32),
        "done": rng.random(shape) < end_rate,
    }


def fast(r: Arrays, gamma: float, lam: float) -> Arrays:
    steps, tables, seats = r["rewards"].shape
    out = {
        "advantage": np.zeros((steps, tables), np.float32),
        "complete": np.zeros((steps, tables), np.bool_),
        "last": np.zeros((tables, seats), np.int64),
        "tail": np.zeros((tables, seats), np.float32),
    }
    stream_advantages(
        *(r[k] for k in ("seat", "decided", "value", "rewards", "done")),
        gamma,
        lam,
        *(out[k] for k in ("advantage", "complete", "last", "tail")),
    )
    return out


def slow_stream(r: Arrays, n: int, p: int) -> list[tuple[int, float, int | None]]:
    """(decision, rewards until its successor, successor or -1 at the end or None if unknown)."""
    steps = len(r["done"])
    found: list[tuple[int, float, int | None]] = []
    for t in range(steps):
        if not (r["decided"][t, n] and r["seat"][t, n] == p):
            continue
        reward, successor = 0.0, None
        for u in range(t, steps):
            if u > t and r["decided"][u, n] and r["seat"][u, n] == p:
                successor = u
                break
            reward += float(r["rewards"][u, n, p])
            if r["done"][u, n]:
                successor = -1
                break
        found.append((t, reward, successor))
    return found


def slow_advantages(r: Arrays, n: int, p: int, gamma: float, lam: float) -> dict[int, float]:
    stream = slow_stream(r, n, p)
    following = {t: (reward, successor) for t, reward, successor in stream}
    advantages = {}
    for start, _, first in stream:
        if first is None:
            continue
        total, weight, t = 0.0, 1.0, start
        while following[t][1] is not None:
            reward, successor = following[t]
            value_next = 0.0 if successor == -1 else float(r["value"][successor, n])
            total += weight * (reward + gamma * value_next - float(r["value"][t, n]))
            weight *= gamma * lam
            if successor == -1:
                break
            t = successor
        advantages[start] = total
    return advantages


@pytest.mark.parametrize("end_rate", [0.0, 0.05, 0.5])
@pytest.mark.parametrize(("gamma", "lam"), [(1.0, 0.95), (0.9, 1.0), (0.97, 0.0)])
def test_agrees_with_the_obvious_implementation(end_rate: float, gamma: float, lam: float) -> None:
    r = make_rollout(3, 40, 6, 4, end_rate)
    out = fast(r, gamma, lam)
    for n in range(6):
        for p in range(4):
            expected = slow_advantages(r, n, p, gamma, lam)
            own = (r["seat"][:, n] == p) & r["decided"][:, n]
            complete = set(np.flatnonzero(out["complete"][:, n] & own))
            assert complete == expected.keys()
            for t, value in expected.items():
                assert out["advantage"][t, n] == pytest.approx(value, abs=1e-4)
            waiting = [(t, reward) for t, reward, s in slow_stream(r, n, p) if s is None]
            if waiting:
                assert out["last"][n, p] == waiting[0][0]
                assert out["tail"][n, p] == pytest.approx(waiting[0][1], abs=1e-4)
            else:
                assert out["last"][n, p] == -1


def test_rewards_after_a_seat_went_out_reach_its_last_decision() -> None:
    # TWU-31: seat 0 goes out at step 0 with a reward then, and gets another one at the end
    r = make_rollout(0, 4, 1, 2, 0.0)
    r["seat"][:, 0] = [0, 1, 1, 1]
    r["decided"][:] = True
    r["rewards"][:] = 0
    r["rewards"][0, 0, 0] = 1.0
    r["rewards"][3, 0, 0] = 0.5
    r["done"][:, 0] = [False, False, False, True]
    out = fast(r, 1.0, 0.95)
    assert out["complete"].all()
    assert out["advantage"][0, 0] == pytest.approx(1.5 - r["value"][0, 0], abs=1e-6)


def test_next_game_on_the_row_does_not_leak_into_the_last() -> None:
    r = make_rollout(1, 10, 1, 2, 0.0)
    r["decided"][:] = True
    r["done"][4] = True
    first = fast(r, 0.9, 0.9)["advantage"][:5].copy()
    r["value"][5:] += 100
    r["rewards"][5:] -= 50
    assert np.array_equal(first, fast(r, 0.9, 0.9)["advantage"][:5])


def test_two_halves_with_carried_decisions_give_what_one_whole_gives() -> None:
    # with lambda 0 an advantage needs only the successor, so cutting a rollout changes nothing
    whole = make_rollout(5, 30, 3, 3, 0.1)
    expected = fast(whole, 0.9, 0.0)
    first = {k: v[:15] for k, v in whole.items()}
    out = fast(first, 0.9, 0.0)
    carried = make_rollout(0, 3, 3, 3, 0.0)
    carried["seat"][:] = np.arange(3)[:, None]
    carried["decided"] = out["last"].T >= 0
    index = np.maximum(out["last"], 0).T
    carried["value"] = first["value"][index, np.arange(3)[None]]
    carried["rewards"][:] = 0
    for p in range(3):
        carried["rewards"][p, :, p] = out["tail"][:, p]
    carried["done"][:] = False
    second = {k: np.concatenate([carried[k], whole[k][15:]]) for k in whole}
    later = fast(second, 0.9, 0.0)
    together = {(int(t), int(n)): out["advantage"][t, n] for t, n in np.argwhere(out["complete"])}
    for t, n in np.argwhere(later["complete"]):
        origin = int(out["last"][n, t]) if t < 3 else int(t) + 12
        together[origin, int(n)] = later["advantage"][t, n]
    complete = np.argwhere(expected["complete"])
    assert {(int(t), int(n)) for t, n in complete} == together.keys()
    for t, n in complete:
        assert together[int(t), int(n)] == pytest.approx(expected["advantage"][t, n], abs=1e-5)
