// Starts the page: reads facts and arrays; all parts then share the state below.

import { Camera } from "./camera.js";
import { startComparison } from "./comparison.js";
import { buildControls, showTool } from "./controls.js";
import { buildData } from "./data.js";
import { readArrays, readFacts } from "./decode.js";
import { Heal } from "./heal.js";
import { drawIcicle, icicleAt, splitOrder } from "./icicle.js";
import { counted, fillClusters, fillDetails, fillScores } from "./panels.js";
import { Stage } from "./stage.js";

const element = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function startingSize(n) {
  return n > 50000 ? 2 : n > 10000 ? 3 : n > 2500 ? 4.5 : n > 400 ? 7 : 9;
}

class App {
  constructor(data) {
    this.data = data;
    this.camera = new Camera();
    this.camera.inset = 44;  // the tools
    this.ratio = 1;
    this.lasso = this.brush = null;
    const last = data.steps ? data.steps.at.length - 1 : 0;
    this.state = {
      view: 0, colour: "cluster", k: data.own, time: last, playing: false, speed: 1,
      edges: data.facts.d > 3 ? "none" : data.n <= 5000 ? "all" : "cut", threshold: 0, cluster: null, selection: null, hover: -1,
      tool: "pan", size: startingSize(data.n), names: true,
    };
  }

  // --- what is shown

  view() { return this.data.views[this.state.view]; }
  newcomersShown() { return this.data.newcomers !== null && this.view().name === "points" && !this.heal.active; }
  partition() { return this.heal.active ? this.heal.partition : this.data.partitions[this.state.k]; }
  edges() { return this.heal.active ? this.heal.edges : this.data.edges; }
  /** Points of large data start tiny and grow as one comes closer. */
  pointSize() {
    const closer = Math.sqrt(Math.max(1, this.camera.zoom / (this.framed || 1)));
    return Math.max(this.state.size, Math.min(8, this.state.size * closer));
  }
  ownCount() { return this.state.k === this.data.own && !this.heal.active; }

  /** The selected cluster of the fit, if memberships in it are known; its colour is its label. */
  membershipOf() { return this.data.memberships && this.ownCount() ? this.state.cluster : null; }

  /** The two steps we are between: places of both, and the fraction of the way from the first to the second. */
  statesNow() {
    if (this.heal.active) return [this.heal.statePlaces, this.heal.statePlaces, 0];
    const { places } = this.data.steps;
    const low = Math.min(places.length - 1, Math.floor(this.state.time));
    return [places[low], places[Math.min(places.length - 1, low + 1)], this.state.time - low];
  }

  /** The clusters as read at the nearest step. */
  readNow() {
    return this.heal.active ? this.heal.partition.colour : this.data.steps.colours[Math.round(this.state.time)];
  }

  /** While the steps are shown: the conductance of edges between them, else null. */
  conductanceNow() {
    const { steps } = this.data.edges;
    const last = steps ? steps.length - 1 : 0;
    if (this.heal.active) return this.heal.running ? (e) => this.heal.automaton.alpha[e] : null;
    if (!steps || this.state.time >= last) return null;
    const low = Math.floor(this.state.time);
    const part = this.state.time - low;
    return (e) => (steps[low][e] * (1 - part) + steps[low + 1][e] * part) / 255;
  }

  places() {
    const view = this.view();
    if (this.heal.active && view.name === "points") return this.heal.places;
    if (view.name !== "states" || !(this.data.steps?.fine || this.heal.active)) return view.places;
    const [low, high, part] = this.statesNow();
    if (part === 0) return low;
    this.between ??= new Float32Array(low.length);
    for (let p = 0; p < low.length; ++p) this.between[p] = low[p] + (high[p] - low[p]) * part;
    return this.between;
  }

  // --- what changes it

  setView(view) {
    this.state.view = view;
    for (const input of element("views").querySelectorAll("input")) input.checked = Number(input.value) === view;
    this.camera.reset();
    if (this.view().dimensions === 3 && (this.data.facts.d === 3 || view > 0)) [this.camera.yaw, this.camera.pitch] = [0.5, 0.35];
    this.camera.frame(this.places());
    this.framed = this.camera.zoom;
    this.showAxes();
    this.stage.touch("places");
  }

  setColour(colour) {
    this.state.colour = colour;
    element("colour").value = colour;
    this.stage.touch("colours");
  }

