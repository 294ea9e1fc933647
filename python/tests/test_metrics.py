"""The metrics against scikit-learn's, and their own."""

import unittest

import numpy as np
from samples import blobs
from sklearn import metrics as theirs

from gnac import metrics as ours


class Agreement(unittest.TestCase):
    def test_equal_to_scikit_learn(self):
        rng = np.random.default_rng(0)
        pairs = {
            ours.adjusted_rand: theirs.adjusted_rand_score,
            ours.adjusted_mutual_info: theirs.adjusted_mutual_info_score,
            ours.normalized_mutual_info: theirs.normalized_mutual_info_score,
            ours.homogeneity: theirs.homogeneity_score,
            ours.completeness: theirs.completeness_score,
            ours.v_measure: theirs.v_measure_score,
            ours.fowlkes_mallows: theirs.fowlkes_mallows_score,
        }
        for _ in range(20):
            n = int(rng.integers(2, 200))
            reference = rng.integers(-3, 5, n)
            labels = rng.integers(0, 6, n)
            for mine, other in pairs.items():
                with self.subTest(mine.__name__):
                    expected = other(reference, labels)
                    self.assertAlmostEqual(mine(reference, labels), expected, places=10)

    def test_words_and_noise(self):
        reference = ["cat", "cat", "dog", "noise"]
        self.assertEqual(ours.adjusted_rand(reference, [4, 4, 1, 4], noise="noise"), 1)
        self.assertLess(ours.adjusted_rand(reference, [4, 4, 1, 4]), 1)
        self.assertEqual(ours.purity([0, 0, 1, 1], [0, 0, 0, 1]), 0.75)

    def test_accuracy_matches_clusters_to_classes(self):
        reference = np.repeat([0, 1, 2], [10, 20, 30])
        self.assertEqual(ours.normalized_clustering_accuracy(reference, (reference + 1) % 3), 1)
        self.assertAlmostEqual(ours.normalized_clustering_accuracy(reference, reference * 0), 0)

    def test_refusals(self):
        with self.assertRaisesRegex(ValueError, "inconsistent"):
            ours.adjusted_rand([0, 1], [0, 1, 1])
        with self.assertRaises(ValueError):
            ours.adjusted_rand([], [])


class Internal(unittest.TestCase):
    def test_equal_to_scikit_learn(self):
        X, y = blobs(200, clusters=4, d=3)
        labels = y * 5 - 3
        self.assertAlmostEqual(ours.silhouette(X, labels), theirs.silhouette_score(X, y))
        self.assertAlmostEqual(ours.silhouette(X, labels, sample=200), ours.silhouette(X, labels))
        sampled = ours.silhouette(X, labels, sample=np.int64(30), random_state=None)
        self.assertEqual(sampled, ours.silhouette(X, labels, sample=30, random_state=7))
        ours.silhouette(X, labels, sample=30, random_state=np.random.RandomState(3))
        for wrong in ({"sample": 2.5}, {"sample": 30, "random_state": -1}, {"sample": 0}):
            with self.assertRaisesRegex(ValueError, "sample|random_state must be 0 or above"):
                ours.silhouette(X, labels, **wrong)
        self.assertAlmostEqual(ours.davies_bouldin(X, y), theirs.davies_bouldin_score(X, y))
        self.assertAlmostEqual(
            ours.calinski_harabasz(X, y) / theirs.calinski_harabasz_score(X, y), 1
        )

    def test_boundary_auc(self):
        edges = [[0, 1], [1, 2], [2, 3], [0, 3]]
        reference = [1, 1, 2, 2]
        distance = [1, 4, 2, 3]
        between = np.not_equal(*np.asarray(reference)[np.asarray(edges)].T)
        expected = theirs.roc_auc_score(between, distance)
        self.assertAlmostEqual(ours.boundary_auc(edges, distance, reference), expected)
        self.assertTrue(np.isnan(ours.boundary_auc(edges, distance, reference, noise=2)))
