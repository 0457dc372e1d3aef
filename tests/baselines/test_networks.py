"""The network: expansion of observations, masks, sampling."""

import numpy as np
import pytest
import torch

from baselines.config import NetworkConfig
from baselines.networks import ActorCritic, Expander, entropy, sample
from tabletop.game import ObservationPart
from tabletop.registry import make_game

LAYOUT = {
    "cards": ObservationPart("cards", slice(0, 3), (3,), "count", "", scale=4),
    "color": ObservationPart("color", slice(3, 5), (2,), "category", "", categories=3),
    "flag": ObservationPart("flag", slice(5, 6), (1,), "flag", ""),
    "past": ObservationPart("past", slice(6, 8), (2,), "category", "", categories=50),
}
CONFIG = NetworkConfig(hidden=(8,), one_hot_up_to=16, embedding=2)


def test_counts_are_scaled_categories_one_hot_or_embedded() -> None:
    expand = Expander(LAYOUT, 8, CONFIG)
    observation = torch.tensor([[4, 2, 0, 1, 2, 1, 49, 0]], dtype=torch.int8)
    out = expand(observation)[0]
    assert out.shape == (expand.size,) == (8 + 6 + 4,)
    assert out[:8].tolist() == [1.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    assert out[8:14].tolist() == [0, 1, 0, 0, 0, 1]
    weight = expand.embeddings[0].weight
    assert torch.equal(out[14:], weight[[49, 0]].flatten())


@pytest.mark.parametrize("players", [2, 10])
def test_every_part_of_a_real_layout_reaches_the_network(players: int) -> None:
    game = make_game("uno", players)
    expand = Expander(game.observation_layout(), game.observation_size, NetworkConfig())
    zero = torch.zeros(1, game.observation_size, dtype=torch.int8)
    base = expand(zero)
    for column in range(game.observation_size):
        other = zero.clone()
        other[0, column] = 1
        assert not torch.equal(expand(other), base), column


def test_masked_actions_have_no_probability_and_are_never_drawn() -> None:
    network = ActorCritic(LAYOUT, 8, 5, CONFIG, seed=3)
    mask = torch.tensor([[0, 1, 0, 1, 0]], dtype=torch.int8).repeat(5000, 1)
    observation = torch.zeros(5000, 8, dtype=torch.int8)
    with torch.no_grad():
        log_probs, value = network(observation, mask)
    assert value.shape == (5000,)
    assert log_probs.exp()[:, [0, 2, 4]].abs().max() == 0
    assert log_probs.exp().sum(1).tolist() == pytest.approx([1] * 5000)
    drawn = network.decide(observation, mask, torch.Generator().manual_seed(0))
    assert set(drawn.action.tolist()) == {1, 3}
    assert torch.equal(drawn.log_prob, log_probs[torch.arange(5000), drawn.action])
    likeliest = network.decide(observation, mask)
    assert torch.equal(likeliest.action, log_probs.argmax(1))


def test_samples_follow_the_probabilities() -> None:
    wanted = np.array([0.5, 0.0, 0.2, 0.3])
    with np.errstate(divide="ignore"):
        log_probs = torch.tensor(np.log(wanted), dtype=torch.float32).clamp(min=-1e9)
    drawn = sample(log_probs.repeat(40000, 1), torch.Generator().manual_seed(1))
    shares = np.bincount(drawn.numpy(), minlength=4) / 40000
    assert shares == pytest.approx(wanted, abs=0.015)  # more than five standard errors
    assert shares[1] == 0


def test_entropy_of_masked_rows() -> None:
    log_probs = torch.tensor([[0.5, 0.5, 0.0]]).log().clamp(min=-1e9).requires_grad_()
    value = entropy(log_probs)
    assert value.item() == pytest.approx(np.log(2))
    value.sum().backward()
    assert log_probs.grad is not None
    assert torch.isfinite(log_probs.grad).all()


def test_initial_weights_depend_on_the_seed_only() -> None:
    state = torch.get_rng_state()
    first = ActorCritic(LAYOUT, 8, 5, CONFIG, seed=1).state_dict()
    torch.manual_seed(99)
    again = ActorCritic(LAYOUT, 8, 5, CONFIG, seed=1).state_dict()
    other = ActorCritic(LAYOUT, 8, 5, CONFIG, seed=2).state_dict()
    torch.set_rng_state(state)
    assert all(torch.equal(first[k], again[k]) for k in first)
    assert not torch.equal(first["policy.weight"], other["policy.weight"])
