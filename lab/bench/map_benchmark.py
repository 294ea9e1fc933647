#!/usr/bin/python3
"""Maps of data with known classes: those of `gnac fit --map` beside umap-learn and scikit-learn's t-SNE.

usage: map_benchmark.py GNAC SETS [--methods gnac,umap,tsne] [--most 12000] [--out FILE.csv] [--write docs/map.md] [-- FLAGS OF gnac fit ...]
       map_benchmark.py GNAC --time N [--threads 2]

SETS is a folder of KIND__NAME.npz files with X and y; those with more than three columns and at most `--most` points
count. Columns of tables are standardised and rows of embeddings brought to length 1, the same for every method, and
gnac does not scale them again. Measured: trustworthiness and recall of the 15 nearest neighbours, and the adjusted Rand
index of k-means on the map with the number of classes given (20 starts). The classes are seen by that index alone.
What FILE.csv has of umap and tsne is not measured again. --write puts the table into the document, between its markers.
--time: seconds of a map of N points in 50 columns, with umap-learn given its graph, so that only its layout counts."""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
import warnings
from importlib.metadata import version

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

NEIGHBOURS = 15
MEASURES = ("trustworthiness", "recall", "kmeans_ari", "seconds")
NAMES = {"gnac": lambda: "gnac", "umap": lambda: f"umap-learn {version('umap-learn')}",
         "tsne": lambda: f"t-SNE, scikit-learn {version('scikit-learn')}"}


def sets(folder, most):
    for file in sorted((f for f in os.listdir(folder) if f.endswith(".npz")), key=lambda f: os.path.getsize(os.path.join(folder, f))):
        kind, name = file[:-4].split("__", 1)
        data = np.load(os.path.join(folder, file))
        X, y = data["X"].astype(np.float64), data["y"].astype(int)
        if X.shape[1] <= 3 or len(X) > most:
            continue
        if kind == "table":
            X = (X - X.mean(axis=0)) / np.maximum(X.std(axis=0), 1e-12)
        if kind == "embed":
            X = X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-12)
        yield kind, name, np.ascontiguousarray(X), y


def blocks(n, size=512):
    return ((begin, min(begin + size, n)) for begin in range(0, n, size))


def squared(X, norms, begin, end):
    """Squared distances of rows begin..end to all rows; a row is infinitely far from itself."""
    D = norms[begin:end, None] + norms[None] - 2 * X[begin:end] @ X.T
    D[np.arange(end - begin), np.arange(begin, end)] = np.inf
    return D


