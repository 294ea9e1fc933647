// The picture: its canvases, its frames and what the pointer does on it.

import { nearestPoint } from "./camera.js";
import { canvasRenderer } from "./canvas.js";
import { namePlaces, paint, paintEdges } from "./colours.js";
import { drawOverlay, insideLasso, pixelOf } from "./overlay.js";
import { fillNewTip, fillTip, made, markPicture } from "./panels.js";
import { webglRenderer } from "./webgl.js";

export const settled = 140;  // milliseconds without a movement after which everything is drawn

function showLegend(box, legend, dark) {
  box.replaceChildren();
  if (!legend) return;
  if (legend.gradient) {
    const ramp = made("div", { class: "ramp" });
    ramp.style.background = legend.gradient;
    box.append(ramp, made("div", { class: "ends" }, made("span", { text: legend.low }), made("span", { text: legend.high })));
  }
  const entries = (legend.entries ?? []).map((text, index) => made("span", { class: "entry" }, markPicture(index, dark), made("span", { text })));
  if (entries.length > 0) box.append(made("div", { class: "entries" }, ...entries, ...(legend.more > 0 ? [`and ${legend.more} more`] : [])));
  box.append(made("div", { text: legend.text }));
}

export class Stage {
  constructor(app) {
    this.app = app;
    this.box = document.getElementById("stage");
    this.base = document.getElementById("base");
    this.overlay = document.getElementById("overlay");
    this.tip = document.getElementById("tip");
    this.renderer = webglRenderer(this.base);
    if (!this.renderer) {  // once asked for WebGL, a canvas gives no other context
      const fresh = this.base.cloneNode();
      this.base.replaceWith(fresh);
      this.base = fresh;
      this.renderer = canvasRenderer(this.base);
    }
    this.context = this.overlay.getContext("2d");
    this.rgba = new Uint8Array(4 * app.data.n);
    this.marks = new Uint8Array(app.data.n);
    this.dirty = { places: true, colours: true, lines: true };
    this.names = [];
    this.frames = [];
    this.moved = 0;
    new ResizeObserver(() => this.resize()).observe(this.box);
    this.resize();
    this.listen();
  }

  resize() {
    const { app } = this;
    app.ratio = Math.min(2, window.devicePixelRatio || 1);
    app.camera.resize(this.box.clientWidth, this.box.clientHeight);
    this.measure();
    for (const canvas of [this.base, this.overlay]) {
      canvas.width = Math.max(1, Math.round(this.box.clientWidth * app.ratio));
      canvas.height = Math.max(1, Math.round(this.box.clientHeight * app.ratio));
    }
    this.touch();
  }

  /** Where the tools end and what is said of axes and colours begins: points have their places between the two. */
  measure() {
    const [tools, ...captions] = ["tools", "axes", "axis-choice", "legend"].map((id) => document.getElementById(id));
    const { camera } = this.app;
    camera.inset = tools.offsetTop + tools.offsetHeight;
    camera.foot = Math.max(...captions.map((part) => (part.offsetHeight > 0 && part.textContent ? camera.height - part.offsetTop : 0)));
  }

