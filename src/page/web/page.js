// Starts the page: reads facts and arrays; all parts then share the state below.

import { Camera } from "./camera.js";
import { startComparison } from "./comparison.js";
import { buildControls, showTool } from "./controls.js";
import { buildData, columnPlaces, partitionOf, rowOf } from "./data.js";
import { colourChoices } from "./colours.js";
import { readArrays, readFacts } from "./decode.js";
import { Find } from "./find.js";
import { Heal } from "./heal.js";
import { drawIcicle, icicleAt, splitOrder } from "./icicle.js";
import { followLink, linkOf } from "./link.js";
import { Names } from "./names.js";
import { counted, download, fillClusters, fillScores } from "./panels.js";
import { Stage } from "./stage.js";
import { clusterDetails, selectionDetails } from "./story.js";

const element = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function startingSize(n) {
  return n > 50000 ? 2 : n > 10000 ? 3 : n > 2500 ? 4.5 : n > 400 ? 7 : 9;
}

class App {
  constructor(data) {
    this.data = data;
    this.camera = new Camera();
    this.ratio = 1;
    this.lasso = this.brush = null;
    const last = data.steps ? data.steps.at.length - 1 : 0;
    this.state = {
      view: 0, colour: "cluster", k: data.own, time: last, playing: false, speed: 1,
      edges: data.views[0].name === "map" ? "none" : data.n <= 5000 ? "all" : "cut", threshold: 0, cluster: null, selection: null, hover: -1,
      tool: "pan", size: startingSize(data.n), names: true,
    };
  }

  // --- what is shown

  view() { return this.data.views[this.state.view]; }
  colours() { return colourChoices(this.data).map(([value]) => value); }
  /** Places of new points, if this view has any. */
  newPlaces() { return this.heal.active ? null : this.data.newcomers?.places[this.view().name] ?? null; }

  partition() {
    if (this.heal.active) return this.heal.partition;
    return this.onTheWay() && this.state.colour === "read" ? this.stepPartition() : this.data.partitions[this.state.k];
  }

  /** Is a step before the last shown? */
  onTheWay() { return this.data.steps !== null && Math.round(this.state.time) < this.data.steps.at.length - 1; }

  /** The clusters as read at this step; they have the numbers of those that they become. */
  stepPartition() {
    const step = Math.round(this.state.time);
    this.stepPartitions ??= [];
    if (!this.stepPartitions[step]) {
      const found = partitionOf(this.data.facts.k, this.data.steps.colours[step], null);
      this.stepPartitions[step] = { ...found, label: new Map([...found.label.keys()].map((colour) => [colour, colour])) };
    }
    return this.stepPartitions[step];
  }

  edges() { return this.heal.active ? this.heal.edges : this.data.edges; }
  /** Points of large data start tiny and grow as one comes closer. */
  pointSize() {
    const closer = Math.sqrt(Math.max(1, this.camera.zoom / (this.framed || 1)));
    return Math.max(this.state.size, Math.min(8, this.state.size * closer));
  }
  ownCount() { return this.partition() === this.data.partitions[this.data.own]; }

  /** The selected cluster of the fit, if memberships in it are known; its colour is its label. */
  membershipOf() { return this.data.memberships && this.ownCount() && this.state.cluster >= 0 ? this.state.cluster : null; }

