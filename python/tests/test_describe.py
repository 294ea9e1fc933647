"""describe(): what clusters are, as a data frame."""

import unittest

import numpy as np

from gnac import GNAC

try:
    import pandas as pd
except ImportError:
    pd = None


@unittest.skipIf(pd is None, "needs pandas")
class Describe(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        rng = np.random.default_rng(4)
        rich = np.arange(200) % 2 == 1
        cls.frame = pd.DataFrame({
            "age": rng.normal(40, 5, 200),
            "income": np.where(rich, 70_000, 30_000) + rng.normal(0, 3_000, 200),
        })
        cls.rich = rich
        cls.model = GNAC(2, scale="standard").fit(cls.frame)
        cls.label = cls.model.labels_[1]

    def test_speaks_of_the_fitted_columns_in_their_units(self):
        story = self.model.describe().loc[self.label]
        self.assertEqual(story["size"], 100)
        self.assertEqual(story["traits"][0], "income above 50,000 (100 %, rest 0 %)")
        self.assertEqual((story["precision"], story["recall"]), (1.0, 1.0))
        self.assertTrue(self.rich[story["medoid"]])

    def test_other_columns_and_texts(self):
        other = pd.DataFrame({
            "plan": np.where(self.rich, "Premium", "Basic"),
            "joined": pd.to_datetime(np.where(self.rich, "2021-06-01", "2015-02-01")),
        })
        texts = ["the yacht" if rich else "the bus" for rich in self.rich]
        story = self.model.describe(other, texts=texts).loc[self.label]
        self.assertIn("plan is Premium (100 %, rest 0 %)", story["traits"])
        self.assertTrue(any(trait.startswith("joined above 20") for trait in story["traits"]))
        self.assertEqual(story["name"], "yacht")

    def test_refuses_what_does_not_fit(self):
        with self.assertRaisesRegex(ValueError, "give the rows of the fit"):
            self.model.describe(self.frame.head(10))
        with self.assertRaisesRegex(ValueError, "missing values"):
            self.model.describe(self.frame.assign(age=np.nan))


if __name__ == "__main__":
    unittest.main()
