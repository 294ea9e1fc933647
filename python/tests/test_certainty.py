"""What a fit says besides its labels: K, confidence, memberships, outliers, hierarchy."""

import pickle
import unittest
import warnings

import numpy as np
from samples import blobs, moons, quick
from scipy.cluster.hierarchy import fcluster, is_valid_linkage

from gnac import GNAC, UncertainWarning


class Certainty(unittest.TestCase):
    def test_the_number_of_clusters_is_chosen(self):
        X, _ = blobs(240, clusters=4)
        model = GNAC().fit(X)
        self.assertEqual(model.n_clusters_, 4)
        scores = list(model.k_scores_.values())
        self.assertEqual(next(iter(model.k_scores_)), 4)
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(GNAC(4).fit(X).k_scores_, {})
        np.testing.assert_array_equal(GNAC(4).fit_predict(X), model.labels_)

    def test_n_clusters_is_a_number_or_auto(self):
        X, _ = blobs()
        for bad in ("many", 0, -1, 2.5, None):
            with self.subTest(bad), self.assertRaisesRegex(ValueError, "n_clusters"):
                GNAC(bad).fit(X)
        with self.assertRaisesRegex(ValueError, "max_clusters only applies to"):
            GNAC(3, max_clusters=5).fit(X)

    def test_options_of_the_other_rule_are_refused(self):
        X, _ = blobs()
        with self.assertRaisesRegex(ValueError, "option epochs is for rules that are trained"):
            GNAC(3, epochs=5).fit(X)
        with self.assertRaisesRegex(ValueError, "option readout is for the universal rule"):
            quick(readout="tree").fit(X)

    def test_memberships(self):
        X, _ = moons()
        model = GNAC(2).fit(X)
        self.assertEqual(model.membership_.shape, (300, 2))
        np.testing.assert_allclose(model.membership_.sum(axis=1), 1, atol=1e-5)
        np.testing.assert_array_equal(model.membership_.argmax(axis=1), model.labels_)
        np.testing.assert_array_equal(model.predict_proba(X), model.membership_)
        new = X + 0.01
        share = model.predict_proba(new)
        np.testing.assert_allclose(share.sum(axis=1), 1, atol=1e-5)
        np.testing.assert_array_equal(share.max(axis=1), share[np.arange(300), model.predict(new)])

    def test_outliers(self):
        X, _ = blobs(240)
        model = GNAC(3).fit(np.vstack([X, [[60.0, 60.0]]]))
        self.assertEqual(model.outlier_score_.argmax(), 240)
        labels = model.labels_without_outliers()
        self.assertEqual(labels[240], -1)
        self.assertEqual(set(labels) - {-1}, {0, 1, 2})

    def test_linkage_is_scipys(self):
        X, _ = blobs(150)
        model = GNAC(3).fit(X)
        self.assertTrue(is_valid_linkage(model.linkage_))
        found = fcluster(model.linkage_, 3, "maxclust")
        self.assertEqual(len(set(zip(found, model.labels_))), 3)

    def test_an_uncertain_fit_warns(self):
        X = np.random.default_rng(0).normal(size=(400, 2))
        with self.assertWarnsRegex(UncertainWarning, "let the number of clusters be chosen"):
            GNAC(7).fit(X)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            GNAC(3).fit(blobs()[0])

    def test_pickles_and_files_keep_it(self):
        X, _ = blobs()
        model = GNAC().fit(X)
        again = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(again.membership_, model.membership_)
        self.assertEqual(again.k_scores_, model.k_scores_)
        self.assertEqual(again.confidence_, model.confidence_)

    def test_nothing_before_fit_and_nothing_of_a_trained_rule(self):
        self.assertFalse(hasattr(GNAC(), "membership_"))
        X, _ = blobs()
        trained = quick().fit(X)
        self.assertTrue(np.isnan(trained.confidence_))
        with self.assertRaisesRegex(ValueError, "universal rule"):
            trained.membership_


if __name__ == "__main__":
    unittest.main()
