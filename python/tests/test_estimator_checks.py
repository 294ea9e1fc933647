"""scikit-learn's own suite of checks, none of them skipped."""

import importlib.util
import unittest
import warnings

from sklearn.exceptions import SkipTestWarning
from sklearn.utils.estimator_checks import check_estimator

from gnac import GNAC, Genie


@unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed; checks need it")
class EstimatorChecks(unittest.TestCase):
    def check(self, estimator):
        with warnings.catch_warnings():
            warnings.simplefilter("error", SkipTestWarning)
            check_estimator(estimator)

    def test_gnac(self):
        self.check(GNAC(4, n_jobs=1))  # one check expects probabilities of four clusters

    def test_genie(self):
        self.check(Genie())
