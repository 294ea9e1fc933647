"""Plots of a fit. Each function returns the Axes; matplotlib is only imported when plotting."""

import numpy as np
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted


def _axes(ax):
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("the plots of gnac need matplotlib (python3-matplotlib)") from error
    return plt.subplots()[1]


def _plane(rows):
    """Two columns: those of the rows, or their first two principal components if there are more."""
    rows = np.asarray(rows, dtype=np.float64)
    if rows.shape[1] == 1:
        return np.column_stack([rows[:, 0], np.zeros(len(rows))])
    if rows.shape[1] == 2:
        return rows
    centred = rows - rows.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2][:2]
    return centred @ axes.T


# Okabe and Ito's colours, which readers with colour blindness tell apart, then darker and lighter
# shades of them, as in the program's pictures and pages.
_COLOURS = "#0072b2 #e69f00 #009e73 #d55e00 #56b4e9 #cc79a7 #c4b000 #8b5a2b".split()
_COLOURS += "#004173 #a76e00 #006746 #923200 #307ea8 #8e4d72 #b6ac23 #542e03".split()
_COLOURS += "#519ad2 #eeb14f #61c49d #f88f58 #7cc8f6 #eda4cb #ccc241 #af825c".split()
_MARKS = "os^+D"


def _look(label):
    """How a cluster is drawn: a colour, and another mark after every 8; noise is grey."""
    if label < 0:
        return {"color": "#b3b3b3", "marker": "o", "label": "outliers"}
    mark = _MARKS[label // 8 % len(_MARKS)]
    return {"color": _COLOURS[label % len(_COLOURS)], "marker": mark, "label": str(label)}


_MOST_IN_LEGEND = 15


def _name_clusters(ax, plane, labels):
    """In a legend, or with many clusters by a number in the middle of each, where no legend fits."""
    known = np.unique(labels[labels >= 0])
    if len(known) <= _MOST_IN_LEGEND:
        ax.legend(title="cluster", markerscale=2)
        return
    from matplotlib.patheffects import withStroke

    for label in known:
        x, y = np.median(plane[labels == label], axis=0)
        ax.text(x, y, str(label), ha="center", va="center", fontsize=8, clip_on=True,
                path_effects=[withStroke(linewidth=2, foreground="white")])


def plot_domains(estimator, X=None, *, ax=None, **scatter):
    """Scatter the points, coloured by cluster; more than 15 are numbered where they lie.

    Parameters
    ----------
    estimator : GNAC
        A fitted estimator.
    X : array of shape (n_samples, n_features), optional
        The fitted points, to draw the clusters in input space. By default in domain space,
        ``domain_state_``, and more than 15 clusters, which lie on one heap there, on the map,
        ``map_``. More than two columns are projected on their two principal axes.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.
    **scatter
        For ``Axes.scatter``.
    """
    check_is_fitted(estimator, "labels_")
    if X is not None:
        X = check_array(X)
        if len(X) != len(estimator.labels_):
            raise ValueError(f"X has {len(X)} rows, but {len(estimator.labels_)} were fitted")
    on_map = X is None and estimator.n_clusters_ > _MOST_IN_LEGEND
    if X is None and not on_map and estimator.domain_state_.shape[1] == 0:
        raise ValueError("rule='none' gives the points no states; pass X to draw the points themselves")
    ax = _axes(ax)
    plane = _plane(X if X is not None else estimator.map_ if on_map else estimator.domain_state_)
    labels = np.asarray(estimator.labels_)
    for label in np.unique(labels):
        chosen = plane[labels == label]
        ax.scatter(chosen[:, 0], chosen[:, 1], **{**_look(label), "s": 8, **scatter})
    ax.set_aspect("equal", adjustable="datalim")
    _name_clusters(ax, plane, labels)
    where = "on the map" if on_map else f"in {'domain' if X is None else 'input'} space"
    ax.set_title(f"{estimator.n_clusters_} clusters {where}")
    return ax


def plot_training(estimator, *, ax=None):
    """Draw the loss of each training epoch: its weighted terms and their sum."""
    check_is_fitted(estimator, "labels_")
    if estimator.n_iter_ == 0:
        raise ValueError("no rule was trained on these points; fit with preset='paper' to train one")
    ax = _axes(ax)
    epochs = np.arange(1, estimator.n_iter_ + 1)
    for name, values in estimator.loss_history_.items():
        weight = 1 if name == "total" else estimator._fit_options[name]
        ax.plot(epochs, weight * values, label=name, linewidth=2 if name == "total" else 1)
    ax.axvline(estimator.best_epoch_, color="grey", linestyle=":", label="kept")
    ax.set(xlabel="epoch", ylabel="weighted loss", title="training")
    ax.legend()
    return ax


def plot_evolution(estimator, *, ax=None):
    """Draw the outcome of the evolution.

    For the rule that ships, the conductance of the edges at the end, separately inside and between
    clusters. For a trained rule, how the ranking of the edges settles: Spearman's rho of
    successive checkpoints.
    """
    check_is_fitted(estimator, "labels_")
    if len(estimator.conductance_) == 0:
        raise ValueError("with rule='none' nothing evolves; fit with a rule to draw its evolution")
    ax = _axes(ax)
    if len(estimator.checkpoints_) == 0:
        ends = estimator.labels_[estimator.edges_]
        inside = ends[:, 0] == ends[:, 1]
        for chosen, name, colour in ((inside, "inside clusters", _COLOURS[0]),
                                     (~inside, "between clusters", _COLOURS[1])):
            ax.hist(estimator.conductance_[chosen], bins=np.linspace(0, 1, 41), color=colour,
                    alpha=0.7, label=f"{name} ({chosen.sum()})")
        ax.set(xlabel="conductance", ylabel="edges")
        ax.set_title(f"after {estimator.n_steps_} steps")
        ax.legend()
        return ax
    steps, correlations = estimator.checkpoints_[1:], estimator.rank_correlations_[1:]
    ax.plot(steps, correlations, marker="o", label="rho with the one before")
    for step, rho in zip(steps, correlations):
        ax.annotate(f"{rho:.3f}", (step, rho), textcoords="offset points", xytext=(4, -12))
    stable = estimator._fit_options["stop_correlation"]
    ax.axhline(stable, color="grey", linestyle=":", label="stable")
    ax.set_xscale("log", base=2)
    ax.set_xlim(estimator.checkpoints_[0], 2 * estimator.checkpoints_[-1])
    ax.set_ylim(min(0.0, correlations.min(initial=0.0)), 1.05)
    ax.set(xlabel="step", ylabel="rank correlation")
    ax.set_title(f"evolution, stopped at step {estimator.n_steps_}")
    ax.legend()
    return ax


def plot_dendrogram(estimator, *, most=30, ax=None):
    """Draw the top of the hierarchy behind ``readout="tree"``: its last ``most`` merges.

    Heights are 1 - conductance of the link that joins two parts, above 1 between components of the
    graph. ``linkage_`` has the whole hierarchy.
    """
    from scipy.cluster.hierarchy import dendrogram

    check_is_fitted(estimator, "labels_")
    ax = _axes(ax)
    dendrogram(estimator.linkage_, p=most, truncate_mode="lastp", ax=ax, color_threshold=0,
               above_threshold_color="#444444", leaf_rotation=90, leaf_font_size=8)
    ax.set(xlabel="points (number of them)", ylabel="1 - conductance", title="hierarchy")
    return ax
