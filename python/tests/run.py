"""Runs the tests of one file: ``run.py test_fit``. Exit code 77 if every test was skipped."""

import sys
import unittest

program = unittest.main(module=sys.argv.pop(1), exit=False, verbosity=2)
result = program.result
if not result.wasSuccessful():
    sys.exit(1)
sys.exit(77 if result.testsRun == len(result.skipped) else 0)
