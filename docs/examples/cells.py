"""An AnnData of single cells: its neighbours in, obs["gnac"] and obsm["X_gnac"] out.

``scanpy.pp.neighbors`` leaves a graph of distances in ``adata.obsp``; the clusters and the map come
from that very graph, so they fit whatever else was computed from it.
"""

import sys
import tempfile
from pathlib import Path

import anndata
import numpy as np
import pandas as pd
from sklearn.decomposition import PCA
from sklearn.neighbors import kneighbors_graph

from gnac import GNAC
from gnac.metrics import adjusted_rand


def invented(cells=900, genes=120, kinds=6, seed=3):
    """Counts of genes in cells: each kind expresses some genes more than the others do."""
    draw = np.random.default_rng(seed)
    kind = draw.integers(kinds, size=cells)
    level = draw.gamma(1.0, 1.0, size=genes) + 0.1
    boost = np.where(draw.random((kinds, genes)) < 0.15, 6.0, 1.0)
    depth = draw.lognormal(0.0, 0.3, size=(cells, 1))
    counts = draw.poisson(depth * level * boost[kind]).astype(np.float32)
    names = pd.Index([f"cell{i}" for i in range(cells)])
    adata = anndata.AnnData(counts, obs=pd.DataFrame({"kind": kind.astype(str)}, index=names),
                            var=pd.DataFrame(index=[f"gene{g}" for g in range(genes)]))
    return adata


folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
adata = invented()

# The usual steps: counts per cell, logarithm, principal components, neighbours.
per_cell = adata.X / adata.X.sum(axis=1, keepdims=True) * 1e4
adata.layers["log"] = np.log1p(per_cell)
adata.obsm["X_pca"] = PCA(20, random_state=0).fit_transform(adata.layers["log"])
adata.obsp["distances"] = kneighbors_graph(adata.obsm["X_pca"], 15, mode="distance")

# The clusters and the map of that graph.
model = GNAC(affinity="precomputed").fit(adata.obsp["distances"])
adata.obs["gnac"] = pd.Categorical(model.labels_.astype(str))
adata.obsm["X_gnac"] = model.map_

# Which genes set them apart.
genes = pd.DataFrame(adata.layers["log"], columns=adata.var_names)
markers = model.describe(genes)
for label, story in markers.iterrows():
    print(f"cluster {label}: {story['size']:>4} cells; {story['traits'][0]}")
print(f"agreement with the kinds: ARI {adjusted_rand(adata.obs['kind'], model.labels_):.3f}")

adata.write_h5ad(folder / "cells.h5ad")
model.page(folder / "cells.html", title="Cells", ids=adata.obs_names)
print(f"wrote {folder / 'cells.h5ad'} and {folder / 'cells.html'}")
