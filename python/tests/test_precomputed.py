"""A neighbour graph instead of points."""

import unittest

import numpy as np
from samples import assert_same_fit, blobs, quick
from scipy import sparse
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
        with self.assertRaisesRegex(ValueError, "not negative"):
            self.fit(negative)
        with self.assertRaisesRegex(ValueError, "no place in the graph"):
            self.fit(graph, features=self.X).predict(self.X)
