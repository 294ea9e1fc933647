"""Python and the program give the same bytes for the same data, options and seed."""

import os
import subprocess
import tempfile
import unittest

import numpy as np
from samples import blobs, quick
from sklearn.datasets import load_iris

from gnac import GNAC

PROGRAM = os.environ.get("GNAC_PROGRAM", "")


WISHES = ("max_clusters", "min_cluster_size", "resolution")  # only where K is chosen


@unittest.skipUnless(os.path.exists(PROGRAM), "GNAC_PROGRAM does not name the built program")
class Program(unittest.TestCase):
    def compare(self, X, model):
        flags, usual = [], GNAC().get_params()
        for name, value in model.get_params().items():
            if name in ("n_clusters", "affinity", "verbose", "callback", "n_jobs", *WISHES) or value == usual[name]:
                continue
            name = {"n_neighbors": "neighbors", "random_state": "seed"}.get(name, name)
            flags += ["--" + name.replace("_", "-"), str(value)]
        with tempfile.TemporaryDirectory() as folder:
            data, rule, states, own = (
                os.path.join(folder, name)
                for name in ("points.npy", "rule.safetensors", "states.npy", "own.safetensors")
            )
            np.save(data, X)
            command = [PROGRAM, "fit", data, "-k", str(model.n_clusters), "--quiet", *flags]
            command += ["--save", rule, "--states", states, "--threads", "1"]
            printed = subprocess.run(command, check=True, capture_output=True).stdout
            model.fit(X)
            self.assertEqual(printed.decode(), "".join(f"{label}\n" for label in model.labels_))
            np.testing.assert_array_equal(np.load(states), model.domain_state_)
            model.save(own)
            with open(rule, "rb") as one, open(own, "rb") as other:
                self.assertEqual(one.read(), other.read())

    def test_default_options(self):
        self.compare(load_iris().data, GNAC(3, n_jobs=1))

    def test_other_options_and_seeds(self):
        X, _ = blobs(300, clusters=4, d=5)
        self.compare(X * 1000, quick(4, random_state=2**40, scale="standard"))
        self.compare(X, quick(5, activation="relu", scale="none", random_state=1))
        self.compare(X, quick(2, activation="tanh", n_neighbors=3, seed_scale=0.5))
