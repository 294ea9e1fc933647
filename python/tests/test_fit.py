"""What a fit leaves on the estimator, and what it accepts."""

import os
import pickle
import tempfile
import unittest

import numpy as np
from samples import assert_same_fit, blobs, moons, quick
from scipy import sparse
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score

from gnac import GNAC, Error, Genie


class Attributes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, _ = blobs()
        cls.model = quick().fit(cls.X)

    def test_labels(self):
        self.assertEqual(self.model.labels_.shape, (150,))
        self.assertEqual(sorted(set(self.model.labels_.tolist())), [0, 1, 2])
        self.assertEqual(self.model.labels_[0], 0)
        self.assertEqual(self.model.n_clusters_, 3)

    def test_graph(self):
        model = self.model
        m = len(model.edges_)
        self.assertEqual(model.edges_.shape, (m, 2))
        self.assertTrue(np.all(model.edges_[:, 0] < model.edges_[:, 1]))
        for values in (model.conductance_, model.edge_distance_, model.domain_distance_):
            self.assertEqual(values.shape, (m,))
        self.assertTrue(np.all((model.conductance_ > 0) & (model.conductance_ < 1)))
        scaled = (self.X - self.X.mean(0)) / np.std(self.X - self.X.mean(0), ddof=1)
        i, j = model.edges_.T
        expected = np.linalg.norm(scaled[i] - scaled[j], axis=1)
        np.testing.assert_allclose(model.edge_distance_, expected, rtol=1e-9)
        z = model.domain_state_.astype(float)
        np.testing.assert_allclose(
            model.domain_distance_, np.linalg.norm(z[i] - z[j], axis=1), rtol=1e-9
        )
        self.assertGreaterEqual(model.n_connected_components_, 1)

    def test_affinity_matrix(self):
        matrix = self.model.affinity_matrix_
        self.assertIsInstance(matrix, sparse.csr_matrix)
        self.assertEqual(matrix.shape, (150, 150))
        self.assertEqual(matrix.nnz, 2 * len(self.model.edges_))
        self.assertEqual(abs(matrix - matrix.T).max(), 0)
        # The closest pair in domain space has affinity 1, the most distant the least.
        i, j = self.model.edges_.T
        order = np.argsort(self.model.domain_distance_, kind="stable")
        values = np.asarray(matrix[i, j]).ravel()[order]
        self.assertEqual(values[0], 1)
        self.assertAlmostEqual(values[-1], 1e-6)
        self.assertTrue(np.all(np.diff(values) < 0))

    def test_affinity_matrix_is_made_when_asked_for(self):
        self.assertFalse(hasattr(GNAC(), "affinity_matrix_"))
        model = quick().fit(self.X)
        self.assertNotIn("affinity_matrix", model._cache)
        matrix = pickle.loads(pickle.dumps(model)).affinity_matrix_
        self.assertEqual(abs(matrix - model.affinity_matrix_).max(), 0)
        self.assertIs(model.affinity_matrix_, model.affinity_matrix_)

    def test_training_and_evolution(self):
        model = self.model
        self.assertEqual(model.n_iter_, 6)
        terms = {"total", "smoothness", "variance", "covariance", "dispersion", "temporal"}
        self.assertEqual(set(model.loss_history_), terms)
        weights = model._model.options
        total = sum(weights[t] * model.loss_history_[t] for t in terms - {"total"})
        np.testing.assert_allclose(model.loss_history_["total"], total, rtol=1e-5)
        self.assertEqual(model.best_epoch_, 3 + np.argmin(model.loss_history_["total"][2:]))
        self.assertEqual(model.checkpoints_[-1], model.n_steps_)
        self.assertTrue(np.isnan(model.rank_correlations_[0]))
        self.assertTrue(np.all(np.abs(model.rank_correlations_[1:]) <= 1))
        self.assertEqual(model.domain_state_.shape, (150, 8))

    def test_refit_forgets(self):
        X, _ = blobs(80, d=3)
        again = quick().fit(self.X).fit(X)
        assert_same_fit(again, quick().fit(X))
        self.assertEqual(again.n_features_in_, 3)


class Quality(unittest.TestCase):
    def test_moons_and_blobs_with_default_options(self):
        X, y = moons()
        model = GNAC(2, n_neighbors=10, n_jobs=1)
        self.assertEqual(adjusted_rand_score(y, model.fit_predict(X)), 1)
        X, y = blobs()
        self.assertEqual(adjusted_rand_score(y, GNAC(3, n_jobs=1).fit_predict(X)), 1)

    def test_scaling_makes_the_unit_irrelevant(self):
        X, _ = blobs()
        unit = quick().fit_predict(X)
        np.testing.assert_array_equal(quick().fit_predict(X * 2.0**20), unit)

    def test_threads_do_not_matter(self):
        X, _ = blobs(600, d=5)
        assert_same_fit(quick(n_jobs=1).fit(X), quick(n_jobs=3).fit(X))


class Inputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, _ = blobs(80)
        cls.expected = quick().fit(cls.X)

    def same(self, X):
        assert_same_fit(quick().fit(X), self.expected)

    def test_lists_and_orders(self):
        self.same(self.X.tolist())
        self.same(np.asfortranarray(self.X))
        wide = np.zeros((160, 4))
        wide[::2, ::2] = self.X
        self.same(wide[::2, ::2])

    def test_read_only_and_mapped(self):
        frozen = self.X.copy()
        frozen.flags.writeable = False
        self.same(frozen)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "points.npy")
            np.save(path, self.X)
            self.same(np.load(path, mmap_mode="r"))

    def test_other_types_are_converted(self):
        whole = np.round(self.X * 1000).astype(np.int32)
        assert_same_fit(quick().fit(whole), quick().fit(whole.astype(float)))
        single = self.X.astype(np.float32)
        assert_same_fit(quick().fit(single), quick().fit(single.astype(float)))

    def test_input_is_left_alone(self):
        X = self.X.copy()
        model = quick().fit(X)
        np.testing.assert_array_equal(X, self.X)
        X[:] = 0  # and the fit does not refer to it
        np.testing.assert_array_equal(model.predict(self.X), model.labels_)

    def test_bad_input(self):
        for value in (np.nan, np.inf):
            X = self.X.copy()
            X[3, 1] = value
            with self.assertRaises(ValueError):
                quick().fit(X)
        with self.assertRaises(ValueError):
            quick(1).fit([[1.0, 2.0]])
        for error in (Error, MemoryError):
            with self.assertRaisesRegex(error, "needs about"):
                quick(memory_limit_gib=1e-6).fit(self.X)

    def test_small_and_odd_cases(self):
        self.assertEqual(quick(1).fit_predict([[0.0], [1.0]]).tolist(), [0, 0])
        self.assertEqual(quick(2).fit_predict([[0.0], [1.0]]).tolist(), [0, 1])
        self.assertEqual(sorted(quick(5, scale="none").fit_predict(np.zeros((5, 2)))), [0, 1, 2, 3, 4])
        with self.assertRaisesRegex(ValueError, "every column is constant"):
            quick(5).fit(np.zeros((5, 2)))


class Pandas(unittest.TestCase):
    def setUp(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        X, _ = blobs(80)
        self.frame = pandas.DataFrame(X, columns=["width", "height"])

    def test_names_are_kept_and_compared(self):
        model = quick().fit(self.frame)
        assert_same_fit(model, quick().fit(self.frame.to_numpy()))
        self.assertEqual(model.feature_names_in_.tolist(), ["width", "height"])
        np.testing.assert_array_equal(model.predict(self.frame), model.labels_)
        with self.assertRaisesRegex(ValueError, "feature names"):
            model.predict(self.frame[["height", "width"]])

    def test_frames_out(self):
        model = quick().set_output(transform="pandas")
        states = model.fit_transform(self.frame)
        self.assertEqual(list(states.columns), [f"gnac{c}" for c in range(8)])
        self.assertTrue(states.equals(model.transform(self.frame)))

    def test_an_index_names_the_points(self):
        names = [f"p{i}" for i in range(len(self.frame))]
        model = quick().fit(self.frame.set_axis(names))
        self.assertEqual(model.sample_names_in_.tolist(), names)
        self.assertIsInstance(model.labels_, np.ndarray)
        model.fit(self.frame)  # rows that are only numbered have no names
        self.assertFalse(hasattr(model, "sample_names_in_"))

    def test_parquet(self):
        import importlib.util

        import pandas

        if not importlib.util.find_spec("pyarrow"):
            self.skipTest("pyarrow is not installed; pandas reads Parquet by it")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "points.parquet")
            self.frame.to_parquet(path)
            assert_same_fit(quick().fit(pandas.read_parquet(path)), quick().fit(self.frame))


class PolarsLike:
    """The parts of a polars frame that estimators use."""

    def __init__(self, values, columns):
        self._values = values
        self.columns = columns
        self.shape = values.shape

    def __len__(self):
        return len(self._values)

    def __array__(self, dtype=None, copy=None):
        return self._values.astype(dtype or self._values.dtype)

    def to_numpy(self):
        return self._values

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        frame = self

        class Interchange:
            def column_names(self):
                return frame.columns

        return Interchange()


class ArrowLike:
    """As much of a pyarrow.Table as estimators look at: its columns are not names."""

    def __init__(self, values, names):
        self._values = values
        self.column_names = names
        self.columns = [values[:, c] for c in range(values.shape[1])]
        self.shape = values.shape

    def __len__(self):
        return len(self._values)

    def __array__(self, dtype=None, copy=None):
        return self._values.astype(dtype or self._values.dtype)


class NumpyOnly:
    def __init__(self, values, columns):
        self._values = values
        self.columns = columns

    def to_numpy(self):
        return self._values


class InterchangeOnly:
    """A table of another engine, which hands over columns and nothing else."""

    def __init__(self, values, columns):
        import pandas

        self._frame = pandas.DataFrame(values, columns=columns)

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self._frame.__dataframe__(nan_as_null, allow_copy)


class OtherFrames(unittest.TestCase):
    def test_names_are_kept_without_pandas(self):
        X, _ = blobs(80)
        model = quick().fit(PolarsLike(X, ["width", "height"]))
        assert_same_fit(model, quick().fit(X))
        self.assertEqual(model.feature_names_in_.tolist(), ["width", "height"])
        self.assertFalse(hasattr(model, "sample_names_in_"))
        np.testing.assert_array_equal(model.predict(PolarsLike(X, ["width", "height"])), model.labels_)

    def check(self, kind):
        X, _ = blobs(80)
        for model in (quick(), Genie(3)):
            model.fit(kind(X, ["width", "height"]))
            np.testing.assert_array_equal(model.labels_, clone(model).fit(X).labels_)
            self.assertEqual(model.feature_names_in_.tolist(), ["width", "height"])
        model = quick().fit(kind(X, ["width", "height"]))
        np.testing.assert_array_equal(model.predict(kind(X, ["width", "height"])), model.labels_)
        with self.assertRaisesRegex(ValueError, "feature names"):
            model.predict(kind(X, ["height", "width"]))

    def test_tables_of_arrow(self):
        self.check(ArrowLike)

    def test_frames_that_only_have_to_numpy(self):
        self.check(NumpyOnly)

    def test_frames_that_only_speak_the_interchange_protocol(self):
        try:
            import pandas.api.interchange  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        self.check(InterchangeOnly)
