"""A precomputed neighbour graph: SciPy matrices in the engine's form."""

import numpy as np
from scipy import sparse


def relation_of(matrix, has_features):
    """(nodes, from, to, distance) of the stored entries of a square matrix.

    Distances are left out (then they are Euclidean distances of the features) if there are features
    and the matrix only says who is a neighbour: every stored value is 1, as in
    ``kneighbors_graph(mode="connectivity")``.
    """
    rows, columns = matrix.shape
    if rows != columns:
        raise ValueError(
            f"affinity='precomputed' needs a square neighbour graph, but X has {rows} rows and "
            f"{columns} columns; pass points as fit(graph, features=points)"
        )
    entries = sparse.coo_matrix(matrix)
    distance = entries.data.astype(np.float64, copy=False)
    if has_features and distance.size and np.all(distance == 1):
        distance = np.empty(0)
    return rows, entries.row.astype(np.int32), entries.col.astype(np.int32), distance


def symmetric_csr(edges, values, n):
    """The symmetric matrix with ``values`` at the undirected ``edges``."""
    rows = np.concatenate([edges[:, 0], edges[:, 1]])
    columns = np.concatenate([edges[:, 1], edges[:, 0]])
    return sparse.csr_matrix((np.concatenate([values, values]), (rows, columns)), shape=(n, n))
