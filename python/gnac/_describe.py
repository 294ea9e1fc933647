"""What the clusters of a fit are, in words."""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._compat import threads_of


class DescribeMixin:
    """``describe()`` of an estimator that has a fitted model."""

    def describe(self, data=None, *, texts=None):
        """What each cluster is, in words: traits, a short rule, words, typical and doubtful rows.

        Nothing of this changes labels. ``gnac explain`` prints the same.

        Parameters
        ----------
        data : DataFrame of n_samples rows, optional
            Columns to describe the clusters by: numbers and dates by ranges, anything else by
            values. By default the columns that were fitted.
        texts : sequence of length n_samples, optional
            Texts whose words name the clusters.

        Returns
        -------
        stories : DataFrame
            One row per cluster: ``name``, ``size``, ``confidence``, ``traits`` (texts such as
            "income above 52,000 (91 %, rest 12 %)"), ``rule`` with its ``precision`` and
            ``recall``, ``terms``, and the rows ``medoid``, ``typical`` and ``doubtful``, which
            count from 0.

        Examples
        --------
        >>> GNAC(3).fit(frame).describe()[["name", "size", "rule"]]  # doctest: +SKIP
        """
        check_is_fitted(self, "_model")
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError("describe needs pandas (python3-pandas)") from error
        table = _core.Table() if data is None else _table_of(pd, data)
        table.texts = [] if texts is None else [str(text) for text in texts]
        stories = self._model.explain(table, threads_of(self.n_jobs), None)
        return pd.DataFrame(stories).set_index("cluster")


def _table_of(pd, data):
    """The columns of a frame as the engine takes them."""
    table = _core.Table()
    numbers = []
    for name, column in data.items():
        if pd.api.types.is_datetime64_any_dtype(column):
            days = (column.dt.tz_localize(None) - pd.Timestamp(0)) / pd.Timedelta(days=1)
            numbers.append((str(name), days, True))
        elif pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column):
            numbers.append((str(name), column, False))
        else:
            table.add_category(str(name), [str(value) for value in column])
    for name, column, is_date in numbers:
        values = np.asarray(column, np.float64)
        if not np.isfinite(values).all():
            raise ValueError(f"column {name!r} has missing values; fill them or leave it out")
        table.add_number(name, values, is_date)
    return table
