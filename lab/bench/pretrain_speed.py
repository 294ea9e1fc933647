#!/usr/bin/env python3
"""Problems per second of `gnac-lab pretrain` and of the prototype in PyTorch, on one core, in one run.

    pretrain_speed.py GNAC_LAB PROTOTYPE_FOLDER [ROUNDS]

Both generate their problems (points, graph, features) and train a rule of hidden 32, width 48 and 6
to 10 steps on batches of 6. CPU seconds; what a run needs once (start, standardisation, validation) cancels
in the difference of a long and a short run. The two are taken in turn; the table has the medians of
the rounds. The problems are each program's own, so their sizes are in the table, and time is also
given per edge·step: a conductance computed and differentiated, of which an edge has one per step and
one that is read.

PyTorch must run on OpenBLAS: on Debian's reference BLAS it is several times slower, and the
comparison would be worth nothing. A folder with OpenBLAS's libblas.so.3 may be put first with
LD_LIBRARY_PATH.
"""
import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", PYTHONDONTWRITEBYTECODE="1")
import json
import pickle
import resource
import statistics
import subprocess
import sys
import tempfile

import numpy

BATCH = 6
OURS = (10, 70)  # iterations of the short and of the long run
THEIRS = (5, 25)
POOL = 200  # problems that the prototype makes and then trains on; its first 80 validate
VALIDATING = 80


def cpu(command, folder=None):
    """CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def require_openblas():
    """Exits unless a product in PyTorch is computed by OpenBLAS."""
    code = "import torch; torch.ones(9, 9) @ torch.ones(9, 9); print('openblas' in open('/proc/self/maps').read())"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    if "True" not in found:
        sys.exit("PyTorch of this Python does not compute with OpenBLAS: install libopenblas0-pthread, or name the "
                 "folder of its libblas.so.3 in LD_LIBRARY_PATH")


def gnac_run(program, scratch, seed, iterations):
    """CPU seconds, and points, edges and edge·steps trained on."""
    log = scratch + "/log"
    seconds = cpu([program, "pretrain", "-o", scratch + "/rule", "--log", log, "--iterations", str(iterations),
                   "--batch", str(BATCH), "--seed", str(seed), "--validation", "1", "--validate-every", "1000000",
                   "--threads", "1", "--quiet"])
    with open(log) as lines:
        last = json.loads(lines.readlines()[-1])
    return numpy.array([seconds, last["points"], last["edges"], last["edge_steps"]])


def gnac(program, scratch, seed):
    """Per problem: CPU seconds, points, edges, edge·steps."""
    short, long = OURS
    return (gnac_run(program, scratch, seed, long) - gnac_run(program, scratch, seed, short)) / ((long - short) * BATCH)


def making(prototype, scratch, seed):
    """CPU seconds per problem of the prototype's pool."""
    make = [sys.executable, "make_pool.py", str(seed)]
    many = cpu(make + [str(POOL), scratch + "/pool.pkl"], prototype)
    return (many - cpu(make + ["1", scratch + "/one.pkl"], prototype)) / (POOL - 1)


def training(prototype, scratch):
    """Per problem: CPU seconds, points, edges, edge·steps."""
    def run(iterations):
        return cpu([sys.executable, "-c", "import torch, rules; torch.set_num_threads(1); "
                    f"rules.train(rules.Gnac, ['{scratch}/pool.pkl'], '{scratch}/torch.pt', iters={iterations}, "
                    f"bs={BATCH})"], prototype)

    short, long = THEIRS
    seconds = run(long) - run(short)
    with open(scratch + "/pool.pkl", "rb") as file:
        problems = pickle.load(file)[VALIDATING:]
    draws = numpy.random.default_rng(0)  # as rules.train draws batches and steps
    sizes = numpy.zeros(3)
    for iteration in range(long):
        batch = [problems[p] for p in draws.choice(len(problems), BATCH, replace=False)]
        steps = int(draws.integers(6, 11))
        if iteration >= short:
            edges = sum(len(p["i"]) for p in batch)
            sizes += [sum(p["n"] for p in batch), edges, edges * (steps + 1)]
    return numpy.concatenate([[seconds], sizes]) / ((long - short) * BATCH)


def main():
    program, prototype = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    require_openblas()
    ours, made, learned = [], [], []
    with tempfile.TemporaryDirectory() as scratch:
        for seed in range(1, rounds + 1):
            ours.append(gnac(program, scratch, seed))
            made.append(making(prototype, scratch, seed))
            learned.append(training(prototype, scratch))
    both = [numpy.concatenate([[m + t[0]], t[1:]]) for m, t in zip(made, learned)]

    def median(values):
        return statistics.median(float(v) for v in values)

    print("| | points of a problem | edges of a problem | ms per problem | problems per second | ns per edge·step |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, runs in (("prototype, training alone", learned), ("prototype, making and training", both),
                       ("`gnac-lab pretrain`, making and training", ours)):
        seconds = median(r[0] for r in runs)
        print(f"| {name} | {median(r[1] for r in runs):.0f} | {median(r[2] for r in runs):.0f} | {1000 * seconds:.1f} | "
              f"{1 / seconds:.1f} | {median(1e9 * r[0] / r[3] for r in runs):.0f} |")

    def times(theirs, per):
        ratios = [per(t) / per(o) for t, o in zip(theirs, ours)]
        return f"{median(ratios):.1f} times ({min(ratios):.1f} to {max(ratios):.1f})"

    print(f"\n`gnac-lab pretrain` is faster than the prototype: {times(both, lambda r: r[0])} per problem, "
          f"{times(both, lambda r: r[0] / r[3])} per edge·step; "
          f"not counting the time in which the prototype makes its problems, {times(learned, lambda r: r[0])} and "
          f"{times(learned, lambda r: r[0] / r[3])}. Median of {rounds} rounds (lowest to highest).")


if __name__ == "__main__":
    main()
