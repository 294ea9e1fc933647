"""Images as vectors, to groups and the images that are typical of them.

Pixels are the vectors here, of the digits that scikit-learn ships; a network's features of
photographs take the same path.
"""

import sys
import tempfile
from pathlib import Path

from sklearn.datasets import load_digits

from gnac import GNAC
from gnac.metrics import adjusted_rand

SHADES = " .:-=+*#%@"


def drawn(image):
    """Eight lines of characters."""
    return ["".join(2 * SHADES[int(value * 9 / 16)] for value in row) for row in image]


folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
images, digits = load_digits(return_X_y=True)

model = GNAC(10).fit(images)
stories = model.describe()
for first in range(0, 10, 5):
    typical = [drawn(images[row].reshape(8, 8)) for row in stories["medoid"][first:first + 5]]
    for line in zip(*typical):
        print("  ".join(line))
    print()
print(f"agreement with the digits: ARI {adjusted_rand(digits, model.labels_):.3f}")

names = [f"image {row} of a {digit}" for row, digit in enumerate(digits)]
model.page(folder / "images.html", title="Digits", ids=names, reference=digits)
odd = model.outlier_score_.argsort()[-3:]
print(f"the oddest images: {', '.join(names[row] for row in odd)}")
print(f"wrote {folder / 'images.html'}")
