"""Works inside the tools that estimators are used with."""

import multiprocessing
import pickle
import unittest

import joblib
import numpy as np
from samples import assert_same_fit, blobs, quick
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnac import Genie
from gnac.metrics import adjusted_rand


def labels_for(seed):
    X, _ = blobs(60)
    return quick(random_state=seed, n_jobs=2).fit(X).labels_


def fit_in_child(queue):
    queue.put(labels_for(1))


class Tools(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, cls.y = blobs(120)

    def test_pipeline(self):
        pipeline = make_pipeline(StandardScaler(), PCA(2), quick())
        labels = pipeline.fit_predict(self.X)
        self.assertEqual(len(set(labels.tolist())), 3)
        np.testing.assert_array_equal(pipeline.predict(self.X), labels)
        features = make_pipeline(quick(), LogisticRegression()).fit(self.X, self.y)
        self.assertGreater(features.score(self.X, self.y), 0.9)

    def test_grid_search(self):
        def agreement(model, X, y):
            return adjusted_rand(y, model.predict(X))

        search = GridSearchCV(quick(), {"n_clusters": [2, 3]}, scoring=agreement, cv=2)
        search.fit(self.X, self.y)
        self.assertEqual(search.best_params_, {"n_clusters": 3})
        self.assertEqual(search.best_estimator_.n_clusters_, 3)

    def test_clone(self):
        model = quick(5, random_state=3).fit(self.X)
        copy = clone(model)
        self.assertEqual(copy.get_params(), model.get_params())
        self.assertFalse(hasattr(copy, "labels_"))
        assert_same_fit(copy.fit(self.X), model)

    def test_pickle(self):
        model = quick().fit(self.X)
        new = self.X + 0.01
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            copy = pickle.loads(pickle.dumps(model, protocol))
            assert_same_fit(copy, model)
            np.testing.assert_array_equal(copy.predict(new), model.predict(new))
            np.testing.assert_array_equal(copy.deploy(new, 2), model.deploy(new, 2))

    def test_joblib(self):
        expected = [labels_for(seed) for seed in range(4)]
        for backend in ("loky", "threading", "multiprocessing"):
            with self.subTest(backend):
                found = joblib.Parallel(n_jobs=2, backend=backend)(
                    joblib.delayed(labels_for)(seed) for seed in range(4)
                )
                np.testing.assert_array_equal(found, expected)

    def test_fork_after_a_fit(self):
        expected = labels_for(1)
        context = multiprocessing.get_context("fork")
        queue = context.Queue()
        child = context.Process(target=fit_in_child, args=(queue,))
        child.start()
        found = queue.get(timeout=60)
        child.join(timeout=60)
        self.assertEqual(child.exitcode, 0)
        np.testing.assert_array_equal(found, expected)

    def test_baselines_in_the_same_places(self):
        copy = pickle.loads(pickle.dumps(clone(Genie(3)).fit(self.X)))
        self.assertEqual(adjusted_rand(self.y, copy.labels_), 1)
