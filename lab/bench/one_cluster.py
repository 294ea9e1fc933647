#!/usr/bin/env python3
"""How often gnac finds that there is one cluster, on 300 fresh problems with one: normal clouds, uniform cubes and curves
in 2 to 50 dimensions; and how many points it flags as outliers there, although none is noise.

usage: one_cluster.py GNAC [SEED]
       one_cluster.py --write FOLDER SEED    the problems as .npy files, for count_evidence: the last column is 1
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
    return name, SHAPES[name](rng, int(rng.integers(150, 1500)), int(np.exp(rng.uniform(np.log(2), np.log(51)))))


def write(folder, seed):
    os.makedirs(folder, exist_ok=True)
    for index in range(COUNT):
        points = problem(seed, index)[1]
        np.save(os.path.join(folder, f"{index:03d}.npy"), np.column_stack([points, np.ones(len(points))]))


def main():
    if sys.argv[1] == "--write":
        return write(sys.argv[2], int(sys.argv[3]))
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
