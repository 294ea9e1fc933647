#!/usr/bin/env python3
"""Scores configurations of gnac on the 73 tasks of the ClustBench suite: mean and median ARI, and paired differences.

usage: universal_benchmark.py GNAC CLUSTBENCH [NAME=FLAGS ...]     e.g. universal=""

Constant columns are dropped by the scaling, reference label 0 is noise and not counted, and of several references with
equal K the best counts. Data sets above 10,000 points stay out. Needs numpy and scikit-learn.
"""
import collections
import glob
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.metrics import adjusted_rand_score

DEFAULT = ['universal=', 'graph-only=--rule none']


def tasks(root):
    for path in sorted(glob.glob(f"{root}/*/*.data.gz")):
        stem = path[: -len(".data.gz")]
        battery, name = stem.split("/")[-2:]
        if battery not in ("fcps", "graves", "sipu", "wut"):
            continue
        references = collections.defaultdict(list)
        for labels in sorted(glob.glob(stem + ".labels*.gz")):
            y = np.loadtxt(labels, dtype=int)
            references[int(y.max())].append(y)
        if len(next(iter(references.values()))[0]) > 10_000:
            continue
        for clusters, ys in sorted(references.items()):
            yield f"{battery}/{name}", path, clusters, ys


def labels_of(gnac, path, clusters, flags):
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run([gnac, "fit", path, "-k", str(clusters), "--quiet", "-o", out.name, *flags], check=True)
        return np.loadtxt(out.name, dtype=int)


def main():
    gnac, root = sys.argv[1:3]
    runs = [word.split("=", 1) for word in sys.argv[3:] or DEFAULT]
    table = {name: [] for name, _ in runs}
    sets = []
    for name, path, clusters, ys in tasks(root):
        sets.append(name)
        for run, flags in runs:
            found = labels_of(gnac, path, clusters, flags.split())
            table[run].append(max(adjusted_rand_score(y[y > 0], found[y > 0]) for y in ys))
        print(f"{name}:{clusters:<4d}", *(f"{table[run][-1]:.3f}" for run, _ in runs), flush=True)
    print(f"{len(sets)} tasks")
    for run, _ in runs:
        print(f"{run:16s} mean {np.mean(table[run]):.4f} median {np.median(table[run]):.4f}")
    first = runs[0][0]
    rng = np.random.default_rng(0)
    names = sorted(set(sets))
    for run, _ in runs[1:]:
        difference = np.array(table[first]) - np.array(table[run])
        by_set = np.array([difference[[s == n for s in sets]].mean() for n in names])
        boots = [by_set[rng.integers(len(names), size=len(names))].mean() for _ in range(10_000)]
        low, high = np.percentile(boots, [2.5, 97.5])
        print(f"{first} above {run}: {by_set.mean():+.4f} [{low:+.4f}, {high:+.4f}] over {len(names)} data sets")


if __name__ == "__main__":
    main()
