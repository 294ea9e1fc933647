// The page: a table comes in, its columns are shown, clusters are found and looked at.

import { Columns, inWordsOfThePage } from "./choices.js";
import { byId, element } from "./dom.js";
import { Engine, Refused, Stopped } from "./engine.js";
import { readFile, recognised, save } from "./files.js";

const MEMORY = "3.5";  // GiB, of the 4 that WebAssembly can have
const sections = ["start", "choices", "newrows", "working", "result"];
const engine = new Engine();
const columns = new Columns(byId("columns").tBodies[0], (place) => attempt(async () => {
  await look();
  columns.focus(place);
}));

/** The table at hand and what was found in it. */
const state = { table: null, model: null, fit: null, shown: "start" };

const stages = { graph: "finding neighbours", train: "training a rule", evolve: "running the automaton", readout: "reading clusters", map: "making a map" };
const count = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

function show(name) {
  for (const section of sections) byId(section).hidden = section !== name;
  byId("again").hidden = name === "start" || name === "working";
  if (name !== "working") state.shown = name;
}

function complain(error) {
  byId("error").textContent = inWordsOfThePage(error.message);
  byId("error").hidden = false;
}

/** Work that may be refused or stopped; afterwards the page is as it was before, with the reason. */
async function attempt(work) {
  const before = state.shown;
  byId("error").hidden = true;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Stopped)) complain(error instanceof Refused ? error : new Error(`unexpected failure: ${error.message}`));
    show(before);
  }
}

/** A request to the engine, shown as work in progress. */
async function working(title, request, files) {
  const start = performance.now();
  byId("working-title").textContent = title;
  byId("bar").removeAttribute("value");
  byId("stage").textContent = "starting";
  show("working");
  byId("stop").focus();
  return engine.run(request, {
    files,
    onProgress: ({ stage, fraction }) => {
      byId("bar").value = fraction;
      byId("stage").textContent = `${stages[stage] ?? stage}, ${((performance.now() - start) / 1000).toFixed(0)} s`;
    },
  });
}

async function take(file) {
  if (file.kind === "model") {
    const { answer } = await working("Reading the model", { command: "info", model: file.name }, { [file.name]: file.bytes.slice() });
    if (answer.own_graph) throw new Refused("this model was made from a graph of its own, in which new rows have no place");
    state.model = file;
    const named = answer.columns.length > 0 ? `: ${answer.columns.slice(0, 20).join(", ")}${answer.columns.length > 20 ? ", …" : ""}` : "";
    byId("model-facts").textContent = `${file.name} has ${count(answer.clusters, "cluster")} of ${count(answer.n, "row")} and ${count(answer.d, "column")}${named}.`;
    show("newrows");
    byId("new-file").focus();
    return;
  }
  Object.assign(state, { table: file, model: null, fit: null });
  columns.reset();
  byId("clusters").value = "";
  byId("scale").value = "auto";
  byId("missing").value = "";
  byId("outliers").value = "";
  await look();
}

/** The user's choices, for the engine. */
function chosen() {
  const missing = byId("missing").value;
  const outliers = byId("outliers").value !== "";
  return { table: { ...columns.table(), ...(missing && { missing }) }, ...(outliers && { outliers }), options: { scale: byId("scale").value, memory_limit_gib: MEMORY } };
}

/** The engine's report on the table, with the choices so far. */
async function look() {
  const { name, bytes } = state.table;
  const { answer } = await working("Looking at the table", { command: "doctor", file: name, ...chosen() }, { [name]: bytes.slice() });
  byId("facts").textContent = `${name}: ${count(answer.n, "row")}, ${count(answer.d, "column")} to compare them by, about ${answer.intrinsic_dimension.toFixed(1)} dimensions. Scale “auto” would be “${answer.scale}”: ${answer.scale_reason}.`;
  byId("clusters").max = answer.n;
  const nothing = element("li", {}, ["Nothing that would hurt."]);
  byId("findings").replaceChildren(...(answer.findings.length === 0 ? [nothing] : answer.findings.map(({ text, advice, severity }) =>
    element("li", { className: severity >= 0.5 ? "severe" : "" }, [inWordsOfThePage(advice ? `${text}; ${advice}` : text)]))));
  columns.show(answer.columns);
  show("choices");
  byId("go").focus();
}

async function fit() {
  const { name, bytes, kind } = state.table;
  const start = performance.now();
  const ending = kind === "json" ? ".jsonl" : ".csv";
  const outputs = { page: "clusters.html", model: "model.safetensors", labels: "labels.csv", ...((kind === "text" || kind === "json") && { table: `table-with-clusters${ending}` }) };
  const clusters = byId("clusters").valueAsNumber;
  const request = { command: "fit", file: name, title: name, ...chosen(), ...(clusters > 0 && { clusters }), outputs };
  const { answer, files } = await working("Finding clusters", request, { [name]: bytes.slice() });
  const confidence = answer.confidence ? `, confidence ${answer.confidence.fit.toFixed(2)}` : "";
  const apart = answer.outliers === undefined ? "" : ` and ${count(answer.outliers, "outlier")}`;
  const found = `${count(answer.clusters, "cluster")}${apart} in ${count(answer.n, "row")} of ${name}${confidence}, scale ${answer.scale}, after ${((performance.now() - start) / 1000).toFixed(1)} s`;
  const next = answer.counts.slice(1, 3).map(({ clusters, score }) => `${clusters} (${score.toFixed(2)})`);
  const notes = next.length > 0 ? [`chosen from several numbers of clusters, by score ${answer.counts[0].score.toFixed(2)}; next best ${next.join(", ")}`, ...answer.notes] : answer.notes;
  state.fit = {
    clusters: answer.clusters,
    chosen: chosen(),
    model: files["model.safetensors"],
    result: [found, notes, [
      ["labels", "labels.csv", "text/csv"],
      ["table with clusters", `table-with-clusters${ending}`, "text/csv"],
      ["model", "model.safetensors", "application/octet-stream"],
      ["page", "clusters.html", "text/html"],
    ], files, "clusters.html"],
  };
  showResult(...state.fit.result);
}

