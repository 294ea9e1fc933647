"""Metrics of clusterings, computed by the engine.

Agreement with a reference: each takes ``(reference, labels)``, where labels may be any integers
or strings, and gives 1 for equal partitions, however their labels are numbered. Points whose
reference label is ``noise`` are left out.

>>> from gnac.metrics import adjusted_rand, normalized_clustering_accuracy
>>> adjusted_rand([0, 0, 1, 1], [5, 5, 2, 2])
1.0
>>> normalized_clustering_accuracy([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1]).__round__(4)
0.6667
>>> adjusted_rand([1, 1, 2, 2, 0], ["a", "a", "b", "b", "a"], noise=0)
1.0

Quality from the points alone: ``silhouette``, ``davies_bouldin`` and ``calinski_harabasz`` take
``(X, labels)``.
"""

import numpy as np
from sklearn.utils import check_array, check_consistent_length, column_or_1d

from . import _core
from ._compat import check_count, seed_of, threads_of

__all__ = [
    "adjusted_rand",
    "adjusted_mutual_info",
    "normalized_clustering_accuracy",
    "normalized_mutual_info",
    "homogeneity",
    "completeness",
    "v_measure",
    "fowlkes_mallows",
    "purity",
    "silhouette",
    "davies_bouldin",
    "calinski_harabasz",
    "boundary_auc",
]


def _codes(labels):
    """Labels of any kind as numbers from 0."""
    return np.unique(column_or_1d(labels), return_inverse=True)[1].reshape(-1).astype(np.int32)


def _agreement(name, reference, labels, noise):
    reference, labels = column_or_1d(reference), column_or_1d(labels)
    check_consistent_length(reference, labels)
    if noise is not None:
        kept = reference != noise
        reference, labels = reference[kept], labels[kept]
    return _core.agreement(name, _codes(reference), _codes(labels))


def adjusted_rand(reference, labels, *, noise=None):
    """Adjusted Rand index (Hubert and Arabie 1985): pairs of points; 0 on average by chance."""
    return _agreement("ari", reference, labels, noise)


def adjusted_mutual_info(reference, labels, *, noise=None):
    """Adjusted mutual information (Vinh, Epps, Bailey 2010), arithmetic mean of the entropies."""
    return _agreement("ami", reference, labels, noise)


def normalized_clustering_accuracy(reference, labels, *, noise=None):
    """Normalised clustering accuracy (Gagolewski 2022): best matching of clusters to classes."""
    return _agreement("nca", reference, labels, noise)


def normalized_mutual_info(reference, labels, *, noise=None):
    """Mutual information over the arithmetic mean of the entropies."""
    return _agreement("nmi", reference, labels, noise)


def homogeneity(reference, labels, *, noise=None):
    """Each cluster holds one class only; 0 to 1."""
    return _agreement("homogeneity", reference, labels, noise)


def completeness(reference, labels, *, noise=None):
    """Each class lies in one cluster only; 0 to 1."""
    return _agreement("completeness", reference, labels, noise)


def v_measure(reference, labels, *, noise=None):
    """Harmonic mean of homogeneity and completeness."""
    return _agreement("v-measure", reference, labels, noise)


def fowlkes_mallows(reference, labels, *, noise=None):
    """Geometric mean of the precision and the recall of pairs of points."""
    return _agreement("fowlkes-mallows", reference, labels, noise)


def purity(reference, labels, *, noise=None):
    """Share of points in the most frequent class of their cluster."""
    return _agreement("purity", reference, labels, noise)


def _internal(name, X, labels, sample=1, seed=0, n_jobs=None):
    X = check_array(X, dtype=np.float64, order="C")
    check_consistent_length(X, labels)
    return _core.internal(name, X, _codes(labels), sample, seed, threads_of(n_jobs))


def silhouette(X, labels, *, sample=None, random_state=7, n_jobs=None):
    """Mean silhouette (Rousseeuw 1987) of all points, or of ``sample`` of them against all.

    From -1 to 1, higher is better. All points take N² time.
    """
    if sample is None:
        return _internal("silhouette", X, labels, n_jobs=n_jobs)
    seed = seed_of(random_state, default=7)
    if seed < 0:
        raise ValueError(f"random_state must be 0 or above, not {seed}")
    return _internal("silhouette-sampled", X, labels, check_count("sample", sample), seed, n_jobs)


def davies_bouldin(X, labels):
    """Davies-Bouldin index (1979): spread over separation, worst neighbour; from 0, lower is better."""
    return _internal("davies-bouldin", X, labels, n_jobs=1)


def calinski_harabasz(X, labels):
    """Calinski-Harabasz index (1974): variance between over within; from 0, higher is better."""
    return _internal("calinski-harabasz", X, labels, n_jobs=1)


def boundary_auc(edges, distance, reference, *, noise=None):
    """How well distances of edges tell boundaries from interiors.

    The probability that an edge whose ends differ in ``reference`` is longer than one whose ends
    agree, ties counting half. Edges with an end labelled ``noise`` are left out. NaN if either
    kind is missing. A distance that is NaN is refused.

    >>> from gnac.metrics import boundary_auc
    >>> boundary_auc([[0, 1], [1, 2], [2, 3]], [0.1, 0.9, 0.2], ["a", "a", "b", "b"])
    1.0
    """
    edges = np.asarray(edges)
    if edges.size == 0:
        edges = edges.reshape(-1, 2).astype(np.int64)
    if edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iu":
        raise ValueError("edges must be an array of whole numbers with two columns")
    distance, reference = column_or_1d(distance), column_or_1d(reference)
    check_consistent_length(edges, distance)
    if edges.size and not (0 <= edges.min() and edges.max() < len(reference)):
        raise ValueError(f"an edge has an end without a label: the points are 0 to {len(reference) - 1}")
    if noise is not None:
        kept = ~np.any(reference[edges] == noise, axis=1)
        edges, distance = edges[kept], distance[kept]
    return _core.boundary_auc(edges, distance, _codes(reference))
