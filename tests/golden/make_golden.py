#!/usr/bin/env python3
"""Make the golden files of this folder with PyTorch. README.md describes them.

    python3 make_golden.py [FOLDER]
"""

import pathlib
import sys

import numpy as np
import torch

import gnac_torch
import safetensors_io
from knn_graph import knn_graph

EPOCHS = 10
PAIRS = 50

SHARED = {
    "neighbors": 5,
    "update_scale": 0.15,
    "seed_scale": 0.10,
    "epochs": EPOCHS,
    "rollout": 16,
    "learning_rate": 2e-3,
    "weight_decay": 1e-5,
    "clip": 5.0,
    **gnac_torch.COEFFICIENTS,
    "target_sd": 1.0,
    "pairs": PAIRS,
    "temperature": 2.0,
    "tail": 4,
}

# gain multiplies the usual initial values, domain_gain the first row of f_z0's last layer besides:
# with them, gradients reach the clip, and coordinates' deviations lie on both sides of the target.
CASES = {
    "silu": dict(
        nodes=40, features=3, hidden=48, domain=8, seed_dim=4, width=16, gain=1.0, domain_gain=1.0
    ),
    "relu": dict(
        nodes=33, features=2, hidden=10, domain=3, seed_dim=2, width=12, gain=1.2, domain_gain=4.0
    ),
    "tanh": dict(
        nodes=25, features=5, hidden=17, domain=5, seed_dim=3, width=9, gain=1.2, domain_gain=8.0
    ),
}


def in_float(array):
    """Inputs are values that a float holds, so that both precisions start from the same numbers."""
    return np.asarray(array, dtype=np.float32).astype(np.float64)