  /** The two steps we are between: places of both, and the fraction of the way from the first to the second. */
  statesNow() {
    if (this.heal.active) return [this.heal.statePlaces, this.heal.statePlaces, 0];
    const { places } = this.data.steps;
    const low = Math.min(places.length - 1, Math.floor(this.state.time));
    return [places[low], places[Math.min(places.length - 1, low + 1)], this.state.time - low];
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

  /** Single points far out do not make a map small, unless the whole picture is asked for. */
  setView(view, whole = false) {
    this.state.view = view;
    for (const input of element("views").querySelectorAll("input")) input.checked = Number(input.value) === view;
    this.camera.reset();
    if (this.view().dimensions === 3 && (this.data.facts.d === 3 || this.view().name !== "points")) [this.camera.yaw, this.camera.pitch] = [0.5, 0.35];
    this.showAxes();
    this.stage.measure();
    const frame = () => this.camera.frame(this.places(), this.view().name === "map" && !whole ? 0.001 : 0);
    const outside = frame();
    if (outside > 0) {  // the longer caption may take another line
      element("axes").textContent += `; ${counted(outside, "point")} farther out (0 shows all)`;
      this.stage.measure();
      frame();
    }
    this.framed = this.camera.zoom;
    this.stage.leave();
    this.stage.touch("places");
    this.showLink();
  }

  /** Another pair in the view of columns. */
  setColumns(x, y) {
    const view = this.data.views.find(({ name }) => name === "columns");
    view.places = columnPlaces(this.data.numbers, x, y, this.data.n);
    view.axes = [x, y].map((c) => this.data.numbers[c].name);
    this.setView(this.data.views.indexOf(view));
  }

  /** Only colours of steps show a step: with any other, everything is as at the end. */
  setColour(colour) {
    this.state.colour = colour;
    element("colour").value = colour;
    if (colour !== "state" && colour !== "read") this.toTheEnd();
    this.showSelection();
    this.stage.touch("colours", "lines");
    this.showLink();
  }

  setCount(k) {
    const most = this.data.partitions.length - 1;
    this.state.k = Math.min(most, Math.max(0, k));
    this.heal.stop();
    if (this.state.colour === "read" && this.state.k !== this.data.own) this.setColour("cluster");
    if (this.state.cluster !== null && !this.partition().label.has(this.state.cluster)) this.state.cluster = null;
    this.showCount();
    this.showLink();
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

  drawNow() { this.stage.draw(); }

  setTool(tool) {
    this.state.tool = tool;
    this.brush = null;
    showTool(tool);
    if (this.heal.owns(tool)) this.heal.begin();
    this.stage.touch();
  }

  selectCluster(colour) {
    this.find.clear();
    this.state.cluster = colour;
    this.state.selection = null;
    this.showSelection();
    if (colour !== null) element("details").scrollIntoView({ block: "nearest" });
  }

  select(mask) {
    this.state.selection = mask;
    this.state.cluster = null;
    this.showSelection();
  }

  clear() {
    this.find.clear();
    this.setTool("pan");
    this.heal.stop();
    this.select(null);
  }

  zoom(factor) { this.stage.move(() => this.camera.zoomAt(...this.camera.middle, factor)); }
  pan(dx, dy) { this.stage.move(() => this.camera.pan(dx, dy)); }
  resetCamera() { this.setView(this.state.view, true); }

  // --- the steps of the automaton

  setTime(time) {
    if (!this.data.steps) return;
    const last = this.data.steps.at.length - 1;
    this.heal.stop();
    this.state.time = Math.min(last, Math.max(0, time));
    if (this.state.colour !== "state" && this.state.colour !== "read") {
      this.setColour(this.data.steps.colours && this.state.k === this.data.own ? "read" : "state");
    }
    this.showTime();
    if (this.state.colour === "read") this.showSelection();
    const moves = this.view().name === "states" && this.data.steps.fine;
    this.stage.touch("colours", ...(moves ? ["places"] : []), ...(this.data.edges.steps ? ["lines"] : []));
  }

  /** Shows the last step. */
  toTheEnd() {
    const last = (this.data.steps?.at.length ?? 1) - 1;
    if (this.state.time === last) return;
    this.setPlaying(false);
    this.state.time = last;
    this.showTime();
    this.stage.touch("places", "colours", "lines");
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
    const score = this.data.facts.scores?.[this.state.k] ?? undefined;
    const slider = element("count");
    slider.value = String(this.state.k);
    const { quick } = this.data.partitions[this.state.k];
    const { groups } = this.data.facts;
    slider.setAttribute("aria-valuetext", (quick ? "about " : "") + counted(clusters, "cluster") + (score === undefined ? "" : `, score ${score.toFixed(2)}`));
    element("count-text").textContent = `${quick ? "≈ " : ""}${clusters}`;
    element("quick-note").hidden = !quick;
    element("quick-note").textContent = `≈ A quick spectral cut${groups ? ` between ${groups.toLocaleString("en")} groups of points` : ""}. gnac fit -k ${clusters} compares several ways to cut and may differ.`;
    fillScores(this, element("scores"), element("scores-note"));
    drawIcicle(element("icicle"), this);
    this.showSelection();
  }

  showSelection() {
    const { cluster, selection } = this.state;
    if (cluster !== null && !this.partition().label.has(cluster)) this.state.cluster = null;
    fillClusters(this, element("clusters"));
    const details = element("details");
    details.hidden = this.state.cluster === null && !selection;
    if (selection) details.replaceChildren(...selectionDetails(this, selection));
    else if (this.state.cluster !== null) details.replaceChildren(...clusterDetails(this, this.state.cluster));
    this.stage?.touch("colours", "lines");
    this.showLink();
  }

  /** The address says what is shown, if the browser lets it. */
  showLink() {
    if (!this.ready) return;
    try {
      history.replaceState(null, "", `#${linkOf(this)}`);
    } catch { /* inside a notebook there is no address */ }
  }

  async copyLink() {
    const link = `${location.href.split("#")[0]}#${linkOf(this)}`;
    try {
      await navigator.clipboard.writeText(link);
      element("link-status").textContent = "Copied.";
    } catch {
      element("link-status").textContent = link;
    }
  }

  showAxes() {
    const view = this.view();
    const turned = view.dimensions === 3;
    element("axis-choice").hidden = view.name !== "columns";
    element("axes").hidden = view.name === "columns";
    element("axes").textContent = view.name === "map" ? "Neighbours lie side by side; axes have no unit"
      : turned ? view.axes.join(" · ") : `→ ${view.axes[0]}   ↑ ${view.axes[1]}`;
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
    const own = this.data.partitions[this.data.own];
    const rule = { universal: "universal rule", published: "rule trained on these points", none: "no rule" }[facts.rule];
    element("title").textContent = facts.title || "gnac";
    document.title = facts.title ? `${facts.title} – gnac` : "gnac";
    const words = [counted(facts.n, "point"), ...(facts.newcomers ? [`${counted(facts.newcomers, "new point")} (◆)`] : []),
                                       counted(facts.tableColumns, "column"), counted(facts.edges.all, "edge"), rule,
                   ...(own.size.has(-1) ? [counted(own.size.get(-1), "outlier")] : [])].join(" · ");
    element("subtitle").textContent = element("subtitle").title = words;
    if (facts.scale) element("scale-note").textContent = `Columns were compared by scale “${facts.scale}”, metric “${facts.metric}”${facts.scaleReason ? `: ${facts.scaleReason}` : ""}.`;
  }

  healTools() { return this.heal.tools(); }

  /** Rows as the reader wrote them or, of arrays and of large tables, values to 1/65535 of a column's range. */
  saveCsv(isIn, name) {
    const { data } = this;
    const partition = this.partition();
    const quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const columns = data.cells ? data.cells.map(({ name: head, values }) => [head, (i) => values[i]])
      : [...(data.ids ? [["id", (i) => String(data.ids[i])]] : []),
         ...data.columns.map((c) => [c.name, c.values || c.date ? c.text : (i) => String(Number(c.value(c.codes[i]).toPrecision(7)))])];
    const named = [...partition.label.values()].some((label) => this.names.of(label));
    const lines = [["row", "label", ...(named ? ["cluster"] : []), ...columns.map(([head]) => head)].map(quoted).join(",")];
    for (let i = 0; i < data.n; ++i) {
      if (!isIn(i)) continue;
      const label = partition.label.get(partition.colour[i]);
      lines.push([String(rowOf(data, i)), String(label), ...(named ? [this.names.of(label)] : []), ...columns.map(([, text]) => text(i))].map(quoted).join(","));
    }
    download(lines.join("\n") + "\n", "text/csv", name);
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

/** Paper is light. It does not wait for frames, so everything is drawn at once. */
function followPaper(view) {
  let dark = view.dark;
  window.addEventListener("beforeprint", () => {
    dark = view.dark;
    view.setDark(false);
    view.drawNow();
  });
  window.addEventListener("afterprint", () => view.setDark(dark));
  return view;
}

async function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const data = buildData(readFacts(), await readArrays());
  if (data.facts.kind === "comparison") return followPaper(startComparison(data, dark));
  data.order = splitOrder(data);
  const app = new App(data);
  app.dark = dark;
  app.heal = new Heal(app);
  app.names = new Names(app);
  app.find = new Find(app);
  app.showFacts();
  app.stage = new Stage(app);
  buildControls(app);
  wireIcicle(app);
  app.setView(0);
  app.setThreshold(0);
  app.setSize(app.state.size);
  app.showCount();
  if (data.steps) app.showTime();
  followLink(app, location.hash.slice(1));
  app.ready = true;
  window.addEventListener("hashchange", () => followLink(app, location.hash.slice(1)));
  return followPaper(app);
}

// For scripts that look at the page, such as its tests.
start().then((app) => { window.gnac = app; }, (error) => {
  element("subtitle").textContent = typeof DecompressionStream === "undefined"
    ? "This browser is too old to unpack the page; use one from 2023 or later."
    : `The page could not be read: ${error.message}`;
  throw error;
});
