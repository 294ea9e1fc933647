"""The estimator GNAC."""

from __future__ import annotations

import os
import warnings
from typing import Any, Callable, Literal, Sequence

import numpy as np
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.exceptions import NotFittedError
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._arrays import ArrayLike, FloatArray, IntArray, Path, Seed, points_in
from ._compat import check_count, seed_of, set_tags, threads_of, validate_data
from ._describe import DescribeMixin
from ._frames import row_names
from ._neighbours import nearest_of, relation_of, symmetric_csr
from ._progress import Progress, watching

_KEYWORDS = tuple(row["keyword"] for row in _core.option_table())
_DEFAULTS = {row["keyword"]: row["default"] for row in _core.option_table()}


class UncertainWarning(UserWarning):
    """The partition should not be trusted as it is; the text says what to try."""


class GNAC(
    DescribeMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator
):
    """Graph Neural Automata Clustering.

    A neighbourhood graph of the points becomes the grid of a cellular automaton whose local rule
    is a small neural network. As it evolves, regions of cells come to agree; how much each edge
    conducts at the end is read out as a partition. The rule ships with the package: it was trained
    once, on synthetic problems, so a fit takes milliseconds and has no seed. ``preset="paper"``
    is the published method, which trains a rule on the points without labels.

    Parameters
    ----------
    n_clusters : int or "auto", default="auto"
        Number of clusters; exactly this many are found. "auto": as many as there seem to be, from 1
        to ``max_clusters``; ``k_scores_`` has the scores of all.
    preset : {"default", "paper"}, default="default"
        Configuration for the options below that are left at their defaults. "paper": the published
        one, a rule trained on these points with 20 neighbours, one global scale and the spectral
        readout. The options from ``hidden`` to ``stop_correlation`` are for a trained rule only,
        and their defaults are those of the paper.
    n_neighbors : int, default=0
        k: nearest neighbours per point in the graph, at most n_samples - 1. 0: chosen from the
        number of points, 15 from 105 points on (20 if a rule is trained).
    neighbor_search : {"auto", "exact", "approximate"}, default="auto"
        How they are found. "approximate" takes a fraction of the time for many points in many
        dimensions and finds nearly all of them; "auto" uses it where an exact search would take more
        than seconds, and only with at least 0.99 of them found in a sample.
    scale : {"auto", "global", "table", "standard", "robust", "rank", "none"}, default="auto"
        How the columns are scaled. "global": centred and divided by one standard deviation for all
        columns, which keeps the geometry. "standard": each column by its own. "table": the same,
        with long tails on a logarithmic scale. "robust": each by its median and quartiles. "rank":
        each by the ranks of its values. "none": as they are. "auto": global or table, whichever
        fits the columns; none if ``metric`` asks for directions.
    metric : {"auto", "euclidean", "cosine", "correlation", "manhattan", "precomputed"}, \
            default="auto"
        How distances are measured after scaling. "cosine" compares the directions of rows;
        "correlation" subtracts each row's mean first. "auto": cosine for embeddings, that is, many
        columns of one unit about the origin, correlation for many columns of which each resembles
        the next (images, spectra, series), else euclidean.
        "precomputed": ``fit`` takes a matrix of distances instead of points, see there.
    rule : {"universal", "train", "none"}, default="universal"
        Where the rule comes from: the one that ships, one trained on these points, or none at all:
        the graph's distances alone decide.
    affinity : {"euclidean", "precomputed", "similarities"}, default="euclidean"
        "precomputed": ``fit`` takes a neighbour graph instead of points, see there; unlike
        ``metric="precomputed"`` it takes every stored entry as a neighbour. "similarities": the
        same with values that are larger for closer pairs, like scanpy's
        ``obsp["connectivities"]``; s becomes the distance 1 + ln(largest / s).
    hidden, domain, seed_dim, width : int, default=48, 8, 4, 16
        Dimensions of the hidden state, the domain state, the stochastic seed and the networks.
    activation : {"silu", "relu", "tanh"}, default="tanh"
        Non-linearity of the networks.
    update_scale, seed_scale : float, default=0.15, 0.10
        Share of a recurrent update, and of the stochastic seed.
    epochs, rollout, burn_in : int, default=100, 16, 40
        Training epochs, recurrent steps in each, and epochs before a checkpoint may be kept.
    learning_rate, weight_decay, clip : float, default=2e-3, 1e-5, 5.0
        AdamW's step size and decay, and the largest norm of the gradient.
    smoothness, variance, covariance, dispersion, temporal : float, default=1, 4, 0.1, 0.1, 0.05
        Weights of the five terms of the loss.
    target_sd : float, default=1.0
        Standard deviation of domain states below which the variance term acts.
    pairs : int, default=3000
        Non-neighbour pairs sampled per epoch by the dispersion term.
    temperature : float, default=2.0
        Temperature of the dispersion term.
    tail : int, default=4
        Final states that the temporal term compares.
    max_steps : int, default=128
        Last checkpoint of the evolution, which stops earlier when the ranking is stable.
    stop_correlation : float, default=0.95
        Rank correlation between checkpoints at which the ranking counts as stable.
    max_clusters : int, default=0
        The largest number that ``n_clusters="auto"`` may choose; 0: any number.
    min_cluster_size : int, default=1
        The number of points of the smallest cluster that ``n_clusters="auto"`` may find.
    resolution : float, default=1.0
        Above 1 ``n_clusters="auto"`` prefers more clusters, below 1 fewer.
    readout : {"agreement", "spectral", "merging", "tree"}, default="agreement"
        How the universal rule's conductances become clusters: by eigenvectors, by average linkage
        on the graph, by cutting the weakest links of its maximum spanning tree, or by whichever of
        these and four more cuts agrees most with the others.
    embedding : {"unit", "degree"}, default="unit"
        What the rows of the spectral embedding are divided by before k-means: their length, or the
        square root of the degree.
    kmeans_starts : int, default=20
        Starts of k-means on the spectral embedding.
    random_state : int, RandomState, Generator or None, default=None
        Seed of everything random. None is a fixed seed (7, as in the program): two fits of the
        same data agree. A generator gives one number to each fit.
    n_jobs : int or None, default=None
        Threads. None and -1 mean every core, or one inside a joblib worker. The answer does not
        depend on it.
    memory_limit_gib : float, default=0
        Refuse work that needs more; 0 means what the machine has available.
    verbose : bool, default=False
        Show progress: as a bar in a notebook, else on stderr, as a bar where tqdm is installed.
    callback : callable or None, default=None
        Called with a :class:`gnac.Progress` at each change and every 0.1 seconds. ``fit`` stops
        with :class:`gnac.Cancelled` when it returns False; an exception passes through.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
        Cluster of each point, numbered from 0 in order of first appearance.
    n_clusters_ : int
        Number of clusters.
    k_scores_ : dict
        Score of each number of clusters, in [0, 1], best first; empty if ``n_clusters`` was given.
    confidence_ : float
        How far the partition can be trusted, 0 to 1: about the adjusted Rand index to expect. NaN if
        unknown (a trained rule, or no rule).
    cluster_confidence_ : array of shape (n_clusters_,)
        The same for each cluster; empty if unknown.
    membership_ : array of shape (n_samples, n_clusters_)
        How likely each cluster is for each point; rows sum to 1. Computed when first asked for.
    outlier_score_ : array of shape (n_samples,)
        How little each point belongs to any cluster, 0 to 1; above 0.5 it counts as an outlier.
        Computed when first asked for.
    map_ : array of shape (n_samples, 2)
        Places in the plane at which neighbours lie side by side and clusters apart, made from the
        graph and ``conductance_``: for a picture. Computed when first asked for.
    linkage_ : array of shape (n_samples - 1, 4)
        The hierarchy behind ``readout="tree"`` as SciPy's linkage matrix, for
        ``scipy.cluster.hierarchy``. Computed when first asked for.
    domain_state_ : array of shape (n_samples, n_states)
        Final states of the cells, float32: the domain state of a trained rule, the hidden state of
        the one that ships.
    edges_ : array of shape (n_edges, 2)
        The undirected edges of the graph, i < j.
    edge_distance_ : array of shape (n_edges,)
        Distance of the two ends in the input, after scaling.
    domain_distance_ : array of shape (n_edges,)
        Distance of the two ends in domain space; empty with the rule that ships.
    conductance_ : array of shape (n_edges,)
        How much each edge conducts at the end, 0 to 1.
    affinity_matrix_ : scipy CSR matrix of shape (n_samples, n_samples)
        Symmetric affinities of the edges, from which the partition is made. Computed when first
        asked for.
    loss_history_ : dict of arrays of shape (n_iter_,)
        "total" and the five terms, unweighted, by epoch.
    n_iter_ : int
        Training epochs.
    best_epoch_ : int
        The epoch whose rule was kept, counted from 1.
    n_steps_ : int
        Steps of the evolution after training.
    checkpoints_, rank_correlations_ : arrays of equal length
        Steps at which the edges were ranked, and the rank correlation with the step before; NaN at
        the first.
    n_connected_components_ : int
        Components of the graph.
    timings_ : dict
        Seconds by stage.
    n_features_in_ : int
        Number of columns of X.
    feature_names_in_ : array of str
        Names of the columns of X, if they all have one.
    sample_names_in_ : array of shape (n_samples,)
        Names of the rows of X, if it is a frame with an index other than plain row numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from gnac import GNAC
    >>> rng = np.random.default_rng(0)
    >>> X = np.concatenate([rng.normal(0, 1, (60, 2)), rng.normal(9, 1, (60, 2))])
    >>> model = GNAC().fit(X)
    >>> model.n_clusters_
    2
    >>> sorted(np.bincount(model.labels_).tolist())
    [60, 60]
    >>> model.predict([[0.5, 0.5], [8.5, 9.5]]).tolist()
    [0, 1]
    >>> model.predict_proba([[0.5, 0.5]]).shape
    (1, 2)
    """

    def __init__(
        self,
        n_clusters: int | Literal["auto"] = "auto",
        *,
        preset: Literal["default", "paper"] = "default",
        n_neighbors: int = 0,
        neighbor_search: Literal["auto", "exact", "approximate"] = "auto",
        scale: Literal["auto", "global", "table", "standard", "robust", "rank", "none"] = "auto",
        metric: Literal[
            "auto", "euclidean", "cosine", "correlation", "manhattan", "precomputed"
        ] = "auto",
        rule: Literal["universal", "train", "none"] = "universal",
        affinity: Literal["euclidean", "precomputed", "similarities"] = "euclidean",
        hidden: int = 48,
        domain: int = 8,
        seed_dim: int = 4,
        width: int = 16,
        activation: Literal["silu", "relu", "tanh"] = "tanh",
        update_scale: float = 0.15,
        seed_scale: float = 0.10,
        epochs: int = 100,
        rollout: int = 16,
        burn_in: int = 40,
        learning_rate: float = 2e-3,
        weight_decay: float = 1e-5,
        clip: float = 5.0,
        smoothness: float = 1.0,
        variance: float = 4.0,
        covariance: float = 0.1,
        dispersion: float = 0.1,
        temporal: float = 0.05,
        target_sd: float = 1.0,
        pairs: int = 3000,
        temperature: float = 2.0,
        tail: int = 4,
        max_steps: int = 128,
        stop_correlation: float = 0.95,
        max_clusters: int = 0,
        min_cluster_size: int = 1,
        resolution: float = 1.0,
        readout: Literal["agreement", "spectral", "merging", "tree"] = "agreement",
        embedding: Literal["unit", "degree"] = "unit",
        kmeans_starts: int = 20,
        random_state: Seed = None,
        n_jobs: int | None = None,
        memory_limit_gib: float = 0.0,
        verbose: bool = False,
        callback: Callable[[Progress], Any] | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.preset = preset
        self.n_neighbors = n_neighbors
        self.neighbor_search = neighbor_search
        self.scale = scale
        self.metric = metric
        self.rule = rule
        self.affinity = affinity
        self.hidden = hidden
        self.domain = domain
        self.seed_dim = seed_dim
        self.width = width
        self.activation = activation
        self.update_scale = update_scale
        self.seed_scale = seed_scale
        self.epochs = epochs
        self.rollout = rollout
        self.burn_in = burn_in
        self.learning_rate = learning_rate
        self.weight_decay = weight_decay
        self.clip = clip
        self.smoothness = smoothness
        self.variance = variance
        self.covariance = covariance
        self.dispersion = dispersion
        self.temporal = temporal
        self.target_sd = target_sd
        self.pairs = pairs
        self.temperature = temperature
        self.tail = tail
        self.max_steps = max_steps
        self.stop_correlation = stop_correlation
        self.max_clusters = max_clusters
        self.min_cluster_size = min_cluster_size
        self.resolution = resolution
        self.readout = readout
        self.embedding = embedding
        self.kmeans_starts = kmeans_starts
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.memory_limit_gib = memory_limit_gib
        self.verbose = verbose
        self.callback = callback

    def fit(
        self, X: ArrayLike, y: Any = None, *, features: ArrayLike | None = None, **unknown: Any
    ) -> GNAC:
        """Partition the points.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
            The points, also as a frame or a sparse matrix, which is made dense where memory allows.
            C-contiguous float64 and float32 arrays are read without a copy. With
            ``affinity="precomputed"`` a sparse matrix of shape (n_samples, n_samples) whose
            stored entries are the neighbours of each row and their distances,
            from ``kneighbors_graph(X, 20, mode="distance")``. With ``metric="precomputed"`` the
            distances of all pairs, of shape (n_samples, n_samples) and symmetric; the
            ``n_neighbors`` nearest of each row are used. In a sparse matrix pairs that are not
            stored are too far apart to be neighbours.
        y : ignored
        features : array of shape (n_samples, n_features), optional
            For a precomputed graph or distances: what the cells see besides it. If the graph only says who is a
            neighbour (every entry is 1), distances are those of the features. Without features
            the cells see only the graph.

        Returns
        -------
        self
        """
        _refuse(unknown)
        points, relation = self._read(X, features, reset=True)
        self.__dict__.pop("sample_names_in_", None)  # of an earlier fit
        names = row_names(X)
        if names is not None:
            self.sample_names_in_ = names
        options = self._options()
        clusters = _clusters(self.n_clusters)
        for wish in ("max_clusters", "min_cluster_size", "resolution"):
            if clusters and options[wish] is not None:
                raise ValueError(f"{wish} only applies to n_clusters='auto'; leave one of them out")
        trains = self.rule == "train" or self.preset == "paper"
        with watching(self.verbose, self.callback, trains) as look:
            self._keep(_core.fit(points, clusters, options, relation, None, look, self._names()))
        doubt = self._model.doubt()
        if doubt:
            warnings.warn(doubt, UncertainWarning, stacklevel=2)
        return self

    def fit_predict(
        self, X: ArrayLike, y: Any = None, *, features: ArrayLike | None = None, **unknown: Any
    ) -> IntArray:
        """Like :meth:`fit`, and return ``labels_``."""
        return self.fit(X, features=features, **unknown).labels_

    def fit_transform(
        self, X: ArrayLike, y: Any = None, *, features: ArrayLike | None = None, **unknown: Any
    ) -> FloatArray:
        """Like :meth:`fit`, and return ``domain_state_`` in the type of X."""
        self.fit(X, features=features, **unknown)
        return self.domain_state_.astype(_float_type(X), copy=False)

    def predict(self, X: ArrayLike) -> IntArray:
        """Predict the cluster of each row of X with the frozen rule.

        A fitted point keeps its label, so ``predict(X_fit)`` equals ``labels_``. Any
        other joins the fitted graph as a new cell: it is tied to its ``n_neighbors`` nearest fitted
        points, evolves next to them under the frozen rule, and takes the label of those with which
        it agrees most. The fitted cells do not react, so a point's answer does not depend on
        the other new points.

        Returns
        -------
        labels : array of shape (n_samples,)
        """
        return self._join(X)[0]

    def predict_proba(self, X: ArrayLike) -> FloatArray:
        """How likely each cluster is for each row of X.

        A fitted point has its row of ``membership_``; a new one joins the fitted graph as in
        :meth:`predict` and takes the mean of its neighbours', weighted by conductance.

        Returns
        -------
        probabilities : array of shape (n_samples, n_clusters_)
        """
        return self._with_model(X, "predict_memberships")

    def predict_outlier_score(self, X: ArrayLike) -> FloatArray:
        """How little each row of X belongs to any cluster, 0 to 1; above 0.5 it counts as an outlier.

        A fitted point has its ``outlier_score_``; a new one is measured against the fitted points.

        Returns
        -------
        scores : array of shape (n_samples,)
        """
        return self._with_model(X, "predict_outlier_scores")

    @property
    def membership_(self) -> FloatArray:
        return self._computed("memberships")

    @property
    def outlier_score_(self) -> FloatArray:
        return self._computed("outlier_scores")[:, 0]

    @property
    def linkage_(self) -> FloatArray:
        return self._computed("linkage")

    @property
    def map_(self) -> FloatArray:
        return self._computed("map")

    @property
    def affinity_matrix_(self) -> Any:
        return self._once(
            "affinity_matrix", lambda: symmetric_csr(self.edges_, self._affinity, len(self.labels_))
        )

    def transform_map(self, X: ArrayLike) -> FloatArray:
        """Places of the rows of X on ``map_``: each among its nearest fitted points, which stay.

        A fitted point has its own place. A place does not depend on the other rows.

        Returns
        -------
        places : array of shape (n_samples, 2)
        """
        return self._with_model(X, "place", lambda: (np.ascontiguousarray(self.map_),))

    def labels_without_outliers(self) -> IntArray:
        """``labels_`` with -1 for the points whose ``outlier_score_`` is above 0.5.

        Every cluster keeps at least its least unusual point.
        """
        check_is_fitted(self, "labels_")
        return self._computed("labels_without_outliers")[:, 0].copy()

    def transform(self, X: ArrayLike) -> FloatArray:
        """The state of each row of X; new points join the fitted graph as in
        :meth:`predict`.

        Returns
        -------
        states : array of shape (n_samples, n_states)
        """
        return self._join(X)[1].astype(_float_type(X), copy=False)

    def deploy(
        self,
        X: ArrayLike,
        n_clusters: int | Literal["auto"] | None = None,
        *,
        features: ArrayLike | None = None,
    ) -> IntArray:
        """Partition other points with the frozen rule, without training.

        Unlike :meth:`predict` this builds a graph of its own from X and finds ``n_clusters``
        clusters in it, which have nothing to do with those of the fit. ``X`` and ``features`` are
        as in :meth:`fit`, with the columns of the fit.

        Returns
        -------
        labels : array of shape (n_samples,)
        """
        rule = self._own_rule()
        points, relation = self._read(X, features, reset=False)
        clusters = _clusters(self.n_clusters if n_clusters is None else n_clusters)
        with watching(self.verbose, self.callback) as look:
            found = _core.fit(points, clusters, self._frozen_options(), relation, rule, look, [])
        return found.labels

    def save(self, path: Path) -> None:
        """Write the rule as safetensors, the file that ``gnac fit --save`` writes.

        It can be used by :meth:`deploy` here, by the program and by other languages. It contains no
        points: :meth:`save_model` keeps everything.
        """
        _core.save_rule(os.fspath(path), self._own_rule())

    def save_model(self, path: Path) -> None:
        """Write the whole fit, the file that ``gnac fit --model`` writes and ``gnac predict``
        reads."""
        check_is_fitted(self, "_model")
        self._model.save(os.fspath(path))

    def page(
        self,
        path: Path | None = None,
        *,
        title: str = "",
        ids: Sequence[Any] | None = None,
        reference: ArrayLike | None = None,
        texts: Sequence[str] | None = None,
        outliers: bool = False,
        new: ArrayLike | None = None,
        new_ids: Sequence[Any] | None = None,
    ) -> str | None:
        """One HTML page to look at: a map of the points, what each cluster is, the automaton step by
        step, other numbers of clusters, edges, outliers (docs/page.md). It needs no network and
        opens in any browser; :func:`gnac.show_page` shows it inside a notebook.

        Parameters
        ----------
        path : str or path-like, optional
            The file to write; without it the page is returned as text.
        title : str, default=""
            Heading of the page.
        ids : sequence of length n_samples, optional
            Names of the points; by default ``sample_names_in_``, else their row numbers.
        reference : array of shape (n_samples,), optional
            Known labels, whole numbers, to colour by and to compare with.
        texts : sequence of length n_samples, optional
            Texts whose words name the clusters, shown with the points and searched.
        outliers : bool, default=False
            Show outliers as a class of their own, as :meth:`labels_without_outliers` has them.
        new : array of shape (n_new, n_features), optional
            Points that were not fitted: they are marked among the others, each in the cluster that
            :meth:`predict` gives it.
        new_ids : sequence of length n_new, optional
            What the new points are called; by default the index of a frame, else their row.

        Returns
        -------
        html : str, or None if it was written to a file
        """
        check_is_fitted(self, "_model")
        given = {
            "title": str(title),
            "columns": self._names(),
            "ids": _texts(getattr(self, "sample_names_in_", None) if ids is None else ids),
            "reference": [] if reference is None else np.asarray(reference, np.int32).tolist(),
            "texts": _texts(texts),
            "labels": (self.labels_without_outliers() if outliers else self.labels_).tolist(),
            "rows": list(range(len(self.labels_))),
        }
        if new is not None:
            given["new"] = self._read_points(new, reset=False)
            given["new_labels"] = self.predict(new)
            given["new_ids"] = _texts(row_names(new) if new_ids is None else new_ids)
        elif new_ids is not None:
            raise ValueError("new_ids name the points of new; give those too")
        place = None if path is None else os.fspath(path)
        with watching(self.verbose, self.callback) as look:
            return self._model.page(place, given, threads_of(self.n_jobs), look)

    @classmethod
    def load(cls, path: Path, **params: Any) -> GNAC:
        """An estimator with the rule from a file, ready for :meth:`deploy`; ``params`` go to the
        constructor."""
        rule = _core.load_rule(os.fspath(path))
        info = _core.rule_info(rule)
        features = info.pop("features")
        if info.pop("universal"):  # takes any columns, and its shape is not an option of a fit
            self = cls(**params)
        else:
            self = cls(**{"rule": "train", **info, **params})
            self.n_features_in_ = features
        self._rule = rule
        self._fit_options = self._options()
        return self

    @classmethod
    def load_model(cls, path: Path) -> GNAC:
        """The fitted estimator that :meth:`save_model` or ``gnac fit --model`` wrote."""
        model = _core.Model.load(os.fspath(path))
        affinity = "precomputed" if model.own_graph else "euclidean"
        chosen = {key: value for key, value in model.options.items() if value != _DEFAULTS[key]}
        for wish in ("max_clusters", "min_cluster_size", "resolution"):
            chosen.pop(wish, None)  # the number is known now
        self = cls(model.clusters, **{**chosen, "affinity": affinity})
        self._keep(model)
        self.n_features_in_ = model.features
        if model.feature_names:
            self.feature_names_in_ = np.array(model.feature_names, dtype=object)
        return self

    def __getstate__(self):
        state = dict(super().__getstate__())
        if "_model" in state:
            state["_model"] = state["_model"].bytes()
        state.pop("_cache", None)
        return state

    def __setstate__(self, state):
        state = dict(state)
        if "_model" in state:
            state["_model"] = _core.Model.parse(state["_model"])
        super().__setstate__(state)

    @property
    def _n_features_out(self):
        return self.domain_state_.shape[1]

    def _more_tags(self):
        return {
            "pairwise": self._precomputed,
            "preserves_dtype": [np.float64, np.float32],
            "X_types": ["2darray", "sparse"],
        }

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        dtypes = ["float64", "float32"]
        return set_tags(tags, pairwise=self._precomputed, preserves_dtype=dtypes)

    @property
    def _precomputed(self):
        return self.affinity in ("precomputed", "similarities") or self.metric == "precomputed"

    def _options(self):
        """What differs from the defaults; None is left to the preset."""
        options = {keyword: _unless_default(self, keyword) for keyword in _KEYWORDS}
        options["preset"] = self.preset
        if self.metric == "precomputed":
            options["metric"] = None
        options["random_state"] = seed_of(self.random_state, _DEFAULTS["random_state"])
        options["n_jobs"] = threads_of(self.n_jobs)
        return options

    def _own_rule(self):
        check_is_fitted(self, "_rule")
        if self._rule is None:
            raise ValueError("this was fitted with rule='none' and has no rule to save or deploy")
        return self._rule

    def _frozen_options(self):
        """The options of the fit, with the current limits on threads and memory."""
        now = {"n_jobs": threads_of(self.n_jobs), "memory_limit_gib": self.memory_limit_gib}
        return {**self._fit_options, **now}

    def _read(self, X, features, reset):
        """The features of the cells, and their neighbours if given."""
        if not self._precomputed:
            if self.affinity != "euclidean":
                raise ValueError(
                    f"there is no affinity {self.affinity!r}; give 'euclidean', 'precomputed' or "
                    "'similarities'"
                )
            if features is not None:
                raise ValueError("features only apply to a precomputed graph or distances; here X has them")
            return self._read_points(X, reset, least=2), None
        # The columns of a graph are points, so their number may differ on another graph.
        if reset:
            graph = validate_data(self, X, accept_sparse="csr", dtype=np.float64)
        else:
            graph = check_array(X, accept_sparse="csr", dtype=np.float64)
        if features is None:
            points = np.zeros((graph.shape[0], 0))
        else:
            points = check_array(features, dtype=np.float64, order="C", ensure_min_samples=2)
        if self.metric == "precomputed":
            if self.affinity != "euclidean":
                raise ValueError(
                    f"metric 'precomputed' and affinity {self.affinity!r} both describe X; give one "
                    "of them"
                )
            return points, nearest_of(graph, _core.neighbors_for(self._options(), graph.shape[0]))
        return points, relation_of(graph, features is not None, self.affinity == "similarities")

    def _names(self):
        """The names of the columns for a model file, by which ``gnac predict`` finds them."""
        return [] if self._precomputed else _texts(getattr(self, "feature_names_in_", None))

    def _read_points(self, X, reset, least=1):
        return points_in(self, X, reset, least)

    def _keep(self, model):
        self._model = model
        self._rule = model.rule_bytes()
        self._fit_options = model.options
        self._cache = {}
        self.labels_ = model.labels
        self.n_clusters_ = model.clusters
        self.k_scores_ = model.counts
        self.cluster_confidence_ = model.cluster_confidence
        self.confidence_ = model.confidence if len(self.cluster_confidence_) else float("nan")
        self.domain_state_ = model.domain
        self.edges_ = model.edges
        self.edge_distance_ = model.distance
        self.domain_distance_ = model.domain_distance
        self.conductance_ = model.conductance
        self._affinity = model.affinity
        self.loss_history_ = model.history
        self.n_iter_ = len(self.loss_history_["total"])
        self.best_epoch_ = model.best_epoch
        self.n_steps_ = model.steps
        self.checkpoints_, self.rank_correlations_ = model.checkpoints
        self.n_connected_components_ = model.components
        self.timings_ = model.seconds

    def _computed(self, what):
        """An array that the model computes on first access."""
        return self._once(
            what,
            lambda: getattr(self._model, what)(threads_of(self.n_jobs), self.memory_limit_gib, None),
        )

    def _once(self, what, compute):
        if not hasattr(self, "_model"):  # hasattr(estimator, "membership_") is False before a fit
            raise AttributeError(f"this {type(self).__name__} is not fitted yet; call fit first")
        cache = self.__dict__.setdefault("_cache", {})
        if what not in cache:
            cache[what] = compute()
        return cache[what]

    def _join(self, X):
        return self._with_model(X, "predict")

    def _with_model(self, X, what, before=tuple):
        if hasattr(self, "_rule") and not hasattr(self, "labels_"):
            raise NotFittedError(
                "this GNAC was loaded from a rule file, which contains no points to compare with; "
                "use deploy(X, n_clusters), or pickle a fitted estimator to keep predict"
            )
        check_is_fitted(self, "labels_")
        if self._precomputed:
            raise ValueError(
                "with precomputed neighbours a new point has no place in the graph; "
                "use labels_ and domain_state_, or deploy() on a graph of all points"
            )
        points = self._read_points(X, reset=False)
        with watching(self.verbose, self.callback) as look:
            ask = getattr(self._model, what)
            return ask(*before(), points, threads_of(self.n_jobs), self.memory_limit_gib, look)


def _unless_default(estimator, keyword):
    value = getattr(estimator, keyword)
    return None if value == _DEFAULTS[keyword] else value


def _refuse(unknown):
    """What other estimators take and this one does not."""
    if "sample_weight" in unknown:
        raise TypeError(
            "GNAC has no sample_weight: every row counts alike; leave it out, or repeat rows that "
            "should count more"
        )
    for name in unknown:
        raise TypeError(f"fit() got an unexpected keyword argument {name!r}")


def _clusters(count):
    """The number of clusters for the engine: 0 to have it chosen."""
    if isinstance(count, str) and count == "auto":
        return 0
    count = check_count("n_clusters", count)
    if count < 1:
        raise ValueError(f"n_clusters must be at least 1, or 'auto', not {count}")
    return count


def _texts(names):
    return [] if names is None else [str(name) for name in names]


def _float_type(X):
    """float32 for float32, like scikit-learn's transformers; else float64."""
    return np.float32 if getattr(X, "dtype", None) == np.float32 else np.float64
