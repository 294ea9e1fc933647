#!/usr/bin/env python3
"""Whole fits of one table: gnac beside UMAP + HDBSCAN, Leiden, genieclust and k-means, in seconds.

    usage: lab/bench/fit_libraries.py GNAC [--rows N] [--columns D] [--data FILE.npy | --images FILE.npz] [-k K] [--threads T] [--methods LIST]

GNAC is the program; the others are Debian's umap-learn, r-cran-dbscan, python3-leidenalg, r-cran-genieclust and
python3-sklearn, each left out where it is not installed. gnac chooses the number of clusters; genieclust and k-means are
told K. Leiden gets the graph of gnac's neighbours' number by scikit-learn, which is not counted; nor is what UMAP compiles. Without --data the
vectors are those of neighbour_libraries.py, which also makes the images of --images. Every method runs in a process of its own."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

from neighbour_libraries import make_images, make_vectors

METHODS = ["gnac", "umap + hdbscan", "leiden", "genieclust", "kmeans"]
R = {
    "hdbscan": 'x <- as.matrix(read.csv("{0}", header=FALSE)); s <- proc.time()[3]; '
    'invisible(dbscan::hdbscan(x, minPts=15)); cat(proc.time()[3] - s)',
    "genieclust": 'x <- as.matrix(read.csv("{0}", header=FALSE)); s <- proc.time()[3]; '
    "invisible(genieclust::genie(x, {1})); cat(proc.time()[3] - s)",
}


def run_r(method, points, clusters, folder):
    import numpy as np

    table = os.path.join(folder, "points.csv")
    np.savetxt(table, points, delimiter=",", fmt="%.7g")
    command = ["Rscript", "-e", R[method].format(table, clusters)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1])


def seconds_of(method, data, clusters, threads, program, folder):
    import numpy as np

    if method == "gnac":
        start = time.perf_counter()
        command = [program, "fit", data, "-o", os.path.join(folder, "labels.npy"), "--threads", str(threads)]
        subprocess.run(command, check=True, capture_output=True)
        return time.perf_counter() - start
    X = np.load(data)
    if method == "umap + hdbscan":
        import umap

        umap.UMAP(n_jobs=threads).fit_transform(X[:500])
        start = time.perf_counter()
        plane = umap.UMAP(n_jobs=threads).fit_transform(X)
        return time.perf_counter() - start + run_r("hdbscan", plane, clusters, folder)
    if method == "leiden":
        import igraph
        import leidenalg
        from sklearn.neighbors import kneighbors_graph

        rows, columns = kneighbors_graph(X, 15, n_jobs=threads).nonzero()
        graph = igraph.Graph(n=len(X), edges=list(zip(rows.tolist(), columns.tolist())))
        start = time.perf_counter()
        leidenalg.find_partition(graph, leidenalg.ModularityVertexPartition, seed=1)
        return time.perf_counter() - start
    if method == "genieclust":
        return run_r(method, X, clusters, folder)
    from sklearn.cluster import KMeans

    start = time.perf_counter()
    KMeans(clusters, n_init=10, random_state=1).fit(X)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=60000)
    parser.add_argument("--columns", type=int, default=784)
    parser.add_argument("--data")
    parser.add_argument("--images")
    parser.add_argument("-k", type=int, default=10)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--methods", default=",".join(METHODS))
    args = parser.parse_args()
    import numpy as np

    if args.data:
        X = np.load(args.data)
    elif args.images:
        X = make_images(args.images, args.rows)
    else:
        X = make_vectors(args.rows, args.columns)[0]
    print(f"{X.shape[0]} x {X.shape[1]}, K = {args.k}, {args.threads} threads\n\n| method | wall s |\n|---|--:|")
    count = str(args.threads)
    limits = {**os.environ, "NUMBA_NUM_THREADS": count, "OMP_NUM_THREADS": count, "OPENBLAS_NUM_THREADS": count}
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "points.npy")
        np.save(data, X)
        for method in args.methods.split(","):
            request = json.dumps([method, data, args.k, args.threads, args.program, folder])
            command = [sys.executable, __file__, "--one", request]
            run = subprocess.run(command, capture_output=True, text=True, env=limits)
            last = (run.stdout if run.returncode == 0 else run.stderr).strip().splitlines()[-1]
            print(f"| {method} | {float(last):.2f} |" if run.returncode == 0 else f"| {method} | {last} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(seconds_of(*json.loads(sys.argv[2])))
    else:
        main()
