"""What the documentation shows is true: doctests of modules and README, and the tutorial."""

import contextlib
import doctest
import importlib
import io
import pkgutil
import runpy
import unittest
from pathlib import Path

import gnac

HERE = Path(__file__).resolve().parent.parent


class Documentation(unittest.TestCase):
    def test_docstrings(self):
        examples = 0
        for info in pkgutil.iter_modules(gnac.__path__):
            with self.subTest(info.name):
                module = importlib.import_module(f"gnac.{info.name}")
                result = doctest.testmod(module)
                self.assertEqual(result.failed, 0)
                examples += result.attempted
        result = doctest.testmod(gnac)
        self.assertEqual(result.failed, 0)
        self.assertGreater(examples + result.attempted, 10)

    def test_readme(self):
        result = doctest.testfile(str(HERE / "README.md"), module_relative=False)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 5)

    def test_tutorial(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            runpy.run_path(str(HERE.parent / "docs" / "tutorial.py"), run_name="__main__")
        self.assertIn("new points", printed.getvalue())

    def test_everything_public_is_documented(self):
        for name in gnac.__all__:
            if name != "__version__":
                self.assertTrue(getattr(gnac, name).__doc__, name)