  setCount(k) {
    const most = this.data.partitions.length - 1;
    this.state.k = Math.min(most, Math.max(0, k));
    this.heal.stop();
    if (this.state.cluster !== null && !this.partition().label.has(this.state.cluster)) this.state.cluster = null;
    this.showCount();
    this.stage.touch("colours", "lines");
  }

  setEdges(choice) {
    this.state.edges = choice;
    element("edges").value = choice;
    this.stage.touch("lines");
  }

  setThreshold(threshold) {
    this.state.threshold = threshold;
    const text = (threshold / 255).toFixed(2);
    element("threshold-text").textContent = text;
    element("threshold").setAttribute("aria-valuetext", `affinity at least ${text}`);
    this.stage.touch("lines");
  }

  setSize(size) {
    this.state.size = size;
    element("size").setAttribute("aria-valuetext", `${size} pixels`);
    this.stage.touch();
  }

  setNames(shown) {
    this.state.names = shown;
    this.stage.touch();
  }

  setDark(dark) {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    if (!this.stage) return;
    this.showCount();
    this.stage.touch("colours", "lines");
  }

  setTool(tool) {
    this.state.tool = tool;
    this.brush = null;
    showTool(tool);
    if (this.heal.owns(tool)) this.heal.begin();
    this.stage.touch();
  }

  selectCluster(colour) {
    this.state.cluster = colour;
    this.state.selection = null;
    this.showSelection();
  }

  select(mask) {
    this.state.selection = mask;
    this.state.cluster = null;
    this.showSelection();
  }

  clear() {
    this.setTool("pan");
    this.heal.stop();
    this.select(null);
  }

  zoom(factor) { this.stage.move(() => this.camera.zoomAt(...this.camera.middle, factor)); }
  pan(dx, dy) { this.stage.move(() => this.camera.pan(dx, dy)); }
  resetCamera() { this.setView(this.state.view); }

  // --- the steps of the automaton

  setTime(time) {
    if (!this.data.steps) return;
    const last = this.data.steps.at.length - 1;
    this.heal.stop();
    this.state.time = Math.min(last, Math.max(0, time));
    if (this.state.colour !== "state" && this.state.colour !== "read") this.setColour(this.data.steps.colours ? "read" : "state");
    this.showTime();
    const moves = this.view().name === "states" && this.data.steps.fine;
    this.stage.touch("colours", ...(moves ? ["places"] : []), ...(this.data.edges.steps ? ["lines"] : []));
  }

  stepBy(by) {
    this.setPlaying(false);
    this.setTime(by > 0 ? Math.floor(this.state.time + 1e-9) + 1 : Math.ceil(this.state.time - 1e-9) - 1);
  }

  setSpeed(speed) { this.state.speed = speed; }

