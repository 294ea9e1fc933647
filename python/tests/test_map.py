"""The map of a fit: places in the plane."""

import unittest

import numpy as np
from sklearn.neighbors import kneighbors_graph

from gnac import GNAC


def three_groups(n=240, d=8, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(0, 1, (n, d)) + 8 * (np.arange(n) % 3)[:, None]


class MapTest(unittest.TestCase):
    def test_groups_lie_apart(self):
        model = GNAC(3).fit(three_groups())
        self.assertEqual(model.map_.shape, (240, 2))
        nearest = kneighbors_graph(model.map_, 1).indices
        np.testing.assert_array_equal(model.labels_, model.labels_[nearest])

    def test_is_the_same_at_any_number_of_threads(self):
        X = three_groups()
        one, two = (GNAC(3, n_jobs=jobs).fit(X).map_ for jobs in (1, 2))
        np.testing.assert_array_equal(one, two)

    def test_new_points_are_placed_among_fitted_ones_which_stay(self):
        X, new = three_groups(), three_groups(30, seed=1)
        model = GNAC(3).fit(X)
        before = model.map_.copy()
        places = model.transform_map(new)
        np.testing.assert_array_equal(model.map_, before)
        np.testing.assert_array_equal(model.transform_map(X), before)
        distance = np.linalg.norm(places[:, None] - before[None], axis=2)
        np.testing.assert_array_equal(model.labels_[distance.argmin(axis=1)], model.predict(new))

    def test_a_graph_of_ones_own_has_a_map(self):
        graph = kneighbors_graph(three_groups(), 10, mode="distance")
        model = GNAC(3, affinity="precomputed").fit(graph)
        self.assertEqual(model.map_.shape, (240, 2))
        with self.assertRaisesRegex(ValueError, "no place in the graph"):
            model.transform_map(graph)

    def test_there_is_none_before_a_fit(self):
        self.assertFalse(hasattr(GNAC(), "map_"))


if __name__ == "__main__":
    unittest.main()
