"""Tables that know the names of their rows: frames of pandas, and what looks like them."""

import numpy as np


def row_names(X):
    """What the rows of a frame are called, or None where they are only counted.

    pandas numbers the rows that nobody named from 0; frames without an index, such as those of
    polars, have no names.
    """
    index = getattr(X, "index", None)
    if index is None or callable(index) or len(index) != len(X):  # a list has a method index
        return None
    names = np.asarray(index)
    if names.dtype.kind in "iu" and np.array_equal(names, np.arange(len(names))):
        return None
    return names
