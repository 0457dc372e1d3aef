"""The actor-critic network, and the expansion of int8 observations that feeds it.

Counts and flags enter scaled, small categories as one-hot vectors, large ones (the history of
actions) as a short learned embedding; the mask is an input too.  Everything is read from the
game's observation layout, so one network class serves every game.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor, nn

from tabletop.game import ObservationPart

from .config import NetworkConfig

MASKED = -1e9  # logit of an illegal action: its probability is exactly 0 in float32


class Decision(NamedTuple):
    """What a policy did in M situations: action int64, log probability and value float32."""

    action: Tensor
    log_prob: Tensor
    value: Tensor


class Expander(nn.Module):
    """int8 (M, O) to float32 (M, ``size``), by the observation layout."""

    def __init__(
        self, layout: Mapping[str, ObservationPart], observation_size: int, config: NetworkConfig
    ) -> None:
        super().__init__()
        scale = torch.zeros(observation_size)
        columns: list[int] = []
        starts: list[int] = []
        sizes: list[int] = []
        self.embedded: list[slice] = []
        self.embeddings = nn.ModuleList()
        width = 0
        for part in layout.values():
            if part.kind != "category":
                scale[part.slice] = 1.0 / part.scale
            elif part.categories <= config.one_hot_up_to:
                for column in range(part.slice.start, part.slice.stop):
                    columns.append(column)
                    starts.append(width)
                    sizes.append(part.categories)
                    width += part.categories
            else:
                self.embedded.append(part.slice)
                self.embeddings.append(nn.Embedding(part.categories, config.embedding))
        self.one_hot_width = width
        self.register_buffer("scale", scale, persistent=False)
        self.register_buffer("columns", torch.tensor(columns, dtype=torch.long), persistent=False)
        self.register_buffer("starts", torch.tensor(starts, dtype=torch.long), persistent=False)
        self.register_buffer("last", torch.tensor(sizes, dtype=torch.long) - 1, persistent=False)
        embedded = sum(s.stop - s.start for s in self.embedded) * config.embedding
        self.size = observation_size + width + embedded

    scale: Tensor
    columns: Tensor
    starts: Tensor
    last: Tensor

    def forward(self, observation: Tensor) -> Tensor:
        parts = [observation.float() * self.scale]
        if self.one_hot_width:
            codes = observation.index_select(1, self.columns).long()
            codes = torch.minimum(codes.clamp_(min=0), self.last) + self.starts
            one_hot = parts[0].new_zeros(len(observation), self.one_hot_width)
            parts.append(one_hot.scatter_(1, codes, 1.0))
        for where, embedding in zip(self.embedded, self.embeddings, strict=True):
            assert isinstance(embedding, nn.Embedding)
            codes = observation[:, where].long().clamp_(0, embedding.num_embeddings - 1)
            parts.append(embedding(codes).flatten(1))
        return torch.cat(parts, 1)


class ActorCritic(nn.Module):
    """A multilayer perceptron with a policy head over all actions and a value head."""

    def __init__(
        self,
        layout: Mapping[str, ObservationPart],
        observation_size: int,
        num_actions: int,
        config: NetworkConfig,
        seed: int = 0,
    ) -> None:
        super().__init__()
        self.expand = Expander(layout, observation_size, config)
        sizes = [self.expand.size + num_actions, *config.hidden]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], num_actions)
        self.value = nn.Linear(sizes[-1], 1)
        self._initialise(torch.Generator().manual_seed(seed))

    def _initialise(self, generator: torch.Generator) -> None:
        gains = [
            *((layer, 2**0.5) for layer in self.layers),
            (self.policy, 0.01),
            (self.value, 1.0),
        ]
        for layer, gain in gains:
            assert isinstance(layer, nn.Linear)
            nn.init.orthogonal_(layer.weight, gain, generator=generator)
            nn.init.zeros_(layer.bias)
        for embedding in self.expand.embeddings:
            assert isinstance(embedding, nn.Embedding)
            nn.init.normal_(embedding.weight, std=0.3, generator=generator)

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log probabilities (M, A) of legal actions, and values (M,)."""
        hidden = torch.cat((self.expand(observation), action_mask.float()), 1)
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        logits = self.policy(hidden).masked_fill(action_mask == 0, MASKED)
        return logits.log_softmax(1), self.value(hidden).squeeze(1)

    @torch.no_grad()
    def decide(
        self, observation: Tensor, action_mask: Tensor, generator: torch.Generator | None = None
    ) -> Decision:
        """Sample an action in each row, or take the likeliest where no generator is given."""
        log_probs, value = self(observation, action_mask)
        if generator is None:
            action = log_probs.argmax(1)
        else:
            action = sample(log_probs, generator)
        return Decision(action, log_probs.gather(1, action[:, None]).squeeze(1), value)


def probabilities(log_probs: Tensor) -> Tensor:
    """Probabilities of log probabilities; those of masked actions are exactly 0."""
    # exp of a hugely negative number takes a path some thirty times slower
    return log_probs.clamp(min=-80.0).exp() * (log_probs > MASKED / 2)


def sample(log_probs: Tensor, generator: torch.Generator) -> Tensor:
    """One index per row, with the given log probabilities; masked ones are never drawn."""
    cumulated = probabilities(log_probs).cumsum(1)
    uniform = torch.rand(len(log_probs), 1, generator=generator, device=log_probs.device)
    return (cumulated <= uniform * cumulated[:, -1:]).sum(1)


def entropy(log_probs: Tensor) -> Tensor:
    """Entropy in nats of each row; masked actions count nothing."""
    return -(probabilities(log_probs) * log_probs).sum(1)


def count_parameters(networks: Sequence[nn.Module]) -> int:
    """Learned numbers in all."""
    return sum(p.numel() for network in networks for p in network.parameters())
