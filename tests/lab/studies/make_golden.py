#!/usr/bin/env python3
"""Make statistics.json: what SciPy says, for statistics_test.cpp. Needs NumPy and SciPy; the tests do not.

    python3 tests/lab/studies/make_golden.py > tests/lab/studies/statistics.json
"""
import json
import warnings

import numpy as np
import scipy
from scipy import stats

warnings.simplefilter("ignore")
rng = np.random.default_rng(7)


def wilcoxon_case(name, d):
    """SciPy's default, except on ties among few values, where releases before 1.13 apply the exact
    distribution although it does not hold; there the approximation is asked for by name."""
    d = [float(v) for v in d]
    nonzero = [abs(v) for v in d if v != 0]
    tied = len(set(nonzero)) < len(nonzero)
    test = stats.wilcoxon(d, mode="approx") if tied else stats.wilcoxon(d)
    exact = len(d) <= 50 and not tied and len(nonzero) == len(d)
    return {"name": name, "d": d, "statistic": float(test.statistic), "p": float(test.pvalue), "exact": exact}


def holm(p):
    """By its definition: the i-th smallest times m - i + 1, then the running maximum."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(1, np.maximum.accumulate(np.asarray(p)[order] * (len(p) - np.arange(len(p)))))
    return adjusted.tolist()


cases = [
    wilcoxon_case("exact, 5", [0.1, -0.2, 0.3, 0.4, 0.5]),
    wilcoxon_case("exact, one", [0.25]),
    wilcoxon_case("exact, centre", [1.0, -2.0, -3.0, 4.0]),
    wilcoxon_case("exact, 12", np.round(rng.normal(0.3, 1, 12), 6)),
    wilcoxon_case("exact, 50", np.round(rng.normal(0.2, 1, 50), 6)),
    wilcoxon_case("approximate, 51", np.round(rng.normal(0.2, 1, 51), 6)),
    wilcoxon_case("approximate, 57 all positive", np.round(np.abs(rng.normal(0.2, 1, 57)), 6)),
    wilcoxon_case("zeros, 20", np.round(np.where(rng.random(20) < 0.3, 0, rng.normal(0.5, 1, 20)), 6)),
    wilcoxon_case("ties, 30", np.round(rng.normal(0.5, 1, 30) * 2) / 2 + 0.25),
    wilcoxon_case("ties and zeros, 73", np.round(rng.normal(0.2, 1, 73) * 4) / 4),
]
p = [0.01, 0.04, 0.03, 0.005, 0.5, 0.03]
x = [5000, 10000, 20000, 50000, 100000]
y = [15.27, 30.75, 60.55, 153.27, 333.34]  # the paper's total fit time: exponent 1.023, R² 0.9995
line = stats.linregress(np.log(x), np.log(y))
sample = np.round(rng.normal(0.1, 0.3, 57), 6)
half = stats.norm.ppf(0.975) * sample.std() / np.sqrt(len(sample))
boot = stats.bootstrap((sample,), np.mean, n_resamples=200000, method="percentile", random_state=7)
print(json.dumps({
    "made_with": "scipy " + scipy.__version__,
    "wilcoxon": cases,
    "holm": {"p": p, "adjusted": holm(p)},
    "power": {"x": x, "y": y, "exponent": line.slope, "intercept": line.intercept, "r2": line.rvalue ** 2},
    "bootstrap": {"values": sample.tolist(), "low": float(boot.confidence_interval.low),
                  "high": float(boot.confidence_interval.high), "half_width": float(half)},
    "quantile": {"values": sample[:10].tolist(), "q": [0, 0.025, 0.5, 0.8, 1],
                 "value": np.quantile(sample[:10], [0, 0.025, 0.5, 0.8, 1]).tolist()},
}, indent=1))
