#!/usr/bin/env python3
"""Fits what is said besides the labels to synthetic problems and writes src/readout/fitted.h: when there is one cluster,
the adjusted Rand index to expect, the calibration of memberships and the threshold of outliers.

usage: fit_certainty.py FITTED_H SINGLE.csv NOISY.csv CLEAN.csv SEVERAL.csv...       (lab/bench/refit_certainty runs it all)

SINGLE and SEVERAL come from count_evidence, NOISY and CLEAN from certainty_evidence. The best number of each problem is the
one with the largest sum of evidence. Whether there are several is a logistic function of the evidence at that number, with
an offset that keeps KEEP of SINGLE. Memberships and outliers were computed with the constants that FITTED_H held, so the
corrections are applied to those.
"""
import re
import sys

import numpy as np
from scipy.optimize import brentq, curve_fit, minimize

KEEP = 0.96      # of single clusters stay single; other seeds differ by about 0.015
FLAGGED = 0.013  # of the points where there is no noise
SLOPE = 1.8      # of the outlier score: src/readout/outliers.cpp


def problems(path):
    """One structured array per problem."""
    rows = np.genfromtxt(path, delimiter=",", names=True)
    starts = np.flatnonzero(np.r_[True, np.diff(rows["problem"]) != 0])
    return np.split(rows, starts[1:])


def at_best(parts):
    return np.array([part[np.argmax(part["sum"])] for part in parts])


def evidence(rows):
    """As single_probability() in cluster_count.cpp."""
    gap, silhouette = np.clip(rows["gap"], -0.5, 2), np.minimum(rows["silhouette"], 0.5)
    return np.column_stack([gap, rows["bare"], rows["valley"], rows["mixture"], silhouette])


def fit_several(single, parts):
    """Both kinds of problems weigh alike; one of several weighs what is lost if it is taken for one."""
    rows = np.concatenate([single, parts])
    x, y = evidence(rows), np.r_[np.zeros(len(single)), parts["true"] > 1]
    at_stake = np.where(y > 0, np.clip(rows["ari"], 0, 1), 1)
    weight = at_stake / np.where(y > 0, at_stake[y > 0].sum(), at_stake[y == 0].sum())
    mean, spread = x.mean(axis=0), x.std(axis=0)
    scaled = np.column_stack([(x - mean) / spread, np.ones(len(x))])

    def loss(w):
        z = scaled @ w
        return np.sum(weight * (np.logaddexp(0, z) - y * z)) + 0.5 * np.sum(w[:-1] ** 2) / len(x)

    w = minimize(loss, np.zeros(scaled.shape[1])).x[:-1] / spread
    offset = -np.quantile(evidence(single) @ w, KEEP)
    several = parts[parts["true"] > 1]
    taken = evidence(several) @ w + offset < 0
    print(f"{np.mean(evidence(single) @ w + offset < 0):.1%} of {len(single)} single clusters found; of {len(several)} problems of "
          f"several {taken.mean():.1%} are taken for one; ARI {np.mean(np.where(taken, 0, several['ari'])):.4f}")
    return (*w, offset), ~taken


def sigmoid(x, *w):
    return 1 / (1 + np.exp(-(np.tensordot(w[:-1], x, 1) + w[-1])))


def fit_expected(columns, ari, start):
    return curve_fit(lambda x, *w: sigmoid(x, *w), np.array(columns), np.clip(ari, 0, 1), p0=start, maxfev=10000)[0]


def fit_memberships(rows, slope, offset):
    """Points given p are right with the probability σ(a·logit(p) + b)."""
    rows = rows[rows["noise"] == 0]
    p = np.clip(rows["membership"], 1e-3, 1 - 1e-3)
    logit, right = np.log(p / (1 - p)), rows["right"]

    def loss(w):
        z = np.clip(w[0] * logit + w[1], -30, 30)
        q = 1 / (1 + np.exp(-z))
        return np.mean(np.logaddexp(0, z) - right * z), np.array([np.mean((q - right) * logit), np.mean(q - right)])

    a, b = minimize(loss, [1.0, 0.0], jac=True).x
    return slope * a, offset * a + b


def fit_outliers(rows, usual):
    score = np.clip(rows["outlier"], 1e-4, 1 - 1e-4)
    above = np.log(score / (1 - score)) / SLOPE + usual
    problem = rows["problem"].astype(int)
    count = np.bincount(problem)
    mean_share = lambda t: np.mean((np.bincount(problem, above > t, len(count)) / np.maximum(count, 1))[count > 0])
    return brentq(lambda t: mean_share(t) - FLAGGED, above.min(), above.max(), xtol=1e-3)


def main():
    header, single_csv, noisy_csv, clean_csv, *several_csv = sys.argv[1:]
    with open(header) as file:
        text = file.read()
    now = {name: float(value) for name, value in re.findall(r"double (\w+) = ([-\d.e]+);", text)}
    parts = [p for path in several_csv for p in problems(path)]
    best = at_best(parts)
    new = {}
    several, kept = fit_several(at_best(problems(single_csv)), best)
    new |= zip(("kSeveralGap", "kSeveralBare", "kSeveralValley", "kSeveralMixture", "kSeveralSilhouette", "kSeveralOffset"), several)
    chosen = best[best["true"] > 1][kept]
    new["kScoreSum"] = fit_expected([chosen["sum"]], chosen["ari"], (3, -5))[0]
    new |= zip(("kScoreAgreement", "kScoreOffset"), fit_expected([chosen["agreement"]], chosen["ari"], (5, -3)))
    right = np.array([row for p in parts if p["true"][0] > 1 for row in p[p["clusters"] == p["true"]]])
    new |= zip(("kConfidenceAgreement", "kConfidenceCut", "kConfidenceOffset"),
               fit_expected([right["agreement"], right["cut"]], right["ari"], (5, -2, -2)))
    noisy, clean = (np.genfromtxt(path, delimiter=",", names=True) for path in (noisy_csv, clean_csv))
    new["kMembershipSlope"], new["kMembershipOffset"] = fit_memberships(noisy, now["kMembershipSlope"], now["kMembershipOffset"])
    new["kUsualOutlier"] = fit_outliers(clean, now["kUsualOutlier"])
    assert new.keys() == now.keys(), set(new) ^ set(now)
    for name, value in new.items():
        text = re.sub(rf"(double {name} = )[-\d.e]+;", rf"\g<1>{value:.4g};", text)
        print(f"{name:20s} {now[name]:9.4g} -> {value:9.4g}")
    with open(header, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
