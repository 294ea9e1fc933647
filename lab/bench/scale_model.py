#!/usr/bin/env python3
"""Predicts the time of gnac-mpi on more ranks than are available.

    lab/bench/scale_model.py TRACE... [--check TRACE] [--target N:RANKS]... [--bandwidth GB/s] [--latency us]

TRACEs are the output of `gnac-mpi fit --trace` for one table on several numbers of ranks, one of them 1; and, on 1 rank, for
tables of other sizes and the same columns, which give the growth of the exact search. --check compares the
prediction with a run that was not used for it. Every assumption is printed with the result.
"""
import argparse
import json
import math

PARALLEL = ["neighbours", "graph", "components", "features", "evolve", "ranks", "spectrum", "cut"]


def load(path):
    with open(path) as file:
        return json.load(file)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def stage(trace, name, key):
    return mean(rank["stages"][name][key] for rank in trace["ranks"])


def ghosts_per_point(trace):
    return mean(rank["ghosts"] for rank in trace["ranks"]) / (trace["n"] / len(trace["ranks"]))


def boundary(rho, levels, d):
    """The share of the points within rho of one of `levels` cuts, each along another side of a unit cube."""
    sides = min(levels, d)
    cuts_per_side = levels / sides if sides else 0
    return 1 - (1 - min(1, rho * 2 ** cuts_per_side)) ** sides


def fit_rho(traces):
    """rho·(n/ranks)^(1/d) from the measured ghosts, as a reach in units of a rank's own box."""
    found = []
    for t in traces:
        ranks = len(t["ranks"])
        if ranks == 1:
            continue
        wanted = min(ghosts_per_point(t), 0.999)
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if boundary(middle, math.log2(ranks), t["d"]) < wanted else (low, middle)
        found.append(low * t["n"] ** (1 / t["d"]))
    return mean(found)


def search_growth(traces):
    """x of "CPU seconds of the exact search ~ N^x": the slope between runs on 1 rank of several sizes, on log scales."""
    seen = {t["n"]: stage(t, "neighbours", "cpu") for t in traces if len(t["ranks"]) == 1}
    if len(seen) < 2:
        return None
    points = [(math.log(n), math.log(cpu)) for n, cpu in seen.items()]
    x0, y0 = mean(x for x, _ in points), mean(y for _, y in points)
    return sum((x - x0) * (y - y0) for x, y in points) / sum((x - x0) ** 2 for x, _ in points)


