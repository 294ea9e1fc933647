"""A precomputed neighbour graph: SciPy matrices in the engine's form."""

import numpy as np
from scipy import sparse


def relation_of(matrix, has_features, similarities=False):
    """(nodes, from, to, distance, similarities) of the stored entries of a square matrix; with
    ``similarities`` the engine turns its values into distances.

    Distances are left out (then they are Euclidean distances of the features) if there are features
    and the matrix only says who is a neighbour: every stored value is 1, as in
    ``kneighbors_graph(mode="connectivity")``.
    """
    rows, columns = matrix.shape
    if rows != columns:
        raise ValueError(
            f"a precomputed affinity needs a square neighbour graph, but X has {rows} rows and "
            f"{columns} columns; pass points as fit(graph, features=points)"
        )
    entries = sparse.coo_matrix(matrix)
    distance = entries.data.astype(np.float64, copy=False)
    if has_features and distance.size and np.all(distance == 1):
        distance, similarities = np.empty(0), False
    ends = entries.row.astype(np.int32), entries.col.astype(np.int32)
    return rows, *ends, distance, similarities


def nearest_of(distances, k):
    """(nodes, from, to, distance, False) of the k nearest of each row of a square, symmetric matrix of
    distances; of equal distances the lower index first. Pairs that a sparse matrix does not store
    are not neighbours.
    """
    n, columns = distances.shape
    if n != columns:
        raise ValueError(
            f"metric='precomputed' needs the distances of all pairs, but X has {n} rows and "
            f"{columns} columns"
        )
    _check_distances(distances)
    sources, targets, lengths = [], [], []
    for i in range(n):
        to, length = _row(distances, i)
        apart = to != i
        to, length = to[apart], length[apart]
        if len(length) > k:  # sort only what can be among the first k
            near = length <= np.partition(length, k - 1)[k - 1]
            to, length = to[near], length[near]
        nearest = np.lexsort((to, length))[:k]
        sources.append(np.full(len(nearest), i, np.int32))
        targets.append(to[nearest].astype(np.int32))
        lengths.append(length[nearest])
    return n, np.concatenate(sources), np.concatenate(targets), np.concatenate(lengths), False


def _row(matrix, i):
    """The columns of row i that are stored, and their values."""
    if not sparse.issparse(matrix):
        return np.arange(matrix.shape[1]), matrix[i]
    stored = slice(matrix.indptr[i], matrix.indptr[i + 1])
    return matrix.indices[stored], matrix.data[stored]


def _check_distances(distances):
    values = distances.data if sparse.issparse(distances) else distances
    if values.size and values.min() < 0:
        raise ValueError("metric='precomputed' needs distances, but X has negative values")
    if sparse.issparse(distances):
        difference = abs(distances - distances.T)
        apart = difference.max() if difference.nnz else 0
    else:
        apart = np.max(np.abs(distances - distances.T), initial=0)
    if apart > 1e-8 * np.max(values, initial=0):
        raise ValueError(
            "metric='precomputed' needs symmetric distances, but X differs from its "
            "transpose; if it holds each row's neighbours, give affinity='precomputed'"
        )


def symmetric_csr(edges, values, n):
    """The symmetric matrix with ``values`` at the undirected ``edges``."""
    rows = np.concatenate([edges[:, 0], edges[:, 1]])
    columns = np.concatenate([edges[:, 1], edges[:, 0]])
    return sparse.csr_matrix((np.concatenate([values, values]), (rows, columns)), shape=(n, n))
