// The layer over the picture: names of clusters, the point under the pointer, the lasso, the brush.

import { clusterColour, cssColour } from "./palette.js";

export function pixelOf(m, place, at = 0) {
  return [m.ax * place[at] + m.ay * place[at + 1] + m.az * place[at + 2] + m.a0,
          m.bx * place[at] + m.by * place[at + 1] + m.bz * place[at + 2] + m.b0];
}

const nameHeight = 20;
const gap = 4;  // between names, whose rims are 2 pixels wide

const fewNames = 15;
const longestName = 26;  // characters

/** Of many names, those that would cover a larger cluster's move by one name, off all clusters; if no side is free, they wait until one comes closer. */
function withoutPiles(boxes, camera) {
  const shown = [];
  const far = nameHeight + gap;
  for (const box of boxes) {
    const onCluster = ({ middle: [x, y] }) => Math.abs(x - box.x) < box.half + gap && Math.abs(y - box.y) < far / 2;
    for (const [dx, dy] of [[0, 0], [0, -far], [0, far], [-far, 0], [far, 0], [-far, -far], [far, -far], [-far, far], [far, far]]) {
      [box.x, box.y] = [box.from[0] + dx, box.from[1] + dy];
      keepInside([box], camera);
      if (shown.some(({ x, y, half }) => Math.abs(x - box.x) < half + box.half + gap && Math.abs(y - box.y) < far)) continue;
      if ((dx || dy) && boxes.some(onCluster)) continue;
      shown.push(box);
      break;
    }
  }
  return shown;
}

/** Names of places that are seen are seen whole, between tools and captions. */
function keepInside(boxes, { width, height, inset, foot }) {
  for (const box of boxes) {
    const [x, y] = box.from;
    if (x < 0 || x > width || y < 0 || y > height) continue;
    box.x = Math.max(box.half + 2, Math.min(width - box.half - 2, box.x));
    box.y = Math.max(inset + nameHeight / 2 + gap, Math.min(height - foot - nameHeight / 2 - gap, box.y));
  }
}

/** Moves names that overlap away from each other, until none do or a few rounds are over. */
function stepAside(boxes, camera) {
  for (let round = 0; round < 40; ++round) {
    let crowded = false;
    for (let a = 0; a < boxes.length; ++a) {
      for (let b = 0; b < a; ++b) {
        const [dx, dy] = [boxes[a].x - boxes[b].x, boxes[a].y - boxes[b].y];
        const wide = boxes[a].half + boxes[b].half + gap - Math.abs(dx);
        const tall = nameHeight + gap - Math.abs(dy);
        if (wide <= 0 || tall <= 0) continue;
        crowded = true;
        const axis = wide < tall ? "x" : "y";
        const by = Math.min(wide, tall) / 2 * ((axis === "x" ? dx : dy) < 0 ? -1 : 1);
        boxes[a][axis] += by;
        boxes[b][axis] -= by;
      }
    }
    keepInside(boxes, camera);
    if (!crowded) return;
  }
}

function drawNames(context, app, m, names) {
  context.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  let boxes = [];
  for (const { colour, label, place, reach } of names) {
    if (app.state.cluster !== null && app.state.cluster !== colour) continue;
    const [x, middle] = pixelOf(m, place);
    // A name would hide a cluster smaller than itself, so it is placed above.
    const y = reach * app.camera.scale < 12 ? middle - 12 - app.pointSize() : middle;
    const name = app.names.of(label);
    const text = name ? (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name) : String(label);
    boxes.push({ x, y, from: [x, y], middle: [x, middle], text, half: Math.max(10, context.measureText(text).width / 2 + 6), tint: cssColour(clusterColour(colour, app.dark)) });
  }
  keepInside(boxes, app.camera);
  if (boxes.length <= fewNames) stepAside(boxes, app.camera);
  else boxes = withoutPiles(boxes, app.camera);
  context.lineWidth = 2;
  for (const { x, y, from, middle, tint } of boxes) {
    if (Math.hypot(x - from[0], y - from[1]) < nameHeight / 2) continue;
    context.beginPath();
    context.moveTo(...middle);
    context.lineTo(x, y);
    context.strokeStyle = tint;
    context.stroke();
  }
  for (const { x, y, text, half, tint } of boxes) {
    context.beginPath();
    context.roundRect(x - half, y - nameHeight / 2, 2 * half, nameHeight, nameHeight / 2);
    context.fillStyle = app.dark ? "rgba(14,17,22,.82)" : "rgba(255,255,255,.88)";
    context.fill();
    context.strokeStyle = tint;
    context.stroke();
    context.fillStyle = app.dark ? "#e7eaee" : "#1c2126";
    context.fillText(text, x, y + 0.5);
  }
  return boxes;
}