  setPlaying(playing) {
    if (!this.data.steps) return;
    this.state.playing = playing;
    element("play").textContent = playing ? "❚❚" : "▶";
    element("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    if (!playing) return;
    const last = this.data.steps.at.length - 1;
    if (this.state.time >= last) this.setTime(0);
    let before = performance.now();
    const tick = (now) => {
      if (!this.state.playing) return;
      const passed = (now - before) / 1000 * this.state.speed * 1.4;
      if (calm.matches) {  // whole steps, no animation
        if (passed >= 1) [before] = [now, this.setTime(Math.floor(this.state.time) + 1)];
      } else {
        before = now;
        this.setTime(this.state.time + passed);
      }
      if (this.state.time >= last) this.setPlaying(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  // --- around the picture

  showTime() {
    const { at } = this.data.steps;
    const text = `${at[Math.round(this.state.time)]} of ${at[at.length - 1]}`;
    element("step").value = String(this.state.time);
    element("step").setAttribute("aria-valuetext", `step ${text}`);
    element("step-text").textContent = text;
  }

  showCount() {
    const { clusters } = this.data.partitions[this.state.k];
    const score = this.data.facts.scores?.[this.state.k];
    const slider = element("count");
    slider.value = String(this.state.k);
    const { coarse } = this.data.partitions[this.state.k];
    slider.setAttribute("aria-valuetext", (coarse ? "about " : "") + counted(clusters, "cluster") + (score === undefined ? "" : `, score ${score.toFixed(2)}`));
    element("count-text").textContent = `${coarse ? "≈ " : ""}${clusters}`;
    element("coarse-note").hidden = !coarse;
    element("coarse-note").textContent = `≈ Drawn between ${this.data.facts.groups?.toLocaleString("en")} groups of points. gnac fit -k ${clusters} decides point by point.`;
    fillScores(this, element("scores"), element("scores-note"));
    drawIcicle(element("icicle"), this);
    this.showSelection();
  }

  showSelection() {
    fillClusters(this, element("clusters"));
    fillDetails(this, element("details"));
    this.stage?.touch("colours", "lines");
  }

  showAxes() {
    const view = this.view();
    const turned = view.dimensions === 3;
    element("axes").textContent = turned ? view.axes.join(" · ") : `→ ${view.axes[0]}   ↑ ${view.axes[1]}`;
    element("overlay").setAttribute("aria-label", `${counted(this.data.n, "point")}, ${view.title.toLowerCase()}; the table of clusters says the same in words`);
  }

  edgesShown(count, onTheWay) {
    const stored = this.edges().count;
    const all = this.heal.active ? stored : this.data.facts.edges.all;
    element("edges-note").textContent = `${count.toLocaleString("en")} of ${counted(all, "edge")} shown; ${onTheWay ? "red ones are shut at this step" : "those between clusters are red"}.` +
      (stored < all ? ` This page holds ${stored.toLocaleString("en")}: those that are cut, then the weakest.` : "");
  }

  showFacts() {
    const { facts } = this.data;
    const rule = { universal: "universal rule", published: "rule trained on these points", none: "no rule" }[facts.rule];
    element("title").textContent = facts.title || "gnac";
    document.title = facts.title ? `${facts.title} – gnac` : "gnac";
    const words = [counted(facts.n, "point"), ...(facts.newcomers ? [`${counted(facts.newcomers, "new point")} (◆)`] : []),
                                       counted(facts.d, "column"), counted(facts.edges.all, "edge"), rule].join(" · ");
    element("subtitle").textContent = element("subtitle").title = words;
  }

  healTools() { return this.heal.tools(); }

  saveCsv(isIn, name) {
    const { data } = this;
    const partition = this.partition();
    const quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = [["row", ...(data.ids ? ["id"] : []), "label", ...data.columns.map((c) => c.name)].map(quoted).join(",")];
    for (let i = 0; i < data.n; ++i) {
      if (!isIn(i)) continue;
      const values = data.columns.map((c) => String(Number(c.value(c.codes[i]).toPrecision(7))));
      lines.push([String(i), ...(data.ids ? [quoted(String(data.ids[i]))] : []), String(partition.label.get(partition.colour[i])), ...values].join(","));
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

function wireIcicle(app) {
  const canvas = element("icicle");
  canvas.hidden = app.data.partitions.length < 2;
  canvas.style.height = `${Math.min(170, Math.max(30, 8 * app.data.partitions.length))}px`;
  const note = element("icicle-note");
  const still = app.data.partitions.length > 1 ? "The tree: each row is one number of clusters, from 1 down; a cluster stands above its parts." : "";
  note.textContent = still;
  const under = (event) => {
    const edge = canvas.getBoundingClientRect();
    return icicleAt(app.data, (event.clientX - edge.left) / edge.width, (event.clientY - edge.top) / edge.height);
  };
  canvas.addEventListener("pointermove", (event) => {
    const { k, colour } = under(event);
    const { clusters, label, size } = app.data.partitions[k];
    note.textContent = `Of ${counted(clusters, "cluster")}: cluster ${label.get(colour)}, ${counted(size.get(colour), "point")}. Click to select it.`;
  });
  canvas.addEventListener("pointerleave", () => { note.textContent = still; });
  canvas.addEventListener("click", (event) => {
    const { k, colour } = under(event);
    app.setCount(k);
    app.selectCluster(colour);
  });
  new ResizeObserver(() => drawIcicle(canvas, app)).observe(canvas);
}

async function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const data = buildData(readFacts(), await readArrays());
  if (data.facts.kind === "comparison") return startComparison(data, dark);
  data.order = splitOrder(data);
  const app = new App(data);
  app.dark = dark;
  app.heal = new Heal(app);
  app.showFacts();
  app.stage = new Stage(app);
  buildControls(app);
  wireIcicle(app);
  app.setView(0);
  app.setThreshold(0);
  app.setSize(app.state.size);
  app.showCount();
  if (data.steps) app.showTime();
  return app;
}

// For scripts that look at the page, such as its tests.
start().then((app) => { window.gnac = app; }, (error) => {
  element("subtitle").textContent = typeof DecompressionStream === "undefined"
    ? "This browser is too old to unpack the page; use one from 2023 or later."
    : `The page could not be read: ${error.message}`;
  throw error;
});
