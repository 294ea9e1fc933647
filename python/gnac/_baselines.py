"""Clustering methods that scikit-learn does not have, implemented by the engine."""

from __future__ import annotations

from typing import Any, Literal

from sklearn.base import BaseEstimator, ClusterMixin

from . import _core
from ._arrays import ArrayLike, Seed, points_in
from ._compat import check_count, seed_of, threads_of

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
        common = {
            "scale": self.scale,
            "random_state": seed_of(getattr(self, "random_state", None), default=7),
            "n_jobs": threads_of(self.n_jobs),
        }
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


class SOM(_Baseline):
    """Self-organising map: a grid of units fitted to the points, then merged into clusters.

    Kohonen's batch map (1982), started on the principal plane; units are merged by Ward's
    criterion (Vesanto and Alhoniemi 2000). It draws no random numbers.

    Parameters
    ----------
    n_clusters : int, default=8
    units : int, default=0
        Units of the map; 0 is 5·√N, at least 4·n_clusters.
    epochs : int, default=20
        Batch passes, while the neighbourhood shrinks.
    radius : float, default=0.5
        Last radius of the neighbourhood, in units of the grid.
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
    >>> from gnac import SOM
    >>> SOM(n_clusters=2).fit_predict([[0, 0], [0, 1], [9, 9], [9, 8]]).tolist()
    [0, 0, 1, 1]
    """

    _method = "som"
    _own = ("units", "epochs", "radius")

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        units: int = 0,
        epochs: int = 20,
        radius: float = 0.5,
        scale: _Scale = "global",
        n_jobs: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.units = units
        self.epochs = epochs
        self.radius = radius
        self.scale = scale
        self.n_jobs = n_jobs


class DEC(_Baseline):
    """Deep embedded clustering: an autoencoder whose code is pulled towards cluster centres.

    Xie, Girshick and Farhadi: "Unsupervised deep embedding for clustering analysis", ICML 2016.

    Parameters
    ----------
    n_clusters : int, default=8
    code : int, default=10
        Dimension of the code.
    width : int, default=32
        Width of the hidden layers.
    pretrain_steps, cluster_steps : int, default=500, 200
        Gradient steps that train the autoencoder, and at most of the clustering phase.
    interval : int, default=40
        Steps between new target distributions.
    batch : int, default=256
        Points per step.
    learning_rate : float, default=1e-3
        Learning rate of Adam.
    tolerance : float, default=1e-3
        Stop when fewer than this share of the labels change in an interval.
    scale : {"global", "table", "standard", "robust", "rank", "auto", "none"}, default="global"
        As in :class:`gnac.GNAC`.
    random_state : int, RandomState, Generator or None, default=None
        As in :class:`gnac.GNAC`; None is a fixed seed.
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
    >>> from gnac import DEC
    >>> DEC(n_clusters=2, random_state=0).fit_predict([[0, 0], [0, 1], [9, 9], [9, 8]]).shape
    (4,)
    """

    _method = "dec"
    _own = (
        "code",
        "width",
        "pretrain_steps",
        "cluster_steps",
        "interval",
        "batch",
        "learning_rate",
        "tolerance",
    )

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        code: int = 10,
        width: int = 32,
        pretrain_steps: int = 500,
        cluster_steps: int = 200,
        interval: int = 40,
        batch: int = 256,
        learning_rate: float = 1e-3,
        tolerance: float = 1e-3,
        scale: _Scale = "global",
        random_state: Seed = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.code = code
        self.width = width
        self.pretrain_steps = pretrain_steps
        self.cluster_steps = cluster_steps
        self.interval = interval
        self.batch = batch
        self.learning_rate = learning_rate
        self.tolerance = tolerance
        self.scale = scale
        self.random_state = random_state
        self.n_jobs = n_jobs


class IDEC(DEC):
    """Improved deep embedded clustering: :class:`DEC` that keeps reconstructing its input.

    Guo, Gao, Liu and Yin: "Improved deep embedded clustering with local structure preservation",
    IJCAI 2017. Parameters and attributes are those of :class:`DEC`, and:

    Parameters
    ----------
    gamma : float, default=0.1
        Weight of the clustering loss relative to reconstruction.

    Examples
    --------
    >>> from gnac import IDEC
    >>> IDEC(n_clusters=2, random_state=0).fit_predict([[0, 0], [0, 1], [9, 9], [9, 8]]).shape
    (4,)
    """

    _method = "idec"
    _own = DEC._own + ("gamma",)

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        code: int = 10,
        width: int = 32,
        pretrain_steps: int = 500,
        cluster_steps: int = 200,
        interval: int = 40,
        batch: int = 256,
        learning_rate: float = 1e-3,
        tolerance: float = 1e-3,
        gamma: float = 0.1,
        scale: _Scale = "global",
        random_state: Seed = None,
        n_jobs: int | None = None,
    ) -> None:
        super().__init__(
            n_clusters,
            code=code,
            width=width,
            pretrain_steps=pretrain_steps,
            cluster_steps=cluster_steps,
            interval=interval,
            batch=batch,
            learning_rate=learning_rate,
            tolerance=tolerance,
            scale=scale,
            random_state=random_state,
            n_jobs=n_jobs,
        )
        self.gamma = gamma
