#!/usr/bin/env python3
"""Scores configurations of gnac on the 73 tasks of the ClustBench suite: mean and median ARI, and paired differences.

usage: universal_benchmark.py GNAC CLUSTBENCH [--choose] [NAME=FLAGS ...]     e.g. universal=""

Constant columns are dropped by the scaling, reference label 0 is noise and not counted, and if several references have
the same K, the best counts. With --choose the number of clusters is chosen, once for each data set, and the best of all its
references counts. Data sets above 10,000 points are left out. Needs numpy, scipy and scikit-learn.
"""
import collections
import glob
import os
import subprocess
import sys
import tempfile

import numpy as np
from scipy.stats import wilcoxon
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


def whole_sets(root):
    """Every data set once, without K, with all its references of several clusters."""
    references = collections.defaultdict(list)
    for name, path, clusters, ys in tasks(root):
        references[name, path] += ys if clusters > 1 else []
    for (name, path), ys in references.items():
        if ys:
            yield name, path, None, ys


def labels_of(gnac, path, clusters, flags):
    given = ["-k", str(clusters)] if clusters else []
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run([gnac, "fit", path, *given, "--quiet", "-o", out.name, *flags], check=True)
        return np.loadtxt(out.name, dtype=int)


def by_data_set(sets, scores):
    """The mean over the tasks of each data set: tasks of one set are not independent."""
    names = np.array(sets)
    return np.array([scores[names == name].mean() for name in sorted(set(sets))])


def interval_of_mean(differences, rng):
    """95 % by bootstrap."""
    means = rng.choice(differences, (10_000, len(differences))).mean(axis=1)
    return np.quantile(means, [0.025, 0.975])


def holm(p_values):
    """Holm's correction, in the order given."""
    order = np.argsort(p_values)
    corrected = np.maximum.accumulate(np.sort(p_values) * np.arange(len(p_values), 0, -1))
    out = np.empty(len(p_values))
    out[order] = np.minimum(corrected, 1)
    return out


def main():
    gnac, root, *words = sys.argv[1:]
    choose = "--choose" in words
    runs = [word.split("=", 1) for word in [w for w in words if w != "--choose"] or DEFAULT]
    table = {name: [] for name, _ in runs}
    sets = []
    for name, path, clusters, ys in (whole_sets if choose else tasks)(root):
        sets.append(name)
        for run, flags in runs:
            found = labels_of(gnac, path, clusters, flags.split())
            table[run].append(max(adjusted_rand_score(y[y > 0], found[y > 0]) for y in ys))
        print(f"{name}:{clusters or '':<4}", *(f"{table[run][-1]:.3f}" for run, _ in runs), flush=True)
    print(f"{len(sets)} tasks of {len(set(sets))} data sets")
    for run, _ in runs:
        print(f"{run:16s} mean {np.mean(table[run]):.4f} median {np.median(table[run]):.4f}")
    first, *others = (run for run, _ in runs)
    if not others:
        return
    rng = np.random.default_rng(0)
    ours = by_data_set(sets, np.array(table[first]))
    differences = [ours - by_data_set(sets, np.array(table[run])) for run in others]
    p_values = holm([wilcoxon(d).pvalue if d.any() else 1.0 for d in differences])
    print(f"{first} minus the others, by data set: mean, 95 % interval (bootstrap), Wilcoxon's p (Holm)")
    for run, d, p in zip(others, differences, p_values):
        low, high = interval_of_mean(d, rng)
        print(f"{run:16s} {d.mean():+.4f} [{low:+.4f}, {high:+.4f}] p = {p:.2g}")


if __name__ == "__main__":
    main()
