#!/usr/bin/env python3
"""Fits everything that is said besides the labels to synthetic problems and writes src/readout/fitted.h: how the number of
clusters is chosen, confidence, the calibration of memberships and the threshold of outliers.

usage: fit_certainty.py FITTED_H SINGLE.csv NOISY.csv CLEAN.csv EVEN.csv SEVERAL.csv...       (lab/bench/refit_certainty runs it all)

SINGLE, EVEN (evenly spaced curves) and SEVERAL come from count_evidence, NOISY and CLEAN from certainty_evidence. The
weights of a number of clusters maximise the expected adjusted Rand index of a softmax over two clusters and more, with a
tenth more for the right number; a file counts by the root of the number of its problems. Two folds tell what they are
worth on problems they were not fitted to; what is written is fitted to all. Whether there are several is a logistic
function of the best cut into several. Memberships and outliers were computed with the constants that FITTED_H held, so
the corrections are applied to those.
"""
import re
import sys

import numpy as np
from scipy.optimize import brentq, curve_fit, minimize

WEIGHTS = {"kAgreement": "agreement", "kNested": "nested", "kBoundary": "boundary", "kCut": "cut", "kContrast": "contrast", "kExcessGap": "gap",
           "kLevel": "level", "kLikelihood": "likelihood", "kLogClusters": "log clusters", "kLeast": "least"}
RIDGE = 1e-4
EVEN = 0.25     # weight of evenly spaced curves against others: formulas make them, measurements hardly ever
RIGHT = 0.1      # more for the right number
KEEP = 0.957     # of single clusters stay single; other seeds differ by about 0.01
GAPS = 0.015     # of single clusters have a gap that speaks for several by itself
FLAGGED = 0.013  # of the points where there is no noise
SLOPE = 1.8      # of the outlier score: src/readout/outliers.cpp


def problems(path):
    """One structured array per problem, its likelihoods against the best."""
    rows = np.genfromtxt(path, delimiter=",", names=True)
    starts = np.flatnonzero(np.r_[True, np.diff(rows["problem"]) != 0])
    return [part for part in np.split(rows, starts[1:]) if len(part) > 3]


def design(part):
    column = dict((name, part[name]) for name in part.dtype.names)
    column["likelihood"] = part["likelihood"] - max(0.0, part["likelihood"].max())
    column["log clusters"] = np.log(part["clusters"])
    return np.column_stack([column[name] for name in WEIGHTS.values()])


