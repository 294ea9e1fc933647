"""The plots draw what the fit has, and return their Axes."""

import unittest

import numpy as np
from samples import blobs, quick

from gnac import GNAC, plot_dendrogram, plot_domains, plot_evolution, plot_training

try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    plt = None


@unittest.skipIf(plt is None, "matplotlib is not installed")
class Plots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, _ = blobs(90)
        cls.model = quick().fit(cls.X)

    def tearDown(self):
        plt.close("all")

    def test_domains(self):
        _, own = plt.subplots()
        ax = plot_domains(self.model, self.X, ax=own)
        self.assertIs(ax, own)
        for label, drawn in enumerate(ax.collections):
            np.testing.assert_array_equal(drawn.get_offsets(), self.X[self.model.labels_ == label])
            self.assertEqual(drawn.get_label(), str(label))
        self.assertEqual(ax.get_aspect(), 1)
        names = [text.get_text() for text in ax.get_legend().get_texts()]
        self.assertEqual(names, [str(label) for label in range(self.model.n_clusters_)])
        count = sum(len(drawn.get_offsets()) for drawn in plot_domains(self.model).collections)
        self.assertEqual(count, 90)
        self.assertEqual(plot_domains(self.model, self.X[:, :1]).get_title()[-11:], "input space")
        with self.assertRaisesRegex(ValueError, "5 rows, but 90"):
            plot_domains(self.model, self.X[:5])

    def test_without_a_rule_there_is_nothing_but_the_points(self):
        bare = GNAC(3, rule="none").fit(self.X)
        self.assertEqual(len(plot_domains(bare, self.X).collections), 3)
        with self.assertRaisesRegex(ValueError, "pass X"):
            plot_domains(bare)
        with self.assertRaisesRegex(ValueError, "nothing evolves"):
            plot_evolution(bare)

    def test_many_clusters_are_numbered_where_they_lie(self):
        X, _ = blobs(43 * 12, clusters=43)
        model = GNAC(43).fit(X)
        ax = plot_domains(model, X)
        self.assertIsNone(ax.get_legend())
        self.assertEqual({text.get_text() for text in ax.texts}, {str(k) for k in range(43)})
        looks = {(tuple(c.get_facecolor()[0]), len(c.get_paths()[0].vertices)) for c in ax.collections}
        self.assertEqual(len(ax.collections), 43)
        self.assertGreater(len(looks), 30)
        on_map = plot_domains(model)
        self.assertEqual(on_map.get_title(), "43 clusters on the map")
        places = np.concatenate([c.get_offsets() for c in on_map.collections])
        np.testing.assert_allclose(np.sort(places[:, 0]), np.sort(model.map_[:, 0]))

    def test_training(self):
        lines = {line.get_label(): line for line in plot_training(self.model).lines}
        total = self.model.loss_history_["total"]
        np.testing.assert_array_equal(lines["total"].get_ydata(), total)
        np.testing.assert_array_equal(lines["total"].get_xdata(), np.arange(1, 7))
        self.assertEqual(lines["kept"].get_xdata()[0], self.model.best_epoch_)
        terms = [line.get_ydata() for name, line in lines.items() if name not in ("total", "kept")]
        np.testing.assert_allclose(np.sum(terms, axis=0), total, rtol=1e-5)
        with self.assertRaisesRegex(ValueError, "no rule was trained"):
            plot_training(GNAC(2).fit(self.X))

    def test_evolution(self):
        line = plot_evolution(self.model).lines[0]
        np.testing.assert_array_equal(line.get_xdata(), self.model.checkpoints_[1:])
        np.testing.assert_array_equal(line.get_ydata(), self.model.rank_correlations_[1:])

    def test_evolution_of_the_rule_that_ships(self):
        model = GNAC(3).fit(self.X)
        ax = plot_evolution(model)
        drawn = sum(patch.get_height() for patch in ax.patches)
        self.assertEqual(drawn, len(model.edges_), "every edge is in one of the two histograms")

    def test_dendrogram(self):
        ax = plot_dendrogram(GNAC(3).fit(self.X), most=12)
        self.assertEqual(len(ax.get_xticklabels()), 12)

