#!/usr/bin/env python3
"""How far memberships and outlier scores can be trusted on fresh synthetic problems.

usage: certainty_evidence 3001 400 > noisy.csv; certainty_evidence 3002 300 clean > clean.csv
       certainty_figures.py noisy.csv clean.csv

Calibration: points that are not noise are put into ten bins by the probability of their label; the error is the mean over
points of the distance between a bin's mean probability and the share of its labels that are right. Outliers: area under
the ROC curve, mean over problems with at least five points of noise; and what the threshold of 0.5 catches and flags.
"""
import sys

import numpy as np
from sklearn.metrics import roc_auc_score

THRESHOLD = 0.5


def calibration(rows):
    rows = rows[rows["noise"] == 0]
    bins = np.minimum((rows["membership"] * 10).astype(int), 9)
    error = 0.0
    for b in range(10):
        inside = rows[bins == b]
        if len(inside):
            given, right = inside["membership"].mean(), inside["right"].mean()
            error += len(inside) * abs(given - right) / len(rows)
            print(f"  given {given:.2f}: right {right:.2f} ({len(inside)} points)")
    return error


def main():
    noisy, clean = (np.genfromtxt(path, delimiter=",", names=True) for path in sys.argv[1:3])
    print(f"calibration error {calibration(noisy):.4f}")
    aucs, caught = [], []
    for p in np.unique(noisy["problem"]):
        rows = noisy[noisy["problem"] == p]
        noise = rows["noise"] == 1
        if 5 <= noise.sum() <= len(rows) // 2:
            aucs.append(roc_auc_score(noise, rows["outlier"]))
            caught.append((rows["outlier"][noise] > THRESHOLD).mean())
    print(f"outliers: mean AUC {np.mean(aucs):.4f} over {len(aucs)} problems, {np.mean(caught):.1%} of the noise caught")
    flagged = [(clean["outlier"][clean["problem"] == p] > THRESHOLD).mean() for p in np.unique(clean["problem"])]
    print(f"flagged where there is no noise: {np.mean(flagged):.2%}")


if __name__ == "__main__":
    main()
