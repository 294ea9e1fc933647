// Several partitions of the same points side by side; all panels move and point together.

import { Camera, nearestPoint } from "./camera.js";
import { canvasRenderer } from "./canvas.js";
import { pointName } from "./data.js";
import { clusterColour, clusterMark } from "./palette.js";
import { counted, made } from "./panels.js";
import { settled } from "./stage.js";

const get = (id) => document.getElementById(id);

/** For each point the share of pairs of partitions that put it in clusters of different colours. */
function disagreement(partitions, n) {
  const share = new Float32Array(n);
  for (let i = 0; i < n; ++i) {
    const votes = new Map();
    for (const { colour } of partitions) votes.set(colour[i], (votes.get(colour[i]) ?? 0) + 1);
    share[i] = 1 - Math.max(...votes.values()) / partitions.length;
  }
  return share;
}

/** Lines break between measures, not within. */
const unbroken = (note) => note.split(" · ").flatMap((text, i) => [...(i > 0 ? [" · "] : []), made("span", { text })]);

class Panel {
  constructor(comparison, name, note, rgbaOf) {
    this.comparison = comparison;
    this.rgbaOf = rgbaOf;
    this.canvas = made("canvas", { role: "img", "aria-label": `${name}: ${note}` });
    this.overlay = made("canvas", { "aria-hidden": "true" });
    this.heading = made("h2", {}, made("span", { text: name }), made("small", {}, ...unbroken(note)));
    this.box = made("section", { class: "panel", "aria-label": name }, this.canvas, this.overlay, this.heading);
    this.renderer = canvasRenderer(this.canvas);
    this.renderer.setPlaces(comparison.places);
    this.listen();
  }

  paint() {
    const { rgba, marks } = this.rgbaOf();
    this.renderer.setColours(rgba, marks);
  }

  draw() {
    const { camera, data, hover, dark, moved } = this.comparison;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    camera.resize(this.box.clientWidth, this.box.clientHeight);
    for (const canvas of [this.canvas, this.overlay]) {
      canvas.width = Math.round(camera.width * ratio);
      canvas.height = Math.round(camera.height * ratio);
    }
    const size = Math.min(6, (data.n > 20000 ? 1.2 : data.n > 3000 ? 2.5 : 5) * Math.sqrt(Math.max(1, camera.zoom / this.comparison.framed)));
    const hurried = performance.now() - moved < settled;
    this.renderer.draw(camera, { size, ratio, deep: data.views[0].dimensions === 3, hurried, rim: dark ? [0.09, 0.1, 0.13] : [1, 1, 1] });
    if (hover < 0) return;
    const m = camera.affine();
    const p = this.comparison.places.subarray(3 * hover, 3 * hover + 3);
    const context = this.overlay.getContext("2d");
    context.scale(ratio, ratio);
    context.beginPath();
    context.arc(m.ax * p[0] + m.ay * p[1] + m.az * p[2] + m.a0, m.bx * p[0] + m.by * p[1] + m.bz * p[2] + m.b0, 7, 0, 7);
    context.lineWidth = 2.5;
    context.strokeStyle = dark ? "#fff" : "#10151b";
    context.stroke();
  }

  listen() {
    const { comparison } = this;
    let drag = null;
    const at = (event) => {
      const edge = this.overlay.getBoundingClientRect();
      comparison.camera.resize(edge.width, edge.height);
      return [event.clientX - edge.left, event.clientY - edge.top];
    };
    this.overlay.addEventListener("pointerdown", (event) => {
      this.overlay.setPointerCapture(event.pointerId);
      drag = at(event);
    });
    this.overlay.addEventListener("pointermove", (event) => {
      const [x, y] = at(event);
      if (drag) {
        const turns = comparison.data.views[0].dimensions === 3 && !event.shiftKey;
        const [dx, dy] = [x - drag[0], y - drag[1]];
        comparison.move((camera) => (turns ? camera.turn(dx, dy) : camera.pan(dx, dy)));
        drag = [x, y];
      } else {
        comparison.point(nearestPoint(comparison.camera, comparison.places, x, y, 12));
      }
    });
    for (const end of ["pointerup", "pointercancel"]) this.overlay.addEventListener(end, () => { drag = null; });
    this.overlay.addEventListener("pointerleave", () => comparison.point(-1));
    this.overlay.addEventListener("wheel", (event) => {
      event.preventDefault();
      const place = at(event);
      comparison.move((camera) => camera.zoomAt(...place, Math.exp(-event.deltaY * 0.0015)));
    }, { passive: false });
  }
}

class Comparison {
  constructor(data, dark) {
    this.data = data;
    this.dark = dark;
    this.camera = new Camera();
    this.places = data.views[0].places;
    this.hover = -1;
    this.moved = 0;
    this.share = disagreement(data.partitions, data.n);
    this.panels = data.partitions.map(({ name, note, colour }) => new Panel(this, name, note, () => this.clusters(colour)));
    if (data.partitions.length > 1) {
      let split = 0;
      for (const share of this.share) split += share > 0;
      this.panels.push(new Panel(this, "Where they disagree", counted(split, "point"), () => this.splits()));
    }
  }

