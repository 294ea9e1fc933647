#!/usr/bin/env python3
"""Fits the constants by which src/readout/cluster_count.cpp chooses a number of clusters, and those
of the confidence of a
fit (src/readout/confidence.cpp), to synthetic problems.

usage: one_cluster.py --write FOLDER 991
       count_evidence problems 71 2600 120 900 1 > a.csv;    count_evidence problems 72 1000 900 4000 1 > b.csv
       count_evidence problems 81 1700 120 900 0.15 > c.csv; count_evidence problems 82 500 900 4000 0.1 > d.csv
       count_evidence single FOLDER/*.npy > single.csv
       fit_cluster_count.py single.csv a.csv b.csv c.csv d.csv

The weights maximise the expected adjusted Rand index of a softmax over two clusters and more on problems that have
several; problems of 900 points and more count twice. Two folds show how good they are on problems
they were not fitted
to; the constants printed at the end are fitted to all. The limits of a single cluster are quantiles
over single clusters.
"""
import sys

import numpy as np
from scipy.optimize import curve_fit, minimize

NAMES = ("agreement", "nested", "boundary", "cut", "gap", "level", "likelihood", "log clusters")
RIDGE = 1e-4
LARGE = 900
ONE_CUT, ONE_GAP = 0.025, 0.98  # shares of single clusters below the one limit and above the other: about 96 % stay


def problems(path):
    rows = np.genfromtxt(path, delimiter=",", names=True)
    starts = np.flatnonzero(np.r_[True, np.diff(rows["problem"]) != 0])
    return [part for part in np.split(rows, starts[1:]) if len(part) > 4]


def design(part):
    """The weighted quantities, one row for each number of clusters from 2 on."""
    likelihood = part["likelihood"] - part["likelihood"].max()
    columns = [part[name] for name in ("agreement", "nested", "boundary", "cut", "gap", "level")]
    return np.column_stack([*columns, likelihood, np.log(part["clusters"])])[1:]


def fit(parts):
    most = max(map(len, parts)) - 1
    x = np.zeros((len(parts), most, len(NAMES)))
    y = np.zeros((len(parts), most))
    absent = np.full((len(parts), most), -1e9)
    weight = np.array([2.0 if part["points"][0] >= LARGE else 1.0 for part in parts])
    weight /= weight.sum()
    for i, part in enumerate(parts):
        rows = len(part) - 1
        x[i, :rows], y[i, :rows], absent[i, :rows] = design(part), part["ari"][1:], 0
    spread = x[absent == 0].std(axis=0)

    def loss(w):
        s = (x / spread) @ w + absent
        p = np.exp(s - s.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        expected = (p * y).sum(axis=1)
        gradient = np.einsum("i,ij,ijf->f", weight, p * (y - expected[:, None]), x / spread)
        return RIDGE * w @ w - expected @ weight, 2 * RIDGE * w - gradient

    return minimize(loss, np.zeros(len(NAMES)), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x / spread


def at_best(parts, w):
    """Mean α across the best cut into several and the eigenvalues' gap there, weighted by agreement."""
    best = [1 + int(np.argmax(design(part) @ w)) for part in parts]
    return (np.array([part["cut"][k] for part, k in zip(parts, best)]),
            np.array([part["agreement"][k] * part["gap"][k] for part, k in zip(parts, best)]))


def main():
    single = problems(sys.argv[1])
    all_parts = [part for path in sys.argv[2:] for part in problems(path)]
    parts = [part for part in all_parts if part["true"][0] > 1]
    fold = np.random.default_rng(0).integers(0, 2, len(parts))
    ari, right, given = [], [], []
    for f in (0, 1):
        w = fit([part for part, at in zip(parts, fold) if at != f])
        for part in (part for part, at in zip(parts, fold) if at == f):
            k = 1 + int(np.argmax(design(part) @ w))
            ari.append(part["ari"][k])
            right.append(part["clusters"][k] == part["true"][0])
            given.append(part["ari"][min(int(part["true"][0]), len(part)) - 1])
    print(f"{len(parts)} problems of several clusters, two folds: ARI {np.mean(ari):.4f} (K given: {np.mean(given):.4f}), "
          f"K right {np.mean(right):.1%}")
    w = fit(parts)
    for name, value in zip(NAMES, w):
        print(f"{name:12s} {value:8.2f}")
    logistic = lambda s, scale, shift: 1 / (1 + np.exp(-(scale * s + shift)))
    # Those that a user sees: the best three of each problem.
    sums = [design(part) @ w for part in parts]
    best = [np.argsort(-s)[:3] for s in sums]
    sums, scores = (np.concatenate([v[b] for v, b in zip(values, best)])
                    for values in (sums, [p["ari"][1:] for p in parts]))
    print("score: scale {:.3f}, shift {:.3f}".format(*curve_fit(logistic, sums, scores, p0=(0.3, 0.0))[0]))
    cut, gap = at_best(single, w)
    limits = np.quantile(cut, ONE_CUT), np.quantile(gap, ONE_GAP)
    one = lambda cut, gap: (cut > limits[0]) & (gap < limits[1])
    print("a single cluster: cut above {:.2f} and gap below {:.2f}; {:.1%} of {} found".format(
        *limits, one(cut, gap).mean(), len(single)))
    print(f"of several clusters {one(*at_best(parts, w)).mean():.1%} are taken for one")
    at = [(p["three"][k], p["cut"][k], p["ari"][k]) for p in parts for k in [int(p["true"][0]) - 1] if 0 < k < len(p)]
    agreement, cut, truth = np.array(at).T
    confidence = lambda xs, a, b, c: 1 / (1 + np.exp(-(a * xs[0] + b * xs[1] + c)))
    found = curve_fit(confidence, (agreement, cut), truth, p0=(4.7, -2.3, -1.8))[0]
    print("confidence: agreement {:.2f}, cut {:.2f}, offset {:.2f}".format(*found))


if __name__ == "__main__":
    main()
