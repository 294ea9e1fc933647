"""What a fit takes: single precision, sparse matrices, and what it refuses."""

import importlib.resources
import typing
import unittest

import numpy as np
from samples import blobs, quick
from scipy import sparse

import gnac
from gnac import GNAC, HDBSCAN, Genie
from gnac.metrics import adjusted_rand


class Input(unittest.TestCase):
    def test_single_precision_is_read_as_it_is(self):
        X, y = blobs(200)
        single = X.astype(np.float32)
        model = GNAC(3).fit(single)
        np.testing.assert_array_equal(model.labels_, GNAC(3).fit(single.astype(np.float64)).labels_)
        np.testing.assert_array_equal(model.predict(single), model.labels_)
        self.assertEqual(model.transform(single).dtype, np.float32)
        np.testing.assert_array_equal(single, X.astype(np.float32))  # left alone

    def test_sparse_features(self):
        X, y = blobs(150)
        X[np.abs(X) < 0.3] = 0
        dense = GNAC(3).fit(X)
        for form in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix):
            model = GNAC(3).fit(form(X))
            np.testing.assert_array_equal(model.labels_, dense.labels_)
            np.testing.assert_array_equal(model.predict(form(X)), dense.labels_)
        np.testing.assert_array_equal(
            Genie(3).fit(sparse.csr_matrix(X)).labels_, Genie(3).fit(X).labels_
        )

    def test_columns_of_text_are_named(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = pandas.DataFrame({"size": [1.0, 2, 3], "name": ["a", "b", "c"]})
        with self.assertRaisesRegex(ValueError, r"could not convert.*text is in 'name'.*get_dummies"):
            GNAC(2).fit(frame)

    def test_sparse_features_that_no_memory_holds(self):
        wide = sparse.csr_matrix((np.ones(2), ([0, 1], [0, 1])), shape=(10**6, 10**6))
        with self.assertRaisesRegex(MemoryError, "TruncatedSVD"):
            GNAC(2).fit(wide)

    def test_weights_are_refused(self):
        X, _ = blobs(60)
        for call in (GNAC().fit, GNAC().fit_predict, GNAC().fit_transform):
            with self.assertRaisesRegex(TypeError, "every row counts alike"):
                call(X, sample_weight=np.ones(60))
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'weights'"):
            GNAC().fit(X, weights=1)


class Outliers(unittest.TestCase):
    def test_of_new_points(self):
        X, _ = blobs(150)
        model = GNAC(3).fit(X)
        np.testing.assert_array_equal(model.predict_outlier_score(X), model.outlier_score_)
        new = np.concatenate([X[:20] + 1e-3, X.max(axis=0)[None] * 50])
        score = model.predict_outlier_score(new)
        self.assertGreater(score[-1], 0.5)
        self.assertLess(np.median(score[:-1]), 0.5)
        with self.assertRaisesRegex(ValueError, "the rule that ships"):
            quick().fit(X).predict_outlier_score(X)


class Hdbscan(unittest.TestCase):
    def test_finds_groups_and_noise(self):
        X, y = blobs(150)
        far = np.concatenate([X, [X.max(axis=0) * 40, X.min(axis=0) * 60]])
        model = HDBSCAN().fit(far)
        self.assertEqual(model.n_clusters_, 3)
        near = model.labels_[:150]
        self.assertEqual(adjusted_rand(y[near >= 0], near[near >= 0]), 1)
        self.assertEqual(model.labels_[-2:].tolist(), [-1, -1])
        self.assertEqual(model.facts_["noise"], np.sum(model.labels_ < 0))
        joined = HDBSCAN(noise="join").fit(far).labels_
        self.assertGreaterEqual(joined.min(), 0)


class Types(unittest.TestCase):
    def test_the_package_says_that_it_is_typed(self):
        self.assertTrue((importlib.resources.files(gnac) / "py.typed").is_file())

    def test_every_public_method_is_annotated(self):
        for name in ("fit", "fit_predict", "predict", "predict_proba", "transform", "save_model"):
            self.assertIn("return", typing.get_type_hints(getattr(GNAC, name)), name)
