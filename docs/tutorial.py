"""A tour of gnac, from points to a partition and on to new points.

Run it as a script; every step prints what it found. With --figure and matplotlib it also saves a
figure.
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
from gnac.metrics import adjusted_rand, boundary_auc

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--figure", help="save the plots here, e.g. tutorial.png")
figure = parser.parse_known_args()[0].figure

# %% 1. Two moons. k-means cuts them with a straight line; the true clusters follow the bend.
X, y = make_moons(500, noise=0.06, random_state=3)
train, rest = X[:400], X[400:]
kmeans = KMeans(2, n_init=10, random_state=0).fit(train)
print(f"k-means:             ARI {adjusted_rand(y[:400], kmeans.labels_):.3f}")

# %% 2. G-NAC builds a graph of neighbours and lets a rule evolve on it. No K, no training, no seed.
model = GNAC().fit(train)
print(f"G-NAC:               ARI {adjusted_rand(y[:400], model.labels_):.3f}")
print(f"graph:               {len(model.edges_)} edges, "
      f"{model.n_connected_components_} component(s)")
print(f"evolution:           {model.n_steps_} steps")

# %% 3. How many clusters, and how sure is that?
ranking = ", ".join(f"{k} ({score:.2f})" for k, score in list(model.k_scores_.items())[:3])
print(f"K:                   {ranking}")
print(f"confidence:          {model.confidence_:.2f}")

# %% 4. Why it works: edges that cross the boundary hardly conduct.
auc = boundary_auc(model.edges_, -model.conductance_, y[:400])
if np.isnan(auc):
    print("boundary:            no edge of the graph crosses it")
else:
    print(f"boundary:            AUC {auc:.3f} by conductance")

# %% 5. How likely each cluster is for each point, and which points are outliers.
print(f"memberships:         {model.membership_.max(axis=1).min():.2f} at the least certain point")
print(f"outliers:            {(model.outlier_score_ > 0.5).sum()} of {len(train)} points")

# %% 6. New points join the fitted graph; fitted points keep their labels.
assert np.array_equal(model.predict(train), model.labels_)
print(f"new points:          ARI {adjusted_rand(y[400:], model.predict(rest)):.3f}")

# %% 7. The whole fit as a file, for later or for gnac predict.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "moons.safetensors")
    model.save_model(path)
    again = GNAC.load_model(path)
assert np.array_equal(again.predict(rest), model.predict(rest))
print("model file:          the same answers after loading")

# %% 8. The published method trains a rule on these points themselves, without labels.
trained = GNAC(2, preset="paper", n_neighbors=10, epochs=40).fit(train)
print(f"trained rule:        ARI {adjusted_rand(y[:400], trained.labels_):.3f}, loss "
      f"{trained.loss_history_['total'][0]:.3f} in the first epoch, "
      f"{trained.loss_history_['total'][trained.best_epoch_ - 1]:.3f} in the one kept")

# %% 9. It is an estimator like any other.
pipeline = make_pipeline(StandardScaler(), GNAC(n_clusters=2))
print(f"in a pipeline:       ARI {adjusted_rand(y[:400], pipeline.fit_predict(train)):.3f}")
print(f"Genie:               ARI {adjusted_rand(y[:400], Genie(2).fit_predict(train)):.3f}")

# %% 10. Pictures.
if figure:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    picture, axes = plt.subplots(2, 2, figsize=(10, 8), layout="constrained")
    plot_domains(model, train, ax=axes[0, 0])
    plot_domains(model, ax=axes[0, 1])
    plot_training(trained, ax=axes[1, 0])
    plot_evolution(trained, ax=axes[1, 1])
    picture.savefig(figure, dpi=100)
    print(f"figure:              {figure}")
