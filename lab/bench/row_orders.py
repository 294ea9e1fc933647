#!/usr/bin/env python3
"""Does what should not matter matter? Fits each set as it is, with its rows in other orders, turned, moved and stretched by
one factor, and with every point twice, K chosen, and counts the sets whose partition changes.

usage: row_orders.py GNAC SETS [MOST_POINTS] [ORDERS]      a folder of KIND__NAME.npz with X; 2000 points, 5 orders

Orders must give the same labels, point by point. Turning rounds every value and is only done where rows are compared by
distance on one scale, so a few labels may differ: counted is a partition whose adjusted Rand index with the first is below
0.99. Needs numpy and scikit-learn.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.metrics import adjusted_rand_score


def labels(gnac, points, *flags):
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "points.npy")
        np.save(data, points)
        done = subprocess.run([gnac, "fit", data, "--quiet", *flags], check=True, capture_output=True, text=True)
    return np.array(done.stdout.split(), dtype=int)


def turned(points, rng):
    turn = np.linalg.qr(rng.normal(size=(points.shape[1], points.shape[1])))[0]
    return 40 * (points - points.mean(axis=0)) @ turn + 1000


def main():
    gnac, folder = sys.argv[1:3]
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    orders = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    one_scale = ("--scale", "global", "--metric", "euclidean")
    sets, moved = 0, {"orders": [], "turned": [], "doubled": []}
    for file in sorted(os.listdir(folder)):
        points = np.load(os.path.join(folder, file))["X"].astype(float)
        if len(points) > most:
            continue
        sets += 1
        rng = np.random.default_rng(sets)
        first = labels(gnac, points)
        for _ in range(orders):
            order = rng.permutation(len(points))
            other = np.empty(len(points), dtype=int)
            other[order] = labels(gnac, points[order])
            if adjusted_rand_score(first, other) < 1:
                moved["orders"].append(file)
                break
        twice = labels(gnac, np.repeat(points, 2, axis=0))[::2]
        if adjusted_rand_score(first, twice) < 0.99:
            moved["doubled"].append(f"{file} (K {first.max() + 1}, {twice.max() + 1})")
        if points.shape[1] <= 100:
            straight = labels(gnac, points, *one_scale)
            if adjusted_rand_score(straight, labels(gnac, turned(points, rng), *one_scale)) < 0.99:
                moved["turned"].append(file)
    print(f"{sets} sets of at most {most} points")
    for what, names in moved.items():
        print(f"{what}: {len(names)} changed", *names, sep="\n    ")


if __name__ == "__main__":
    main()
