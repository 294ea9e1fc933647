"""Writes the awkward tables of this folder: two groups of rows each, written as people write them.

    python3 make_tables.py FOLDER

`expected.tsv` says what must come of each: the columns of the points as gnac names them, or a part of
the sentence that refuses the file.
"""

import io
import json
import random
import struct
import sys
import zipfile
from pathlib import Path

N = 60
TABLES = {}


def table(name):
    def add(make):
        TABLES[name] = make
        return make

    return add


def groups(seed=1):
    """Rows (group, a, b): a near 20 or 60, b near 1.5 or 9.5."""
    draw = random.Random(seed)
    return [(i % 2, round((60 if i % 2 else 20) + draw.gauss(0, 2), 2),
             round((9.5 if i % 2 else 1.5) + draw.gauss(0, 0.4), 2)) for i in range(N)]


def lines(header, row, separator=",", end="\n", seed=1):
    rows = [row(i, g, a, b) for i, (g, a, b) in enumerate(groups(seed))]
    head = [] if header is None else [header]
    return end.join(separator.join(str(f) for f in fields) for fields in head + rows) + end


def comma(value, digits=2):
    return f"{value:.{digits}f}".replace(".", ",")


def german(value):
    return f"{value:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".")


@table("plain.csv")
def _():
    return lines(["a", "b"], lambda i, g, a, b: (a, b))


@table("no_header.csv")
def _():
    return lines(None, lambda i, g, a, b: (a, b))


@table("currency.csv")
def _():
    return lines(["income", "spend"], lambda i, g, a, b: (f'"${a * 1000:,.0f}"', f"${b:.2f}"))


@table("euro_after.csv")
def _():
    return lines(["Umsatz", "Anzahl"], lambda i, g, a, b: (f"{german(a * 100)} €", comma(b)), ";")


@table("decimal_comma.csv")
def _():
    return lines(["a", "b"], lambda i, g, a, b: (comma(a), comma(b)), ";")


@table("decimal_comma_quoted.csv")
def _():
    return lines(["a", "b"], lambda i, g, a, b: (f'"{comma(a)}"', f'"{comma(b)}"'))


@table("thousands.csv")
def _():
    return lines(["people", "area"], lambda i, g, a, b: (f'"{a * 10000:,.0f}"', b))


@table("thousands_blank.tsv")
def _():
    return lines(["people", "area"],
                 lambda i, g, a, b: (f"{a * 10000:,.0f}".replace(",", "\u202f"), b), "\t")


@table("thousands_apostrophe.csv")
def _():
    return lines(["people", "area"], lambda i, g, a, b: (f"{a * 10000:,.0f}".replace(",", "'"), b))


@table("percent.csv")
def _():
    return lines(["share", "b"], lambda i, g, a, b: (f"{a:.1f}%", b))


@table("accounting.csv")
def _():
    return lines(["balance", "b"], lambda i, g, a, b: (f"({a:.2f})" if g else f"{a:.2f}", b))


@table("unit_in_cells.csv")
def _():
    return lines(["weight", "b"], lambda i, g, a, b: (f"{a:.1f} kg", b))


@table("dates_iso.csv")
def _():
    return lines(["joined", "b"],
                 lambda i, g, a, b: (f"20{int(a) // 4 + 5:02d}-0{i % 9 + 1}-{i % 28 + 1:02d}", b))


@table("dates_german.csv")
def _():
    return lines(["joined", "b"],
                 lambda i, g, a, b: (f"{i % 28 + 1:02d}.0{i % 9 + 1}.20{int(a) // 4 + 5:02d}",
                                     comma(b)), ";")


@table("dates_american.csv")
def _():
    return lines(["joined", "b"],
                 lambda i, g, a, b: (f"{i % 9 + 1}/{i % 28 + 1}/20{int(a) // 4 + 5:02d}", b))


@table("timestamps.csv")
def _():
    return lines(["when", "a", "b"],
                 lambda i, g, a, b: (f"2024-03-{i // 24 + 1:02d}T{i % 24:02d}:15:00Z", a, b))


@table("times_of_day.csv")
def _():
    return lines(["start", "b"], lambda i, g, a, b: (f"{int(a) // 4:02d}:{i % 60:02d}", b))


@table("yes_no.csv")
def _():
    return lines(["a", "b", "newsletter"], lambda i, g, a, b: (a, b, "yes" if i % 3 else "no"))


@table("true_false.csv")
def _():
    return lines(["a", "active"], lambda i, g, a, b: (a, "TRUE" if g else "FALSE"))


@table("missing_marks.csv")
def _():
    marks = {7: "NA", 8: "", 21: "null", 22: "-", 35: "N/A", 36: "NaN", 49: "?", 50: "#N/A"}
    return lines(["a", "b"], lambda i, g, a, b: (marks.get(i, a), b))


