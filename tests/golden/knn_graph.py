"""The paper's neighbourhood graph in plain numpy, in double and by brute force."""

import numpy as np


def nearest(points, k):
    """Indices [N,k] of the k nearest of each point."""
    n = len(points)
    index = np.empty((n, min(k, n - 1)), dtype=np.int64)
    for i in range(n):
        distance = np.sqrt(((points - points[i]) ** 2).sum(axis=1))
        order = np.lexsort((np.arange(n), distance))  # by distance, then by index
        index[i] = order[order != i][:k]  # self is excluded by index: duplicates stay
    return index


def knn_graph(points, k):
    points = np.asarray(points, dtype=np.float64)
    return union_graph(points, nearest(points, k))


def union_graph(points, index):
    """The union graph of neighbour lists [N,k] with the edge quantities of docs/method.md, section 2.

    Returns a dict: edges [E,2] (i < j, sorted), distance [E], weight [E] and geometry [E,3]
    (normalised distance, Jaccard overlap, mutual).
    """
    neighbours = [set(list_of_i.tolist()) for list_of_i in index]
    local_scale = np.median(np.sqrt(((points[index] - points[:, None]) ** 2).sum(axis=2)), axis=1)

    edges = sorted({(min(i, j), max(i, j)) for i, of_i in enumerate(neighbours) for j in of_i})
    edges = np.array(edges, dtype=np.int64)
    i, j = edges.T
    distance = np.sqrt(((points[i] - points[j]) ** 2).sum(axis=1))

    sigma = np.median(np.concatenate([distance, distance]))  # over both directions
    weight = np.exp(-(distance**2) / (2 * sigma**2))

    normalised = distance / (0.5 * (local_scale[i] + local_scale[j]) + 1e-8)
    sets = [(neighbours[a], neighbours[b]) for a, b in edges]
    jaccard = [len(of_a & of_b) / len(of_a | of_b) for of_a, of_b in sets]
    mutual = [float(b in of_a and a in of_b) for (a, b), (of_a, of_b) in zip(edges, sets)]
    geometry = np.stack([normalised, jaccard, mutual], axis=1)
    return {"edges": edges, "distance": distance, "weight": weight, "geometry": geometry}
