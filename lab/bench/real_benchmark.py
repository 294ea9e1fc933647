#!/usr/bin/env python3
"""Scores configurations of gnac and other methods on a folder of real data sets, by kind, with paired intervals.

usage: real_benchmark.py GNAC FOLDER [NAME=FLAGS ...] [--peers kmeans,gmm,ward,spectral,leiden,hdbscan]
                         [--most-points N] [--runs FILE.csv] [--by-dimension]

FOLDER has files KIND__NAME.npz with X (n x d) and y (classes). Every NAME=FLAGS is `gnac fit` with these flags, e.g.
gnac="" or spectral="--readout spectral"; the first is what all others are compared with. Each is run with K given and
with K chosen, on the values as they are: scaling and metric are the program's own business. Peers get standardised columns
for the kind `table`, rows of length 1 for `embed`, and the values as they are otherwise; mixtures at most 50 principal
components. With K chosen they are HDBSCAN, k-means by silhouette and mixtures by BIC of the program, and Leiden at
resolution 1. With --runs, results are kept in FILE.csv and a run that was stopped goes on. --by-dimension groups sets by their intrinsic
dimension, as `gnac doctor` says it, instead of their kind.

A table row is the mean adjusted Rand index by kind; below each kind's means stands the difference from the first
configuration, with a 95 % bootstrap interval over the sets. "slivers" is the share of fits with K given that have a
cluster below a tenth of n/K where no class is that small. Needs numpy and scikit-learn, and leidenalg for leiden.
"""
import argparse
import csv
import json
import os
import subprocess
import tempfile

import numpy as np
from sklearn import cluster, decomposition, mixture
from sklearn.metrics import adjusted_rand_score
from sklearn.neighbors import kneighbors_graph

SLIVER = 0.1
DIMENSIONS = (2.5, 5, 12)


def sets(folder, most):
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".npz") or "__" not in file:
            continue
        kind, name = file[: -len(".npz")].split("__", 1)
        arrays = np.load(os.path.join(folder, file))
        if len(arrays["y"]) <= most:
            yield kind, name, arrays["X"].astype(np.float64), arrays["y"].astype(int)