@table("unknown_words.csv")
def _():
    return lines(["a", "b"], lambda i, g, a, b: ("unknown" if i in (3, 14) else a, b))


@table("empty_column.csv")
def _():
    return lines(["a", "remarks", "b"], lambda i, g, a, b: (a, "", b))


@table("categories.csv")
def _():
    return lines(["a", "b", "plan"], lambda i, g, a, b: (a, b, ["Basic", "Plus", "Pro"][i % 3]))


@table("rare_categories.csv")
def _():
    return lines(["a", "b", "city"],
                 lambda i, g, a, b: (a, b, {5: "Oslo", 9: "Bern"}.get(i, "Rome" if i % 2 else "Paris")))


@table("names.csv")
def _():
    return lines(["name", "a", "b"], lambda i, g, a, b: (f'"Person {i}, the"', a, b))


@table("free_text.csv")
def _():
    return lines(["a", "b", "comment"],
                 lambda i, g, a, b: (a, b, f'"The customer of row {i} said that it was fine."'))


@table("ids.csv")
def _():
    return lines(["customer_id", "a", "b"], lambda i, g, a, b: (100000 + 37 * i % 9973, a, b))


@table("zip_codes.csv")
def _():
    return lines(["zip", "a", "b"], lambda i, g, a, b: (f"0{1000 + 53 * i % 997}", a, b))


@table("product_codes.csv")
def _():
    return lines(["product_code", "a", "b"], lambda i, g, a, b: ((10023, 20045, 30011)[i % 3], a, b))


@table("row_numbers.csv")
def _():
    return lines(["nr", "a", "b"], lambda i, g, a, b: (i + 1, a, b))


@table("known_answer.csv")
def _():
    return lines(["a", "b", "class"], lambda i, g, a, b: (a, b, "big" if g else "small"))


@table("pandas_index.csv")
def _():
    return lines(["", "a", "b"], lambda i, g, a, b: (i, a, b))


@table("write_table.txt")
def _():
    return '"a" "b"\n' + lines(None, lambda i, g, a, b: (f'"{i + 1}"', a, b), " ")


@table("utf16.csv")
def _():
    return lines(["größe", "b"], lambda i, g, a, b: (a, b)).encode("utf-16")


@table("latin1.csv")
def _():
    text = lines(["größe", "straße"], lambda i, g, a, b: (a, "Münchner" if i % 3 else "Kölner"))
    return text.encode("latin-1")


@table("bom.csv")
def _():
    return lines(["a", "b"], lambda i, g, a, b: (a, b), end="\r\n").encode("utf-8-sig")


@table("quoted_newlines.csv")
def _():
    return lines(["note", "a", "b"], lambda i, g, a, b: (f'"line one\nline ""two"" of {i}"', a, b))


@table("excel_sep.csv")
def _():
    return "sep=;\n" + lines(["a", "b"], lambda i, g, a, b: (a, b), ";")


@table("bars.txt")
def _():
    return lines(["a", "b"], lambda i, g, a, b: (a, b), "|")


@table("blank_lines.csv")
def _():
    text = lines(["a", "b"], lambda i, g, a, b: (a, b)).split("\n")
    return "\n".join(text[:10] + [""] + text[10:30] + ["", ""] + text[30:])


@table("trailing_commas.csv")
def _():
    return "a,b\n" + lines(None, lambda i, g, a, b: (a, b, "", ""))


@table("array.json")
def _():
    return json.dumps([{"name": f"p{i}", "a": a, "b": b} for i, (g, a, b) in enumerate(groups())],
                      indent=1)


@table("lines.jsonl")
def _():
    return "".join(json.dumps({"a": a, "b": None if i == 4 else b}) + "\n"
                   for i, (g, a, b) in enumerate(groups()))


@table("nested.jsonl")
def _():
    return "".join(json.dumps({"user": {"name": f"p{i}", "a": a}, "tags": ["x", f"p{i}"], "v": [b, a + b]})
                   + "\n" for i, (g, a, b) in enumerate(groups()))


@table("embeddings.jsonl")
def _():
    return "".join(json.dumps({"id": i, "text": f"the {g} comes before the number {i}", "embedding": [a, b, a - b]})
                   + "\n" for i, (g, a, b) in enumerate(groups()))


@table("later_members.jsonl")
def _():
    return "".join(json.dumps({"a": a, **({} if i % 9 == 0 else {"b": b})}) + "\n"
                   for i, (g, a, b) in enumerate(groups()))


@table("columns.json")
def _():
    return json.dumps({"a": [a for g, a, b in groups()], "b": [b for g, a, b in groups()]})


