#!/usr/bin/env python3
"""What fills of missing values cost: makes gaps at random in sets with known answers and scores fits with each --missing.

usage: gaps.py GNAC SETS [KINDS] [MOST_POINTS]      a folder of KIND__NAME.npz with X and y; table,gauss,bio; 600 points

Gaps: 5 % and 20 % of all cells, and 30 % of the cells of one column. Prints the mean adjusted Rand index with K given and chosen
and, for each way to fill, on how many sets it is above and below filling with medians. Needs numpy and scikit-learn.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.metrics import adjusted_rand_score

WAYS = ("median", "mean", "nearest")
HOLES = {"5 % of cells": 0.05, "20 % of cells": 0.2, "30 % of a column": None}


def labels(gnac, points, *flags):
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "points.npy")
        np.save(data, points)
        done = subprocess.run([gnac, "fit", data, "--quiet", *flags], check=True, capture_output=True, text=True)
    return np.array(done.stdout.split(), dtype=int)


def with_gaps(points, share):
    rng = np.random.default_rng(5)
    gone = np.zeros(points.shape, bool)
    if share is None:
        gone[:, rng.integers(points.shape[1])] = rng.random(len(points)) < 0.3
    else:
        gone = rng.random(points.shape) < share
    gone[gone.all(axis=1)] = False
    return np.where(gone, np.nan, points)


def main():
    gnac, folder = sys.argv[1:3]
    kinds = (sys.argv[3] if len(sys.argv) > 3 else "table,gauss,bio").split(",")
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 600
    scores = {}
    sets = 0
    for file in sorted(os.listdir(folder)):
        if file.split("__")[0] not in kinds:
            continue
        loaded = np.load(os.path.join(folder, file))
        points, truth = loaded["X"].astype(float), loaded["y"]
        if not 3 <= points.shape[1] <= 70:
            continue
        if len(points) > most:
            rows = np.sort(np.random.default_rng(1).permutation(len(points))[:most])
            points, truth = points[rows], truth[rows]
        clusters = str(len(np.unique(truth)))
        sets += 1
        for name, share in HOLES.items():
            holed = with_gaps(points, share)
            for way in WAYS:
                found = [labels(gnac, holed, "--missing", way, *k) for k in (("-k", clusters), ())]
                scores.setdefault((name, way), []).append([adjusted_rand_score(truth, f) for f in found])
    print(f"{sets} sets; mean adjusted Rand index, and sets above : below median by more than 0.005")
    for (name, way), found in scores.items():
        found = np.array(found)
        more = found - np.array(scores[name, "median"])
        counts = [f"{(more[:, c] > 0.005).sum():2} :{(more[:, c] < -0.005).sum():3}" for c in (0, 1)]
        print(f"{name:18} {way:8} K given {found[:, 0].mean():.3f} ({counts[0]})  chosen {found[:, 1].mean():.3f} ({counts[1]})")


if __name__ == "__main__":
    main()
