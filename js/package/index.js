// gnac for programs in JavaScript: arrays or tables in, labels out.

import createEngine from "./gnac-engine.js";
import { fromNpy, toNpy } from "./npy.js";
import { callEngine, fileName } from "./program.js";

let compiled;

/** The compiled engine: once for all calls. */
async function engineModule() {
  compiled ??= (async () => {
    const place = new URL("./gnac-engine.wasm", import.meta.url);
    if (typeof process !== "undefined" && process.versions?.node) {
      const { readFile } = await import("node:fs/promises");
      return WebAssembly.compile(await readFile(place));
    }
    return WebAssembly.compile(await (await fetch(place)).arrayBuffer());
  })();
  return compiled;
}

/** Thrown when the library refuses an input or an option. */
export class GnacError extends Error {
  constructor(message, kind) {
    super(message);
    this.name = "GnacError";
    this.kind = kind;
  }
}

/** One request to the engine. Rejects with GnacError if it is refused. */
export async function call(request, options = {}) {
  const { answer, files } = await callEngine(createEngine, await engineModule(), request, options);
  if (answer.error !== undefined) throw new GnacError(answer.error, answer.kind);
  return { answer, files };
}

/** A file for the engine: a table's bytes or text, or a matrix as .npy. */
function inputFile(data, name) {
  if (typeof data === "string") return [fileName(name ?? "table.csv"), new TextEncoder().encode(data)];
  if (data instanceof ArrayBuffer) return [fileName(name ?? "table"), new Uint8Array(data.slice(0))];
  if (data instanceof Uint8Array) return [fileName(name ?? "table"), data.slice()];
  if (Array.isArray(data)) {
    const d = data[0]?.length ?? 0;
    if (!data.every((row) => row.length === d)) throw new GnacError("every row needs the same number of columns", "refused");
    const values = new Float64Array(data.length * d);
    data.forEach((row, i) => values.set(row, i * d));
    return ["points.npy", toNpy(values, data.length, d)];
  }
  const { values, rows, columns } = data;
  if (values?.length !== rows * columns) {
    throw new GnacError(`${rows} rows of ${columns} columns are ${rows * columns} values, but there are ${values?.length}`, "refused");
  }
  return ["points.npy", toNpy(values, rows, columns)];
}

const text = (bytes) => new TextDecoder().decode(bytes);

/** Options as the engine takes them: lists of columns as texts, names with underscores. */
function tableOf({ columns, exclude, categorical, idColumn, labelColumn, missing, array } = {}) {
  const table = { id: idColumn, label: labelColumn, missing, array };
  for (const [key, list] of Object.entries({ columns, exclude, categorical })) table[key] = list?.map(String);
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined).map(([key, value]) => [key, typeof value === "number" ? String(value) : value]));
}

function optionsOf(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), String(value)]));
}

export async function fit(data, { clusters, name, table, outliers, memberships, outlierScores, map, page, model, onProgress, ...options } = {}) {
  const [file, bytes] = inputFile(data, name);
  const outputs = {
    labels: "labels.npy",
    ...(memberships && { memberships: "memberships.npy" }),
    ...(outlierScores && { outlier_scores: "outlier_scores.npy" }),
    ...(map && { map: "map.npy" }),
    ...(page && { page: "page.html" }),
    ...(model && { model: "model.safetensors" }),
  };
  const request = { command: "fit", file, title: name ?? "", table: tableOf(table), options: optionsOf(options), outputs, ...(clusters !== undefined && { clusters }), ...(outliers && { outliers }) };
  const { answer, files } = await call(request, { files: { [file]: bytes }, onProgress });
  const matrix = (output) => files[output] && fromNpy(files[output]).data;
  return {
    ...answer,
    labels: matrix("labels.npy"),
    memberships: matrix("memberships.npy"),
    outlierScores: matrix("outlier_scores.npy"),
    map: matrix("map.npy"),
    page: files["page.html"] && text(files["page.html"]),
    model: files["model.safetensors"],
  };
}

export async function predict(model, data, { name, table, onProgress } = {}) {
  const [file, bytes] = inputFile(data, name);
  const request = { command: "predict", model: "/model.safetensors", file, table: tableOf(table), outputs: { labels: "labels.npy" } };
  const { files } = await call(request, { files: { [file]: bytes, "/model.safetensors": model.slice() }, onProgress });
  return fromNpy(files["labels.npy"]).data;
}

export async function doctor(data, { name, table, ...options } = {}) {
  const [file, bytes] = inputFile(data, name);
  return (await call({ command: "doctor", file, table: tableOf(table), options: optionsOf(options) }, { files: { [file]: bytes } })).answer;
}

export async function compare(data, { clusters, methods = ["gnac", "kmeans", "genie"], name, table, onProgress, ...options } = {}) {
  const [file, bytes] = inputFile(data, name);
  const { answer } = await call({ command: "compare", file, clusters, methods, table: tableOf(table), options: optionsOf(options) }, { files: { [file]: bytes }, onProgress });
  return answer.methods.map(({ labels, ...method }) => ({ ...method, ...(labels && { labels: Int32Array.from(labels) }) }));
}

export async function generate(sample, options = {}) {
  const { files } = await call({ command: "generate", sample, ...options, outputs: { points: "points.csv", labels: "labels.npy" } });
  return { csv: text(files["points.csv"]), labels: fromNpy(files["labels.npy"]).data };
}

export async function version() {
  return (await call({ command: "version" })).answer.version;
}
