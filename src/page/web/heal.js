// Damage and heal: the rule runs on this page, on points that the reader moved, with edges cut or
// states disturbed.

import { matchReference } from "./colours.js";
import { partitionOf } from "./data.js";
import { buildGraph } from "./graph.js";
import { underBrush } from "./overlay.js";
import { made } from "./panels.js";
import { Automaton, parseRule } from "./rule.js";
import { treeLabels } from "./tree.js";

const brushRadius = 34;
const noise = 0.9;  // deviation of the noise that the brush adds to a state, whose entries lie in (-1, 1)

/** New names for labels so that the largest overlaps keep their colour. */
function followed(labels, colour) {
  const name = matchReference(labels, colour);
  const taken = new Set(name.values());
  for (let i = 0; i < labels.length; ++i) {
    if (name.has(labels[i])) continue;
    let free = 0;
    while (taken.has(free)) ++free;
    name.set(labels[i], free);
    taken.add(free);
  }
  return Int32Array.from(labels, (label) => name.get(label));
}

function normal() {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

export class Heal {
  constructor(app) {
    this.app = app;
    this.facts = app.data.facts.heal;
    this.active = false;
    const card = document.getElementById("heal-card");
    card.hidden = false;
    const note = document.getElementById("heal-note");
    if (this.facts.off) {
      note.textContent = this.facts.off;
      return;
    }
    this.rule = parseRule(app.data.rule);
    note.textContent = `${this.canMove() ? "Move points, cut edges" : "Cut edges"} or disturb states with the tools above the picture. ` +
      "The rule runs again on this page, and clusters are read from its conductances by the tree readout.";
    this.status = document.getElementById("heal-status");
    document.getElementById("heal-buttons").append(
      made("button", { type: "button", text: "Run again", onclick: () => { this.begin(); this.restart(); } }),
      made("button", { type: "button", text: "Undo all damage", onclick: () => this.undo() }));
  }

  canMove() { return this.app.data.facts.d <= 3; }

  tools() {
    if (this.facts.off) return [];
    const tools = [["cut", "Cut edges", "Brush over edges to hold them shut"], ["noise", "Add noise", "Brush over points to disturb their states"]];
    if (this.canMove()) tools.unshift(["move", "Move points", "Drag the points under the brush"]);
    return tools;
  }

  owns(tool) { return tool !== "pan" && tool !== "lasso"; }

  /** One of the tools was chosen. */
  begin() {
    this.app.setPlaying(false);
    this.app.toTheEnd();
    this.prepare();
    this.status.textContent = "Press and drag on the picture.";
  }

  /** Graph, states and partition of the points as they are, before the first damage. */
  prepare() {
    if (this.automaton) {
      this.active = true;
      return;
    }
    const { data } = this.app;
    this.points = data.exact.slice();
    this.view = data.views.find(({ name }) => name === "points");
    this.places = this.view.places.slice();
    this.partition = data.partitions[this.app.state.k];
    this.rebuild();
    for (let t = 0; t < this.rule.steps; ++t) this.automaton.step();
    this.automaton.conduct();
    this.publish(false);
    this.active = true;
  }

  rebuild() {
    const { n, facts } = this.app.data;
    const graph = buildGraph(this.points, n, facts.d, this.facts.neighbors);
    this.automaton = new Automaton(this.rule, graph);
  }

  /** Shows the automaton: states, edges and, once it has come to rest, clusters. */
  publish(withClusters) {
    const { automaton, app } = this;
    this.statePlaces = this.projected(automaton.h);
    const { from, to, distance, count } = automaton.graph.edges;
    const rank = new Float64Array(count);
    Uint32Array.from({ length: count }, (_, e) => e).sort((a, b) => distance[a] - distance[b] || a - b)
      .forEach((e, r) => { rank[e] = Math.max(1 - r / Math.max(1, count - 1), 1e-6); });
    const edges = { count, from, to, conductance: new Uint8Array(count), affinity: new Uint8Array(count) };
    const degree = new Int32Array(app.data.n + 1);
    for (let e = 0; e < count; ++e) {
      const alpha = automaton.alpha[e];
      edges.conductance[e] = Math.round(255 * alpha);
      edges.affinity[e] = Math.round(255 * Math.max(alpha * alpha, 1e-5) * rank[e]);
      ++degree[from[e] + 1];
      ++degree[to[e] + 1];
    }
    for (let i = 0; i < app.data.n; ++i) degree[i + 1] += degree[i];
    edges.offset = degree;
    edges.ofPoint = new Int32Array(2 * count);
    const fill = degree.slice();
    for (let e = 0; e < count; ++e) {
      edges.ofPoint[fill[from[e]]++] = e;
      edges.ofPoint[fill[to[e]]++] = e;
    }
    this.edges = edges;
    if (withClusters) this.partition = this.readClusters();
    this.show();
  }

  readClusters() {
    const { clusters } = this.app.data.partitions[this.app.state.k];
    const labels = treeLabels(this.automaton.graph.edges, this.automaton.alpha, this.app.data.n, clusters);
    return partitionOf(clusters, followed(labels, this.partition.whole), null);
  }

  projected(h) {
    const { mean, directions, ranges } = this.app.data.facts.steps;
    const n = this.app.data.n;
    const columns = mean.length;
    const widest = Math.max(...ranges.map(([low, high]) => (high - low) / 2)) || 1;
    const places = new Float32Array(3 * n);
    directions.forEach((direction, axis) => {
      const centre = (ranges[axis][0] + ranges[axis][1]) / 2;
      for (let v = 0; v < n; ++v) {
        let sum = 0;
        for (let c = 0; c < columns; ++c) sum += direction[c] * (h[v * columns + c] - mean[c]);
        places[3 * v + axis] = (sum - centre) / widest;
      }
    });
    return places;
  }

  show() {
    this.app.showSelection();
    this.app.stage.touch("places", "colours", "lines");
  }

  // --- pointer input

  hover(x, y) {
    this.app.brush = { x, y, radius: brushRadius };
    this.app.stage.touch();
  }

  press(x, y) {
    this.hover(x, y);
    this.held = this.app.state.tool === "move" ? underBrush(this.app.camera, this.app.places(), this.app.brush) : null;
    this.changed = false;
    this.drag(x, y, 0, 0);
  }

  drag(x, y, dx, dy) {
    this.hover(x, y);
    if (this.app.state.tool === "move") this.moveBy(dx, dy);
    else if (this.app.state.tool === "cut") this.cutHere();
    else this.disturbHere();
  }

  moveBy(dx, dy) {
    const { camera, data } = this.app;
    const [right, up] = camera.rows();
    const { ranges } = this.view;
    const { d } = data.facts;
    const widest = Math.max(...ranges.map(([low, high]) => (high - low) / 2)) || 1;
    for (const i of this.held) {
      for (let c = 0; c < Math.max(d, 2); ++c) {
        const by = (right[c] * dx - up[c] * dy) / camera.scale;
        this.places[3 * i + c] += by;
        if (c < d) this.points[i * d + c] += by * widest;
      }
    }
    this.changed ||= dx !== 0 || dy !== 0;
    this.app.stage.touch("places");
  }

  cutHere() {
    const { graph, cut } = this.automaton;
    const places = this.app.places();
    const m = this.app.camera.affine();
    const { x, y, radius } = this.app.brush;
    const px = (i) => m.ax * places[3 * i] + m.ay * places[3 * i + 1] + m.az * places[3 * i + 2] + m.a0 - x;
    const py = (i) => m.bx * places[3 * i] + m.by * places[3 * i + 1] + m.bz * places[3 * i + 2] + m.b0 - y;
    for (let e = 0; e < graph.edges.count; ++e) {
      if (cut[e]) continue;
      const [ax, ay, bx, by] = [px(graph.edges.from[e]), py(graph.edges.from[e]), px(graph.edges.to[e]), py(graph.edges.to[e])];
      const [dx, dy] = [bx - ax, by - ay];
      const t = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
      if (Math.hypot(ax + t * dx, ay + t * dy) > radius / 2) continue;
      cut[e] = 1;
      this.edges.affinity[e] = this.edges.conductance[e] = 0;
      this.changed = true;
    }
    this.app.stage.touch("lines");
  }

  disturbHere() {
    const { h } = this.automaton;
    const size = this.rule.hidden;
    for (const i of underBrush(this.app.camera, this.app.places(), this.app.brush)) {
      for (let c = 0; c < size; ++c) h[i * size + c] = Math.tanh(h[i * size + c] + noise * normal());
      this.changed = true;
    }
    this.statePlaces = this.projected(h);
    if (this.app.state.colour !== "state") this.app.setColour("state");
    this.app.stage.touch("colours", "places");
  }

  release() {
    if (!this.changed) return;
    const { tool } = this.app.state;
    if (tool === "noise") return this.run();
    if (tool === "move") this.rebuild();
    this.restart();
  }

  // --- healing

  restart() {
    this.automaton.start();
    this.run();
  }

  /** As many steps as the rule takes, one per frame, then the clusters. */
  run() {
    const mine = this.running = Symbol("run");
    this.app.toTheEnd();
    this.active = true;
    if (this.app.state.colour !== "state") this.app.setColour("state");
    let t = 0;
    const advance = () => {
      if (this.running !== mine || !this.active) return;
      if (t < this.rule.steps) {
        this.automaton.step();
        this.statePlaces = this.projected(this.automaton.h);
        this.status.textContent = `Step ${++t} of ${this.rule.steps}`;
        this.app.stage.touch("colours", "lines", ...(this.app.view().name === "states" ? ["places"] : []));
        setTimeout(advance, 90);
      } else {
        this.automaton.conduct();
        this.running = null;
        this.publish(true);
        this.app.setColour("cluster");
        this.status.textContent = "Healed: these are the clusters now.";
      }
    };
    advance();
  }

  undo() {
    this.stop();
    this.automaton = null;
    this.app.setTool("pan");
    this.app.setCount(this.app.state.k);
    this.app.stage.touch("places");
    this.status.textContent = "All damage is undone.";
  }

  /** Shows the original result again; damage is kept until it is undone. */
  stop() {
    if (!this.active) return;
    this.active = false;
    this.running = null;
    this.app.stage.touch("places", "colours", "lines");
  }
}
