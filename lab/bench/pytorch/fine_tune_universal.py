#!/usr/bin/env python3
"""Does it pay to train the universal rule further on the data at hand, without labels?

    fine_tune_universal.py GNAC CLUSTBENCH       the benchmark's tasks of at most 1,100 points
    fine_tune_universal.py GNAC --problems 60    synthetic problems 0..59 of seed 4242

The rule that ships is the start. It is trained on one data set at a time, without the answers, and `gnac fit --rule`
uses what came out after 10 and after 40 epochs. Two objectives:

- published: the five terms of the paper with their weights, the hidden state h in the place of the domain state z;
- entropy: the mean entropy of the conductances that are read. It asks for clear decisions and nothing else.

Needs PyTorch, scipy and scikit-learn; with OpenBLAS (Debian: libopenblas0-pthread) it is several times as fast.
"""
import argparse
import collections
import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import torch
from sklearn.metrics import adjusted_rand_score

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "lab/bench"), str(ROOT / "tests/golden")]
import gnac_torch
import safetensors_io
import scale_free
from make_universal import Rule
from universal_benchmark import by_data_set, interval_of_mean, labels_of, tasks

START = ROOT / "rules/universal.safetensors"
EPOCHS, UNTOUCHED = (0, 10, 40), ("untouched", 0, 0)
MOST_POINTS, PROBLEM_SEED, PAIR_SEED = 1100, 4242, 7
DECAY, CLIP, PAIRS, TAIL, TARGET_SD, TEMPERATURE = 1e-5, 5.0, 3000, 4, 1.0, 2.0  # the paper's
SHAPE = ("features", "edge_features", "hidden", "width")

DataSet = collections.namedtuple("DataSet", "name path references")  # references: by K, 0 for noise


def benchmark(root):
    sets = {}
    for name, path, clusters, references in tasks(root):
        if len(references[0]) <= MOST_POINTS:
            sets.setdefault(name, DataSet(name, path, {})).references[clusters] = references
    return list(sets.values())


def problems(gnac, count, folder):
    """Those with several clusters: a single one leaves nothing to find. gnac-lab is next to gnac."""
    lab = pathlib.Path(gnac).with_name("gnac-lab")
    for index in range(count):
        path, labels = f"{folder}/{index}.csv", f"{folder}/{index}.labels"
        place = ["--seed", str(PROBLEM_SEED), "--index", str(index)]
        subprocess.run([lab, "generate", "problem", *place, "-o", path, "--labels", labels], check=True)
        reference = np.loadtxt(labels, dtype=int) + 1
        if len(reference) <= MOST_POINTS and reference.max() > 1:
            yield DataSet(f"problem {index}", path, {reference.max(): [reference]})


class Landscape:
    """A data set as the rule sees it: the program's graph, and standardised features."""

    def __init__(self, gnac, path, tensors, file):
        labels_of(gnac, path, 2, ["--model", file])
        model, _ = safetensors_io.read(file)
        points = model["points"]
        found = scale_free.features(points, model["lists.index"].reshape(len(points), -1))
        i, j = torch.tensor(found["edges"]).T
        c, g = (
            torch.tensor(((found[kind] - tensors[f"{kind}_mean"]) / tensors[f"{kind}_deviation"]).astype(np.float32))
            for kind in ("cell", "edge")
        )
        square = ((points[i] - points[j]) ** 2).sum(axis=1)
        weight = torch.tensor(np.exp(-square / (2 * np.median(np.sqrt(square)) ** 2)), dtype=torch.float32)
        self.inputs = c, g, i, j
        self.cells = gnac_torch.Cells(c, torch.stack([i, j], dim=1), weight, g)
        self.codes = i * len(points) + j
        self.conductance = torch.tensor(model["conductance"])  # what the program made of it

    def pairs(self, generator):
        """Pairs of distinct cells that are no edge, by rejection."""
        n = len(self.cells.x)
        a, b = torch.randint(n, (2, 2 * PAIRS), generator=generator).sort(dim=0).values
        keep = (a < b) & ~torch.isin(a * n + b, self.codes)
        return torch.stack([a[keep], b[keep]], dim=1)[:PAIRS]


def published(rule, landscape, states, generator):
    constants = landscape.pairs(generator), TAIL, TARGET_SD, TEMPERATURE
    return gnac_torch.total_loss(gnac_torch.loss_terms(landscape.cells, states, *constants))


def entropy(rule, landscape, states, generator):
    logit = rule.logits(states[-1], *landscape.inputs)
    return torch.nn.functional.binary_cross_entropy_with_logits(logit, torch.sigmoid(logit))


SETTINGS = ((published, 3e-4), (published, 3e-3), (entropy, 3e-4))  # objective and learning rate