def faithfulness(X, Y):
    """Trustworthiness (Venna and Kaski 2001) and recall of the nearest neighbours, both in [0, 1]."""
    n, k = len(X), min(NEIGHBOURS, (len(X) - 1) // 2)
    X, Y = X - X.mean(axis=0), Y - Y.mean(axis=0)
    x_norms, y_norms = (X**2).sum(axis=1), (Y**2).sum(axis=1)
    penalty = found = 0
    for begin, end in blocks(n):
        in_map = np.argpartition(squared(Y, y_norms, begin, end), k, axis=1)[:, :k]
        D = squared(X, x_norms, begin, end)
        for row, near in zip(D, in_map):
            rank = 1 + (row[None] < row[near, None]).sum(axis=1)
            penalty += np.maximum(rank - k, 0).sum()
            found += (rank <= k).sum()
    return 1 - 2 * penalty / (n * k * (2 * n - 3 * k - 1)), found / (n * k)


def gnac_map(program, X, flags):
    with tempfile.TemporaryDirectory() as folder:
        points, out = os.path.join(folder, "x.npy"), os.path.join(folder, "map.npy")
        np.save(points, X)
        run = subprocess.run([program, "fit", points, "--scale", "none", "--quiet", "--map", out, "-o", os.devnull, *flags],
                             capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(run.stderr)
        return np.load(out).astype(np.float64)


def umap_map(X):
    from umap import UMAP

    return UMAP(random_state=7, n_neighbors=min(NEIGHBOURS, len(X) - 1)).fit_transform(X).astype(np.float64)


def tsne_map(X):
    from sklearn.manifold import TSNE

    perplexity = min(30.0, (len(X) - 1) / 3)
    return TSNE(random_state=7, init="pca", perplexity=perplexity, n_jobs=1).fit_transform(X).astype(np.float64)


def measure(X, y, Y):
    K = len(np.unique(y))
    labels = KMeans(K, n_init=20, random_state=7).fit_predict(Y)
    return (*faithfulness(X, Y), adjusted_rand_score(y, labels))


def known_rows(path):
    if not path or not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return [(*row[:2], int(row[2]), int(row[3]), row[4], *map(float, row[5:])) for row in list(csv.reader(file))[1:]]


def compare(arguments, flags):
    maps = {"gnac": lambda X: gnac_map(arguments.gnac, X, flags), "umap": umap_map, "tsne": tsne_map}
    methods = arguments.methods.split(",")
    rows = [row for row in known_rows(arguments.out) if row[4] != "gnac"]
    done = {(row[1], row[4]) for row in rows}
    for kind, name, X, y in sets(arguments.sets, arguments.most):
        for method in methods:
            if (name, method) in done:
                continue
            start = time.perf_counter()
            Y = maps[method](X)
            seconds = time.perf_counter() - start
            rows.append((kind, name, len(X), X.shape[1], method, *measure(X, y, Y), seconds))
            print("%-6s %-20s n=%-6d d=%-5d %-5s trust %.4f recall %.4f ARI %.4f %6.1f s" % rows[-1], flush=True)
            if arguments.out:
                with open(arguments.out, "w", newline="") as file:
                    csv.writer(file).writerows([("kind", "name", "n", "d", "method", *MEASURES), *rows])
    table = table_of(rows, methods)
    print("\n" + table)
    if arguments.write:
        write_table(arguments.write, table)


def table_of(rows, methods):
    sizes = {row[1]: row[2:4] for row in rows}
    points, columns = zip(*sizes.values())
    lines = [f"Means of {len(sizes)} real sets with {min(columns):,} to {max(columns):,} columns and {min(points):,} to {max(points):,} points:",
             "", "| | trustworthiness | recall | ARI of k-means |", "|---|--:|--:|--:|"]
    for method in methods:
        own = [row[5:8] for row in rows if row[4] == method]
        assert len(own) == len(sizes), f"{method} has not seen all sets"
        lines.append("| %s | %.4f | %.4f | %.4f |" % (NAMES[method](), *np.mean(own, axis=0)))
    return "\n".join(lines)


def write_table(path, table, script="map_benchmark.py"):
    """Puts the table between the markers of the script."""
    begin, end = f"<!-- {script} -->\n", "<!-- end -->"
    with open(path) as file:
        before, rest = file.read().split(begin)
    with open(path, "w") as file:
        file.write(before + begin + table + "\n" + rest[rest.index(end):])


def layout_seconds(arguments):
    """The seconds of both layouts, each on its own graph of the same points."""
    import numba
    from umap import UMAP

    rng = np.random.default_rng(7)
    centres = rng.normal(0, 1, (20, 10))
    latent = centres[rng.integers(20, size=arguments.time)] + rng.normal(0, 0.4, (arguments.time, 10))
    X = np.tanh(latent @ rng.normal(0, 0.4, (10, 50))) + rng.normal(0, 0.05, (arguments.time, 50))
    with tempfile.TemporaryDirectory() as folder:
        points, out = os.path.join(folder, "x.npy"), os.path.join(folder, "map.npy")
        np.save(points, X)
        run = subprocess.run(["taskset", "-c", f"0-{arguments.threads - 1}", arguments.gnac, "fit", points, "-k", "20", "-v",
                              "--neighbor-search", "approximate", "--map", out, "-o", os.devnull], capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(run.stderr)
        print("\n".join(line for line in run.stderr.splitlines() if "--map" in line or "total" in line))
    numba.set_num_threads(arguments.threads)
    UMAP(n_epochs=2).fit_transform(X[:2000])  # compiles
    small = UMAP(transform_mode="graph").fit(X)
    start = time.perf_counter()
    import umap.umap_ as inside

    inside.simplicial_set_embedding(
        X, small.graph_, 2, small._initial_alpha, small._a, small._b, 1.0, 5, None, "spectral", np.random.RandomState(7),
        "euclidean", {}, False, {}, False, parallel=True)
    print(f"umap-learn, its graph given: {time.perf_counter() - start:.1f} s")


def main():
    own, flags = (sys.argv[1:], []) if "--" not in sys.argv else (
        sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gnac")
    parser.add_argument("sets", nargs="?")
    parser.add_argument("--methods", default="gnac,umap,tsne")
    parser.add_argument("--most", type=int, default=12000)
    parser.add_argument("--out")
    parser.add_argument("--write")
    parser.add_argument("--time", type=int)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args(own)
    warnings.filterwarnings("ignore")
    if arguments.time:
        layout_seconds(arguments)
    elif arguments.sets:
        compare(arguments, flags)
    else:
        parser.error("name a folder of sets, or --time N")


if __name__ == "__main__":
    main()
