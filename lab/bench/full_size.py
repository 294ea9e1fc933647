#!/usr/bin/env python3
"""Whole fits of many points: seconds, memory and the share of each stage, and how the time grows.

    usage: lab/bench/full_size.py GNAC [--sizes N,N,...] [--columns D] [--threads T] [--choose] [--markdown FILE]

The points are `gnac generate gaussian-mixture`, eight groups. Each fit is a process of its own that writes its labels. CPU
seconds are of all threads, and say most where others use the machine. With --choose K is chosen, else it is given. The
exponent is the slope of log CPU seconds over log N. --markdown puts the table between the markers `full-size` of a file."""
import argparse
import json
import math
import os
import subprocess
import tempfile
import time


def fit(gnac, points, threads, choose):
    trace = points + ".json"
    command = [gnac, "fit", points, "-q", "--threads", str(threads), "--trace", trace, "-o", points + ".labels"]
    if not choose:
        command += ["-k", "8"]
    start = time.perf_counter()
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    with open(trace) as file:
        facts = json.load(file)
    return {
        "wall": time.perf_counter() - start,
        "cpu": usage.ru_utime + usage.ru_stime,
        "mib": usage.ru_maxrss / 1024,
        "search": facts["graph"]["search"],
        "recall": facts["graph"].get("recall", 1),
        "shares": [facts["timings"][stage] / facts["timings"]["total"] for stage in ("graph", "evolve", "readout")],
    }


def slope(sizes, seconds):
    x, y = [math.log(n) for n in sizes], [math.log(s) for s in seconds]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def replace(path, text):
    with open(path) as file:
        old = file.read()
    begin, end = "<!-- begin full-size -->\n", "<!-- end full-size -->"
    head, rest = old.split(begin)
    with open(path, "w") as file:
        file.write(head + begin + text + end + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gnac")
    parser.add_argument("--sizes", default="50000,100000,200000,400000,800000")
    parser.add_argument("--columns", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--choose", action="store_true")
    parser.add_argument("--markdown")
    args = parser.parse_args()
    sizes = [int(n) for n in args.sizes.split(",")]
    given = "K chosen" if args.choose else "K given"
    about = f"{args.columns} columns, {given}, {args.threads} threads, load average before {os.getloadavg()[0]:.1f}."
    lines = [f"_{time.strftime('%Y-%m-%d')}, {about}_", ""]
    lines += ["| points | search | recall | wall s | CPU s | peak MiB | graph | evolve | readout |",
              "|--:|---|--:|--:|--:|--:|--:|--:|--:|"]
    cpu = []
    with tempfile.TemporaryDirectory() as folder:
        for n in sizes:
            points = os.path.join(folder, "points.npy")
            made = ["generate", "gaussian-mixture", "-n", str(n), "-d", str(args.columns), "-k", "8", "-o", points]
            subprocess.run([args.gnac, *made], check=True)
            run = fit(args.gnac, points, args.threads, args.choose)
            cpu.append(run["cpu"])
            shares = " | ".join(f"{100 * share:.0f} %" for share in run["shares"])
            lines.append(f"| {n:,} | {run['search']} | {run['recall']:.4f} | {run['wall']:.1f} | {run['cpu']:.1f} | "
                         f"{run['mib']:,.0f} | {shares} |")
    if len(sizes) > 1:
        lines += ["", f"CPU time grows like N^{slope(sizes, cpu):.2f}."]
    text = "\n".join(lines) + "\n"
    print(text)
    if args.markdown:
        replace(args.markdown, text)


if __name__ == "__main__":
    main()
