#!/usr/bin/env python3
"""Nearest neighbours of all points: gnac's searches beside hnswlib, faiss and pynndescent, at a recall of 0.99 or more.

    usage: lab/bench/neighbour_libraries.py PROGRAM [--rows N] [--columns D] [--words | --images FILE.npz | --data FILE.npy]
                                            [-k K] [--threads T] [--cosine] [--libraries LIST]

PROGRAM is `neighbour_search` of a build with -DGNAC_BENCH=ON; the libraries are Debian's python3-hnswlib, python3-faiss
and python3-pynndescent, each left out where it is not installed. Without --data the vectors are synthetic embeddings:
groups of 12-dimensional latents through a random network, plus noise. --words makes vectors of length 1 in 2,000 groups of
long-tailed sizes, in which every direction counts; --images flips and shifts the square images X of a file. Every search runs in a process of its own. A
library tries its settings from the cheapest on and stops at the first that reaches the recall, which is that of 1,000
points against all others. pynndescent compiles itself on a small table first, which is not counted."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

RECALL = 0.99
SETTINGS = {
    "hnswlib": [(8, 40, 30), (12, 60, 40), (16, 100, 60), (16, 200, 100), (24, 300, 200)],  # M, ef_construction, ef
    "faiss flat": [()],
    "faiss ivf": [(4,), (8,), (16,), (32,), (64,)],  # probes
    "pynndescent": [(1.0,), (1.4,), (2.0,), (3.0,)],  # neighbours kept / k
}


def make_vectors(rows, columns, groups=10):
    """The vectors, and the group of each."""
    import numpy as np

    rng = np.random.default_rng(3)
    latent, hidden = 12, 128
    of = rng.integers(0, groups, rows)
    z = rng.normal(0, 1.5, (groups, latent))[of] + rng.normal(0, 1, (rows, latent))
    first = rng.normal(0, latent**-0.5, (latent, hidden))
    second = rng.normal(0, hidden**-0.5, (hidden, columns))
    out = np.empty((rows, columns), np.float32)
    for at in range(0, rows, 5000):
        inside = np.maximum(z[at : at + 5000] @ first, 0)
        out[at : at + 5000] = inside @ second + 0.1 * rng.normal(size=(len(inside), columns))
    return out, of


def make_words(rows, columns):
    import numpy as np

    rng = np.random.default_rng(4)
    groups = 2000
    share = 1 / np.arange(1, groups + 1)
    of = rng.choice(groups, rows, p=share / share.sum())
    centre = rng.normal(size=(groups, columns))
    centre /= np.linalg.norm(centre, axis=1, keepdims=True)
    spectrum = np.arange(1, columns + 1) ** -0.5
    spectrum /= np.linalg.norm(spectrum)
    order = np.argsort(rng.random((groups, columns)), axis=1)
    out = np.empty((rows, columns), np.float32)
    for at in range(0, rows, 20000):
        own = of[at : at + 20000]
        out[at : at + 20000] = centre[own] + 0.7 * rng.normal(size=(len(own), columns)) * spectrum[order[own]]
    return out / np.linalg.norm(out, axis=1, keepdims=True)


def make_images(path, rows):
    import numpy as np

    X = np.load(path)["X"].astype(np.float32)
    side = round(X.shape[1] ** 0.5)
    X = X.reshape(-1, side, side)
    mirrored = X[:, :, ::-1]
    ways = [X, mirrored, np.roll(X, 2, 1), np.roll(X, -2, 2), np.roll(mirrored, 2, 2), np.roll(X, -2, 1)]
    out = np.concatenate(ways).reshape(-1, side * side)
    return out[np.random.default_rng(1).permutation(len(out))[:rows]]


def search(library, setting, X, k, threads):
    """The k nearest of every row of X, itself among them or not."""
    n, d = X.shape
    if library == "hnswlib":
        import hnswlib

        index = hnswlib.Index("l2", d)
        index.init_index(n, M=setting[0], ef_construction=setting[1])
        index.set_num_threads(threads)
        index.add_items(X)
        index.set_ef(max(setting[2], k + 1))
        return index.knn_query(X, k + 1)[0]
    if library.startswith("faiss"):
        import faiss

        faiss.omp_set_num_threads(threads)
        if library == "faiss flat":
            index = faiss.IndexFlatL2(d)
        else:
            index = faiss.IndexIVFFlat(faiss.IndexFlatL2(d), d, max(1, int(2 * n**0.5)))
            index.train(X[:: max(1, n // 20000)].copy())
            index.nprobe = setting[0]
        index.add(X)
        return index.search(X, k + 1)[1]
    import pynndescent

    kept = int(setting[0] * k) + 1
    return pynndescent.NNDescent(X, n_neighbors=kept, n_jobs=threads, random_state=1).neighbor_graph[0][:, : k + 1]


def one(arguments):
    """One search in this process: prints seconds and leaves the neighbours in a file."""
    import numpy as np

    library, setting, data, k, threads, out = json.loads(arguments)
    X = np.load(data)
    if library == "pynndescent":
        search(library, setting, X[:500], k, threads)
    wall, cpu = time.perf_counter(), time.process_time()
    found = search(library, setting, X, k, threads)
    print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}))
    np.save(out, np.asarray(found, np.int32))


def recall_of(found, sample, truth):
    import numpy as np

    k = truth.shape[1]
    right = 0
    for row, true in zip(sample, truth):
        own = [j for j in found[row] if j != row][:k]
        right += len(np.intersect1d(own, true))
    return right / truth.size


def truth_of(X, k):
    import numpy as np

    sample = np.random.default_rng(1).choice(len(X), min(1000, len(X)), replace=False)
    squares = (X.astype(np.float64) ** 2).sum(1)
    truth = []
    for row in sample:
        distance = squares - 2 * (X @ X[row]).astype(np.float64)
        distance[row] = np.inf
        near = np.argpartition(distance, 4 * k)[: 4 * k]
        exact = ((X[near].astype(np.float64) - X[row]) ** 2).sum(1)
        truth.append(near[np.argsort(exact)[:k]])
    return sample, np.array(truth)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=60000)
    parser.add_argument("--columns", type=int, default=784)
    parser.add_argument("--data")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--images")
    parser.add_argument("-k", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cosine", action="store_true", help="scale rows to length 1 first")
    parser.add_argument("--libraries", default=",".join(SETTINGS))
    args = parser.parse_args()
    import numpy as np

    if args.data:
        X = np.load(args.data).astype(np.float32)
    elif args.images:
        X = make_images(args.images, args.rows)
    else:
        X = make_words(args.rows, args.columns) if args.words else make_vectors(args.rows, args.columns)[0]
    if args.cosine:
        X /= np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-30)
    sample, truth = truth_of(X, args.k)
    print(f"{X.shape[0]} x {X.shape[1]}, k = {args.k}, {args.threads} threads\n")
    print("| search | setting | wall s | CPU s | recall |\n|---|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        data, out = os.path.join(folder, "points.npy"), os.path.join(folder, "found.npy")
        np.save(data, X)
        for way in ("auto", "exact", "approximate"):
            command = [args.program, data, str(args.k), str(args.threads), way, out]
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            seconds = json.loads(text)
            report(f"gnac {way}", seconds["search"], seconds, recall_of(np.load(out), sample, truth))
        for library in args.libraries.split(","):
            for setting in SETTINGS[library]:
                request = json.dumps([library, setting, data, args.k, args.threads, out])
                limits = {**os.environ, "NUMBA_NUM_THREADS": str(args.threads), "OMP_NUM_THREADS": str(args.threads)}
                run = subprocess.run([sys.executable, __file__, "--one", request], capture_output=True, text=True, env=limits)
                if run.returncode != 0:
                    print(f"| {library} | {run.stderr.strip().splitlines()[-1]} | | | |")
                    break
                found = recall_of(np.load(out), sample, truth)
                report(library, " ".join(map(str, setting)), json.loads(run.stdout.splitlines()[-1]), found)
                if found >= RECALL:
                    break


def report(name, setting, seconds, recall):
    print(f"| {name} | {setting} | {seconds['wall']:.2f} | {seconds['cpu']:.2f} | {recall:.4f} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2])
    else:
        main()
