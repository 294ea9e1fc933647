#!/usr/bin/env python3
"""Time training epochs of G-NAC in PyTorch on the CPU: what `gnac` is measured against.

The same equations as the library (docs/method.md) in single precision, written to be fast in
PyTorch: one conductance per undirected edge, h and z gathered together, |x_i - x_j| and geometry
prepared once. Needs PyTorch with a fast BLAS (Debian: python3-torch and libopenblas0-openmp). With
the reference BLAS that python3-torch brings by itself it takes several times as long, so the BLAS in
use and the speed of the edge network's matrix product are printed for the reader to judge.

    python3 lab/bench/pytorch/train_torch.py --n 5000 --threads 1 --epochs 3
"""

import argparse
import re
import resource
import time

import torch
from torch import nn
from torch.nn import functional

HIDDEN, DOMAIN, SEED_DIM = 48, 8, 4
UPDATE_SCALE, SEED_SCALE = 0.15, 0.10
ROLLOUT, TAIL, PAIRS = 16, 4, 3000
ACTIVATIONS = {"silu": nn.SiLU, "relu": nn.ReLU, "tanh": nn.Tanh}


def scaling_mixture(n, d, generator):
    """Eight isotropic Gaussians of unit deviation, their centres at radius 4."""
    centres = torch.randn(8, d, generator=generator, dtype=torch.float64)
    centres *= 4.0 / centres.norm(dim=1, keepdim=True)
    component = torch.randint(8, (n,), generator=generator)
    return centres[component] + torch.randn(n, d, generator=generator, dtype=torch.float64)


def nearest_neighbours(x, k, block=1000):
    """Indices and distances [N,k] of the exact Euclidean neighbours, by brute force."""
    indices, distances = [], []
    for begin in range(0, len(x), block):
        some = x[begin : begin + block]
        distance = torch.cdist(some, x, compute_mode="donot_use_mm_for_euclid_dist")
        rows = torch.arange(len(distance))
        distance[rows, begin + rows] = float("inf")
        nearest = distance.topk(k, largest=False)
        indices.append(nearest.indices)
        distances.append(nearest.values)
    return torch.cat(indices), torch.cat(distances)


