"""A walk through gnac, from points to a partition and on to new points.

Run it as a script; every step prints what it found. With matplotlib it also draws a figure, which
is saved where --figure says.
"""

import argparse
import os
import tempfile

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import make_moons
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnac import GNAC, Genie, plot_domains, plot_evolution, plot_training
from gnac.metrics import adjusted_rand, boundary_auc, silhouette

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--figure", help="save the plots here, e.g. tutorial.png")
figure = parser.parse_known_args()[0].figure

# %% 1. Two moons. k-means cuts them in straight halves; the truth follows the bend.
X, y = make_moons(500, noise=0.06, random_state=3)
train, rest = X[:400], X[400:]
kmeans = KMeans(2, n_init=10, random_state=0).fit(train)
print(f"k-means:             ARI {adjusted_rand(y[:400], kmeans.labels_):.3f}")

# %% 2. G-NAC builds a graph of neighbours, trains a rule on it without labels, lets it evolve.
model = GNAC(n_clusters=2, n_neighbors=10, random_state=0).fit(train)
print(f"G-NAC:               ARI {adjusted_rand(y[:400], model.labels_):.3f}")
print(f"graph:               {len(model.edges_)} edges, "
      f"{model.n_connected_components_} component(s)")
print(f"training:            loss {model.loss_history_['total'][0]:.3f} in the first epoch, "
      f"{model.loss_history_['total'][model.best_epoch_ - 1]:.3f} in the one kept")
print(f"evolution:           {model.n_steps_} steps until the ranking of the edges was stable")

# %% 3. Why it works: edges that cross the boundary are long in domain space.
auc = boundary_auc(model.edges_, model.domain_distance_, y[:400])
if np.isnan(auc):
    print("boundary:            no edge of the graph crosses it")
else:
    print(f"boundary:            AUC {auc:.3f} in domain space")

# %% 4. A score that needs the points only, to look at K without knowing the answer.
for k in (2, 3):
    labels = GNAC(n_clusters=k, n_neighbors=10, random_state=0).fit_predict(train)
    print(f"K={k}:                 silhouette {silhouette(train, labels):.3f}")

# %% 5. New points join the fitted graph; fitted points keep their labels.
assert np.array_equal(model.predict(train), model.labels_)
print(f"new points:          ARI {adjusted_rand(y[400:], model.predict(rest)):.3f}")

# %% 6. The rule as a file, deployed on other points without training.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "moons.safetensors")
    model.save(path)
    deployed = GNAC.load(path).deploy(rest, n_clusters=2)
print(f"rule on other moons: ARI {adjusted_rand(y[400:], deployed):.3f}")

# %% 7. It is an estimator like any other.
pipeline = make_pipeline(StandardScaler(), GNAC(n_clusters=2, n_neighbors=10))
print(f"in a pipeline:       ARI {adjusted_rand(y[:400], pipeline.fit_predict(train)):.3f}")
print(f"Genie:               ARI {adjusted_rand(y[:400], Genie(2).fit_predict(train)):.3f}")

# %% 8. Pictures.
if figure:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    picture, axes = plt.subplots(2, 2, figsize=(10, 8), layout="constrained")
    plot_domains(model, train, ax=axes[0, 0])
    plot_domains(model, ax=axes[0, 1])
    plot_training(model, ax=axes[1, 0])
    plot_evolution(model, ax=axes[1, 1])
    picture.savefig(figure, dpi=100)
    print(f"figure:              {figure}")
