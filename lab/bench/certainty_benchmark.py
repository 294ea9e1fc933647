#!/usr/bin/env python3
"""What gnac says without labels on data sets of the ClustBench suite, compared with its peers: the number of clusters with
HDBSCAN, outliers with LOF, isolation forest and GLOSH, and confidence with the ARI it should predict.

usage: certainty_benchmark.py GNAC CLUSTBENCH [--without-peers]

Data sets of at most 10,000 points whose smallest reference has at most 16 clusters; points are scaled in the same way
for all (centred, one deviation). HDBSCAN's minimum cluster size is one share of N for all data sets: the best of those
tried, which favours it. Needs numpy, scipy and scikit-learn.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from scipy.stats import spearmanr
from sklearn.ensemble import IsolationForest
from sklearn.metrics import adjusted_rand_score, roc_auc_score
from sklearn.neighbors import LocalOutlierFactor

import hdbscan

SHARES = (0.005, 0.01, 0.02, 0.05)
CORE = 5


def data_sets(root):
    for path in sorted(glob.glob(f"{root}/*/*.data.gz")):
        stem = path[: -len(".data.gz")]
        if stem.split("/")[-2] not in ("fcps", "graves", "sipu", "wut"):
            continue
        references = [np.loadtxt(f, dtype=int) for f in sorted(glob.glob(stem + ".labels*.gz"))]
        if len(references[0]) <= 10_000:
            yield "/".join(stem.split("/")[-2:]), path, references


def run(gnac, path, *flags):
    """Labels, trace and outlier scores of a fit."""
    with tempfile.TemporaryDirectory() as folder:
        files = {name: os.path.join(folder, name) for name in ("labels.txt", "trace.json", "scores.npy")}
        subprocess.run([gnac, "fit", path, "--quiet", "-o", files["labels.txt"], "--trace", files["trace.json"],
                        "--outlier-scores", files["scores.npy"], *flags], check=True)
        with open(files["trace.json"]) as trace:
            return np.loadtxt(files["labels.txt"], dtype=int), json.load(trace), np.load(files["scores.npy"])[:, 0]


def best_ari(references, found):
    return max(adjusted_rand_score(y[y > 0], found[y > 0]) for y in references)


def main():
    gnac, root = sys.argv[1:3]
    peers = "--without-peers" not in sys.argv
    chosen = {"gnac": [], **{f"HDBSCAN {share:.1%}": [] for share in SHARES}}
    right, confidence, outliers = [], [], {name: [] for name in ("gnac", "LOF", "isolation forest", "GLOSH")}
    for name, path, references in data_sets(root):
        counts = sorted({int(y.max()) for y in references})
        points = np.loadtxt(path, ndmin=2)
        points = points[:, points.std(axis=0) > 0]
        points = (points - points.mean(axis=0)) / points.std()
        n = len(points)
        for k in counts:
            found, trace, scores = run(gnac, path, "-k", str(k))
            same = [y for y in references if y.max() == k]
            if "confidence" in trace:
                confidence.append((trace["confidence"]["fit"], best_ari(same, found)))
            for y in same:
                if (y == 0).any():
                    outliers["gnac"].append(roc_auc_score(y == 0, scores))
                    if not peers:
                        continue
                    merges, size = hdbscan.hierarchy(points, CORE)
                    forest = IsolationForest(random_state=0).fit(points)
                    for peer, values in (("LOF", -LocalOutlierFactor(20).fit(points).negative_outlier_factor_),
                                         ("isolation forest", -forest.score_samples(points)),
                                         ("GLOSH", hdbscan.glosh(merges, size, n, max(5, n // 100)))):
                        outliers[peer].append(roc_auc_score(y == 0, values))
        if counts[0] > 16:
            continue
        found, trace, _ = run(gnac, path)
        chosen["gnac"].append(best_ari(references, found))
        right.append(trace["k"] in counts)
        merges, size = hdbscan.hierarchy(points, CORE) if peers else (None, None)
        for share in SHARES if peers else ():
            labels = hdbscan.labels(merges, size, n, max(2, round(share * n)))
            chosen[f"HDBSCAN {share:.1%}"].append(best_ari(references, labels))
        print(f"{name:22s} K {trace['k']:2d} of {counts} ARI {chosen['gnac'][-1]:.3f}", flush=True)
    print(f"\n{len(right)} data sets: K among the references' on {np.mean(right):.1%}")
    for name, scores in chosen.items() if peers else [("gnac", chosen["gnac"])]:
        print(f"{name:16s} mean ARI {np.mean(scores):.4f}")
    print(f"confidence: rank correlation with ARI {spearmanr(*zip(*confidence)).statistic:.3f} over {len(confidence)} tasks")
    print(f"outliers: mean AUC over {len(outliers['gnac'])} references with label 0")
    for name, scores in outliers.items() if peers else [("gnac", outliers["gnac"])]:
        print(f"{name:16s} {np.mean(scores):.4f}")


if __name__ == "__main__":
    main()
