"""Tables that know the names of their rows and columns: frames of pandas, and others like them."""

import numpy as np


class _Table:
    """A matrix with named columns, in the form in which scikit-learn recognises other frames than pandas'."""

    def __init__(self, values, names):
        self._values = np.asarray(values)
        self.columns = list(names)
        self.shape = self._values.shape

    def __len__(self):
        return len(self._values)

    def __array__(self, dtype=None, copy=None):
        return self._values if dtype is None else self._values.astype(dtype, copy=bool(copy))

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self

    def column_names(self):
        return self.columns


def as_table(X):
    """X, where scikit-learn can read it as it is; else a table with the same columns and values.

    Frames of pandas and polars are read as they are. Arrow tables keep their names elsewhere, and
    others (of a database, a lazy engine) only give access to their columns by ``__dataframe__``.
    """
    names = getattr(X, "column_names", None)
    if _are_names(names) and hasattr(X, "__array__"):  # Arrow
        return _Table(X.__array__(), names)
    names = getattr(X, "columns", None)
    if hasattr(X, "__array__"):
        return X
    if _are_names(names) and hasattr(X, "to_numpy"):
        return _Table(X.to_numpy(), names)
    if hasattr(X, "__dataframe__"):
        return _from_interchange(X)
    return X


def _are_names(names):
    return isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names)


def _from_interchange(X):
    try:
        from pandas.api.interchange import from_dataframe
    except ImportError as error:
        kind = type(X).__name__
        raise ImportError(
            f"reading a {kind} needs pandas 1.5 or later; or pass its values as an array"
        ) from error
    return from_dataframe(X)


def row_names(X):
    """The names of a frame's rows, or None if they are only numbered.

    pandas numbers unnamed rows from 0; frames without an index, such as those of polars, have no
    names.
    """
    index = getattr(X, "index", None)
    if index is None or callable(index) or len(index) != len(X):  # a list has a method index
        return None
    names = np.asarray(index)
    if names.dtype.kind in "iu" and np.array_equal(names, np.arange(len(names))):
        return None
    return names
