"""The wheel, installed into a folder of its own and used away from the sources."""

import os
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path

import gnac

PACKAGE = Path(__file__).resolve().parent.parent

# What a newcomer does first, with nothing at hand but the wheel.
USE = """
import pathlib, sys
import numpy as np
from sklearn.datasets import make_moons
import gnac
assert pathlib.Path(gnac.__file__).is_relative_to(sys.argv[1]), gnac.__file__
X, y = make_moons(300, noise=0.05, random_state=0)
model = gnac.GNAC().fit(X[:250])
assert gnac.metrics.adjusted_rand(y[:250], model.labels_) == 1
assert gnac.metrics.adjusted_rand(y[250:], model.predict(X[250:])) == 1
model.page("page.html", new=X[250:])
model.save_model("model.safetensors")
assert (gnac.GNAC.load_model("model.safetensors").labels_ == model.labels_).all()
print("works")
"""


class Wheel(unittest.TestCase):
    def test_works_without_the_sources(self):
        try:
            import pip, setuptools, wheel  # noqa: E401, F401
        except ImportError as error:
            self.skipTest(f"{error.name} is not installed")
        with tempfile.TemporaryDirectory() as folder:
            place, away = Path(folder, "site"), Path(folder, "away")
            away.mkdir()
            make = [PACKAGE / "install", "--python", sys.executable, "--wheel", folder]
            built = {**os.environ, "GNAC_CORE": gnac._core.__file__}
            self.run_quietly(make, env=built)
            (file,) = Path(folder).glob("gnac-*.whl")
            self.check_contents(zipfile.ZipFile(file).namelist())
            self.assertIn(gnac.__version__, file.name)
            pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps"]
            self.run_quietly([*pip, "--target", place, file])
            alone = {**os.environ, "PYTHONPATH": str(place)}
            said = self.run_quietly([sys.executable, "-c", USE, place], env=alone, cwd=away)
            self.assertEqual(said, "works\n")

    def test_an_empty_environment_is_told_what_it_lacks(self):
        with tempfile.TemporaryDirectory() as folder:
            try:
                venv.create(folder, with_pip=True)
            except subprocess.CalledProcessError:
                self.skipTest("there is no ensurepip")
            python = Path(folder, "bin", "python")
            path = {**os.environ, "PYTHONPATH": str(Path(gnac.__file__).parent.parent)}
            used = subprocess.run([python, "-c", "import gnac"], env=path, capture_output=True, text=True)
            self.assertIn("gnac needs NumPy, SciPy and scikit-learn", used.stderr)
            words = ["-c", "import wheel"], ["-c", "import setuptools.command.bdist_wheel"]
            if all(subprocess.run([python, *w], capture_output=True).returncode for w in words):
                build = [python, "setup.py", "--name"]
                made = subprocess.run(build, cwd=PACKAGE, capture_output=True, text=True)
                self.assertIn("lacks the package wheel", made.stderr)

    def check_contents(self, names):
        modules = {f"gnac/{path.name}" for path in (PACKAGE / "gnac").glob("*.py")}
        self.assertLessEqual(modules, set(names))
        self.assertTrue(any(name.startswith("gnac/_core.") for name in names), names)
        self.assertTrue(any("LICENSE" in name for name in names), names)
        strangers = [name for name in names if not name.startswith(("gnac/", "gnac-"))]
        self.assertEqual(strangers, [])

    def run_quietly(self, command, **options):
        done = subprocess.run(command, capture_output=True, text=True, **options)
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
        return done.stdout


if __name__ == "__main__":
    unittest.main()