def fit_weights(parts, importance):
    most = max(map(len, parts))
    x = np.zeros((len(parts), most, len(WEIGHTS)))
    y = np.zeros((len(parts), most))
    absent = np.full((len(parts), most), -1e9)
    weight = np.asarray(importance) / np.sum(importance)
    for i, part in enumerate(parts):
        right = 1 + RIGHT * (part["clusters"] == part["true"])
        x[i, : len(part)], y[i, : len(part)], absent[i, : len(part)] = design(part), part["ari"] * right, 0
    spread = x[absent == 0].std(axis=0)
    x /= spread

    def loss(w):
        s = x @ w + absent
        p = np.exp(s - s.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        expected = (p * y).sum(axis=1)
        gradient = np.einsum("i,ij,ijf->f", weight, p * (y - expected[:, None]), x)
        return RIDGE * w @ w - expected @ weight, 2 * RIDGE * w - gradient

    return minimize(loss, np.zeros(len(WEIGHTS)), jac=True, method="L-BFGS-B", options={"maxiter": 400}).x / spread


def given(part):
    """ARI of the cut into the true number."""
    return part["ari"][min(int(part["true"][0]), int(part["clusters"][-1])) - 2]


def two_folds(parts, importance):
    fold = np.random.default_rng(0).integers(0, 2, len(parts))
    found = []
    for f in (0, 1):
        w = fit_weights([p for p, at in zip(parts, fold) if at != f], importance[fold != f])
        for part in (p for p, at in zip(parts, fold) if at == f):
            k = np.argmax(design(part) @ w)
            found.append((part["ari"][k], part["clusters"][k] == part["true"][0], given(part)))
    ari, right, known = np.mean(found, axis=0)
    print(f"{len(parts)} problems of several clusters, two folds: ARI {ari:.4f} (K given: {known:.4f}), K right {right:.1%}")


def fit_score(parts, w):
    """From the weighted sum to the index to expect, by the best three of each problem: those that a user is told of."""
    sums, scores = [], []
    for part in parts:
        s = design(part) @ w
        best = np.argsort(-s)[:3]
        sums += list(s[best])
        scores += list(part["ari"][best])
    logistic = lambda s, scale, shift: 1 / (1 + np.exp(-np.clip(scale * s + shift, -30, 30)))
    return curve_fit(logistic, sums, scores, p0=(0.1, 1.0), maxfev=10000)[0]


def at_best(parts, w):
    """Of the best cut into several: mean α across it, gap of eigenvalues by agreement, survival, contrast, steadiness; and
    its ARI."""
    best = [part[np.argmax(design(part) @ w)] for part in parts]
    return np.array([(b["cut"], np.clip(b["agreement"] * b["gap"], -1, 3), b["survival"], b["contrast"], b["steadiness"],
                      b["ari"]) for b in best])


def fit_several(one, files, w):
    """A logistic function that tells several clusters from one, or a gap that GAPS of the single ones have; the function is
    shifted so that KEEP of them stay. (The gap alone must do where many points make boundaries conduct.)"""
    single, alone = at_best(one, w), at_best([p for file in files for p in file if p["true"][0] == 1], w)
    several = at_best([p for file in files for p in file if p["true"][0] > 1], w)
    clear = several[several[:, -1] > 0.4]
    x = np.vstack([single, alone, clear])[:, :-1]
    y = np.r_[np.zeros(len(single) + len(alone)), np.ones(len(clear))]
    weight = np.r_[np.full(len(single), 3.0), np.ones(len(alone)), np.ones(len(clear))]
    weight[y == 0] *= weight[y == 1].sum() / weight[y == 0].sum()
    spread = x.std(axis=0)

    def loss(v):
        z = (x / spread) @ v[:-1] + v[-1]
        gradient = weight * (1 / (1 + np.exp(-z)) - y)
        penalty = np.r_[v[:-1], 0]
        return weight @ (np.logaddexp(0, z) - y * z) + 0.5 * penalty @ penalty, np.r_[gradient @ (x / spread), gradient.sum()] + penalty

    v = minimize(loss, np.zeros(1 + x.shape[1]), jac=True).x[:-1] / spread
    gap = np.quantile(single[:, 1], 1 - GAPS)
    offset = -np.quantile((single[:, :-1] @ v)[single[:, 1] < gap], KEEP / np.mean(single[:, 1] < gap))
    taken = lambda rows: (rows[:, :-1] @ v + offset <= 0) & (rows[:, 1] < gap)
    print(f"{taken(single).mean():.1%} of {len(single)} single clusters found, {taken(alone).mean():.1%} of {len(alone)} that are parts "
          f"of problems; of several {taken(several).mean():.1%} are taken for one, {several[taken(several), -1].sum() / several[:, -1].sum():.2%} of their ARI")
    return [*v, offset, gap]


def fit_confidence(parts):
    rows = [(p["survival"][k], p["contrast"][k], p["ari"][k]) for p in parts
            for k in [int(p["true"][0]) - 2] if 0 <= k < len(p)]
    survival, contrast, ari = np.array(rows).T
    form = lambda xs, a, b, c: 1 / (1 + np.exp(-(a * xs[0] + b * xs[1] + c)))
    return curve_fit(form, (survival, contrast), ari, p0=(5, 1, -3), maxfev=10000)[0]


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
    header, single_csv, noisy_csv, clean_csv, even_csv, *several_csv = sys.argv[1:]
    with open(header) as file:
        text = file.read()
    now = {name: float(value) for name, value in re.findall(r"double (\w+) = ([-\d.e]+);", text)}
    files = [problems(path) for path in (even_csv, *several_csv)]
    parts = [p for file in files for p in file if p["true"][0] > 1]
    importance = np.concatenate([[len(file) ** -0.5 for p in file if p["true"][0] > 1] for file in files])
    importance[: sum(p["true"][0] > 1 for p in files[0])] *= EVEN
    two_folds(parts, importance)
    w = fit_weights(parts, importance)
    new = dict(zip(WEIGHTS, w))
    new["kScale"], new["kShift"] = fit_score(parts, w)
    names = ("kSeveralCut", "kSeveralGap", "kSeveralSurvival", "kSeveralContrast", "kSeveralSteadiness", "kSeveralOffset", "kSeveralGapAlone")
    new |= zip(names, fit_several(problems(single_csv), files, w))
    new["kConfidenceSurvival"], new["kConfidenceContrast"], new["kConfidenceOffset"] = fit_confidence(parts)
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
