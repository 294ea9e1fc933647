// Finding rows: by id or text, by the range of a column, a category, a cluster, an outlier score. All that is asked for
// must hold; what is found is selected in every view.

import { rowOf, shortNumber } from "./data.js";
import { counted, made } from "./panels.js";

/** The texts of row i in which a search looks. */
function* textsOf(data, i) {
  if (data.ids) yield String(data.ids[i]);
  if (data.texts) yield data.texts[i];
  if (data.cells) for (const { values } of data.cells) yield values[i];
  else for (const column of data.columns) if (column.values) yield column.text(i);
  yield `row ${rowOf(data, i)}`;
}

/** One filter: what it is about, its fields, and the test of a row; a field that is empty asks for nothing. */
function clusterFilter(app) {
  const list = made("select", { "aria-label": "Cluster" });
  const { label } = app.data.partitions[app.data.own];
  const labels = [...label.values()].sort((a, b) => a - b);
  for (const value of labels) list.append(made("option", { value: String(value), text: app.names.full(value) }));
  return { fields: [list], test: () => {
    const { colour, label: of } = app.partition();
    return (i) => String(of.get(colour[i])) === list.value;
  } };
}

function rangeFields(name, low, high, step) {
  const field = (text, value) => made("input", { type: "number", step, placeholder: shortNumber(value), "aria-label": `${name} ${text}` });
  return [field("at least", low), field("at most", high)];
}

function numberFilter(name, [low, high], valueOf, half) {
  const fields = rangeFields(name, low, high, "any");
  return { fields: [fields[0], made("span", { text: "to" }), fields[1]], test: () => {
    // Values are rounded on the page: half a step more lets the ends in.
    const [least, most] = fields.map(({ value }, f) => (value === "" ? [-Infinity, Infinity][f] : Number(value) + [-half, half][f]));
    return (i) => valueOf(i) >= least && valueOf(i) <= most;
  } };
}

function dateFilter(column) {
  const fields = ["at least", "at most"].map((text) => made("input", { type: "date", "aria-label": `${column.name} ${text}` }));
  return { fields: [fields[0], made("span", { text: "to" }), fields[1]], test: () => {
    const [least, most] = fields.map(({ value }) => value);
    return (i) => (!least || column.text(i) >= least) && (!most || column.text(i) <= most);
  } };
}

function categoryFilter(column) {
  const list = made("select", { "aria-label": column.name });
  for (const text of column.values) list.append(made("option", { value: text, text }));
  return { fields: [list], test: () => (i) => column.text(i) === list.value };
}

export class Find {
  constructor(app) {
    this.app = app;
    this.filters = [];
    this.search = document.getElementById("search");
    this.list = document.getElementById("filters");
    this.status = document.getElementById("found");
    const { data } = app;
    const more = document.getElementById("add-filter");
    const kinds = [["cluster", "cluster"], ...(data.outliers ? [["outlier", "outlier score"]] : []),
                   ...data.columns.map(({ name }, c) => [`column-${c}`, name])];
    for (const [value, text] of kinds) more.append(made("option", { value, text }));
    more.addEventListener("change", () => {
      this.add(more.value);
      more.value = "";
    });
    this.search.addEventListener("input", () => this.soon());
    document.getElementById("clear-find").addEventListener("click", () => {
      this.clear();
      app.select(null);
      this.search.focus();
    });
  }

  make(kind) {
    const { app } = this;
    if (kind === "cluster") return clusterFilter(app);
    if (kind === "outlier") return numberFilter("outlier score", [0, 1], (i) => app.data.outliers[i] / 255, 1 / 510);
    const column = app.data.columns[Number(kind.slice(7))];
    if (column.values) return categoryFilter(column);
    if (column.date) return dateFilter(column);
    return numberFilter(column.name, column.range, (i) => column.value(column.codes[i]), (column.range[1] - column.range[0]) / 131070);
  }

  add(kind) {
    if (!kind) return;
    const name = kind === "cluster" ? "cluster" : kind === "outlier" ? "outlier score" : this.app.data.columns[Number(kind.slice(7))].name;
    const filter = { kind, ...this.make(kind) };
    filter.row = made("div", { class: "row filter" }, made("span", { class: "what", text: name, title: name }), ...filter.fields,
                      made("button", { type: "button", text: "×", "aria-label": `Remove the filter of ${name}`, onclick: () => this.remove(filter) }));
    for (const field of filter.fields) field.addEventListener("input", () => this.soon());
    this.filters.push(filter);
    this.list.append(filter.row);
    filter.fields[0].focus();
    this.run();
  }

  remove(filter) {
    this.filters = this.filters.filter((other) => other !== filter);
    filter.row.remove();
    this.run();
  }

  asks() { return this.filters.length > 0 || this.search.value.trim() !== ""; }

  /** Large data is searched when the typing pauses. */
  soon() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.run(), this.app.data.n > 20000 ? 250 : 0);
  }

  run() {
    if (!this.asks()) {
      this.status.textContent = "";
      return void this.app.select(null);
    }
    const { data } = this.app;
    const words = this.search.value.trim().toLowerCase();
    const tests = this.filters.map((filter) => filter.test());
    const mask = new Uint8Array(data.n);
    let count = 0;
    for (let i = 0; i < data.n; ++i) {
      if (!tests.every((test) => test(i))) continue;
      if (words && ![...textsOf(data, i)].some((text) => text.toLowerCase().includes(words))) continue;
      mask[i] = 1;
      ++count;
    }
    this.status.textContent = count === 0 ? "No row found." : `${counted(count, "row")} of ${data.n.toLocaleString("en")} found.`;
    this.app.select(mask);
  }

  clear() {
    for (const { row } of this.filters) row.remove();
    this.filters = [];
    this.search.value = "";
    this.status.textContent = "";
  }
}
