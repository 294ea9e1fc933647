"""Measures what Python adds to a fit: its wall time against that of the C++ stages inside it.

    PYTHONPATH=build/release/python python3 python/tests/overhead.py [N]
"""

import sys
import time

import numpy as np

from gnac import GNAC

n = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
X = np.random.default_rng(0).normal(size=(n, 8)) + 6 * np.eye(8)[np.arange(n) % 8]
for run in range(3):
    start = time.perf_counter()
    model = GNAC(8).fit(X)
    wall = time.perf_counter() - start
    inside = sum(model.timings_.values())
    print(f"N={n}: {wall:.3f} s, {inside:.3f} s in the stages: +{100 * (wall / inside - 1):.2f} %")