def median(values):
    """Along the last axis; the mean of the middle two if there are two, unlike torch.median."""
    ordered, n = values.sort(dim=-1).values, values.shape[-1]
    return 0.5 * (ordered[..., (n - 1) // 2] + ordered[..., n // 2])


class Cells:
    """Observations on their union kNN graph, with everything that stays constant over training."""

    def __init__(self, x, k):
        n = len(x)
        neighbour, distance = nearest_neighbours(x, k)
        source = torch.arange(n).repeat_interleave(k)
        target = neighbour.reshape(-1)
        code = torch.minimum(source, target) * n + torch.maximum(source, target)
        code, slots = code.unique(return_counts=True)  # sorted by (i, j)
        i, j = code // n, code % n

        length = (x[i] - x[j]).norm(dim=1)
        weight = torch.exp(-(length**2) / (2 * median(length) ** 2))
        scale = median(distance)
        normalised = length / (0.5 * (scale[i] + scale[j]) + 1e-8)
        shared = torch.cat(
            [
                (neighbour[a][:, :, None] == neighbour[b][:, None, :]).sum(dim=(1, 2))
                for a, b in zip(i.split(20000), j.split(20000))
            ]
        )
        jaccard, mutual = shared / (2 * k - shared), slots == 2
        geometry = torch.stack([normalised, jaccard, mutual], dim=1)

        degree = torch.bincount(torch.cat([i, j]), minlength=n)
        self.code, self.i, self.j = code, i, j
        self.x = x.float()
        self.weight = (weight / (weight.sum() + 1e-8)).float()
        self.distance_x = (x[i] - x[j]).abs().float()
        self.geometry = geometry.float()
        self.inverse_degree = (1.0 / degree).float()[:, None]

    def pairs(self, count, generator):
        """`count` pairs of distinct cells that are not edges, by rejection."""
        n = len(self.x)
        a, b = torch.randint(n, (2, 2 * count), generator=generator)
        code = torch.minimum(a, b) * n + torch.maximum(a, b)
        place = torch.searchsorted(self.code, code).clamp(max=len(self.code) - 1)
        keep = ((self.code[place] != code) & (a != b)).nonzero()[:count, 0]
        return a[keep], b[keep]


class Rule(nn.Module):
    def __init__(self, features, width, activation):
        super().__init__()

        def network(inputs, outputs):
            return nn.Sequential(
                nn.Linear(inputs, width), ACTIVATIONS[activation](), nn.Linear(width, outputs)
            )

        self.fx = nn.Linear(features, HIDDEN)
        self.fxi = nn.Linear(SEED_DIM, HIDDEN)
        self.fz0 = network(features + SEED_DIM, DOMAIN)
        self.fe = network(features + HIDDEN + DOMAIN + 3, 1)
        self.fh = network(2 * HIDDEN + DOMAIN + features, HIDDEN)
        self.fz = network(HIDDEN + 2 * DOMAIN + features, DOMAIN)

    def initial_state(self, cells, xi):
        h = torch.tanh(self.fx(cells.x) + SEED_SCALE * self.fxi(xi))
        z = self.fz0(torch.cat([cells.x, SEED_SCALE * xi], dim=1))
        return torch.cat([h, z], dim=1)

    def step(self, cells, state):
        difference = state[cells.i] - state[cells.j]
        alpha = torch.sigmoid(
            self.fe(torch.cat([cells.distance_x, difference.abs(), cells.geometry], dim=1))
        )
        message = alpha * difference  # to j; its negative goes to i
        total = torch.zeros_like(state)
        total = total.index_put((cells.j,), message, accumulate=True)
        total = total.index_put((cells.i,), -message, accumulate=True)
        mean_h, mean_z = (total * cells.inverse_degree).split([HIDDEN, DOMAIN], dim=1)
        h, z = state.split([HIDDEN, DOMAIN], dim=1)
        delta_h = torch.tanh(self.fh(torch.cat([h, mean_h, z, cells.x], dim=1)))
        h = torch.tanh(torch.add(h, delta_h, alpha=UPDATE_SCALE))
        delta_z = torch.tanh(self.fz(torch.cat([h, z, mean_z, cells.x], dim=1)))
        return torch.cat([h, torch.add(z, delta_z, alpha=UPDATE_SCALE)], dim=1)


def objective(cells, tail, pairs):
    z = tail[-1]
    n = len(z)
    smoothness = (cells.weight * (z[cells.i] - z[cells.j]).square().sum(dim=1)).sum()
    variance = functional.relu(1.0 - torch.sqrt(z.var(dim=0, unbiased=False) + 1e-4)).mean()
    centred = z - z.mean(dim=0)
    sigma = centred.T @ centred / (n - 1)
    covariance = (sigma.square().sum() - sigma.diagonal().square().sum()) / (DOMAIN * (DOMAIN - 1))
    a, b = pairs
    dispersion = torch.exp(-2.0 * (z[a] - z[b]).square().sum(dim=1)).mean()
    changes = [functional.mse_loss(after, before.detach()) for before, after in zip(tail, tail[1:])]
    temporal = sum(changes) / len(changes)
    return smoothness + 4.0 * variance + 0.1 * covariance + 0.1 * dispersion + 0.05 * temporal


def train_epoch(cells, rule, optimiser, generator):
    xi = torch.randn(len(cells.x), SEED_DIM, generator=generator)
    state = rule.initial_state(cells, xi)
    tail = []
    for t in range(ROLLOUT):
        state = rule.step(cells, state)
        if t >= ROLLOUT - TAIL:
            tail.append(state[:, HIDDEN:])
    loss = objective(cells, tail, cells.pairs(PAIRS, generator))
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(rule.parameters(), 5.0)
    optimiser.step()
    return loss.item()


def blas_in_use():
    with open("/proc/self/maps") as maps:
        names = set(re.findall(r"/\S*(?:blas|mkl)\S*", maps.read()))
    return ", ".join(sorted(names)) or "inside PyTorch"


def matrix_product_speed(edges, inputs, width):
    a, w = torch.randn(edges, inputs), torch.randn(width, inputs)
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        functional.linear(a, w)
        best = min(best, time.perf_counter() - begin)
    return 2e-9 * edges * inputs * width / best


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--n", type=int, default=5000, help="cells")
    parser.add_argument("--d", type=int, default=16, help="features")
    parser.add_argument("--k", type=int, default=20, help="nearest neighbours")
    parser.add_argument("--width", type=int, default=64, help="width of f_z0, f_e, f_h and f_z")
    parser.add_argument("--activation", choices=sorted(ACTIVATIONS), default="silu")
    parser.add_argument("--epochs", type=int, default=5, help="timed epochs, after an untimed one")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    torch.set_num_threads(arguments.threads)
    # Accumulating index_put adds row by row in this mode; otherwise, with several threads, by
    # atomic operations, which take 5 times as long.
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(arguments.seed)
    generator = torch.Generator().manual_seed(arguments.seed)

    cells = Cells(scaling_mixture(arguments.n, arguments.d, generator), arguments.k)
    rule = Rule(arguments.d, arguments.width, arguments.activation)
    optimiser = torch.optim.AdamW(rule.parameters(), lr=2e-3, weight_decay=1e-5)
    edges = len(cells.i)
    print(f"PyTorch {torch.__version__}, {arguments.threads} thread(s), BLAS {blas_in_use()}")
    print(f"N {arguments.n}, d {arguments.d}, {edges} edges")
    print(f"W {arguments.width}, {arguments.activation}")
    speed = matrix_product_speed(edges, rule.fe[0].in_features, arguments.width)
    print(f"matrix product of f_e's first layer: {speed:.1f} GF/s")

    train_epoch(cells, rule, optimiser, generator)
    wall, cpu = [], []
    for _ in range(arguments.epochs):
        begin = time.perf_counter(), time.process_time()
        loss = train_epoch(cells, rule, optimiser, generator)
        wall.append(time.perf_counter() - begin[0])
        cpu.append(time.process_time() - begin[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    for name, seconds in (("wall", wall), ("CPU", cpu)):
        mean = sum(seconds) / len(seconds)
        print(f"{name} seconds per epoch: {min(seconds):.3f} least, {mean:.3f} mean")
    print(f"peak resident memory: {peak:.2f} GiB, last loss {loss:.4f}")


if __name__ == "__main__":
    main()
