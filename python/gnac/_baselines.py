"""Clustering methods that scikit-learn does not have, on the engine's own implementations."""

from sklearn.base import BaseEstimator, ClusterMixin

import numpy as np

from . import _core
from ._compat import check_count, seed_of, threads_of, validate_data
from ._progress import watching


class _Baseline(ClusterMixin, BaseEstimator):
    """A method of the engine; ``_method`` names it and ``_own`` its keywords."""

    _method = None
    _own = ()

    def fit(self, X, y=None):
        """Partition the points into exactly ``n_clusters`` clusters; y is ignored."""
        points = validate_data(self, X, dtype=np.float64, order="C", ensure_min_samples=2)
        clusters = check_count("n_clusters", self.n_clusters)
        options = {name: getattr(self, name) for name in self._own}
        seed = seed_of(getattr(self, "random_state", None), default=7)
        with watching(False, None) as look:
            self.labels_, self.facts_ = _core.run_method(
                self._method,
                points,
                clusters,
                options,
                str(self.scale),
                seed,
                threads_of(self.n_jobs),
                look,
            )
        self.n_clusters_ = clusters
        return self


class Genie(_Baseline):
    """Genie: single linkage that keeps cluster sizes from growing too unequal.

    Gagolewski, Bartoszuk and Cena: "Genie: a new, fast, and outlier-resistant hierarchical
    clustering algorithm", Information Sciences 363, 2016.

    Parameters
    ----------
    n_clusters : int, default=8
    gini : float, default=0.3
        Inequality of cluster sizes (Gini index) above which the smallest cluster must merge.
    scale : {"global", "standard", "none"}, default="global"
        As in :class:`gnac.GNAC`.
    n_jobs : int or None, default=None
        Threads; the answer does not depend on it.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
    n_clusters_ : int
    facts_ : dict
        Figures that the method found on its way.

    Examples
    --------
    >>> from gnac import Genie
    >>> Genie(n_clusters=2).fit_predict([[0, 0], [0, 1], [9, 9], [9, 8]]).tolist()
    [0, 0, 1, 1]
    """

    _method = "genie"
    _own = ("gini",)

    def __init__(self, n_clusters=8, *, gini=0.3, scale="global", n_jobs=None):
        self.n_clusters = n_clusters
        self.gini = gini
        self.scale = scale
        self.n_jobs = n_jobs
