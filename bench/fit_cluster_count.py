#!/usr/bin/env python3
"""Fits the weights by which a number of clusters is chosen (src/readout/cluster_count.cpp) and the confidence of a fit
(src/readout/confidence.cpp) to synthetic problems.

usage: count_evidence 1001 3000 > small.csv; count_evidence 2001 320 2000 6000 > large.csv
       fit_cluster_count.py small.csv large.csv

Large problems are few, for they take long, and count twice; without them one cluster is found too often in large data.
The weights maximise the expected adjusted Rand index of a softmax over the numbers of clusters. Three folds tell what they
are worth on problems they were not fitted to; what is printed at the end is fitted to all.
"""
import sys

import numpy as np
from scipy.optimize import curve_fit, minimize

NAMES = ("agreement", "boundary", "cut", "gap", "smallest", "likelihood", "size", "one", "one_cut", "one_size")
RIDGE = 1e-5
LARGE = 2000


def problems(path):
    rows = np.genfromtxt(path, delimiter=",", names=True)
    starts = np.flatnonzero(np.r_[True, np.diff(rows["problem"]) != 0])
    return [part for part in np.split(rows, starts[1:]) if len(part) > 4]


def design(part):
    """What is weighed, a row for each number of clusters; one cluster has terms of its own."""
    gap = np.log(part["next"] + 1e-6) - np.log(part["eigenvalue"] + 1e-3)
    likelihood = part["likelihood"] - part["likelihood"].max()
    size = np.log(part["points"] / part["clusters"] / 100)
    columns = [part["agreement"], part["boundary"], part["cut"], gap, np.minimum(part["smallest"], 0.5), likelihood, size]
    x = np.column_stack([*columns, np.zeros((len(part), 3))])
    x[0] = [0] * len(columns) + [1, part["cut"][1:].min(), size[0]]
    return x


def fit(parts):
    parts = parts + [part for part in parts if part["points"][0] >= LARGE]
    most = max(map(len, parts))
    x = np.zeros((len(parts), most, len(NAMES)))
    y = np.zeros((len(parts), most))
    absent = np.full((len(parts), most), -1e9)
    for i, part in enumerate(parts):
        x[i, : len(part)], y[i, : len(part)], absent[i, : len(part)] = design(part), part["ari"], 0

    def loss(w):
        s = x @ w + absent
        p = np.exp(s - s.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        expected = (p * y).sum(axis=1)
        gradient = np.einsum("ij,ijf->f", p * (y - expected[:, None]), x) / len(parts)
        return RIDGE * w @ w - expected.mean(), 2 * RIDGE * w - gradient

    return minimize(loss, np.zeros(len(NAMES)), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x


def chosen(part, w):
    return int(np.argmax(design(part) @ w))


def main():
    parts = [part for path in sys.argv[1:] for part in problems(path)]
    order = np.random.default_rng(0).permutation(len(parts))
    ari, right, given = [], [], []
    for fold in range(3):
        w = fit([parts[i] for i in order if i % 3 != fold])
        for part in (parts[i] for i in order if i % 3 == fold):
            k = chosen(part, w)
            ari.append(part["ari"][k])
            right.append(part["clusters"][k] == part["true"][0])
            given.append(part["ari"][min(int(part["true"][0]), len(part)) - 1])
    print(f"{len(parts)} problems, three folds: ARI {np.mean(ari):.4f} (K given: {np.mean(given):.4f}), "
          f"K right {np.mean(right):.1%}")
    w = fit(parts)
    for name, value in zip(NAMES, w):
        print(f"{name:12s} {value:8.2f}")
    logistic = lambda s, scale, shift: 1 / (1 + np.exp(-(scale * s + shift)))
    # Those that a user is told of: the best three of each problem.
    sums = [design(part) @ w for part in parts]
    best = [np.argsort(-s)[:3] for s in sums]
    sums, scores = (np.concatenate([v[b] for v, b in zip(values, best)]) for values in (sums, [p["ari"] for p in parts]))
    print("score: scale {:.3f}, shift {:.3f}".format(*curve_fit(logistic, sums, scores, p0=(0.3, 0.0))[0]))
    at = [(p["agreement"][k], p["cut"][k], p["ari"][k]) for p in parts for k in [int(p["true"][0]) - 1] if 0 < k < len(p)]
    agreement, cut, truth = np.array(at).T
    confidence = lambda xs, a, b, c: 1 / (1 + np.exp(-(a * xs[0] + b * xs[1] + c)))
    found = curve_fit(confidence, (agreement, cut), truth, p0=(4.7, -2.3, -1.8))[0]
    print("confidence: agreement {:.2f}, cut {:.2f}, offset {:.2f}".format(*found))


if __name__ == "__main__":
    main()
