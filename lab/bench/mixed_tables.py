#!/usr/bin/env python3
"""How well tables of numbers and categories are clustered: invented ones with a known answer, by how far apart the numbers lie.

usage: mixed_tables.py [--first SEED] [--tables N] GNAC [OTHER_GNAC...]      60 tables from seed 5000

A table has 2 to 6 clusters, 2 to 6 numbers in units of their own, and 1 to 4 categories that follow the clusters with 0, 5, 15
or 30 % of wrong values, or not at all. Prints the mean adjusted Rand index of each program, K given and chosen. Needs numpy and
scikit-learn.
"""
import argparse
import os
import subprocess
import tempfile

import numpy as np
from sklearn.metrics import adjusted_rand_score

APART = (2.5, 4, 8, 15)  # deviation of the centres, in deviations of a cluster, times sqrt(2)
WRONG = (0, 0.05, 0.15, 0.3, 1)


def labels(gnac, table, *flags):
    done = subprocess.run([gnac, "fit", table, "--quiet", *flags], check=True, capture_output=True, text=True)
    return np.array(done.stdout.split(), dtype=int)


def invented(rng, apart):
    clusters, rows, numbers = rng.integers(2, 7), int(rng.integers(150, 600)), int(rng.integers(2, 7))
    centres = rng.normal(size=(clusters, numbers)) * apart / 2
    truth = rng.integers(clusters, size=rows)
    points = (centres[truth] + rng.normal(size=(rows, numbers))) * np.exp(2 * rng.normal(size=numbers)) + 100
    if rng.random() < 0.5:  # a count
        points[:, 0] = np.round(centres[truth, 0] * 1.5 + rng.normal(size=rows) * 1.5)
    columns = {f"n{c}": [f"{v:.4g}" for v in points[:, c]] for c in range(numbers)}
    for c in range(int(rng.integers(1, 5))):
        values = int(rng.integers(2, 6))
        wrong = WRONG[rng.integers(len(WRONG))]
        own = rng.integers(values, size=clusters) if values < clusters else rng.permutation(values)[:clusters]
        if len(set(own)) < 2:
            own[0] = (own[0] + 1) % values
        cells = np.where(rng.random(rows) < wrong, rng.integers(values, size=rows), own[truth])
        columns[f"c{c}"] = [f"v{v}" for v in cells]
    lines = [",".join(columns), *(",".join(row) for row in zip(*columns.values()))]
    return "\n".join(lines) + "\n", truth


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("gnac", nargs="+")
    asked = parser.parse_args()
    scores = {apart: [] for apart in APART}
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "table.csv")
        for seed in range(asked.first, asked.first + asked.tables):
            apart = APART[seed % len(APART)]
            text, truth = invented(np.random.default_rng(seed), apart)
            with open(table, "w", encoding="utf-8") as out:
                out.write(text)
            flags = (("-k", str(len(np.unique(truth)))), ())
            scores[apart].append([adjusted_rand_score(truth, labels(gnac, table, *f)) for gnac in asked.gnac for f in flags])
    print("columns: K given and chosen, for each program")
    for apart, found in scores.items():
        print(f"apart {apart:4}: {len(found)} tables", *(f"{mean:.3f}" for mean in np.mean(found, axis=0)))
    print("all        :", *(f"{mean:.3f}" for mean in np.mean(sum(scores.values(), []), axis=0)))


if __name__ == "__main__":
    main()