@table("pandas.json")
def _():
    return json.dumps({"a": {str(i): a for i, (g, a, b) in enumerate(groups())},
                       "b": {str(i): b for i, (g, a, b) in enumerate(groups())}})


@table("pandas_split.json")
def _():
    return json.dumps({"columns": ["a", "b"], "index": list(range(N)), "data": [[a, b] for g, a, b in groups()]})


@table("windows_lines.jsonl")
def _():
    return "\ufeff" + "".join(json.dumps({"a": a, "b": b}) + "\r\n" for g, a, b in groups())


@table("answer_of_a_server.json")
def _():
    return json.dumps({"status": "ok", "items": [{"a": a, "b": b} for g, a, b in groups()]}, indent=2)


def numpy_file(values, columns=1):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(values) // columns}, {columns}), }}"
    header = header.ljust(128 - 10 - 1) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
            + struct.pack(f"<{len(values)}d", *values))


def archive(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in parts.items():
            file.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


@table("points_and_labels.npz")
def _():
    return archive({"X.npy": numpy_file([v for g, a, b in groups() for v in (a, b)], 2),
                    "y.npy": numpy_file([g for g, a, b in groups()])})


@table("sparse.npz")
def _():
    return archive({"indices.npy": numpy_file([1, 0]), "indptr.npy": numpy_file([0, 1, 2]),
                    "format.npy": b"csr", "shape.npy": numpy_file([2, 2]), "data.npy": numpy_file([1, 1])})


@table("texts.csv")
def _():
    words = "it was late and the parcel never came but they sent another one".split()
    return "review\n" + "".join(" ".join(words[:3 + i % 9]) + f" {i}\n" for i in range(N))


@table("repeated_names.csv")
def _():
    return lines(["x", "x"], lambda i, g, a, b: (a, b))


@table("book.xlsx")
def _():
    def cell(place, value):
        if isinstance(value, str):
            return f'<c r="{place}" t="s"><v>{texts.index(value)}</v></c>'
        return f'<c r="{place}"><v>{value}</v></c>'

    rows = [("name", "a", "b", "since")] + [(f"n{i}", a, b, 45000 + 31 * (i * 7 % 60))
                                             for i, (g, a, b) in enumerate(groups())]
    texts = sorted({v for row in rows for v in row if isinstance(v, str)})
    sheet = "".join(
        f'<row r="{r + 1}">' + "".join(
            f'<c r="D{r + 1}" s="1"><v>{v}</v></c>' if c == 3 and r else cell(f"{'ABCD'[c]}{r + 1}", v)
            for c, v in enumerate(row)) + "</row>" for r, row in enumerate(rows))
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    parts = {
        "xl/workbook.xml": f'{head}<workbook {main} xmlns:r="r"><sheets><sheet name="People &amp; co" '
                           'sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{head}<Relationships><Relationship Id="rId1" Type="t" '
                                      'Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/sharedStrings.xml": f"{head}<sst {main}>" + "".join(
            f"<si><t>{t}</t></si>" for t in texts) + "</sst>",
        "xl/styles.xml": f'{head}<styleSheet {main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>'
                         "</cellXfs></styleSheet>",
        "xl/worksheets/sheet1.xml": f"{head}<worksheet {main}><sheetData>{sheet}</sheetData></worksheet>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for path, text in parts.items():
            book.writestr(zipfile.ZipInfo(path), text)
    return out.getvalue()


@table("limits.csv")
def _():
    return lines(["a", "crp"], lambda i, g, a, b: (a, "<1.5" if b < 1.5 else f"> {b}" if i == 5 else b))


@table("titles.csv")
def _():
    return "Sales of 2024,,\nby store,,\n,,\n" + lines(["store", "a", "b"], lambda i, g, a, b: (f"s{i}", a, b))


@table("bank_export.csv")
def _():
    return ('"Konto";"DE00 1234"\n"Stand";"31.12.2023"\n\n' +
            lines(["Text", "Betrag", "Saldo", "Gruppe"],
                  lambda i, g, a, b: (f"Buchung {i} an X", comma(a), comma(b), "AB"[g]), ";"))


@table("slip.csv")
def _():
    return lines(["a", "b"], lambda i, g, a, b: ("2O.5" if i == 11 else a, b))


@table("ragged.csv")
def _():
    return lines(["a", "b"], lambda i, g, a, b: (a,) if i == 30 else (a, b))


@table("cells.h5ad")
def _():
    return b"\x89HDF\r\n\x1a\n" + bytes(64)


@table("table.parquet")
def _():
    return b"PAR1" + bytes(64) + struct.pack("<I", 64) + b"PAR1"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, make in TABLES.items():
        content = make()
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
