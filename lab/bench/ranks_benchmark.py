#!/usr/bin/env python3
"""Compares the labels of gnac-mpi with those of gnac on the 73 tasks of the ClustBench suite.

    lab/bench/ranks_benchmark.py GNAC GNAC_MPI CLUSTBENCH [RANKS...]     RANKS: 2 3 unless given

For every task and number of ranks: the adjusted Rand index between the two programs' labels. Reference labels are read for
their number of clusters alone. Data sets above 10,000 points stay out. Needs numpy, scipy, scikit-learn and mpirun.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.metrics import adjusted_rand_score
from universal_benchmark import tasks

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_mpi_yield_when_idle": "1"}
ASKED = 0.999


def labels_of(command, points, clusters, folder):
    out = os.path.join(folder, "labels.npy")
    subprocess.run([*command, "fit", points, "-k", str(clusters), "--threads", "1", "--quiet", "-o", out],
                   check=True, env={**os.environ, **ENVIRONMENT})
    return np.load(out)


def main():
    gnac, many, root = sys.argv[1:4]
    numbers = [int(r) for r in sys.argv[4:]] or [2, 3]
    agreement = {ranks: [] for ranks in numbers}
    with tempfile.TemporaryDirectory() as folder:
        points = os.path.join(folder, "points.npy")
        for name, path, clusters, _ in tasks(root):
            np.save(points, np.loadtxt(path, ndmin=2))
            one = labels_of([gnac], points, clusters, folder)
            for ranks in numbers:
                command = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), many]
                agreement[ranks].append(adjusted_rand_score(one, labels_of(command, points, clusters, folder)))
            print(f"{name}:{clusters:<4d}", *(f"{agreement[ranks][-1]:.5f}" for ranks in numbers), flush=True)
    for ranks, values in agreement.items():
        print(f"{ranks} ranks: {len(values)} tasks, {sum(v == 1 for v in values)} with equal partitions, "
              f"{sum(v < ASKED for v in values)} below {ASKED}, least {min(values):.5f}")


if __name__ == "__main__":
    main()
