"""The paper's neighbourhood graph in plain numpy, in double and by brute force."""

import numpy as np


def knn_graph(points, k):
    """The union kNN graph of the points with the edge quantities of docs/method.md, section 2.

    Returns a dict: edges [E,2] (i < j, sorted), distance [E], weight [E] and geometry [E,3]
    (normalised distance, Jaccard overlap, mutual).
    """
    points = np.asarray(points, dtype=np.float64)
    n = len(points)
    k = min(k, n - 1)

    neighbours, local_scale = [], np.empty(n)
    for i in range(n):
        distance = np.sqrt(((points - points[i]) ** 2).sum(axis=1))
        order = np.lexsort((np.arange(n), distance))  # by distance, then by index
        nearest = order[order != i][:k]  # self is excluded by index: duplicates stay
        neighbours.append(set(nearest.tolist()))
        local_scale[i] = np.median(distance[nearest])

    edges = sorted({(min(i, j), max(i, j)) for i in range(n) for j in neighbours[i]})
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
