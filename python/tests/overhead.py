"""Measures what Python adds to a fit: CPU time before the first and after the last stage of it.

    PYTHONPATH=build/release/python python3 python/tests/overhead.py [N [EPOCHS]]

Checks, conversion, scaling, copies of results and the rule's bytes are all outside the stages. CPU
time of one thread, so that other work on the machine does not count.
"""

import sys
import time

import numpy as np

from gnac import GNAC

n = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
epochs = int(sys.argv[2]) if len(sys.argv) > 2 else 100
X = np.random.default_rng(0).normal(size=(n, 8)) + 6 * np.eye(8)[np.arange(n) % 8]
for run in range(2):
    clock = []
    model = GNAC(
        8, epochs=epochs, burn_in=0, n_jobs=1, callback=lambda _: clock.append(time.process_time())
    )
    start = time.process_time()
    model.fit(X)
    total = time.process_time() - start
    inside = clock[-1] - clock[0]
    share = 100 * (total / inside - 1)
    print(f"N={n}: {total:.3f} s, {inside:.3f} s of it in the stages: +{share:.2f} %")