function drawNeighbours(context, app, m, places, point) {
  const edges = app.edges();
  const ink = app.dark ? "#ffffff" : "#10151b";
  const from = pixelOf(m, places, 3 * point);
  for (let q = edges.offset[point]; q < edges.offset[point + 1]; ++q) {
    const e = edges.ofPoint[q];
    const other = edges.from[e] === point ? edges.to[e] : edges.from[e];
    context.globalAlpha = 0.25 + 0.75 * (edges.conductance ? edges.conductance[e] : edges.affinity[e]) / 255;
    context.strokeStyle = ink;
    context.lineWidth = 1.3;
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...pixelOf(m, places, 3 * other));
    context.stroke();
  }
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(...from, app.pointSize() / 2 + 4, 0, 7);
  context.lineWidth = 2;
  context.strokeStyle = ink;
  context.stroke();
}

const mostNewcomers = 5000;  // beyond this, an even sample is drawn

/** Diamonds with a rim. Labels of new points are those of the fit's own number of clusters. */
function drawNewcomers(context, app, m, { n, label }, places) {
  const reach = Math.max(5, app.state.size * 0.75 + 2);
  const stride = Math.max(1, Math.ceil(n / mostNewcomers));
  context.lineWidth = 1.4;
  context.strokeStyle = app.dark ? "#ffffff" : "#10151b";
  for (let i = 0; i < n; i += stride) {
    if (app.state.cluster !== null && app.ownCount() && label[i] !== app.state.cluster) continue;
    const [x, y] = pixelOf(m, places, 3 * i);
    context.fillStyle = app.ownCount() ? cssColour(clusterColour(label[i], app.dark)) : "#8a929c";
    context.beginPath();
    context.moveTo(x, y - reach);
    context.lineTo(x + reach, y);
    context.lineTo(x, y + reach);
    context.lineTo(x - reach, y);
    context.closePath();
    context.fill();
    context.stroke();
  }
}

export function drawOverlay(context, app, places, names) {
  const { camera, state } = app;
  const m = camera.affine();
  context.setTransform(app.ratio, 0, 0, app.ratio, 0, 0);
  context.clearRect(0, 0, camera.width, camera.height);
  if (app.newPlaces()) drawNewcomers(context, app, m, app.data.newcomers, app.newPlaces());
  if (state.hover >= 0) drawNeighbours(context, app, m, places, state.hover);
  app.stage.boxes = state.names ? drawNames(context, app, m, names) : [];
  if (app.lasso) {
    context.beginPath();
    app.lasso.forEach(([x, y], q) => (q ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.fillStyle = app.dark ? "rgba(108,182,245,.14)" : "rgba(11,98,168,.10)";
    context.fill();
    context.setLineDash([5, 4]);
    context.lineWidth = 1.5;
    context.strokeStyle = app.dark ? "#6cb6f5" : "#0b62a8";
    context.stroke();
    context.setLineDash([]);
  }
  if (app.brush) {
    context.beginPath();
    context.arc(app.brush.x, app.brush.y, app.brush.radius, 0, 7);
    context.lineWidth = 1.5;
    context.strokeStyle = app.dark ? "#ffb454" : "#b35c00";
    context.stroke();
  }
}

/** Which points lie inside a polygon of pixels. */
export function insideLasso(camera, places, polygon) {
  const m = camera.affine();
  const inside = new Uint8Array(places.length / 3);
  for (let i = 0; i < inside.length; ++i) {
    const [x, y] = pixelOf(m, places, 3 * i);
    let odd = false;
    for (let a = 0, b = polygon.length - 1; a < polygon.length; b = a++) {
      const [xa, ya] = polygon[a];
      const [xb, yb] = polygon[b];
      if ((ya > y) !== (yb > y) && x < (xb - xa) * (y - ya) / (yb - ya) + xa) odd = !odd;
    }
    inside[i] = odd ? 1 : 0;
  }
  return inside;
}

/** Which points lie within the brush. */
export function underBrush(camera, places, brush) {
  const m = camera.affine();
  const under = [];
  for (let i = 0; 3 * i < places.length; ++i) {
    const [x, y] = pixelOf(m, places, 3 * i);
    if (Math.hypot(x - brush.x, y - brush.y) <= brush.radius) under.push(i);
  }
  return under;
}
