#!/usr/bin/env python3
"""Outlier scores on fresh synthetic problems with noise: gnac next to LOF, isolation forest and GLOSH.

usage: noise_peers.py GNAC [SEED [PROBLEMS]]     mean AUC over those of PROBLEMS problems that have at least five points of noise

Points are scaled alike for all (centred, one deviation). Needs numpy and scikit-learn.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.ensemble import IsolationForest
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import LocalOutlierFactor

import hdbscan

CORE = 5


def main():
    gnac = sys.argv[1]
    lab = os.path.join(os.path.dirname(gnac), "gnac-lab")
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 3001
    problems = int(sys.argv[3]) if len(sys.argv) > 3 else 400
    found = {name: [] for name in ("gnac", "LOF", "isolation forest", "GLOSH")}
    with tempfile.TemporaryDirectory() as folder:
        data, truth, out, scores = (os.path.join(folder, name) for name in ("points.npy", "labels.txt", "out.txt", "scores.npy"))
        for index in range(problems):
            subprocess.run([lab, "generate", "problem", "--seed", str(seed), "--index", str(index), "-o", data,
                            "--labels", truth], check=True)
            labels = np.loadtxt(truth, dtype=int)
            noise = labels < 0
            if not 5 <= noise.sum() <= len(labels) // 2:
                continue
            subprocess.run([gnac, "fit", data, "-k", str(labels.max() + 1), "--quiet", "-o", out, "--outlier-scores", scores], check=True)
            points = np.load(data).astype(float)
            points = (points - points.mean(axis=0)) / points.std()
            merges, size = hdbscan.hierarchy(points, CORE)
            forest = IsolationForest(random_state=0).fit(points)
            for name, values in (("gnac", np.load(scores)[:, 0]),
                                 ("LOF", -LocalOutlierFactor(20).fit(points).negative_outlier_factor_),
                                 ("isolation forest", -forest.score_samples(points)),
                                 ("GLOSH", hdbscan.glosh(merges, size, len(points), max(5, len(points) // 100)))):
                found[name].append(roc_auc_score(noise, values))
    print(f"outliers: mean AUC over {len(found['gnac'])} problems with noise")
    for name, values in found.items():
        print(f"{name:16s} {np.mean(values):.4f}")


if __name__ == "__main__":
    main()
