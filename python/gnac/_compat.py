"""What differs between versions of scikit-learn, in one place."""

import numbers

import joblib
import numpy as np
from sklearn.utils import check_random_state

from ._frames import as_table

try:  # from 1.6 on
    from sklearn.utils.validation import validate_data as _validate
except ImportError:

    def _validate(estimator, X, **options):
        return estimator._validate_data(X, **options)


def validate_data(estimator, X, **options):
    """Check ``X``, any table, and set or compare the features of the estimator."""
    return _validate(estimator, as_table(X), **options)


def set_tags(tags, *, pairwise=False, preserves_dtype=None):
    """Set what we declare on the ``Tags`` of scikit-learn 1.6 and later."""
    tags.input_tags.pairwise = pairwise
    tags.input_tags.sparse = True
    if preserves_dtype is not None and tags.transformer_tags is not None:
        tags.transformer_tags.preserves_dtype = list(preserves_dtype)
    return tags


def seed_of(random_state, default):
    """The seed for a ``random_state``; a generator is advanced by one number."""
    if random_state is None:
        return default
    if isinstance(random_state, numbers.Integral):
        return int(random_state)
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    return int(check_random_state(random_state).randint(2**31 - 1))


def threads_of(n_jobs):
    """The number of threads for an ``n_jobs``: every core for None, one inside a joblib worker."""
    return joblib.effective_n_jobs(-1 if n_jobs is None else n_jobs)


def check_count(name, value):
    """Refuse anything but a whole number; the engine checks the range."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise ValueError(f"{name} must be a whole number, not {value!r}")
    return int(value)
