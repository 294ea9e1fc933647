"""Points that the tests share, and a GNAC that fits them quickly."""

import numpy as np
from sklearn.datasets import make_blobs, make_moons

from gnac import GNAC


def blobs(n=150, clusters=3, d=2, seed=0):
    """Groups far apart: centres on a circle of radius 8 in the first two columns."""
    angle = np.arange(clusters) * 2 * np.pi / clusters
    centres = np.zeros((clusters, d))
    centres[:, :2] = 8 * np.column_stack([np.cos(angle), np.sin(angle)])
    return make_blobs(n, centers=centres, cluster_std=0.8, random_state=seed)


def moons(n=300):
    return make_moons(n, noise=0.05, random_state=0)


def quick(n_clusters=3, **options):
    """A GNAC with few, short epochs and small networks: tests the pipeline, not the quality."""
    small = {"rule": "train", "epochs": 6, "burn_in": 2, "rollout": 4, "tail": 2, "hidden": 8, "width": 8}
    small.update(n_neighbors=8, max_steps=8, kmeans_starts=3, n_jobs=1)
    return GNAC(n_clusters, **{**small, **options})


def assert_same_fit(one, other):
    np.testing.assert_array_equal(one.labels_, other.labels_)
    np.testing.assert_array_equal(one.domain_state_, other.domain_state_)
    assert one._rule == other._rule