class Model:
    def __init__(self, traces, args):
        many = [t for t in traces if len(t["ranks"]) > 1]
        self.base = next(t for t in traces if len(t["ranks"]) == 1 and all(t["n"] == other["n"] for other in many))
        measured = search_growth(traces)
        if args.search_exponent is None and measured is None:
            raise SystemExit("give traces of 1 rank at two sizes or more, or --search-exponent")
        self.exponent = measured if args.search_exponent is None else args.search_exponent
        self.origin = "measured at " + ", ".join(str(t["n"]) for t in sorted(traces, key=lambda t: t["n"])
                                                 if len(t["ranks"]) == 1) \
            if args.search_exponent is None else "assumed"
        self.d = self.base["d"]
        self.reach = fit_rho(many)
        self.args = args
        # CPU seconds of one rank = own · points + extra · ghosts, stage by stage.
        self.own, self.extra, self.sent = {}, {}, {}
        for name in PARALLEL:
            self.own[name] = stage(self.base, name, "cpu") / self.base["n"]
            over, sent = [], []
            for t in many:
                points = t["n"] / len(t["ranks"])
                ghosts = ghosts_per_point(t) * points
                over.append((stage(t, name, "cpu") - self.own[name] * points) / max(ghosts, 1))
                sent.append(stage(t, name, "sent") / max(ghosts, 1))
            self.extra[name] = max(0.0, mean(over))
            self.sent[name] = mean(sent)
        self.read = stage(self.base, "read", "cpu") / self.base["n"]
        self.imbalance = mean(
            max(r["points"] for r in t["ranks"]) / (t["n"] / len(t["ranks"])) for t in many)
        self.products = max(t["readout"]["products"] for t in traces)

    def ghosts(self, n, ranks):
        if ranks == 1:
            return 0.0
        rho = min(1.0, self.reach / n ** (1 / self.d))
        return boundary(rho, math.log2(ranks), self.d)

    def search(self, n):
        """How much more a point's exact search costs among n points than among the measured ones."""
        return (n / self.base["n"]) ** (self.exponent - 1)

    def predict(self, n, ranks, threads=1):
        points = n / ranks * self.imbalance if ranks > 1 else n
        ghosts = self.ghosts(n, ranks) * points
        compute, bytes_sent = self.read * points, 0.0
        for name in PARALLEL:
            grown = self.search(n) if name == "neighbours" else 1.0
            compute += grown * (self.own[name] * points + self.extra[name] * ghosts)
            bytes_sent += self.sent[name] * ghosts
        messages = (self.products + 20) * min(ranks - 1, self.args.partners)
        wire = bytes_sent / (self.args.bandwidth * 1e9) + messages * self.args.latency * 1e-6
        reduce = (3 * self.products) * math.log2(max(ranks, 2)) * self.args.latency * 1e-6 if ranks > 1 else 0
        # The root alone gathers the labels with their ids and numbers them by first appearance.
        root = 8 * n / (self.args.bandwidth * 1e9) + self.args.label_ns * 1e-9 * n
        return {"compute": compute / threads, "wire": wire + reduce, "root": root,
                "total": compute / threads + wire + reduce + root, "ghosts": ghosts / points, "bytes": bytes_sent}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("traces", nargs="+")
    parser.add_argument("--check", action="append", default=[])
    parser.add_argument("--target", action="append", default=[], help="N:RANKS")
    parser.add_argument("--bandwidth", type=float, default=10.0, help="GB/s from a rank to others")
    parser.add_argument("--latency", type=float, default=5.0, help="microseconds per message")
    parser.add_argument("--partners", type=int, default=26, help="ranks that a rank exchanges with, at most")
    parser.add_argument("--search-exponent", type=float,
                        help="exact neighbours of N points take N to this power [measured]; 1.74 was measured in 16 columns")
    parser.add_argument("--label-ns", type=float, default=5.0, help="nanoseconds per label at the root")
    args = parser.parse_args()
    model = Model([load(path) for path in args.traces], args)

    print("Assumptions")
    print(f"  one table of {model.d} columns, k as measured; {model.products} products at any N")
    print(f"  exact search of N points ~ N^{model.exponent:.3g}, {model.origin}; all other work ~ own points and ghosts, "
          "as measured")
    print(f"  ghosts: points within {model.reach:.3g}·N^(-1/{model.d}) of a cut, in units of the table's width")
    print(f"  imbalance {model.imbalance:.3f}; {args.bandwidth:g} GB/s and {args.latency:g} us per rank, "
          f"{args.partners} partners at most; nothing overlaps with work")
    print(f"  {args.label_ns:g} ns per label at the root, which alone has them all; one thread per rank")
    print("  efficiency: what one rank would take for all points, over the ranks and their time\n")
    print("| points | ranks | ghosts per point | compute s | wire s | root s | total s | efficiency |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|")
    targets = [tuple(int(float(x)) for x in t.split(":")) for t in args.target]
    for n, ranks in targets or [(10**8, 64), (10**9, 1024)]:
        p, one = model.predict(n, ranks), model.predict(n, 1)
        print(f"| {n:.0e} | {ranks} | {p['ghosts']:.2f} | {p['compute']:.0f} | {p['wire']:.1f} | {p['root']:.0f} "
              f"| {p['total']:.0f} | {one['total'] / ranks / p['total']:.0%} |")
    for path in args.check:
        t = load(path)
        ranks = len(t["ranks"])
        p = model.predict(t["n"], ranks)
        seen = max(sum(s["cpu"] for s in r["stages"].values()) for r in t["ranks"])
        print(f"\ncheck: {t['n']} points on {ranks} ranks: CPU seconds of the busiest rank {seen:.1f}, "
              f"predicted {p['compute'] + p['root']:.1f}; ghosts {ghosts_per_point(t):.2f}, predicted {p['ghosts']:.2f}")


if __name__ == "__main__":
    main()