  /** Requests a frame that redraws what is named. */
  touch(...parts) {
    for (const part of parts) this.dirty[part] = true;
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const { app, dirty } = this;
    const begun = performance.now();
    const places = app.places();
    if (dirty.places) this.renderer.setPlaces(places);
    if (dirty.colours) {
      showLegend(document.getElementById("legend"), paint(app, this.rgba, this.marks), app.dark);
      this.measure();
      this.renderer.setColours(this.rgba, this.marks);
    }
    if (dirty.places || dirty.lines) {
      const { ends, tints, count } = paintEdges(app, places);
      this.renderer.setLines(ends, tints);
      app.edgesShown(count, app.conductanceNow() !== null);
      this.names = namePlaces(app, places);
    }
    this.dirty = {};
    const hurried = begun - this.moved < settled;
    this.renderer.draw(app.camera, {
      size: app.pointSize(), ratio: app.ratio, deep: app.view().dimensions === 3, hurried,
      rim: app.dark ? [0.055, 0.067, 0.086] : [1, 1, 1],
    });
    drawOverlay(this.context, app, places, this.names);
    this.frames.push(performance.now() - begun);
    if (this.frames.length > 600) this.frames.shift();
    if (hurried && this.renderer.name === "canvas") {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.touch(), settled + 20);
    }
  }

  move(change) {
    change();
    this.moved = performance.now();
    this.touch();
  }

  at(event) {
    const edge = this.overlay.getBoundingClientRect();
    return [event.clientX - edge.left, event.clientY - edge.top];
  }

  hover(event) {
    const { app } = this;
    const [x, y] = this.at(event);
    const fresh = app.newPlaces() ? nearestPoint(app.camera, app.newPlaces(), x, y, 9) : -1;
    const point = fresh >= 0 ? -1 : nearestPoint(app.camera, app.places(), x, y, Math.max(9, app.state.size));
    this.tip.hidden = point < 0 && fresh < 0;
    if (!this.tip.hidden) {
      if (fresh >= 0) fillNewTip(app, this.tip, fresh);
      else if (point !== app.state.hover) fillTip(app, this.tip, point);
      this.placeTip(x, y);
    }
    if (point !== app.state.hover) {
      app.state.hover = point;
      this.touch();
    }
    return point;
  }

  placeTip(x, y) {
    const { tip, app: { camera } } = this;
    const right = x + tip.offsetWidth + 24 < camera.width;
    const below = y + tip.offsetHeight + 20 < camera.height;
    tip.style.left = `${right ? x + 16 : Math.max(0, x - tip.offsetWidth - 14)}px`;
    tip.style.top = `${below ? y + 14 : Math.max(0, y - tip.offsetHeight - 10)}px`;
  }

  /** Rings a point and tells about it, as if the pointer were over it. */
  pointAt(i) {
    const { app } = this;
    const [x, y] = pixelOf(app.camera.affine(), app.places(), 3 * i);
    const { width, height, middle } = app.camera;
    const outside = x < 0 || y < app.camera.inset || x > width || y > height;
    if (outside) this.move(() => app.camera.pan(middle[0] - x, middle[1] - y));
    app.state.hover = i;
    fillTip(app, this.tip, i);
    this.tip.hidden = false;
    this.placeTip(...(outside ? middle : [x, y]));
    this.touch();
  }

  leave() {
    this.tip.hidden = true;
    if (this.app.state.hover >= 0) {
      this.app.state.hover = -1;
      this.touch();
    }
  }

  listen() {
    const { app, overlay } = this;
    let drag = null;
    const fingers = new Map();
    const apart = () => {
      const [[ax, ay], [bx, by]] = [...fingers.values()];
      return { far: Math.max(1, Math.hypot(ax - bx, ay - by)), middle: [(ax + bx) / 2, (ay + by) / 2] };
    };
    overlay.addEventListener("pointerdown", (event) => {
      overlay.setPointerCapture(event.pointerId);
      const [x, y] = this.at(event);
      fingers.set(event.pointerId, [x, y]);
      if (fingers.size === 2 && app.state.tool === "pan") drag = null;
      if (fingers.size > 1) return;
      drag = { x, y, far: 0 };
      this.tip.hidden = true;
      if (app.state.tool === "lasso") app.lasso = [[x, y]];
      else if (app.state.tool !== "pan") app.heal.press(x, y);
      else overlay.classList.add("busy");
    });
    overlay.addEventListener("pointermove", (event) => {
      const [x, y] = this.at(event);
      if (fingers.size === 2 && fingers.has(event.pointerId)) {
        const before = apart();
        fingers.set(event.pointerId, [x, y]);
        const after = apart();
        if (app.state.tool !== "pan") return;
        return void this.move(() => {
          app.camera.pan(after.middle[0] - before.middle[0], after.middle[1] - before.middle[1]);
          app.camera.zoomAt(...after.middle, after.far / before.far);
        });
      }
      if (app.heal?.owns(app.state.tool)) app.heal.hover(x, y);
      if (!drag) return void this.hover(event);
      const [dx, dy] = [x - drag.x, y - drag.y];
      drag = { x, y, far: drag.far + Math.abs(dx) + Math.abs(dy) };
      if (app.state.tool === "lasso") {
        app.lasso.push([x, y]);
        this.touch();
      } else if (app.state.tool !== "pan") {
        app.heal.drag(x, y, dx, dy);
      } else {
        const turns = app.view().dimensions === 3 && !event.shiftKey;
        this.move(() => (turns ? app.camera.turn(dx, dy) : app.camera.pan(dx, dy)));
      }
    });
    const lifted = (event) => fingers.delete(event.pointerId);
    overlay.addEventListener("pointercancel", (event) => {
      lifted(event);
      drag = app.lasso = null;
      overlay.classList.remove("busy");
      this.touch();
    });
    overlay.addEventListener("pointerup", (event) => {
      lifted(event);
      overlay.classList.remove("busy");
      const clicked = drag && drag.far < 4;
      drag = null;
      if (app.state.tool === "lasso" && app.lasso) {
        const mask = app.lasso.length > 2 ? insideLasso(app.camera, app.places(), app.lasso) : null;
        app.lasso = null;
        app.find.clear();
        app.select(mask && mask.includes(1) ? mask : null);
      } else if (app.state.tool !== "pan") {
        app.heal.release();
      } else if (clicked) {
        const point = this.hover(event);
        app.selectCluster(point >= 0 ? app.partition().colour[point] : null);
      }
    });
    overlay.addEventListener("pointerleave", () => this.leave());
    overlay.addEventListener("wheel", (event) => {
      event.preventDefault();
      const [x, y] = this.at(event);
      this.move(() => app.camera.zoomAt(x, y, Math.exp(-event.deltaY * 0.0015)));
    }, { passive: false });
    overlay.addEventListener("dblclick", (event) => {
      const [x, y] = this.at(event);
      this.move(() => app.camera.zoomAt(x, y, 2));
    });
  }
}
