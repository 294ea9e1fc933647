#!/usr/bin/env python3
"""Problems per second of `gnac pretrain` and of the prototype in PyTorch, on one core, in one run.

    pretrain_speed.py GNAC PROTOTYPE_FOLDER [ROUNDS]

Both generate their problems (points, graph, features) and train a rule of hidden 32, width 48 and 6
to 10
steps on batches of 6. CPU seconds; what a run needs once (start, standardisation, validation) cancels
in the difference of a long and a short run. The two run in turn; the table has the medians.
The problems are each program's own: gnac's are larger on average and more varied.
"""
import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
import resource
import statistics
import subprocess
import sys
import tempfile

PROBLEMS = 120
SHORT, LONG, BATCH = 20, 50, 6


def cpu(command, folder=None):
    """CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def gnac(program, scratch, iterations):
    return cpu([program, "pretrain", "-o", scratch + "/rule", "--iterations", str(iterations), "--batch", str(BATCH),
                "--validation", "1", "--validate-every", "1000000", "--threads", "1", "--quiet"])


def torch_training(prototype, pool, scratch, iterations):
    code = ("import torch, rules; torch.set_num_threads(1); "
            f"rules.train(rules.Gnac, ['{pool}'], '{scratch}/torch.pt', iters={iterations}, bs={BATCH})")
    return cpu([sys.executable, "-c", code], prototype)


def main():
    program, prototype = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    trained = (LONG - SHORT) * BATCH
    ours, making, training = [], [], []
    with tempfile.TemporaryDirectory() as scratch:
        pool, few = scratch + "/pool.pkl", scratch + "/few.pkl"
        for seed in range(rounds):
            ours.append((gnac(program, scratch, LONG) - gnac(program, scratch, SHORT)) / trained)
            make = [sys.executable, "make_pool.py", str(seed)]
            seconds = cpu(make + [str(PROBLEMS), pool], prototype) - cpu(make + ["1", few], prototype)
            making.append(seconds / (PROBLEMS - 1))
            training.append((torch_training(prototype, pool, scratch, LONG) -
                             torch_training(prototype, pool, scratch, SHORT)) / trained)
    own = statistics.median(ours)
    made, learned = statistics.median(making), statistics.median(training)
    print("| | ms per problem | problems per second |")
    print("|---|--:|--:|")
    for name, seconds in (("prototype: making", made), ("prototype: training", learned),
                          ("prototype: both", made + learned), ("gnac pretrain: both", own)):
        print(f"| {name} | {1000 * seconds:.1f} | {1 / seconds:.1f} |")
    print(f"\ngnac / prototype: {(made + learned) / own:.1f} (training alone of the prototype: {learned / own:.1f})")


if __name__ == "__main__":
    main()
