"""The scripts of docs/examples do what they say."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def run(name, folder):
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, folder], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


def agreement(printed):
    return float(re.search(r"ARI (\S+)", printed).group(1))


class Examples(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name)
        self.addCleanup(self.place.cleanup)

    def test_texts(self):
        printed = run("texts.py", self.folder)
        self.assertEqual(printed.count("topic "), 5)
        self.assertGreater(agreement(printed), 0.95)
        for word in ("parcel|courier|delivery|driver|tracking|doorstep|van|late", "refund|invoice|bank|credit|money|charged|return|receipt"):
            self.assertRegex(printed, rf"topic \d: [^\n]*({word})")
        self.assertRegex(printed, r"about: [^\n]*(parcel|courier|delivery|doorstep|late|van|driver|tracking)")
        self.assertIn('data-array="texts"', (self.folder / "topics.html").read_text())

    @unittest.skipIf(importlib.util.find_spec("anndata") is None, "needs anndata (python3-anndata)")
    def test_cells(self):
        import anndata

        printed = run("cells.py", self.folder)
        self.assertGreater(agreement(printed), 0.9)
        self.assertRegex(printed, r"cells; gene\d+ above")
        adata = anndata.read_h5ad(self.folder / "cells.h5ad")
        self.assertEqual(adata.obsm["X_gnac"].shape, (900, 2))
        self.assertEqual(adata.obs["gnac"].nunique(), 6)
        self.assertTrue((self.folder / "cells.html").exists())

    @unittest.skipIf("GNAC_PROGRAM" not in os.environ, "needs the program")
    def test_customers(self):
        printed = run("customers.py", self.folder)
        self.assertEqual(printed.count("Cluster "), 3)
        self.assertRegex(printed, r"plan is Premium \(\d+ %, rest \d+ %\)")
        self.assertRegex(printed, r"income above \d\d,\d00")
        self.assertIn('data-array="flagged"', (self.folder / "customers.html").read_text())

    def test_images(self):
        printed = run("images.py", self.folder)
        self.assertGreater(agreement(printed), 0.8)
        self.assertIn('data-array="view-map"', (self.folder / "images.html").read_text())


if __name__ == "__main__":
    unittest.main()
