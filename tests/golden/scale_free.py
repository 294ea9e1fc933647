#!/usr/bin/env python3
"""Make scale_free.safetensors: the scale-free features of small sets of points, in plain numpy and by brute force.

    python3 scale_free.py [FOLDER]

Written from the definitions in docs/method.md; it shares no code with the library and takes every distance, also those
to the middle of an edge, from the coordinates.
"""

import pathlib
import sys

import numpy as np

import safetensors_io
from knn_graph import nearest, union_graph


def features(points, index):
    """Of the points and their neighbour lists [N,k], each by distance and then by index."""
    n, d = points.shape
    k = index.shape[1]
    distance = np.sqrt(((points[index] - points[:, None]) ** 2).sum(axis=2))
    reach = distance[:, -1]
    least = 1e-6 * np.median(reach[reach > 0])
    log_radius = np.log(np.maximum(distance, least))[:, [max(1, round(k * f)) - 1 for f in (0.2, 0.4, 1.0)]]
    graph = union_graph(points, index)
    edges = graph["edges"]
    degree = np.bincount(edges.ravel(), minlength=n)

    cell = np.zeros((n, 9))
    for i in range(n):
        seen = points[index[i]] - points[i]
        moments = np.linalg.eigvalsh(seen.T @ seen)[::-1]
        total = np.trace(seen.T @ seen)
        shares = moments / total if total > 0 else np.zeros(d)
        contrast = log_radius[i] - log_radius[index[i]].mean(axis=0)
        cell[i] = [
            log_radius[i, 1] - log_radius[i, 0],
            log_radius[i, 2] - log_radius[i, 1],
            *contrast,
            np.linalg.norm(seen.mean(axis=0)) / max(reach[i], least),
            shares[0],
            shares[1] if d > 1 else 0,
            np.log(degree[i] / k),
        ]

    edge = np.zeros((len(edges), 13))
    for e, (i, j) in enumerate(edges):
        length = max(graph["distance"][e], least)
        ranks = []
        for a, b in ((i, j), (j, i)):
            place = np.flatnonzero(index[a] == b)
            ranks.append((place[0] + 1) / k if len(place) else 2)
        places = np.r_[index[i], index[j]]
        others = (places != i) & (places != j)
        to_middle = np.linalg.norm(points[places] - (points[i] + points[j]) / 2, axis=1)
        to_i = np.linalg.norm(points[places] - points[i], axis=1)
        to_j = np.linalg.norm(points[places] - points[j], axis=1)
        inside = 1 - 1e-9
        s, t = log_radius[i], log_radius[j]
        edge[e] = [
            np.log(length) - (s[0] + t[0]) / 2,
            np.log(length) - (s[2] + t[2]) / 2,
            np.log(length) - max(s[2], t[2]),
            np.log(length) - min(s[2], t[2]),
            abs(s[0] - t[0]),
            abs(s[2] - t[2]),
            min(ranks),
            max(ranks),
            graph["geometry"][e, 1],
            graph["geometry"][e, 2],
            (others & (to_middle < length / 2 * inside)).sum() / (2 * k),
            (others & (np.maximum(to_i, to_j) < length * inside)).sum() / (2 * k),
            np.log(max(np.sort(to_middle)[min(4, 2 * k - 1)], least)) - (s[1] + t[1]) / 2,
        ]
    return {"edges": edges, "cell": np.clip(cell, -6, 6), "edge": np.clip(edge, -6, 6)}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    rng = np.random.default_rng(3)
    plane = rng.standard_normal((70, 2)) * [1, 0.3]
    plane[40:44] = plane[10]  # duplicates: distances of 0
    space = np.r_[rng.standard_normal((40, 7)), 4 + 0.2 * rng.standard_normal((25, 7))]
    high = rng.standard_normal((40, 30))
    line = rng.standard_normal((30, 1))
    cases = {"plane": (plane, 9), "space": (space, 12), "high": (high, 5), "line": (line, 4), "few": (plane[:5], 9)}
    tensors, metadata = {}, {}
    for name, (points, k) in cases.items():
        tensors[f"{name}.points"] = points
        metadata[f"{name}.neighbors"] = k
        for key, value in features(points, nearest(points, k)).items():
            tensors[f"{name}.{key}"] = value
    path = folder / "scale_free.safetensors"
    safetensors_io.write(path, tensors, metadata)
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