  clusters(colour) {
    const rgba = new Uint8Array(4 * this.data.n);
    const marks = new Uint8Array(this.data.n);
    for (let i = 0; i < this.data.n; ++i) {
      rgba.set(clusterColour(colour[i], this.dark), 4 * i);
      rgba[4 * i + 3] = 255;
      marks[i] = clusterMark(colour[i]);
    }
    return { rgba, marks };
  }

  splits() {
    const rgba = new Uint8Array(4 * this.data.n);
    const calm = this.dark ? [98, 108, 120] : [176, 182, 189];
    const split = this.dark ? [255, 107, 125] : [209, 38, 61];
    for (let i = 0; i < this.data.n; ++i) {
      rgba.set(this.share[i] > 0 ? split : calm, 4 * i);
      rgba[4 * i + 3] = this.share[i] > 0 ? 120 + 135 * Math.min(1, 2 * this.share[i]) : 90;
    }
    return { rgba, marks: new Uint8Array(this.data.n) };
  }

  /** The same point in all panels, and in words. */
  point(i) {
    if (i === this.hover) return;
    this.hover = i;
    const { data } = this;
    get("subtitle").textContent = i < 0 ? this.summary
      : `${pointName(data, i)}: ${data.partitions.map((p) => `${p.name} ${p.colour[i]}`).join(", ")}`;
    this.touch();
  }

  /** All points, as large as they fit into the panels, of which the last may be wider, below their names. */
  frame() {
    const [first] = this.panels;
    this.camera.resize(first.box.clientWidth, first.box.clientHeight);
    this.camera.inset = Math.max(...this.panels.map(({ heading }) => heading.offsetTop + heading.offsetHeight));
    this.camera.reset();
    if (this.data.views[0].dimensions === 3 && this.data.facts.d === 3) [this.camera.yaw, this.camera.pitch] = [0.5, 0.35];
    this.camera.frame(this.places);
    this.framed = this.camera.zoom;
    this.whole = true;
    this.touch();
  }

  /** While the picture moves, large data is drawn in part. */
  move(change) {
    change(this.camera);
    this.whole = false;
    this.moved = performance.now();
    this.touch();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.touch(), settled + 20);
  }

  setDark(dark) {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    this.paint();
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || get("help").open) return;
    const zoom = (factor) => () => this.move((camera) => camera.zoomAt(...camera.middle, factor));
    const pan = (dx, dy) => () => this.move((camera) => camera.pan(dx, dy));
    const actions = {
      "+": zoom(1.3), "=": zoom(1.3), "-": zoom(1 / 1.3), d: () => this.setDark(!this.dark), "?": () => get("help").showModal(),
      0: () => this.frame(),
      ...(event.shiftKey ? { ArrowLeft: pan(40, 0), ArrowRight: pan(-40, 0), ArrowUp: pan(0, 40), ArrowDown: pan(0, -40) } : {}),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  paint() {
    for (const panel of this.panels) panel.paint();
    this.touch();
  }

  touch() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.drawNow();
    });
  }

  drawNow() {
    for (const panel of this.panels) panel.draw();
  }
}

export function startComparison(data, dark) {
  const comparison = new Comparison(data, dark);
  const { facts } = data;
  get("title").textContent = facts.title || "gnac compare";
  document.title = `${facts.title || "comparison"} – gnac`;
  comparison.summary = [counted(facts.n, "point"), counted(facts.d, "column"), counted(facts.partitions.length, "partition")].join(" · ");
  get("subtitle").textContent = comparison.summary;
  for (const id of ["views", "colour-field"]) get(id).hidden = true;
  for (const part of document.querySelectorAll("#help .of-fits")) part.remove();
  document.querySelector(".skip").remove();
  const box = made("div", { class: "panels" }, ...comparison.panels.map((panel) => panel.box));
  const count = comparison.panels.length;
  // As square as the window lets it; the last panel takes what is left of its row.
  const arrange = () => {
    const most = Math.max(1, Math.floor(box.clientWidth / 300));
    const columns = Math.min(most, box.clientWidth > 2.2 * box.clientHeight ? Math.ceil(count / Math.max(1, Math.floor(box.clientHeight / 300))) : Math.ceil(Math.sqrt(count)), count);
    box.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    comparison.panels[count - 1].box.style.gridColumnEnd = `span ${columns - (count - 1) % columns}`;
    if (comparison.whole) comparison.frame();
    comparison.touch();
  };
  box.style.gridAutoRows = "minmax(240px, 1fr)";
  document.querySelector("main").replaceChildren(box);
  get("theme").addEventListener("click", () => comparison.setDark(!comparison.dark));
  get("help-open").addEventListener("click", () => get("help").showModal());
  document.addEventListener("keydown", (event) => comparison.pressed(event));
  comparison.frame();
  new ResizeObserver(arrange).observe(box);
  comparison.paint();
  return comparison;
}
