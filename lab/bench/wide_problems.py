#!/usr/bin/env python3
"""Synthetic problems beyond the families of docs/problems.md, for choosing the number of clusters: overlapping normal
clusters in up to 128 dimensions, low-dimensional clusters seen through a random network, and topics (directions on a
sphere). Writes .npy files whose last column is the cluster, from 1 on, as count_evidence reads them.

usage: wide_problems.py FOLDER SEED COUNT
"""
import os
import sys

import numpy as np
from scipy.spatial.distance import pdist


def log_uniform(rng, low, high):
    return int(np.exp(rng.uniform(np.log(low), np.log(high))))


def sizes(rng, n, clusters):
    weight = np.exp(rng.normal(0, rng.choice([0, 0.4, 0.9]), clusters))
    return np.maximum((weight / weight.sum() * n).astype(int), max(8, n // (12 * clusters)))


def around(rng, centres, size, scale):
    return np.vstack([centre + rng.normal(size=(n, len(centre))) * s for centre, n, s in zip(centres, size, scale)])


def normals(rng):
    """Centres of neighbours are 2.5 to 7 deviations apart, in some or all of the dimensions."""
    d, n = log_uniform(rng, 2, 128), log_uniform(rng, 200, 2000)
    clusters = min(int(rng.choice([2, 2, 3, 4, 6, 10, 15])), n // 25)
    size, telling = sizes(rng, n, clusters), min(d, int(rng.choice([1, 2, 4, d])))
    centres = np.zeros((clusters, d))
    centres[:, :telling] = rng.normal(size=(clusters, telling))
    centres *= rng.uniform(2.5, 7) / max(np.quantile(pdist(centres), 0.15), 1e-9)
    scale = np.exp(rng.normal(0, rng.choice([0, 0.3, 0.6]), (clusters, 1)) + rng.normal(0, rng.choice([0, 0.4]), (clusters, d)))
    return around(rng, centres, size, scale), size


def latent(rng):
    """Clusters in 2 to 12 dimensions behind one layer of tanh, with noise."""
    d, columns, n = int(rng.integers(2, 13)), log_uniform(rng, 8, 256), log_uniform(rng, 300, 2500)
    clusters = min(int(rng.choice([2, 3, 5, 8, 12, 20, 30])), n // 25)
    size, centres = sizes(rng, n, clusters), rng.normal(size=(clusters, d))
    centres *= rng.uniform(3, 7) / max(np.quantile(pdist(centres), 0.1), 1e-9)
    hidden = around(rng, centres, size, np.exp(rng.normal(0, 0.3, (clusters, d))))
    width = int(rng.integers(16, 64))
    layer = np.tanh(hidden / hidden.std() @ rng.normal(size=(d, width)) / np.sqrt(d) * rng.uniform(0.7, 2.5) + rng.normal(size=width) * 0.5)
    points = layer @ rng.normal(size=(width, columns)) / np.sqrt(width)
    return points + rng.normal(size=points.shape) * rng.choice([0.02, 0.1, 0.25]), size


def topics(rng):
    """2 to 60 directions, some in groups of close ones, in 50 to 384 columns; rows have length 1."""
    columns, n, d = int(rng.choice([50, 100, 200, 384])), log_uniform(rng, 400, 2500), int(rng.choice([10, 20, 40]))
    clusters = min(log_uniform(rng, 2, 60), n // 20)
    size, centres = sizes(rng, n, clusters), rng.normal(size=(clusters, d))
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    if rng.random() < 0.4 and clusters > 4:
        parents = rng.normal(size=(max(2, clusters // 4), d))
        parents /= np.linalg.norm(parents, axis=1, keepdims=True)
        centres = 0.8 * centres + parents[rng.integers(0, len(parents), clusters)]
        centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    spread = np.full((clusters, d), 2 * rng.uniform(0.25, 0.6) / np.sqrt(d))
    points = around(rng, centres, size, spread) @ rng.normal(size=(d, columns)) / np.sqrt(columns)
    points += rng.normal(size=points.shape) * rng.choice([0.01, 0.03])
    return points / np.linalg.norm(points, axis=1, keepdims=True), size


def main():
    folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    os.makedirs(folder, exist_ok=True)
    for index in range(count):
        rng = np.random.default_rng([seed, index])
        points, size = (normals, latent, topics)[index % 3](rng)
        labels = np.repeat(np.arange(len(size)) + 1, size)
        np.save(os.path.join(folder, f"{index:03d}.npy"), np.column_stack([points, labels]))


if __name__ == "__main__":
    main()
