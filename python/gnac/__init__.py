"""Graph Neural Automata Clustering (G-NAC) as scikit-learn estimators.

>>> from sklearn.datasets import make_moons
>>> from gnac import GNAC
>>> X, y = make_moons(300, noise=0.05, random_state=0)
>>> labels = GNAC().fit_predict(X)
>>> labels.shape
(300,)

The method, its options and its answers are those of the ``gnac`` program: both use the same engine.
Everything is deterministic: the same data, options and ``random_state`` give the same labels,
whatever ``n_jobs`` is.
"""

try:
    import numpy  # noqa: F401
    import scipy  # noqa: F401
    import sklearn  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"gnac needs NumPy, SciPy and scikit-learn, but this Python has no {missing.name}: pip install scikit-learn",
        name=missing.name,
    ) from None

from . import metrics
from ._baselines import HDBSCAN, Genie
from ._core import Cancelled, Error, __version__
from ._estimator import GNAC, UncertainWarning
from ._page import show_page
from ._plots import plot_dendrogram, plot_domains, plot_evolution, plot_training
from ._progress import Progress

__all__ = [
    "GNAC",
    "Genie",
    "HDBSCAN",
    "metrics",
    "plot_domains",
    "plot_training",
    "plot_evolution",
    "plot_dendrogram",
    "show_page",
    "Progress",
    "Error",
    "Cancelled",
    "UncertainWarning",
    "__version__",
]
