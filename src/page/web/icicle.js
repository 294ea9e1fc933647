// How clusters split as their number grows: one row per number, clusters as wide as they are large. The points have the
// same order in all rows, so that a divided cluster is above its parts.

import { clusterColour } from "./palette.js";

function sortedBy(order, key) {
  let most = 0;
  for (let i = 0; i < key.length; ++i) most = Math.max(most, key[i]);
  const start = new Uint32Array(most + 2);
  for (let i = 0; i < key.length; ++i) ++start[key[i] + 1];
  for (let c = 0; c <= most; ++c) start[c + 1] += start[c];
  const next = new Uint32Array(order.length);
  for (const i of order) next[start[key[i]]++] = i;
  return next;
}

/** Of each cluster of a partition, the cluster of another one that most of its points are in. */
function mostlyIn({ whole }, other) {
  const overlap = new Map();
  for (let i = 0; i < whole.length; ++i) {
    const key = whole[i] * 65536 + other.whole[i];
    overlap.set(key, (overlap.get(key) ?? 0) + 1);
  }
  const best = new Map();
  for (const [key, count] of overlap) {
    const own = Math.floor(key / 65536);
    if (!(best.get(own)?.count >= count)) best.set(own, { count, other: key % 65536 });
  }
  return best;
}

/**
 * An order of the points in which each cluster of the fit is in one piece, next to those it was one with at fewer clusters,
 * and its own parts at more clusters follow each other: a radix sort, what matters least first.
 */
export function splitOrder(data) {
  const { partitions, own } = data;
  let order = Uint32Array.from({ length: data.n }, (_, i) => i);
  for (let k = 0; k < own; ++k) order = sortedBy(order, partitions[own - 1 - k].whole);
  for (let k = partitions.length - 1; k > own; --k) order = sortedBy(order, partitions[k].whole);
  order = sortedBy(order, partitions[own].whole);
  for (let k = own - 1; k > 0; --k) {
    const parent = mostlyIn(partitions[own], partitions[k]);
    order = sortedBy(order, partitions[own].whole.map((colour) => parent.get(colour).other));
  }
  return order;
}

/** The cluster at a place of the picture, both in [0, 1). */
export function icicleAt(data, x, y) {
  const k = Math.min(data.partitions.length - 1, Math.floor(y * data.partitions.length));
  const point = data.order[Math.min(data.n - 1, Math.max(0, Math.floor(x * data.n)))];
  return { k, colour: data.partitions[k].whole[point] };
}

/** A row whose pieces are all at least so wide: narrower ones go to the piece before them. */
function withoutSlivers(row, least) {
  for (let begin = 0, end; begin < row.length; begin = end) {
    end = begin + 1;
    while (end < row.length && row[end] === row[begin]) ++end;
    if (begin > 0 && end - begin < least) row.fill(row[begin - 1], begin, end);
  }
  return row;
}

export function drawIcicle(canvas, app) {
  const { data, state } = app;
  const rows = data.partitions.length;
  const ratio = app.ratio;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  const picture = context.createImageData(width, height);
  const tall = height / rows;
  for (let k = 0; k < rows; ++k) {
    const { whole } = data.partitions[k];
    const top = Math.round(k * tall);
    const bottom = Math.min(height, Math.max(top + 1, Math.round((k + 1) * tall) - (tall > 3 ? 1 : 0)));
    const faint = k === state.k ? 255 : 105;
    const row = withoutSlivers(Int32Array.from({ length: width }, (_, x) => whole[data.order[Math.floor(x * data.n / width)]]), 4 * ratio);
    for (let x = 0; x < width; ++x) {
      if (x > 0 && row[x] !== row[x - 1]) continue;  // a gap
      const [r, g, b] = clusterColour(row[x], app.dark);
      for (let y = top; y < bottom; ++y) picture.data.set([r, g, b, faint], 4 * (y * width + x));
    }
  }
  context.putImageData(picture, 0, 0);
}
