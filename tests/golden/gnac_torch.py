"""G-NAC's training computation in plain PyTorch, differentiated by autograd.

Written from the paper for clarity, not speed: every undirected edge is stored in both directions,
as the paper stores it. It is the independent witness of the golden values; nothing here is shared
with the library. Tensor names are those of a rule file.
"""

import torch
from torch import nn

ACTIVATIONS = {"silu": nn.SiLU, "relu": nn.ReLU, "tanh": nn.Tanh}

# The order of the terms in every table of losses, and the paper's coefficients.
TERMS = ("smoothness", "variance", "covariance", "dispersion", "temporal")
COEFFICIENTS = {
    "smoothness": 1.0,
    "variance": 4.0,
    "covariance": 0.10,
    "dispersion": 0.10,
    "temporal": 0.05,
}


class Cells:
    """Observations [N,d] on a graph, with each undirected edge in both directions."""

    def __init__(self, points, edges, weight, geometry):
        i, j = edges[:, 0], edges[:, 1]
        self.x = points
        self.source = torch.cat([i, j])
        self.destination = torch.cat([j, i])
        self.weight = torch.cat([weight, weight])
        self.geometry = torch.cat([geometry, geometry])
        incoming = torch.ones(len(self.destination), dtype=points.dtype)
        degree = torch.zeros(len(points), dtype=points.dtype)
        self.degree = degree.index_add(0, self.destination, incoming)

    def mean_at_destination(self, messages):
        total = torch.zeros(len(self.x), messages.shape[1], dtype=messages.dtype)
        return total.index_add(0, self.destination, messages) / self.degree[:, None]


class Rule(nn.Module):
    """The shared transition rule: f_x, f_xi, f_z0, f_e, f_h and f_z."""

    def __init__(
        self, features, hidden, domain, seed_dim, width, activation, update_scale, seed_scale
    ):
        super().__init__()

        def network(inputs, outputs):
            return nn.Sequential(
                nn.Linear(inputs, width), ACTIVATIONS[activation](), nn.Linear(width, outputs)
            )

        self.update_scale = update_scale
        self.seed_scale = seed_scale
        self.fx = nn.Linear(features, hidden)
        self.fxi = nn.Linear(seed_dim, hidden)
        self.fz0 = network(features + seed_dim, domain)
        self.fe = network(features + hidden + domain + 3, 1)
        self.fh = network(hidden + hidden + domain + features, hidden)
        self.fz = network(hidden + domain + domain + features, domain)

    def initial_state(self, cells, xi):
        h = torch.tanh(self.fx(cells.x) + self.seed_scale * self.fxi(xi))
        z = self.fz0(torch.cat([cells.x, self.seed_scale * xi], dim=1))
        return h, z

    def conductance(self, cells, h, z):
        """alpha per directed edge; the first half are the undirected edges in their order."""
        i, j = cells.source, cells.destination
        x = cells.x
        difference = [(x[i] - x[j]).abs(), (h[i] - h[j]).abs(), (z[i] - z[j]).abs()]
        return torch.sigmoid(self.fe(torch.cat(difference + [cells.geometry], dim=1)))

    def step(self, cells, h, z):
        i, j = cells.source, cells.destination
        alpha = self.conductance(cells, h, z)
        message_h = cells.mean_at_destination(alpha * (h[i] - h[j]))
        message_z = cells.mean_at_destination(alpha * (z[i] - z[j]))
        delta_h = torch.tanh(self.fh(torch.cat([h, message_h, z, cells.x], dim=1)))
        h = torch.tanh(h + self.update_scale * delta_h)
        delta_z = torch.tanh(self.fz(torch.cat([h, z, message_z, cells.x], dim=1)))
        z = z + self.update_scale * delta_z
        return h, z

    def rollout(self, cells, xi, steps):
        """The states (h, z) after 0, 1, ..., steps steps."""
        states = [self.initial_state(cells, xi)]
        for _ in range(steps):
            states.append(self.step(cells, *states[-1]))
        return states


def loss_terms(cells, domain_states, pairs, tail, target_sd, temperature):
    """The five terms, unweighted, from the domain states z of a whole rollout."""
    z = domain_states[-1]
    n, dz = z.shape

    i, j = cells.source, cells.destination
    squared = ((z[i] - z[j]) ** 2).sum(dim=1)
    smoothness = (cells.weight * squared).sum() / (cells.weight.sum() + 1e-8)

    sd = torch.sqrt(z.var(dim=0, unbiased=False) + 1e-4)
    variance = torch.relu(target_sd - sd).mean()

    centred = z - z.mean(dim=0)
    sigma = centred.T @ centred / (n - 1)
    off_diagonal = sigma - torch.diag(torch.diag(sigma))
    covariance = (off_diagonal**2).sum() / (dz * (dz - 1))

    a, b = pairs[:, 0], pairs[:, 1]
    dispersion = torch.exp(-temperature * ((z[a] - z[b]) ** 2).sum(dim=1)).mean()

    kept = domain_states[-tail:]
    changes = [((after - before.detach()) ** 2).mean() for before, after in zip(kept, kept[1:])]
    temporal = torch.stack(changes).mean()

    return dict(zip(TERMS, (smoothness, variance, covariance, dispersion, temporal)))


def total_loss(terms):
    return sum(COEFFICIENTS[name] * terms[name] for name in TERMS)
