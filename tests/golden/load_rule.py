#!/usr/bin/env python3
"""Check that PyTorch opens a rule of `gnac` and evolves it to the same domain states.

    gnac fit DATA -k K --seed-scale 0 --save rule.safetensors
    gnac deploy rule.safetensors DATA -k K --states states.npy    # says how many steps T* it took
    python3 tests/golden/load_rule.py rule.safetensors DATA states.npy --steps T*

The cell seeds are left out (seed scale 0), because they come from the library's own random numbers.
Exits with 1 where the states differ by more than the tolerance.
"""

import argparse
import gzip
import sys

import numpy as np
import torch

import gnac_torch
import safetensors_io
from knn_graph import knn_graph

SHAPE = ("features", "hidden", "domain", "seed_dim", "width")


def load_rule(path):
    """A rule file as a module and its metadata; the names and shapes of all tensors must agree."""
    tensors, metadata = safetensors_io.read(path)
    rule = gnac_torch.Rule(
        **{name: int(metadata[name]) for name in SHAPE},
        activation=metadata["activation"],
        update_scale=float(metadata["update_scale"]),
        seed_scale=0.0,
    )
    values = {name: torch.tensor(value) for name, value in tensors.items()}
    rule.load_state_dict(values, strict=True)
    return rule, metadata


def read_points(path):
    """Rows of numbers from a .npy file or from text, plain or gzipped; a header is skipped."""
    if path.endswith(".npy"):
        return np.load(path).astype(np.float64)
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        lines = [line.replace(",", " ").split() for line in file]
    try:
        float(lines[0][0])
    except ValueError:
        lines = lines[1:]
    return np.array([line for line in lines if line], dtype=np.float64)


def scale(points, metadata):
    """The affine map of each column that the rule's training applied."""
    centre, divisor = (
        np.array(metadata[key].split(), dtype=np.float64)
        for key in ("scaling_centre", "scaling_divisor")
    )
    return (points - centre) / divisor if len(centre) else points


def evolve(rule, points, neighbors, steps):
    """The domain states after `steps` steps on the points' kNN graph."""
    graph = {name: torch.from_numpy(value) for name, value in knn_graph(points, neighbors).items()}
    cells = gnac_torch.Cells(
        torch.from_numpy(points), graph["edges"], graph["weight"], graph["geometry"]
    )
    no_seeds = torch.zeros(len(points), rule.fxi.in_features)
    with torch.no_grad():
        state = rule.initial_state(cells, no_seeds)
        for _ in range(steps):
            state = rule.step(cells, *state)
    return state[1].numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("rule", help="file written by gnac fit --save")
    parser.add_argument("points", help="the points deployed on: .npy or text, plain or gzipped")
    parser.add_argument("states", help="file written by gnac deploy --states")
    parser.add_argument("--steps", type=int, required=True, help="T*, the steps that gnac took")
    parser.add_argument("--tolerance", type=float, default=1e-4, help="of the largest |z|")
    arguments = parser.parse_args()

    torch.set_default_dtype(torch.float64)
    rule, metadata = load_rule(arguments.rule)
    if float(metadata["seed_scale"]) != 0:
        own = metadata["seed_scale"]
        print(f"note: the rule's seed scale is {own}, compared at 0", file=sys.stderr)
    points = scale(read_points(arguments.points), metadata)
    expected = np.load(arguments.states).astype(np.float64)
    domain = evolve(rule, points, int(metadata["neighbors"]), arguments.steps)
    if domain.shape != expected.shape:
        sys.exit(f"{arguments.states} holds {expected.shape}, PyTorch gives {domain.shape}")

    difference = np.abs(domain - expected).max()
    largest = np.abs(domain).max()
    print(f"{len(rule.state_dict())} tensors loaded; {len(points)} cells, {arguments.steps} steps")
    print(f"largest difference {difference:.3e}, largest |z| {largest:.3e}")
    sys.exit(0 if difference <= arguments.tolerance * largest else 1)


if __name__ == "__main__":
    main()