def train(tensors, metadata, landscape, objective, rate):
    """Yields (epochs, loss, rule) at each of EPOCHS."""
    rule = Rule(*(int(metadata[name]) for name in SHAPE), float(metadata["update_scale"]))
    rule.load_state_dict({name: torch.tensor(tensors[name]) for name in rule.state_dict()})
    optimiser = torch.optim.AdamW(rule.parameters(), lr=rate, weight_decay=DECAY)
    generator = torch.Generator().manual_seed(PAIR_SEED)
    for epoch in range(EPOCHS[-1] + 1):
        states = rule.rollout(*landscape.inputs, int(metadata["steps"]))
        loss = objective(rule, landscape, states, generator)
        if epoch in EPOCHS:
            yield epoch, loss.item(), rule
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(rule.parameters(), CLIP)
        optimiser.step()


def write_rule(path, rule, tensors, metadata):
    tuned = {name: value.detach().numpy() for name, value in rule.state_dict().items()}
    facts = {key: value for key, value in metadata.items() if key != "checksum"}
    safetensors_io.write(path, {**tensors, **tuned}, facts)


def require_same(rule, landscape, metadata, labels, untouched):
    """The start has to be what the program uses: in its labels, and in the conductances computed here."""
    with torch.no_grad():
        states = rule.rollout(*landscape.inputs, int(metadata["steps"]))
        conductance = torch.sigmoid(rule.logits(states[-1], *landscape.inputs))
    if (conductance - landscape.conductance).abs().max() > 1e-4:
        sys.exit("the conductances before training are not the program's")
    if any((labels[k] != untouched[k]).any() for k in untouched):
        sys.exit("the labels before training are not those of plain `gnac fit`")


def ari(references, labels):
    """For each K, the best of its references."""
    return [max(adjusted_rand_score(y[y > 0], labels[k][y > 0]) for y in ys) for k, ys in references.items()]


def measure(gnac, data, start, folder):
    """Yields (setting, loss, an ARI for each K): the rule untouched, then every setting."""
    tensors, metadata = start
    tuned = f"{folder}/tuned.safetensors"
    landscape = Landscape(gnac, data.path, tensors, f"{folder}/model.safetensors")
    untouched = {k: labels_of(gnac, data.path, k, []) for k in data.references}
    yield UNTOUCHED, 0.0, ari(data.references, untouched)
    for objective, rate in SETTINGS:
        for epochs, loss, rule in train(tensors, metadata, landscape, objective, rate):
            write_rule(tuned, rule, tensors, metadata)
            labels = {k: labels_of(gnac, data.path, k, ["--rule", tuned]) for k in data.references}
            if epochs == 0:
                require_same(rule, landscape, metadata, labels, untouched)
            yield (objective.__name__, rate, epochs), loss, ari(data.references, labels)


def print_table(names, scores, losses):
    rng = np.random.default_rng(0)
    base = by_data_set(names, np.array(scores[UNTOUCHED]))
    print("\n| objective | rate | epochs | its value | mean ARI | minus untouched, by data set, 95 % interval |")
    print("|---|--:|--:|--:|--:|---|")
    for (objective, rate, epochs), values in scores.items():
        difference = by_data_set(names, np.array(values)) - base
        low, high = interval_of_mean(difference, rng)
        if epochs > 0:
            fall = f"{np.mean(losses[objective, rate, 0]):.3f} → {np.mean(losses[objective, rate, epochs]):.3f}"
            compared = f"{difference.mean():+.4f} [{low:+.4f}, {high:+.4f}]"
            print(f"| {objective} | {rate} | {epochs} | {fall} | {np.mean(values):.4f} | {compared} |")
        elif objective == "untouched":
            print(f"| untouched | | | | {np.mean(values):.4f} | |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("gnac")
    parser.add_argument("clustbench", nargs="?")
    parser.add_argument("--problems", type=int, default=60, help="how many, where no benchmark is named")
    arguments = parser.parse_args()
    start = safetensors_io.read(START)
    names, scores, losses = [], collections.defaultdict(list), collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        root = arguments.clustbench
        for data in benchmark(root) if root else problems(arguments.gnac, arguments.problems, folder):
            names += [data.name] * len(data.references)
            for setting, loss, values in measure(arguments.gnac, data, start, folder):
                scores[setting] += values
                losses[setting].append(loss)
            print(data.name, *(f"{values[-1]:.3f}" for values in scores.values()), flush=True)
    used = os.times()
    print(f"{len(names)} tasks of {len(set(names))} data sets, {used.user + used.children_user:.0f} CPU seconds")
    print_table(names, scores, losses)


if __name__ == "__main__":
    main()