/** Downloads are [title, file, type] of those files that there are. */
function showResult(found, notes, downloads, files, page) {
  byId("found").textContent = found;
  byId("notes").replaceChildren(...notes.map((note) => element("li", {}, [inWordsOfThePage(note)])));
  byId("downloads").replaceChildren(...downloads.filter(([, file]) => files[file]).map(([title, file, type]) => {
    const button = element("button", { type: "button" }, [`Save ${title}`]);
    button.addEventListener("click", () => save(file, files[file], type));
    return button;
  }));
  const own = state.fit !== null && page === "clusters.html";
  byId("compare").hidden = !own;
  byId("back").hidden = own || state.fit === null;
  byId("change").hidden = state.table === null;
  show("result");  // first, so that the page within has a size when it starts
  byId("page").srcdoc = new TextDecoder().decode(files[page]);
  byId("result-title").focus();
}

async function compare() {
  const { name, bytes } = state.table;
  const request = { command: "compare", file: name, title: name, ...state.fit.chosen, clusters: state.fit.clusters, methods: ["gnac", "kmeans", "genie"], outputs: { page: "compared.html" } };
  const { answer, files } = await working("Comparing methods", request, { [name]: bytes.slice() });
  const failed = answer.methods.filter(({ error }) => error).map(({ title, error }) => `${title}: ${error}`);
  showResult(`${name} by three methods, ${count(state.fit.clusters, "cluster")} each`, failed, [["comparison", "compared.html", "text/html"]], files, "compared.html");
}

async function label(file) {
  if (file.kind === "model") throw new Refused(`${file.name} is a model; give a table with new rows`);
  const model = state.model ?? { name: "this model", bytes: state.fit.model };
  const path = `/${model.name}`;  // apart from the rows, whose name it may share
  const request = { command: "predict", model: path, file: file.name, title: `${file.name} by ${model.name}`, outputs: { page: "new-rows.html", labels: "new-labels.csv" } };
  const { answer, files } = await working("Labelling new rows", request, { [path]: model.bytes.slice(), [file.name]: file.bytes.slice() });
  showResult(`${count(answer.n, "row")} of ${file.name} labelled by ${model.name}; ◆ marks them among the fitted ones`, answer.notes, [
    ["labels of the new rows", "new-labels.csv", "text/csv"],
    ["page", "new-rows.html", "text/html"],
  ], files, "new-rows.html");
}

function fromInput(input, use) {
  input.addEventListener("change", () => {
    const [file] = input.files;
    if (file) attempt(async () => use(await readFile(file))).finally(() => { input.value = ""; });
  });
}

function begin() {
  byId("scale").append(...["auto", "none", "global", "table", "standard", "robust", "rank"].map((name) => element("option", { value: name }, [name])));
  fromInput(byId("file"), take);
  fromInput(byId("new-file"), label);
  fromInput(byId("more-file"), label);
  const drop = byId("drop");
  addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  addEventListener("dragleave", () => drop.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file && engine.running === null) attempt(async () => take(await readFile(file)));
  });
  byId("sample-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = byId("sample").value;
    attempt(async () => {
      const { files } = await working("Making the sample", { command: "generate", sample: name, rows: byId("sample-size").valueAsNumber, outputs: { points: "points.csv" } });
      await take({ name: `${name}.csv`, bytes: files["points.csv"], kind: "text" });
    });
  });
  byId("paste-form").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => take(await recognised("pasted rows.txt", new TextEncoder().encode(byId("paste").value))));
  });
  for (const id of ["scale", "missing"]) byId(id).addEventListener("change", () => attempt(async () => {
    await look();
    byId(id).focus();
  }));
  byId("fit-form").addEventListener("submit", (event) => { event.preventDefault(); attempt(fit); });
  byId("stop").addEventListener("click", () => engine.stop());
  byId("again").addEventListener("click", () => {
    engine.stop();
    Object.assign(state, { table: null, model: null, fit: null });
    byId("error").hidden = true;
    byId("page").srcdoc = "";
    show("start");
    byId("file").focus();
  });
  byId("change").addEventListener("click", () => { show("choices"); byId("go").focus(); });
  byId("compare").addEventListener("click", () => attempt(compare));
  byId("back").addEventListener("click", () => showResult(...state.fit.result));
}

begin();
window.gnac = { engine, state };  // for the curious, and for tests
