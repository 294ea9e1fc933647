"""A customer table as exported, to a page that can be sent to a colleague.

The table has what such tables have: currency, dates, missing values, categories, ids and notes.
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

KINDS = [  # plan, age, income, orders, notes
    ("Basic", 24, 18_000, 2, ["asked about delivery", "parcel came late"]),
    ("Plus", 38, 42_000, 9, ["wants an invoice by mail", "paid by bank transfer"]),
    ("Premium", 53, 88_000, 25, ["orders for the office", "asked for a framework contract"]),
]


def invented(path, count=600, seed=11):
    draw = random.Random(seed)
    lines = ["customer,income,age,orders,plan,newsletter,joined,note"]
    for i in range(count):
        plan, age, income, orders, notes = draw.choice(KINDS)
        earned = f'"${draw.gauss(income, income / 9):,.0f}"' if draw.random() > 0.03 else ""
        joined = f"{draw.randint(2016, 2024)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"
        lines.append(f"C{i:04},{earned},{max(18, draw.gauss(age, 3)):.0f},"
                     f"{max(0, draw.gauss(orders, 1.5)):.0f},{plan},{draw.choice(['yes', 'no'])},"
                     f"{joined},{draw.choice(notes)}, ticket {i}".replace(", ticket", " ticket"))
    for i in range(5):  # odd ones
        lines.append(f'X{i},"${200_000 + 150_000 * i:,}",{20 + 15 * i},{80 - 15 * i},Plus,no,2020-01-01,odd')
    path.write_text("\n".join(lines) + "\n")


def gnac(*words):
    """The program: the one in GNAC_PROGRAM, else the one that is installed."""
    program = os.environ.get("GNAC_PROGRAM", "gnac")
    return subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True)


folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
table = folder / "customers.csv"
invented(table)

fit = gnac("fit", table, "--id-column", "customer", "--text-column", "note", "--outliers", "--summary",
           "--model", folder / "customers.safetensors", "-o", folder / "labels.csv",
           "--page", folder / "customers.html")
print(fit.stderr.split("points  ")[-1].strip().splitlines()[1])
told = gnac("explain", folder / "customers.safetensors", table, "--text-column", "note",
            "--exclude", "customer")
print(told.stdout)
print(f"wrote {folder / 'customers.html'}: one file, nothing to install, nothing leaves the machine")