def gnac_labels(program, path, flags):
    done = subprocess.run([program, "fit", path, "--quiet", *flags], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{program} fit {path} {' '.join(flags)}: {done.stderr.strip()}")
    return np.array(done.stdout.split(), dtype=int)


def dimension_group(program, path):
    told = subprocess.run([program, "doctor", path, "--json"], capture_output=True, text=True).stdout
    dimension = json.loads(told)["intrinsic_dimension"]
    below = [d for d in (0, *DIMENSIONS) if d <= dimension]
    above = [d for d in DIMENSIONS if d > dimension]
    return f"{below[-1]} to {above[0]}" if above else f"{below[-1]} and more"


def as_peers_see(kind, points):
    if kind == "table":
        spread = points.std(axis=0)
        return (points - points.mean(axis=0)) / np.where(spread > 0, spread, 1)
    if kind == "embed":
        length = np.sqrt((points**2).sum(axis=1, keepdims=True))
        return points / np.where(length > 0, length, 1)
    return points


def leiden(points, clusters=None):
    """Resolution 1, or by bisection until the number of communities is right or no longer moves."""
    import igraph
    import leidenalg

    graph = kneighbors_graph(points, min(15, len(points) - 1))
    rows, columns = (graph + graph.T).nonzero()
    edges = [(a, b) for a, b in zip(rows.tolist(), columns.tolist()) if a < b]
    network = igraph.Graph(len(points), edges)

    def communities(resolution):
        kind = leidenalg.RBConfigurationVertexPartition
        return leidenalg.find_partition(network, kind, resolution_parameter=resolution, seed=1).membership

    if clusters is None:
        return np.array(communities(1.0))
    low, high, best = 1e-4, 20.0, None
    for _ in range(25):
        middle = (low * high) ** 0.5
        found = communities(middle)
        count = max(found) + 1
        if best is None or abs(count - clusters) < abs(max(best) + 1 - clusters):
            best = found
        if count == clusters:
            break
        low, high = (middle, high) if count < clusters else (low, middle)
    return np.array(best)


def reduced(points, most=50):
    fewer = min(most, *points.shape)
    return points if fewer == points.shape[1] else decomposition.PCA(fewer, random_state=0).fit_transform(points)


def chosen_by_program(method):
    def labels(gnac, points):
        with tempfile.TemporaryDirectory() as scratch:
            path = os.path.join(scratch, "points.npy")
            np.save(path, points)
            return gnac_labels(gnac, path, ["--method", method, "--scale", "none", "--metric", "euclidean"])

    return labels


# With K given: points, K. With K chosen: the program, points.
PEERS = {
    "kmeans": lambda x, k: cluster.KMeans(k, n_init=10, random_state=0).fit_predict(x),
    "gmm": lambda x, k: mixture.GaussianMixture(k, n_init=3, reg_covar=1e-4, random_state=0).fit_predict(reduced(x)),
    "ward": lambda x, k: cluster.AgglomerativeClustering(k).fit_predict(x),
    "spectral": lambda x, k: cluster.SpectralClustering(
        k, affinity="nearest_neighbors", n_neighbors=15, random_state=0, assign_labels="kmeans"
    ).fit_predict(x),
    "leiden": leiden,
}
CHOOSERS = {
    "hdbscan": chosen_by_program("hdbscan"),
    "kmeans": chosen_by_program("kmeans"),
    "gmm": lambda gnac, x: chosen_by_program("gmm")(gnac, reduced(x)),
    "leiden": lambda gnac, x: leiden(x),
}


class Runs:
    """Results by (kind, name, method, mode), kept in a file if there is one."""

    FIELDS = ("kind", "name", "method", "mode", "ari", "clusters", "sliver")

    def __init__(self, path):
        self.path, self.rows = path, {}
        if path and os.path.exists(path):
            with open(path, newline="") as file:
                for row in csv.DictReader(file):
                    key = tuple(row[f] for f in self.FIELDS[:4])
                    self.rows[key] = (float(row["ari"]), int(row["clusters"]), int(row["sliver"]))

    def get(self, key, work):
        if key not in self.rows:
            self.rows[key] = work()
            if self.path:
                new = not os.path.exists(self.path)
                with open(self.path, "a", newline="") as file:
                    writer = csv.writer(file)
                    if new:
                        writer.writerow(self.FIELDS)
                    writer.writerow((*key, *self.rows[key]))
        return self.rows[key]


def has_sliver(labels, clusters):
    return np.bincount(labels, minlength=clusters).min() * clusters < SLIVER * len(labels)


def judge(labels, truth):
    clusters, classes = len(np.unique(labels)), len(np.unique(truth))
    small_class = has_sliver(np.unique(truth, return_inverse=True)[1], classes)
    sliver = has_sliver(np.unique(labels, return_inverse=True)[1], clusters) and not small_class
    return adjusted_rand_score(truth, labels), clusters, int(sliver)


def interval(differences, rng):
    means = rng.choice(differences, (10_000, len(differences))).mean(axis=1)
    return np.quantile(means, [0.025, 0.975])


def report(results, kinds, mode, methods):
    """results[method][kind]: one (ari, clusters, sliver) per set, in one order."""
    rng = np.random.default_rng(1)
    print(f"\n**K {mode}**\n")
    print("| method | " + " | ".join(kinds) + " | mean of kinds | slivers |")
    print("|---|" + "--:|" * (len(kinds) + 2))
    for method in methods:
        means = [np.mean([r[0] for r in results[method][kind]]) for kind in kinds]
        slivers = np.mean([r[2] for kind in kinds for r in results[method][kind]])
        cells = [f"{m:.4f}" for m in (*means, np.mean(means))]
        print(f"| {method} | " + " | ".join(cells) + f" | {100 * slivers:.0f} % |")
        if method == methods[0]:
            continue
        cells = []
        for kind in kinds:
            own, other = ([r[0] for r in results[m][kind]] for m in (methods[0], method))
            difference = np.array(own) - np.array(other)
            low, high = interval(difference, rng)
            cells.append(f"{difference.mean():+.3f} [{low:+.3f}, {high:+.3f}]")
        print(f"| {methods[0]} minus it | " + " | ".join(cells) + " | | |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gnac")
    parser.add_argument("folder")
    parser.add_argument("configurations", nargs="*", default=["gnac="])
    parser.add_argument("--peers", default="")
    parser.add_argument("--most-points", type=int, default=10**9)
    parser.add_argument("--runs", default="")
    parser.add_argument("--by-dimension", action="store_true")
    args = parser.parse_args()
    own = dict(c.split("=", 1) for c in args.configurations)
    peers = [p for p in args.peers.split(",") if p]
    runs = Runs(args.runs)
    given = {m: {} for m in (*own, *(p for p in peers if p in PEERS))}
    chosen = {m: {} for m in (*own, *(p for p in peers if p in CHOOSERS))}
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "points.npy")
        for kind, name, points, truth in sets(args.folder, args.most_points):
            np.save(path, points)
            group = dimension_group(args.gnac, path) if args.by_dimension else kind
            clusters = len(np.unique(truth))
            for method, flags in own.items():
                words = flags.split()
                given[method].setdefault(group, []).append(
                    runs.get((kind, name, method, "given"),
                             lambda: judge(gnac_labels(args.gnac, path, ["-k", str(clusters), *words]), truth)))
                chosen[method].setdefault(group, []).append(
                    runs.get((kind, name, method, "chosen"),
                             lambda: judge(gnac_labels(args.gnac, path, words), truth)))
            seen = as_peers_see(kind, points)
            for method in given.keys() - own.keys():
                given[method].setdefault(group, []).append(
                    runs.get((kind, name, method, "given"), lambda: judge(PEERS[method](seen, clusters), truth)))
            for method in chosen.keys() - own.keys():
                chosen[method].setdefault(group, []).append(
                    runs.get((kind, name, method, "chosen"), lambda: judge(CHOOSERS[method](args.gnac, seen), truth)))
    first = next(iter(own))
    kinds = sorted(given[first], key=lambda group: (float(group.split()[0]) if args.by_dimension else 0, group))
    print("sets: " + ", ".join(f"{len(given[first][kind])} {kind}" for kind in kinds))
    report(given, kinds, "given", list(given))
    report(chosen, kinds, "chosen", list(chosen))


if __name__ == "__main__":
    main()
