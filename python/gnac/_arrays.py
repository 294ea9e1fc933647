"""The arrays that estimators take: their types, and points in the engine's form."""

from __future__ import annotations

import os
from typing import Any, Union

import numpy as np
import numpy.typing as npt
from scipy import sparse

from ._compat import validate_data

ArrayLike = Any  # arrays, nested lists, frames of pandas, polars and others, SciPy's sparse matrices
FloatArray = npt.NDArray[np.floating]
IntArray = npt.NDArray[np.int32]
Path = Union[str, "os.PathLike[str]"]
Seed = Union[None, int, np.random.RandomState, np.random.Generator]


def points_in(estimator, X, reset, least):
    """A dense matrix of float64 or float32, row by row, checked like scikit-learn's; float32 stays as it
    is, because the engine reads it without a copy in between."""
    if sparse.issparse(X):
        _require_dense(X)
        X = validate_data(estimator, X, reset=reset, accept_sparse="csr", dtype=_TYPES,
                          ensure_min_samples=least)
        return X.toarray(order="C")
    try:
        return validate_data(
            estimator, X, reset=reset, dtype=_TYPES, order="C", ensure_min_samples=least
        )
    except ValueError as error:
        texts = _text_columns(X)
        if not texts or "could not convert" not in str(error):
            raise
        raise ValueError(
            f"{error}; text is in {', '.join(map(repr, texts))}: leave such columns out, or make numbers of "
            "them, for example with pandas.get_dummies (the program gnac reads such a table as it is)"
        ) from error


_TYPES = [np.float64, np.float32]


def _text_columns(X):
    """Names of the columns of a pandas frame that hold text."""
    dtypes = getattr(X, "dtypes", None)
    if not hasattr(dtypes, "items"):
        return []
    return [name for name, dtype in dtypes.items() if getattr(dtype, "kind", "O") in "OSU"]


def _require_dense(X):
    """Refuse a sparse matrix that would not fit as a dense one."""
    size = X.shape[0] * X.shape[1] * np.dtype(np.float64).itemsize
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return
    if 2 * size > free:  # as given, and scaled
        raise MemoryError(
            f"X is sparse, and as a dense matrix of {X.shape[0]} x {X.shape[1]} it would take "
            f"{size / 2**30:.1f} GiB; reduce its columns first, for example with "
            "sklearn.decomposition.TruncatedSVD(100)"
        )
