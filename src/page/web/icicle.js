// How clusters split as their number grows: one row per number, clusters as wide as they are large. The points have the same order in all rows, so that a divided cluster is above its parts.

import { clusterColour } from "./palette.js";

/** The points by their clusters at 2, then at 3, and so on: a radix sort, the last number first. */
export function splitOrder(data) {
  let order = Uint32Array.from({ length: data.n }, (_, i) => i);
  for (let k = data.partitions.length - 1; k >= 0; --k) {
    const { colour } = data.partitions[k];
    let most = 0;
    for (let i = 0; i < data.n; ++i) most = Math.max(most, colour[i]);
    const start = new Uint32Array(most + 2);
    for (let i = 0; i < data.n; ++i) ++start[colour[i] + 1];
    for (let c = 0; c <= most; ++c) start[c + 1] += start[c];
    const next = new Uint32Array(data.n);
    for (const i of order) next[start[colour[i]]++] = i;
    order = next;
  }
  return order;
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
    const { colour } = data.partitions[k];
    const top = Math.round(k * tall);
    const bottom = Math.max(top + 1, Math.round((k + 1) * tall) - (tall > 3 ? 1 : 0));
    const faint = k === state.k ? 255 : 105;
    let before = -1;
    for (let x = 0; x < width; ++x) {
      const here = colour[data.order[Math.floor(x * data.n / width)]];
      const [r, g, b] = clusterColour(here, app.dark);
      const gap = before >= 0 && here !== before;
      before = here;
      if (gap) continue;
      for (let y = top; y < bottom; ++y) picture.data.set([r, g, b, faint], 4 * (y * width + x));
    }
  }
  context.putImageData(picture, 0, 0);
}
