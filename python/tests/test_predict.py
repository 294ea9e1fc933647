"""New points: predict, transform, deploy, and the rule's file."""

import os
import tempfile
import unittest

import numpy as np
from samples import blobs, moons, quick
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score

from gnac import GNAC, Error


class Predict(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, cls.y = blobs(300, d=3)
        cls.model = quick().fit(cls.X)
        cls.new = blobs(400, d=3)[0][300:] + 0.01

    def test_fitted_points_have_their_labels_and_states(self):
        model = self.model
        np.testing.assert_array_equal(model.predict(self.X), model.labels_)
        np.testing.assert_array_equal(model.transform(self.X), model.domain_state_)
        some = [7, 299, 7, 0]
        np.testing.assert_array_equal(model.predict(self.X[some]), model.labels_[some])

    def test_duplicates_with_several_labels_keep_their_own(self):
        X = np.zeros((6, 2))
        model = quick(3, n_neighbors=2, scale="none").fit(X)
        np.testing.assert_array_equal(model.predict(X), model.labels_)

    def test_a_point_does_not_depend_on_the_others(self):
        model = self.model
        together = model.predict(self.new)
        states = model.transform(self.new)
        order = np.random.default_rng(0).permutation(len(self.new))
        np.testing.assert_array_equal(model.predict(self.new[order]), together[order])
        for part in np.array_split(np.arange(len(self.new)), 7):
            np.testing.assert_array_equal(model.predict(self.new[part]), together[part])
            np.testing.assert_allclose(
                model.transform(self.new[part]), states[part], rtol=1e-4, atol=1e-5
            )

    def test_a_point_next_to_a_fitted_one_behaves_like_it(self):
        near = self.X + 1e-9
        self.assertFalse(np.any(np.all(near == self.X, axis=1)))
        np.testing.assert_array_equal(self.model.predict(near), self.model.labels_)

    def test_half_of_the_moons_labels_the_other_half(self):
        X, y = moons(600)
        model = GNAC(2, n_neighbors=10, n_jobs=1).fit(X[:300])
        self.assertEqual(adjusted_rand_score(y[:300], model.labels_), 1)
        self.assertEqual(adjusted_rand_score(y[300:], model.predict(X[300:])), 1)

    def test_threads_do_not_matter(self):
        first = self.model.set_params(n_jobs=1).transform(self.new)
        np.testing.assert_array_equal(self.model.set_params(n_jobs=3).transform(self.new), first)

    def test_later_changes_of_parameters_do_not_reach_a_fit(self):
        model = quick().fit(self.X)
        before = model.predict(self.new)
        model.set_params(n_neighbors=1, random_state=99, max_steps=2)
        np.testing.assert_array_equal(model.predict(self.new), before)

    def test_states_keep_the_type_of_the_points(self):
        self.assertEqual(self.model.transform(self.new.astype(np.float32)).dtype, np.float32)
        self.assertEqual(self.model.transform(self.new).dtype, np.float64)
        self.assertEqual(self.model.transform(self.new).shape, (100, 8))

    def test_refusals(self):
        with self.assertRaises(NotFittedError):
            quick().predict(self.X)
        with self.assertRaisesRegex(ValueError, "3 features"):
            self.model.predict(self.X[:, :2])


class Deploy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, _ = blobs(200)
        cls.other, cls.y = blobs(160, clusters=4, seed=5)
        cls.model = quick().fit(cls.X)

    def test_the_fitted_points_give_the_fitted_labels(self):
        np.testing.assert_array_equal(self.model.deploy(self.X, 3), self.model.labels_)
        np.testing.assert_array_equal(self.model.deploy(self.X), self.model.labels_)

    def test_other_points_and_another_number_of_clusters(self):
        labels = self.model.deploy(self.other, 4)
        self.assertEqual(sorted(set(labels.tolist())), [0, 1, 2, 3])

    def test_a_saved_rule_deploys_as_the_fitted_one(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rule.safetensors")
            self.model.save(path)
            self.assertEqual(os.listdir(folder), ["rule.safetensors"])
            loaded = GNAC.load(path, max_steps=8, kmeans_starts=3)
        self.assertEqual(loaded.n_features_in_, 2)
        self.assertEqual(loaded.hidden, 8)
        self.assertEqual(loaded.n_neighbors, 8)
        np.testing.assert_array_equal(loaded.deploy(self.X, 3), self.model.labels_)
        np.testing.assert_array_equal(
            loaded.deploy(self.other, 4), self.model.deploy(self.other, 4)
        )
        with self.assertRaisesRegex(NotFittedError, "contains no points"):
            loaded.predict(self.X)

    def test_a_fit_without_a_rule(self):
        model = GNAC(3, rule="none", n_jobs=1).fit(self.X)
        self.assertEqual(sorted(set(model.labels_.tolist())), [0, 1, 2])
        with self.assertRaisesRegex(ValueError, "no rule to save or deploy"):
            model.deploy(self.X)
        with self.assertRaisesRegex(ValueError, "no rule to save or deploy"):
            model.save("nowhere")
        with self.assertRaisesRegex(Error, "no rule to place new points with"):
            model.predict(self.other)

    def test_a_model_file_keeps_the_names_of_the_columns(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = pandas.DataFrame(self.X, columns=["x", "y"])
        model = GNAC(3, n_jobs=1).fit(frame)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.safetensors")
            model.save_model(path)
            loaded = GNAC.load_model(path)
        self.assertEqual(loaded.feature_names_in_.tolist(), ["x", "y"])
        np.testing.assert_array_equal(loaded.predict(frame), model.labels_)
        with self.assertRaisesRegex(ValueError, "order"):
            loaded.predict(frame[["y", "x"]])
        with self.assertRaisesRegex(ValueError, "missing"):
            loaded.predict(frame.rename(columns={"y": "z"}))

    def test_bad_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rule.safetensors")
            with self.assertRaises(Error):
                GNAC.load(path)
            self.model.save(path)
            with open(path, "r+b") as file:
                file.truncate(100)
            with self.assertRaises(Error):
                GNAC.load(path)
            with self.assertRaises(Error):
                self.model.save(os.path.join(folder, "missing", "rule.safetensors"))
        with self.assertRaises(NotFittedError):
            quick().save("nowhere")
