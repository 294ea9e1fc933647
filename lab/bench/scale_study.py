#!/usr/bin/env python3
"""Compares the values of --scale on tables with known classes: those of scikit-learn, as they are and with the units of
their columns changed at random.

usage: scale_study.py GNAC
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn import datasets
from sklearn.metrics import adjusted_rand_score

MODES = ("global", "standard", "robust", "rank", "auto", "none")


def tables():
    for load in (datasets.load_iris, datasets.load_wine, datasets.load_breast_cancer, datasets.load_digits):
        X, y = load(return_X_y=True)
        name = load.__name__.removeprefix("load_")
        yield name, X, y
        units = 10.0 ** np.random.default_rng(0).uniform(-3, 3, X.shape[1])
        yield name + ", mixed units", X * units, y


def main():
    gnac = sys.argv[1]
    print(f"{'table':28s}", *(f"{mode:>9s}" for mode in MODES), " auto chose")
    for name, X, y in tables():
        scores = []
        with tempfile.TemporaryDirectory() as folder:
            path, out = os.path.join(folder, "points.npy"), os.path.join(folder, "labels.txt")
            np.save(path, X)
            for mode in MODES:
                told = subprocess.run([gnac, "fit", path, "-k", str(y.max() + 1), "--scale", mode, "-o", out, "--summary"],
                                      check=True, capture_output=True, text=True).stderr
                scores.append(adjusted_rand_score(y, np.loadtxt(out, dtype=int)))
                if mode == "auto":
                    chose = told.split("scale ")[1].split("\n")[0].split(",")[0]
        print(f"{name:28s}", *(f"{score:9.3f}" for score in scores), f" {chose}", flush=True)


if __name__ == "__main__":
    main()
