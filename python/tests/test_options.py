"""The keywords are the engine's options, all of them, with its defaults."""

import ast
import inspect
import re
import unittest

import numpy as np
from samples import blobs, quick

from gnac import GNAC, HDBSCAN, Error, Genie, _core

# Of the estimator, not of the method.
OWN = {"n_clusters", "preset", "affinity", "verbose", "callback"}
RENAMED = {"neighbors": "n_neighbors", "seed": "random_state", "threads": "n_jobs"}


def defaults(estimator):
    signature = inspect.signature(estimator.__init__).parameters
    return {name: p.default for name, p in signature.items() if name != "self"}


class OptionTable(unittest.TestCase):
    def test_every_option_is_a_keyword_with_its_default(self):
        found = defaults(GNAC)
        for row in _core.option_table():
            with self.subTest(row["name"]):
                keyword = RENAMED.get(row["name"], row["name"])
                self.assertEqual(row["keyword"], keyword)
                if keyword in ("random_state", "n_jobs"):  # scikit-learn's own words for them
                    self.assertIsNone(found[keyword])
                else:
                    self.assertEqual(found[keyword], row["default"])

    def test_defaults_are_those_that_are_documented(self):
        documented = {}
        pattern = r"^    (\w[\w, ]*) : [^\n]*?(?:\\\n *)?default=(.+?)$"
        for names, values in re.findall(pattern, GNAC.__doc__.split("Attributes")[0], re.M):
            names = names.split(", ")
            values = ast.literal_eval(f"[{values}]")
            documented.update(zip(names, values * len(names) if len(values) == 1 else values))
        self.assertEqual(documented, defaults(GNAC))

    def test_a_default_that_is_given_is_the_same_as_none_given(self):
        X, _ = blobs()
        given = GNAC(2, **{k: v for k, v in defaults(GNAC).items() if k != "n_clusters"}).fit(X)
        np.testing.assert_array_equal(given.labels_, GNAC(2).fit(X).labels_)

    def test_presets_differ_in_their_rule(self):
        X, y = blobs()
        universal = GNAC(2).fit(X)
        self.assertEqual(universal.n_iter_, 0)
        self.assertEqual(len(universal.conductance_), len(universal.edges_))
        paper = quick(2, preset="paper").fit(X)
        self.assertGreater(paper.n_iter_, 0)
        with self.assertRaisesRegex(ValueError, "there is no preset 'fast'"):
            quick(preset="fast").fit(X)

    def test_every_keyword_is_an_option(self):
        known = {row["keyword"] for row in _core.option_table()}
        self.assertEqual(set(defaults(GNAC)), known | OWN)

    def test_every_keyword_is_documented(self):
        for estimator in (GNAC, Genie, HDBSCAN):
            for name in defaults(estimator):
                with self.subTest(estimator=estimator.__name__, keyword=name):
                    self.assertRegex(estimator.__doc__, rf"\b{name}\b.* : ")

    def test_baselines_have_the_options_of_their_methods(self):
        table = {row["name"]: row for row in _core.method_table()}
        for estimator in (Genie, HDBSCAN):
            with self.subTest(estimator.__name__):
                row = table[estimator._method]
                common = {"scale", "n_jobs"} | ({"n_clusters"} if row["takes_clusters"] else set())
                options = {name: entry["default"] for name, entry in row["options"].items()}
                found = defaults(estimator)
                seed = {"random_state"} if row["stochastic"] else set()
                self.assertEqual(set(found), set(options) | common | seed)
                self.assertEqual({name: found[name] for name in options}, options)


class Values(unittest.TestCase):
    def test_numpy_scalars_are_numbers(self):
        X, _ = blobs()
        plain = quick(epochs=7, learning_rate=0.001).fit(X)
        numpy = quick(epochs=np.int64(7), learning_rate=np.float64(0.001)).fit(X)
        self.assertEqual(plain._rule, numpy._rule)

    def test_bad_values_are_refused_by_their_keyword(self):
        X, _ = blobs()
        for keyword, value in {
            "n_neighbors": -1,
            "epochs": 2.5,
            "activation": "sine",
            "clip": -1,
            "learning_rate": "fast",
            "random_state": -1,
        }.items():
            with self.subTest(keyword):
                with self.assertRaisesRegex(Error, rf"option {keyword} cannot be '{value}'; give"):
                    quick(**{keyword: value}).fit(X)

    def test_bad_values_of_baselines_too(self):
        X, _ = blobs(20)
        with self.assertRaisesRegex(Error, "option scale cannot be 'local'; give"):
            Genie(2, scale="local").fit(X)

    def test_bad_clusters_scale_and_affinity(self):
        X, _ = blobs(20)
        with self.assertRaisesRegex(ValueError, "cannot make 21 clusters of 20 points"):
            quick(21).fit(X)
        with self.assertRaisesRegex(ValueError, "n_clusters must be a whole number, not 2.5"):
            quick(2.5).fit(X)
        with self.assertRaisesRegex(ValueError, "option scale cannot be 'local'"):
            quick(scale="local").fit(X)
        with self.assertRaisesRegex(ValueError, "there is no affinity 'cosine'"):
            quick(affinity="cosine").fit(X)


class RandomState(unittest.TestCase):
    def rule(self, random_state):
        return quick(random_state=random_state).fit(blobs()[0])._rule

    def test_none_is_the_programs_seed(self):
        self.assertEqual(self.rule(None), self.rule(7))
        self.assertNotEqual(self.rule(None), self.rule(8))

    def test_seeds_of_64_bits(self):
        self.assertNotEqual(self.rule(2**64 - 1), self.rule(2**64 - 2))

    def test_a_generator_gives_one_number_to_each_fit(self):
        for make in (np.random.RandomState, np.random.default_rng):
            with self.subTest(make):
                self.assertEqual(self.rule(make(3)), self.rule(make(3)))
                moving = make(3)
                self.assertNotEqual(self.rule(moving), self.rule(moving))
