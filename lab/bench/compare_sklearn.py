#!/usr/bin/env python3
"""Our baselines compared with scikit-learn's on the same data, options and threads.

  OMP_NUM_THREADS=2 OPENBLAS_NUM_THREADS=2 compare_sklearn.py PATH/TO/time_method [--threads 2] [--n 10000]

Prints per method and dimension: seconds of either (processor seconds too, for a busy machine), their
quotient theirs/ours, and how far the two partitions agree. Then time and memory of the methods that
must stay linear in memory, at growing N. Needs numpy and scikit-learn; nothing else in the project does.
"""

import argparse
import os
import subprocess
import tempfile
import time
import warnings

import numpy as np
from sklearn import cluster, mixture
from sklearn.metrics import adjusted_rand_score

K = 8


def mixture_points(n, d, seed=7):
    """Balanced Gaussian groups of unit deviation, centres at radius 4."""
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((K, d))
    centres *= 4 / np.linalg.norm(centres, axis=1, keepdims=True)
    return centres[np.arange(n) % K] + rng.standard_normal((n, d))


def theirs(name):
    """Constructor, and the options that make ours do the same work."""
    return {
        "kmeans": (lambda: cluster.KMeans(K, n_init=10, random_state=7), []),
        "gmm": (lambda: mixture.GaussianMixture(K, n_init=1, random_state=7), ["starts=1"]),
        "ward": (lambda: cluster.AgglomerativeClustering(K, linkage="ward"), []),
        "average": (lambda: cluster.AgglomerativeClustering(K, linkage="average"), []),
        "birch": (lambda: cluster.Birch(threshold=0.5, branching_factor=50, n_clusters=K), []),
        "spectral": (
            lambda: cluster.SpectralClustering(
                K, affinity="nearest_neighbors", n_neighbors=20, n_init=10, random_state=7, n_jobs=-1
            ),
            [],
        ),
    }[name]


def ours(args, path, name, options=(), labels=False):
    """Least wall and processor seconds, MiB, and the labels as words."""
    command = [args.time_method, path, name, str(K), str(args.threads), str(args.repeats)]
    command += ["--labels"] * labels + list(options)
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return *map(float, out[:3]), out[3:]


def growth(args, folder):
    print("\n| method | d | N | s | cpu s | MiB |\n|---|---|---|---|---|---|")
    for name in ("genie", "ward"):
        for n in (25000, 50000, 100000):
            path = os.path.join(folder, "growth.npy")
            np.save(path, mixture_points(n, 2))
            wall, cpu, mib, _ = ours(args, path, name)
            print(f"| {name} | 2 | {n} | {wall:.3f} | {cpu:.3f} | {mib:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("time_method")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--n", type=int, default=10000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--methods", default="kmeans,gmm,ward,average,birch,spectral")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    print("| method | d | theirs s | ours s | ratio | theirs cpu | ours cpu | cpu ratio | MiB | ARI of both |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for d in (2, 16):
            points = mixture_points(args.n, d)
            path = os.path.join(folder, f"points{d}.npy")
            np.save(path, points)
            for name in args.methods.split(","):
                make, options = theirs(name)
                wall = cpu = float("inf")
                for _ in range(args.repeats):
                    start, ticks = time.perf_counter(), time.process_time()
                    model = make()
                    labels = model.fit_predict(points)
                    wall = min(wall, time.perf_counter() - start)
                    cpu = min(cpu, time.process_time() - ticks)
                our_wall, our_cpu, mib, words = ours(args, path, name, options, labels=True)
                agreement = adjusted_rand_score(labels, np.array(words, dtype=int))
                print(
                    f"| {name} | {d} | {wall:.3f} | {our_wall:.3f} | {wall / our_wall:.1f} | {cpu:.3f} "
                    f"| {our_cpu:.3f} | {cpu / our_cpu:.1f} | {mib:.0f} | {agreement:.3f} |",
                    flush=True,
                )
        growth(args, folder)


if __name__ == "__main__":
    main()