def draw_points(rng, nodes, features):
    centres = 1.5 * rng.standard_normal((3, features))
    points = centres[rng.integers(3, size=nodes)] + 0.6 * rng.standard_normal((nodes, features))
    points[nodes // 2] = points[nodes // 5]  # one duplicate: a distance of exactly 0, and ties
    return in_float(points)


def draw_rule(rng, rule, gain, domain_gain):
    values = {}
    for name, tensor in rule.state_dict().items():
        linear = rule.get_submodule(name.rsplit(".", 1)[0])
        bound = gain / np.sqrt(linear.in_features)
        values[name] = rng.uniform(-bound, bound, size=tuple(tensor.shape))
    values["fz0.2.weight"][0] *= domain_gain
    return {name: in_float(value) for name, value in values.items()}


def draw_pairs(rng, nodes, edges):
    """[EPOCHS,PAIRS,2] pairs of distinct cells that are not edges."""
    taken = {tuple(edge) for edge in edges.tolist()}
    free = [(i, j) for i in range(nodes) for j in range(nodes) if i != j]
    free = np.array([p for p in free if (min(p), max(p)) not in taken], dtype=np.int64)
    return np.stack([free[rng.choice(len(free), PAIRS, replace=False)] for _ in range(EPOCHS)])


def draw_inputs(activation, case, seed):
    rng = np.random.default_rng(seed)
    points = draw_points(rng, case["nodes"], case["features"])
    graph = knn_graph(points, SHARED["neighbors"])
    graph["weight"] = in_float(graph["weight"])
    graph["geometry"] = in_float(graph["geometry"])
    rule = draw_rule(rng, make_rule(activation, case), case["gain"], case["domain_gain"])
    xi = in_float(rng.standard_normal((EPOCHS, case["nodes"], case["seed_dim"])))
    pairs = draw_pairs(rng, case["nodes"], graph["edges"])
    inputs = {"points": points, **graph}
    inputs.update({"rule." + name: value for name, value in rule.items()})
    inputs.update({"xi": xi, "pairs": pairs})
    return inputs


def make_rule(activation, case):
    shape = {key: case[key] for key in ("features", "hidden", "domain", "seed_dim", "width")}
    return gnac_torch.Rule(
        **shape,
        activation=activation,
        update_scale=SHARED["update_scale"],
        seed_scale=SHARED["seed_scale"],
    )


def compute(activation, case, inputs, dtype):
    """Everything in a golden file besides its inputs, in the requested precision."""
    torch.set_default_dtype(dtype)
    tensor = {
        name: torch.tensor(value, dtype=dtype if value.dtype.kind == "f" else torch.int64)
        for name, value in inputs.items()
    }
    cells = gnac_torch.Cells(*(tensor[name] for name in ("points", "edges", "weight", "geometry")))
    rule = make_rule(activation, case)
    values = {name[5:]: value for name, value in tensor.items() if name.startswith("rule.")}
    rule.load_state_dict(values, strict=True)

    def terms_of(epoch):
        states = rule.rollout(cells, tensor["xi"][epoch], SHARED["rollout"])
        domain_states = [z for _, z in states]
        options = (SHARED[name] for name in ("tail", "target_sd", "temperature"))
        terms = gnac_torch.loss_terms(cells, domain_states, tensor["pairs"][epoch], *options)
        return states, terms, gnac_torch.total_loss(terms)

    def row(terms, total):
        return [total.item()] + [terms[name].item() for name in gnac_torch.TERMS]

    out = {}
    states, terms, total = terms_of(0)
    for t in (0, 1, 4, 16):
        out[f"h{t}"], out[f"z{t}"] = (state.detach() for state in states[t])
    for t in (0, 15):
        alpha = rule.conductance(cells, *states[t])[:, 0].detach()
        out[f"alpha{t}"] = alpha[: len(tensor["edges"])]
    out["loss"] = torch.tensor(row(terms, total))
    total.backward()
    for name, parameter in rule.named_parameters():
        out["grad." + name] = parameter.grad.clone()

    optimiser = torch.optim.AdamW(
        rule.parameters(),
        lr=SHARED["learning_rate"],
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=SHARED["weight_decay"],
    )
    losses, norms = [], []
    for epoch in range(EPOCHS):
        _, terms, total = terms_of(epoch)
        losses.append(row(terms, total))
        optimiser.zero_grad()
        total.backward()
        norms.append(torch.nn.utils.clip_grad_norm_(rule.parameters(), SHARED["clip"]).item())
        optimiser.step()
    out["losses"] = torch.tensor(losses)
    out["grad_norms"] = torch.tensor(norms)
    for name, parameter in rule.named_parameters():
        out["trained." + name] = parameter.detach()
    return {name: value.numpy().astype(np.float64) for name, value in out.items()}


def single_precision_error(exact, single):
    """Largest error of a float run, tensor by tensor, relative to the tensor's largest entry."""
    errors = {}
    for name, value in exact.items():
        group = name.split(".")[0]
        error = np.abs(single[name] - value).max() / np.abs(value).max()
        errors[group] = max(errors.get(group, 0.0), error)
    return errors


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    torch.set_num_threads(1)
    for seed, (activation, case) in enumerate(CASES.items(), start=1):
        inputs = draw_inputs(activation, case, seed)
        golden = compute(activation, case, inputs, torch.float64)

        # A golden value that single precision cannot reach would test luck (a kink of |.| or ReLU
        # crossed by rounding), so such a draw is refused. Trained tensors are only reported: AdamW
        # makes a step of its learning rate even of the rounding of a gradient that is zero.
        single = compute(activation, case, inputs, torch.float32)
        errors = single_precision_error(golden, single)
        if max(error for group, error in errors.items() if group != "trained") > 3e-5:
            sys.exit(f"{activation}: the draw is badly conditioned, choose another seed: {errors}")

        metadata = {"activation": activation, **case, **SHARED}
        for helper in ("gain", "domain_gain"):
            del metadata[helper]
        path = folder / f"{activation}.safetensors"
        safetensors_io.write(path, {**inputs, **golden}, metadata)
        norms = golden["grad_norms"]
        print(f"{path.name}: {path.stat().st_size} bytes, {len(inputs['edges'])} edges,")
        print(f"  losses {golden['losses'][0, 0]:.6f} .. {golden['losses'][-1, 0]:.6f},")
        print(f"  gradient norms {norms.min():.3f} .. {norms.max():.3f},")
        print("  float against double:", ", ".join(f"{k} {v:.1e}" for k, v in errors.items()))


if __name__ == "__main__":
    main()
