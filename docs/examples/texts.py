"""Messages with embeddings, to topics named by their own words.

Any model gives the embeddings; here they are invented too, so that the script needs none.
"""

import random
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np

from gnac import GNAC
from gnac.metrics import adjusted_rand

TOPICS = {
    "delivery": "parcel courier delivery driver tracking doorstep van late",
    "refund": "refund money invoice charged bank return credit receipt",
    "battery": "battery charger cable power screen phone overheats drains",
    "login": "password login email locked reset website code browser",
    "sizes": "shoes size tight sole leather laces heel wide",
}
COMMON = "the a my it is was to and for with this please very not still again".split()


def invented(count, seed):
    """Messages of twelve words, and what each is about."""
    draw = random.Random(seed)
    topics = [draw.choice(list(TOPICS)) for _ in range(count)]
    messages = []
    for topic in topics:
        own = TOPICS[topic].split()
        words = [draw.choice(own if draw.random() < 0.45 else COMMON) for _ in range(12)]
        messages.append(" ".join(words))
    return messages, topics


def embedded(messages, size=48):
    """The mean of one direction per word; words about the same thing point in similar ones."""
    about = {word: topic for topic, words in TOPICS.items() for word in words.split()}

    def direction(text):
        return np.random.default_rng(zlib.crc32(text.encode())).normal(size=size)

    def of_word(word):
        return 0.6 * direction(word) + (direction(about[word]) if word in about else 0)

    return np.array([np.mean([of_word(word) for word in text.split()], axis=0)
                     for text in messages])


folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
messages, topics = invented(1200, seed=5)
vectors = embedded(messages)

model = GNAC().fit(vectors)
stories = model.describe(texts=messages)
for label, story in stories.iterrows():
    print(f"topic {label}: {story['name']:<32} {story['size']:>4} messages, "
          f"for example: {messages[story['medoid']]!r}")
print(f"agreement with what was meant: ARI {adjusted_rand(topics, model.labels_):.3f}")

model.page(folder / "topics.html", title="Messages", texts=messages)
new = ["my parcel is late and the courier is not at the doorstep"]
print(f"a new message is about: {stories.loc[model.predict(embedded(new))[0], 'name']}")
print(f"wrote {folder / 'topics.html'}")
