"""Tables with named rows: pandas frames and similar."""

import numpy as np


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
