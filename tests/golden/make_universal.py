#!/usr/bin/env python3
"""Make universal.safetensors with PyTorch: the universal form of the rule, differentiated by autograd.

    python3 make_universal.py [FOLDER]

Written from docs/method.md for clarity. See README.md for what the file holds.
"""

import pathlib
import sys

import numpy as np
import torch
from torch import nn

import safetensors_io
from knn_graph import knn_graph

SHAPE = dict(features=4, edge_features=5, hidden=11, width=13)
ETA, STEPS, NEIGHBORS, NODES = 0.3, 5, 5, 37


class Rule(nn.Module):
    def __init__(self, features, edge_features, hidden, width, update_scale):
        super().__init__()

        def network(inputs, outputs):
            return nn.Sequential(nn.Linear(inputs, width), nn.SiLU(), nn.Linear(width, outputs))

        self.update_scale = update_scale
        self.fx = network(features, hidden)
        self.fe = network(features + hidden + edge_features + hidden, 1)  # |dc|, |dh|, g, h_i + h_j
        self.fh = network(hidden + hidden + 1 + features, hidden)  # h, mean message, openness, c

    def logits(self, h, c, g, i, j):
        inputs = [(c[i] - c[j]).abs(), (h[i] - h[j]).abs(), g, h[i] + h[j]]
        return self.fe(torch.cat(inputs, dim=1))[:, 0]

    def step(self, h, c, g, i, j):
        """Every undirected edge in both directions; each cell gets the mean of its messages."""
        alpha = torch.sigmoid(self.logits(h, c, g, i, j))[:, None]
        source, target = torch.cat([i, j]), torch.cat([j, i])
        both = torch.cat([alpha, alpha])
        received = torch.cat([both * (h[source] - h[target]), both], dim=1)
        total = torch.zeros(len(h), received.shape[1]).index_add(0, target, received)
        mean = total / torch.bincount(target, minlength=len(h))[:, None]
        return torch.tanh(h + self.update_scale * torch.tanh(self.fh(torch.cat([h, mean, c], dim=1))))

    def rollout(self, c, g, i, j, steps):
        """The states h after 0, 1, ..., steps steps."""
        states = [torch.tanh(self.fx(c))]
        for _ in range(steps):
            states.append(self.step(states[-1], c, g, i, j))
        return states


def in_float(array):
    return np.asarray(array, dtype=np.float32).astype(np.float64)


def loss_of(logit, labels, i, j):
    same, counted = labels[i] == labels[j], (labels[i] > 0) & (labels[j] > 0)
    kept, cut = (same & counted).sum().clamp(min=1), (~same & counted).sum().clamp(min=20)
    weight = torch.where(same, 1.0 / kept, 1.0 / cut) * counted
    entropy = nn.functional.binary_cross_entropy_with_logits(logit, same.to(logit.dtype), reduction="none")
    return (weight * entropy).sum()


def compute(inputs, dtype):
    torch.set_default_dtype(dtype)
    tensor = {k: torch.tensor(v, dtype=dtype if v.dtype.kind == "f" else torch.int64) for k, v in inputs.items()}
    rule = Rule(**SHAPE, update_scale=ETA)
    rule.load_state_dict({k[5:]: v for k, v in tensor.items() if k.startswith("rule.")})
    i, j = tensor["edges"].T
    c = (tensor["cell"] - tensor["cell_mean"]) / tensor["cell_deviation"]
    g = (tensor["edge"] - tensor["edge_mean"]) / tensor["edge_deviation"]
    states = rule.rollout(c, g, i, j, STEPS)
    logit = rule.logits(states[-1], c, g, i, j)
    loss = loss_of(logit, tensor["labels"], i, j)
    loss.backward()
    out = {f"h{t}": h.detach() for t, h in enumerate(states)}
    out.update({"logit": logit.detach(), "loss": loss.detach()[None]})
    out.update({"grad." + name: p.grad for name, p in rule.named_parameters()})
    return {k: v.numpy().astype(np.float64) for k, v in out.items()}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    torch.set_num_threads(1)
    rng = np.random.default_rng(4)
    points = in_float(rng.standard_normal((NODES, 2)))
    edges = knn_graph(points, NEIGHBORS)["edges"]
    inputs = {"points": points, "edges": edges, "labels": rng.integers(0, 4, NODES)}
    for name, rows in (("cell", NODES), ("edge", len(edges))):
        columns = SHAPE["features" if name == "cell" else "edge_features"]
        inputs[name] = in_float(2 * rng.standard_normal((rows, columns)) + 1)
        inputs[name + "_mean"] = in_float(inputs[name].mean(0))
        inputs[name + "_deviation"] = in_float(inputs[name].std(0))
    rule = Rule(**SHAPE, update_scale=ETA)
    for name, value in rule.state_dict().items():
        bound = 1.5 / np.sqrt(rule.get_submodule(name.rsplit(".", 1)[0]).in_features)
        inputs["rule." + name] = in_float(rng.uniform(-bound, bound, tuple(value.shape)))
    golden, single = compute(inputs, torch.float64), compute(inputs, torch.float32)
    errors = {k: np.abs(single[k] - v).max() / np.abs(v).max() for k, v in golden.items()}
    if max(errors.values()) > 3e-5:
        sys.exit(f"the draw is badly conditioned, choose another seed: {errors}")
    metadata = dict(**SHAPE, update_scale=ETA, steps=STEPS, neighbors=NEIGHBORS)
    safetensors_io.write(folder / "universal.safetensors", {**inputs, **golden}, metadata)
    print(f"{len(edges)} edges, loss {golden['loss'][0]:.6f}, float against double {max(errors.values()):.1e}")


if __name__ == "__main__":
    main()
