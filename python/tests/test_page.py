"""The page of a fit: as a file, as text, or as a frame in a notebook."""

import json
import re
import tempfile
import unittest
from html import unescape
from pathlib import Path

from samples import blobs

from gnac import GNAC
from gnac._page import _frame


def facts(html):
    return json.loads(re.search(r'id="facts">(.*?)</script>', html, re.DOTALL).group(1))


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, cls.y = blobs(90)
        cls.model = GNAC(3).fit(cls.X)

    def test_text(self):
        found = facts(self.model.page(title="blobs", reference=self.y, ids=range(90)))
        self.assertEqual(found["title"], "blobs")
        self.assertEqual((found["n"], found["k"]), (90, 3))
        self.assertEqual(len(found["reference"]), 3)

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.html"
            self.assertIsNone(self.model.page(path))
            self.assertEqual(path.read_text(encoding="utf-8"), self.model.page())

    def test_extras_must_fit(self):
        with self.assertRaisesRegex(ValueError, "2 ids for 90 points"):
            self.model.page(ids=["a", "b"])

    def test_frame_holds_the_page_as_it_is(self):
        html = self.model.page(title='"quoted" <title>')
        frame = _frame(html, 500)
        inside = re.search(r'srcdoc="([^"]*)"', frame).group(1)
        self.assertEqual(unescape(inside), html)
        self.assertIn('sandbox="allow-scripts allow-downloads"', frame)


if __name__ == "__main__":
    unittest.main()
