"""The page of a fit: as a file, as text, or as a frame in a notebook."""

import base64
import gzip
import json
import re
import tempfile
import unittest
from html import unescape
from pathlib import Path

import numpy as np
from samples import blobs

from gnac import GNAC
from gnac._page import _frame


def facts(html):
    return json.loads(re.search(r'id="facts">(.*?)</script>', html, re.DOTALL).group(1))


def array(html, name, dtype):
    text = re.search(rf'data-array="{name}" data-type="\w+">(.*?)<', html).group(1)
    return np.frombuffer(gzip.decompress(base64.b64decode(text)), dtype)


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

    def test_outliers_and_texts(self):
        X = np.vstack([self.X, [[90.0, -90.0]]])
        model = GNAC(3).fit(X)
        html = model.page(outliers=True, texts=[f"text {i}" for i in range(91)])
        self.assertEqual(
            array(html, "flagged", np.uint8).tolist(),
            (model.labels_without_outliers() < 0).astype(int).tolist(),
        )
        self.assertEqual(json.loads(array(html, "texts", np.uint8).tobytes())[90], "text 90")
        self.assertEqual(facts(html)["firstRow"], 0)  # as Python counts
        self.assertNotIn('data-array="flagged"', model.page())
        with self.assertRaisesRegex(ValueError, "2 texts for 91 points"):
            model.page(texts=["a", "b"])

    def test_new_points_are_marked_with_their_prediction(self):
        more = self.X[:7] + 0.01
        html = self.model.page(new=more, new_ids=[f"n{i}" for i in range(7)])
        self.assertEqual(facts(html)["newcomers"], 7)
        labels = array(html, "new-labels", np.int32)
        self.assertEqual(labels.tolist(), self.model.predict(more).tolist())
        self.assertEqual(json.loads(array(html, "new-ids", np.uint8).tobytes())[6], "n6")
        with self.assertRaisesRegex(ValueError, "3 ids for 7 new points"):
            self.model.page(new=more, new_ids=["a", "b", "c"])
        with self.assertRaisesRegex(ValueError, "give those too"):
            self.model.page(new_ids=["a"])
        with self.assertRaisesRegex(ValueError, "features"):
            self.model.page(new=np.zeros((2, self.X.shape[1] + 1)))

    def test_frame_holds_the_page_as_it_is(self):
        html = self.model.page(title='"quoted" <title>')
        frame = _frame(html, 500)
        inside = re.search(r'srcdoc="([^"]*)"', frame).group(1)
        self.assertEqual(unescape(inside), html)
        self.assertIn('sandbox="allow-scripts allow-downloads"', frame)


if __name__ == "__main__":
    unittest.main()
