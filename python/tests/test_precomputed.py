"""A neighbour graph instead of points."""

import unittest

import numpy as np
from samples import assert_same_fit, blobs, quick
from scipy import sparse
from scipy.spatial.distance import pdist, squareform
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score
from sklearn.neighbors import kneighbors_graph

from gnac import GNAC


class Precomputed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, cls.y = blobs(200, d=3)
        cls.expected = quick(scale="none").fit(cls.X)

    def fit(self, graph, **arguments):
        return quick(scale="none", affinity="precomputed").fit(graph, **arguments)

    def test_the_same_neighbours_give_the_same_fit(self):
        distances = kneighbors_graph(self.X, 8, mode="distance")
        i, j = self.expected.edges_.T
        found = self.fit(distances, features=self.X)
        np.testing.assert_array_equal(found.edges_, self.expected.edges_)
        np.testing.assert_array_equal(found.labels_, self.expected.labels_)

    def test_a_graph_without_distances_takes_those_of_the_features(self):
        names_only = kneighbors_graph(self.X, 8, mode="connectivity")
        assert_same_fit(self.fit(names_only, features=self.X), self.expected)
        with self.assertRaisesRegex(ValueError, "affinity='precomputed'"):
            GNAC(3, metric="precomputed").fit(kneighbors_graph(self.X, 8, mode="distance"))

    def test_similarities_are_larger_for_closer_pairs(self):
        X, y = blobs(200)
        graph = kneighbors_graph(X, 10, mode="distance")
        graph.data = np.exp(-graph.data)
        model = GNAC(3, affinity="similarities").fit(graph)
        self.assertEqual(adjusted_rand_score(y, model.labels_), 1)
        with self.assertRaisesRegex(ValueError, "at least 0"):
            GNAC(3, affinity="similarities").fit(-graph)

    def test_form_does_not_matter(self):
        graph = kneighbors_graph(self.X, 8, mode="connectivity", include_self=False)
        with_self = graph + sparse.identity(200)
        for form in (graph.tocoo(), graph.tocsc(), graph.toarray(), with_self.tocsr()):
            assert_same_fit(self.fit(form, features=self.X), self.expected)
        self.assertEqual(self.fit(graph.astype(np.float32)).n_features_in_, 200)

    def test_the_graph_alone(self):
        graph = kneighbors_graph(self.X, 10, mode="distance")
        model = GNAC(3, affinity="precomputed", n_jobs=1).fit(graph)
        self.assertEqual(adjusted_rand_score(self.y, model.labels_), 1)
        np.testing.assert_array_equal(model.deploy(graph), model.labels_)
        states = GNAC(3, affinity="precomputed", n_jobs=1).fit_transform(graph)
        np.testing.assert_array_equal(states, model.domain_state_)

    def test_distances_of_all_pairs(self):
        distances = squareform(pdist(self.X))
        expected = GNAC(3, affinity="precomputed").fit(kneighbors_graph(self.X, 15, mode="distance"))
        dense = GNAC(3, metric="precomputed").fit(distances)
        np.testing.assert_array_equal(dense.edges_, expected.edges_)
        np.testing.assert_array_equal(dense.labels_, expected.labels_)
        near = np.where(distances < np.quantile(distances, 0.3), distances, 0)
        stored = GNAC(3, metric="precomputed").fit(sparse.csr_matrix(near))
        np.testing.assert_array_equal(stored.labels_, expected.labels_)
        few = GNAC(3, metric="precomputed", n_neighbors=4).fit(distances)
        self.assertLess(len(few.edges_), len(dense.edges_))
        for form in (dense, clone(dense).fit(distances)):
            self.assertTrue(form._more_tags()["pairwise"])

    def test_equal_distances_are_taken_in_the_order_of_rows(self):
        distances = np.ones((8, 8)) - np.eye(8)
        model = GNAC(1, metric="precomputed", n_neighbors=2).fit(distances)
        expected = {(i, j) for i in (0, 1) for j in range(i + 1, 8)}
        self.assertEqual(set(map(tuple, model.edges_.tolist())), expected)

    def test_refused_distances(self):
        distances = squareform(pdist(self.X))
        with self.assertRaisesRegex(ValueError, "distances of all pairs"):
            GNAC(metric="precomputed").fit(self.X)
        with self.assertRaisesRegex(ValueError, "negative"):
            GNAC(metric="precomputed").fit(-distances)
        with self.assertRaisesRegex(ValueError, "symmetric"):
            GNAC(metric="precomputed").fit(np.triu(distances))
        with self.assertRaisesRegex(ValueError, "give one of them"):
            GNAC(metric="precomputed", affinity="precomputed").fit(distances)

    def test_refusals(self):
        graph = kneighbors_graph(self.X, 8, mode="distance")
        with self.assertRaisesRegex(ValueError, "square"):
            self.fit(self.X)
        with self.assertRaisesRegex(ValueError, "200 nodes but there are 50 points"):
            self.fit(graph, features=self.X[:50])
        with self.assertRaisesRegex(ValueError, "features only apply to"):
            quick().fit(self.X, features=self.X)
        with self.assertRaisesRegex(ValueError, "no edges"):
            self.fit(sparse.csr_matrix((10, 10)))
        negative = graph.copy()
        negative.data[0] = -1
        with self.assertRaisesRegex(ValueError, "from 0 to 1e150"):
            self.fit(negative)
        with self.assertRaisesRegex(ValueError, "no place in the graph"):
            self.fit(graph, features=self.X).predict(self.X)
