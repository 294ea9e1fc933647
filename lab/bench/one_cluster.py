#!/usr/bin/env python3
"""How often gnac finds that there is one cluster, on 300 fresh problems with one: normal clouds, uniform cubes and curves
in 2 to 20 dimensions; and how many points it flags as outliers there, although none is noise.

usage: one_cluster.py GNAC [SEED]
       one_cluster.py --write FOLDER SEED            the problems as .npy files, for count_evidence: the last column is 1
       one_cluster.py --write-several FOLDER SEED    two to four such clusters that touch or overlap; the last column tells
       one_cluster.py --write-even FOLDER SEED       one to four curves apart whose points are evenly spaced, as formulas make them
"""
import os
import subprocess
import sys
import tempfile

import numpy as np

COUNT = 300


def normal(rng, n, d):
    return rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) if rng.random() < 0.5 else rng.normal(size=(n, d))


def cube(rng, n, d):
    return rng.random((n, d)) * rng.uniform(0.5, 2, d)


def curve(rng, n, d):
    """A ring, an arc or a smooth curve with some thickness, turned into d dimensions."""
    t = rng.random(n) * 2 * np.pi * rng.choice([1.0, 0.5])
    flat = np.column_stack([np.cos(t), np.sin(t), np.sin(2 * t) * rng.choice([0, 0.5])])[:, : max(2, min(d, 3))]
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0][: flat.shape[1]]
    return flat @ turn + rng.normal(scale=rng.uniform(0.01, 0.1), size=(n, d))


SHAPES = {"normal": normal, "cube": cube, "curve": curve}


def problem(seed, index):
    """The name of the shape, and its points."""
    rng = np.random.default_rng([seed, index])
    name = list(SHAPES)[index % 3]
    return name, SHAPES[name](rng, int(rng.integers(150, 1500)), int(rng.integers(2, 21)))


def several(seed, index):
    """Points and clusters, from 1 on: each part is moved along a line until it touches or overlaps one that is there."""
    rng = np.random.default_rng([seed, index, COUNT])
    parts, d = int(rng.choice([2, 2, 2, 3, 3, 4])), int(np.exp(rng.uniform(np.log(2), np.log(21))))
    n = np.exp(rng.uniform(np.log(200), np.log(2500)))
    sizes = np.maximum(rng.dirichlet(np.full(parts, rng.uniform(2, 10))) * n, 25).astype(int)
    kinds = [str(rng.choice(["normal", "normal", "cube", "curve"]))] * parts
    if rng.random() < 0.3:
        kinds = [str(rng.choice(["normal", "normal", "cube", "curve"])) for _ in range(parts)]
    placed = []
    for kind, size in zip(kinds, sizes):
        part = SHAPES[kind](rng, size, d)
        part = (part - part.mean(axis=0)) / part.std() * np.exp(rng.normal(0, 0.3))
        for _ in range(50 if placed else 0):
            line = rng.normal(size=d)
            line /= np.linalg.norm(line)
            base = placed[rng.integers(len(placed))]
            touch = np.quantile(base @ line, 0.975) - np.quantile(part @ line, 0.025)
            moved = part + base.mean(axis=0) + line * (touch * rng.uniform(0.5, 1.2) - base.mean(axis=0) @ line)
            if all(np.linalg.norm(moved.mean(axis=0) - other.mean(axis=0)) > 0.6 * touch for other in placed):
                break
        placed.append(moved if placed else part)
    order = rng.permutation(sum(map(len, placed)))
    return np.vstack(placed)[order], np.repeat(np.arange(parts) + 1, [len(part) for part in placed])[order]


def even(seed, index):
    """Lines, arcs and circles side by side, at least twice as far apart as their points; some with a little jitter."""
    rng = np.random.default_rng([seed, index, 2 * COUNT])
    parts, n = int(rng.choice([1, 2, 2, 2, 3, 4])), int(np.exp(rng.uniform(np.log(60), np.log(1500))))
    jitter = rng.choice([0, 0, 0.1, 0.3])  # of the spacing
    placed, right = [], 0.0
    for _ in range(parts):
        size = max(n // parts, 20)
        span = rng.choice([0, 0.5, 1]) * 2 * np.pi
        t = np.arange(size) / (size - (span < 6))
        part = np.column_stack([np.cos(span * t), np.sin(span * t)]) / span if span else np.column_stack([t, 0 * t])
        part = part @ np.linalg.qr(rng.normal(size=(2, 2)))[0] * rng.uniform(0.5, 2)
        gap = np.linalg.norm(part[1] - part[0])
        part += rng.normal(scale=jitter * gap, size=part.shape)
        part[:, 0] += right + gap * rng.uniform(2, 20) - part[:, 0].min()
        right = part[:, 0].max()
        placed.append(part)
    return np.vstack(placed), np.repeat(np.arange(parts) + 1, [len(part) for part in placed])


def write(folder, seed, make):
    os.makedirs(folder, exist_ok=True)
    for index in range(COUNT):
        points, labels = make(seed, index)
        np.save(os.path.join(folder, f"{index:03d}.npy"), np.column_stack([points, labels]))


def single(seed, index):
    points = problem(seed, index)[1]
    return points, np.ones(len(points))


def main():
    if sys.argv[1].startswith("--write"):
        make = {"--write": single, "--write-several": several, "--write-even": even}[sys.argv[1]]
        return write(sys.argv[2], int(sys.argv[3]), make)
    gnac, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    one, flagged = {name: [] for name in SHAPES}, {name: [] for name in SHAPES}
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "points.npy"), os.path.join(folder, "labels.txt")
        for index in range(COUNT):
            name, points = problem(seed, index)
            np.save(path, points)
            subprocess.run([gnac, "fit", path, "--quiet", "--outliers", "-o", out], check=True)
            labels = np.loadtxt(out, dtype=int)
            one[name].append(labels.max() == 0)
            flagged[name].append((labels == -1).mean())
    for name in SHAPES:
        print(f"{name:8s} K = 1 on {np.mean(one[name]):.1%}, flagged {np.mean(flagged[name]):.2%}")
    print(f"all      K = 1 on {np.mean(sum(one.values(), [])):.1%}, flagged {np.mean(sum(flagged.values(), [])):.2%}")


if __name__ == "__main__":
    main()
