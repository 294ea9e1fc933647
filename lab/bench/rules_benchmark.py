#!/usr/bin/python3
"""How true the rules of `gnac explain` are, on tables with known classes that are given as the clusters.

usage: rules_benchmark.py GNAC SETS [--rows FILE.csv] [--write docs/page.md]

SETS is a folder of KIND__NAME.npz files with X and y; those of the kind `table` count, and four tables that scikit-learn
ships. Half of the rows of each class, at random, make the rules: they are fitted as a graph that has a component for
every class, so that the clusters are the classes, and explained by their columns. Precision and recall are then counted on
those rows, which is what the program shows, and on the other half, which it has not seen. Means over the classes of a
table, then over tables; a class without a rule counts in the last column alone. --write puts the means into the document,
between its markers."""

import argparse
import csv
import json
import os
import subprocess
import tempfile

import numpy as np
from map_benchmark import write_table
from sklearn import datasets

BUILT_IN = ("iris", "wine", "breast_cancer", "digits")


def tables(folder):
    for file in sorted(os.listdir(folder)):
        if file.startswith("table__"):
            data = np.load(os.path.join(folder, file))
            yield file[7:-4], data["X"].astype(float), data["y"].astype(int)
    for name in BUILT_IN:
        yield name, *getattr(datasets, f"load_{name}")(return_X_y=True)


def without_rare(X, y):
    """Without classes of less than three tenths of the mean size, which a fit would join to others."""
    while True:
        labels, sizes = np.unique(y, return_counts=True)
        kept = np.isin(y, labels[sizes >= max(4, 0.3 * sizes.mean())])
        if kept.all():
            return X, y
        X, y = X[kept], y[kept]


def halves(y, rng):
    """Is a row seen? Half of each class is."""
    seen = np.zeros(len(y), bool)
    for label in np.unique(y):
        rows = rng.permutation(np.flatnonzero(y == label))
        seen[rows[: len(rows) // 2]] = True
    return seen, ~seen


def stories(gnac, X, y):
    """The rules that the program finds for each class, by its label."""
    with tempfile.TemporaryDirectory() as folder:
        table, graph, model = (os.path.join(folder, name) for name in ("rows.csv", "graph.csv", "model.safetensors"))
        np.savetxt(table, X, delimiter=",", fmt="%.17g", comments="", header=",".join(f"x{c}" for c in range(X.shape[1])))
        with open(graph, "w") as file:
            for label in np.unique(y):
                rows = np.flatnonzero(y == label)
                file.writelines(f"{i},{j}\n" for i, j in zip(rows, rows[1:]))
        for words in (["fit", "--graph", graph, "-k", str(len(np.unique(y))), "--readout", "spectral", "--model", model, "-o", os.path.join(folder, "labels.txt")],
                      ["explain", model, table, "--columns", ",".join(f"x{c}" for c in range(X.shape[1])), "--json"]):
            run = subprocess.run([gnac, *words, "--quiet"], capture_output=True, text=True)
            if run.returncode:
                raise SystemExit(run.stderr)
        labels = np.loadtxt(os.path.join(folder, "labels.txt"), dtype=int)
        found = {y[labels == story["cluster"]][0]: story for story in json.loads(run.stdout)}
        assert len(found) == len(np.unique(y)), "a cluster is not a class"
        return found


def fits(rule, X):
    held = np.ones(len(X), bool)
    for condition in rule:
        values = X[:, int(condition["column"][1:])]
        if "category" in condition:  # columns of two values are read as such
            held &= values == float(condition["category"])
            continue
        low, high = condition["low"], condition["high"]
        held &= (values >= (-np.inf if low is None else low)) & (values < (np.inf if high is None else high))
    return held


def quality(held, inside):
    return (held & inside).sum() / max(held.sum(), 1), (held & inside).sum() / max(inside.sum(), 1)


def measure(gnac, X, y):
    seen, rest = halves(y, np.random.default_rng(7))
    found = stories(gnac, X[seen], y[seen])
    rows, conditions, without = [], [], 0
    for label, story in found.items():
        if not story["rule"]:
            without += 1
            continue
        shown = quality(fits(story["rule"], X[seen]), y[seen] == label)
        assert np.allclose(shown, (story["precision"], story["recall"])), "the program shows something else"
        rows.append((*shown, *quality(fits(story["rule"], X[rest]), y[rest] == label)))
        conditions.append(len(story["rule"]))
    return (*np.mean(rows, axis=0), np.mean(conditions), without / len(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gnac")
    parser.add_argument("sets")
    parser.add_argument("--rows", help="write the figures of every table here")
    parser.add_argument("--write")
    arguments = parser.parse_args()
    head = ("table", "rows", "columns", "classes", "precision", "recall", "precision unseen", "recall unseen", "conditions", "without a rule")
    lines = []
    for name, X, y in tables(arguments.sets):
        X, y = without_rare(X, y)
        lines.append((name, *X.shape, len(np.unique(y)), *measure(arguments.gnac, X, y)))
        print("%-16s n=%-6d d=%-4d K=%-3d shown %.3f %.3f unseen %.3f %.3f conditions %.2f without %.2f" % lines[-1], flush=True)
    if arguments.rows:
        with open(arguments.rows, "w", newline="") as file:
            csv.writer(file).writerows([head, *lines])
    means = np.mean([line[4:] for line in lines], axis=0)
    table = (f"| mean of {len(lines)} tables | precision | recall |\n|---|--:|--:|\n"
             "| as shown | %.3f | %.3f |\n| of rows that were not seen | %.3f | %.3f |" % tuple(means[:4]))
    print("\n%s\n\nConditions per rule %.2f; classes without a rule %.1f %%" % (table, means[4], 100 * means[5]))
    if arguments.write:
        write_table(arguments.write, table, "rules_benchmark.py")


if __name__ == "__main__":
    main()
