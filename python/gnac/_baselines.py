"""Clustering methods that scikit-learn does not have, implemented by the engine."""

from __future__ import annotations

from typing import Any, Literal

from sklearn.base import BaseEstimator, ClusterMixin

from . import _core
from ._arrays import ArrayLike, points_in
from ._compat import check_count, threads_of

_Scale = Literal["auto", "global", "table", "standard", "robust", "rank", "none"]


class _Baseline(ClusterMixin, BaseEstimator):
    """A method of the engine; ``_method`` names it and ``_own`` its keywords."""

    _method = None
    _own = ()

    def fit(self, X: ArrayLike, y: Any = None):
        """Partition the points into exactly ``n_clusters`` clusters; y is ignored."""
        points = points_in(self, X, reset=True, least=2)
        clusters = check_count("n_clusters", self.n_clusters)
        if clusters < 1:
            raise ValueError(f"n_clusters must be at least 1, not {clusters}")
        self._run(points, clusters)
        return self

    def _run(self, points, clusters):
        options = {name: getattr(self, name) for name in self._own}
        common = {"scale": self.scale, "n_jobs": threads_of(self.n_jobs)}
        self.labels_, self.facts_, self.n_clusters_ = _core.run_method(
            self._method, points, clusters, options, common, None
        )

    def _more_tags(self):
        return {"X_types": ["2darray", "sparse"]}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class Genie(_Baseline):
    """Genie: single linkage that keeps cluster sizes from growing too unequal.

    Gagolewski, Bartoszuk and Cena: "Genie: a new, fast, and outlier-resistant hierarchical
    clustering algorithm", Information Sciences 363, 2016.

    Parameters
    ----------
    n_clusters : int, default=8
    gini : float, default=0.3
        Inequality of cluster sizes (Gini index) above which the smallest cluster must merge.
    scale : {"global", "table", "standard", "robust", "rank", "auto", "none"}, default="global"
        As in :class:`gnac.GNAC`.
    n_jobs : int or None, default=None
        Threads; the answer does not depend on it.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
    n_clusters_ : int
    facts_ : dict
        Figures that the method reports besides the labels.

    Examples
    --------
    >>> from gnac import Genie
    >>> Genie(n_clusters=2).fit_predict([[0, 0], [0, 1], [9, 9], [9, 8]]).tolist()
    [0, 0, 1, 1]
    """

    _method = "genie"
    _own = ("gini",)

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        gini: float = 0.3,
        scale: _Scale = "global",
        n_jobs: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.gini = gini
        self.scale = scale
        self.n_jobs = n_jobs


class HDBSCAN(_Baseline):
    """HDBSCAN: clusters are what stays together longest as the required density grows.

    The exact minimum spanning tree of mutual reachability distances, cut by excess of mass.
    Campello, Moulavi and Sander: "Density-based clustering based on hierarchical density estimates",
    PAKDD 2013. If nothing stands out, all points are one cluster.

    Parameters
    ----------
    min_cluster_size : int, default=5
        Fewer points that stay together are no cluster.
    min_samples : int, default=0
        Points in the neighbourhood of a core, itself included; 0 is ``min_cluster_size``.
    noise : {"mark", "join"}, default="mark"
        Points outside of every cluster: label them -1, or give them to the nearest.
    scale : {"global", "table", "standard", "robust", "rank", "auto", "none"}, default="global"
        As in :class:`gnac.GNAC`.
    n_jobs : int or None, default=None
        Threads; the answer does not depend on it.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
    n_clusters_ : int
        Clusters that were found, without noise.
    facts_ : dict
        "noise": the number of points outside of every cluster.

    Examples
    --------
    >>> from gnac import HDBSCAN
    >>> X = [[0, 0], [0, 1], [1, 0], [9, 9], [9, 8], [8, 9]]
    >>> HDBSCAN(min_cluster_size=2).fit_predict(X).tolist()
    [0, 0, 0, 1, 1, 1]
    """

    _method = "hdbscan"
    _own = ("min_cluster_size", "min_samples", "noise")

    def __init__(
        self,
        min_cluster_size: int = 5,
        *,
        min_samples: int = 0,
        noise: Literal["mark", "join"] = "mark",
        scale: _Scale = "global",
        n_jobs: int | None = None,
    ) -> None:
        self.min_cluster_size = min_cluster_size
        self.min_samples = min_samples
        self.noise = noise
        self.scale = scale
        self.n_jobs = n_jobs

    def fit(self, X: ArrayLike, y: Any = None):
        """Find the clusters of the points; y is ignored."""
        self._run(points_in(self, X, reset=True, least=2), 0)
        return self
