#!/usr/bin/env python3
"""Does confidence mean what it says? Of fits given c, the mean adjusted Rand index should be about c.

usage: reliability.py GNAC SETS                    a folder of KIND__NAME.npz with X and y
       reliability.py GNAC GNAC_LAB SEED COUNT     synthetic problems of all families

Fits each with K given, if that is more than one, and with K chosen, puts the fits into ten bins by confidence and prints, per bin, how many there are,
their mean confidence and their mean adjusted Rand index; the last line is the mean difference of the two, weighted by the
number of fits. Needs numpy and scikit-learn.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.metrics import adjusted_rand_score

BINS = 10


def real(folder):
    for file in sorted(os.listdir(folder)):
        if file.endswith(".npz"):
            arrays = np.load(os.path.join(folder, file))
            yield arrays["X"].astype(float), arrays["y"].astype(int)


def problems(lab, seed, count):
    with tempfile.TemporaryDirectory() as folder:
        points, labels = os.path.join(folder, "points.npy"), os.path.join(folder, "labels.txt")
        for index in range(count):
            subprocess.run([lab, "generate", "problem", "--seed", seed, "--index", str(index), "-o", points, "--labels", labels], check=True)
            yield np.load(points).astype(float), np.loadtxt(labels, dtype=int)


def fit(gnac, points, y, given):
    with tempfile.TemporaryDirectory() as folder:
        data, out, trace = (os.path.join(folder, name) for name in ("x.npy", "labels.txt", "trace.json"))
        np.save(data, points)
        clusters = ["-k", str(len(np.unique(y[y >= 0])))] if given else []
        subprocess.run([gnac, "fit", data, "--quiet", "-o", out, "--trace", trace, *clusters], check=True)
        found = np.loadtxt(out, dtype=int)
        with open(trace) as file:
            confidence = json.load(file)["confidence"]["fit"]
    return confidence, adjusted_rand_score(y[y >= 0], found[y >= 0])


def table(title, fits):
    confidence, ari = np.array(fits).T
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    print(f"\n{title}, {len(fits)} fits\n\n| confidence | fits | mean confidence | mean ARI |\n|---|--:|--:|--:|")
    off = 0.0
    for b in range(BINS):
        here = place == b
        if not here.any():
            continue
        c, a = confidence[here].mean(), ari[here].mean()
        off += here.mean() * abs(c - a)
        print(f"| {b / BINS:.1f} to {(b + 1) / BINS:.1f} | {here.sum()} | {c:.3f} | {a:.3f} |")
    print(f"\nMean difference {off:.3f}.")


def main():
    gnac = sys.argv[1]
    sets = list(real(sys.argv[2]) if len(sys.argv) == 3 else problems(sys.argv[2], sys.argv[3], int(sys.argv[4])))
    for title, given in (("K given", True), ("K chosen", False)):
        table(title, [fit(gnac, points, y, given) for points, y in sets if not given or len(np.unique(y[y >= 0])) > 1])


if __name__ == "__main__":
    main()
