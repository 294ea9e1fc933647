// The user's choices about the columns of a table.

import { element } from "./dom.js";

const roles = { feature: "feature", category: "feature, as categories", id: "id of the rows", label: "known answer", unused: "nothing" };

/** The program's advice names its flags; here they are controls. */
export function inWordsOfThePage(text) {
  return text
    .replace(/--scale (\w+)/g, "Scale “$1”")
    .replace(/--missing drop/g, "“Missing values: leave out their rows”")
    .replace(/--missing (\w+)/g, "“Missing values: $1”")
    .replace(/--(id-column|label-column|columns|exclude|categorical)( [^\s;,.]+)?/g, "“Use it as”")
    .replace(/have them labelled -1 with --outliers/g, "“Outliers” sets them apart")
    .replace(/; turn the texts into numbers .*/, "; turn the texts into numbers first (embeddings, one row for each)")
    .replace(/--missing/g, "“Missing values”")
    .replace(/--scale/g, "“Scale”")
    .replace(/(^|\s)-k(?=[\s;,.]|$)/g, "$1“Clusters”");
}

/** The table of columns, and what was changed in it. */
export class Columns {
  constructor(body, onChange) {
    this.body = body;
    this.onChange = onChange;
    this.chosen = null;
  }

  reset() {
    this.chosen = null;
  }

  show(columns) {
    const ordered = [...columns].sort((a, b) => a.place - b.place);
    this.chosen ??= new Map(ordered.map(({ place, role }) => [place, { role, first: role }]));
    this.body.replaceChildren(...ordered.map((column) => {
      const name = column.name || `x${column.place}`;
      const choice = this.chosen.get(column.place);
      const select = element("select", { ariaLabel: `Use ${name} as` }, Object.entries(roles).map(([value, text]) => element("option", { value, selected: value === choice.role }, [text])));
      select.addEventListener("change", () => {
        choice.role = select.value;
        // There is one column of ids, and one known answer.
        if (select.value === "id" || select.value === "label") {
          for (const other of this.chosen.values()) if (other !== choice && other.role === select.value) other.role = "unused";
        }
        this.onChange(column.place);
      });
      const reason = column.reason ? ` (${column.reason})` : "";
      const cells = [name, column.kind + (column.unit ? `, ${column.unit}` : "") + reason, column.missing.toLocaleString("en"), column.distinct.toLocaleString("en")];
      return element("tr", {}, [element("th", { scope: "row" }, [cells[0]]), ...cells.slice(1).map((cell) => element("td", {}, [cell])), element("td", {}, [select])]);
    }));
  }

  focus(place) {
    const rows = [...this.chosen.keys()];
    this.body.querySelectorAll("select")[rows.indexOf(place)]?.focus();
  }

  /** The changes, for the engine: columns by their place. */
  table() {
    if (this.chosen === null || [...this.chosen.values()].every(({ role, first }) => role === first)) return {};
    const places = (...wanted) => [...this.chosen].filter(([, { role }]) => wanted.includes(role)).map(([place]) => String(place));
    const [[id], [label]] = [places("id"), places("label")];
    return {
      columns: places("feature", "category"),
      categorical: places("category"),
      ...(id !== undefined && { id }),
      ...(label !== undefined && { label }),
    };
  }
}
