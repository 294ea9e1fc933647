// The same picture without WebGL: many points as blocks of pixels, few as shapes.

const fewPoints = 6000;
const hurriedLines = 12000;  // while the picture moves
const hurriedPoints = 40000;

function shapePath(context, mark, x, y, r) {
  context.beginPath();
  if (mark === 1) context.rect(x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r);
  else if (mark === 2) { context.moveTo(x, y - r); context.lineTo(x + r, y + 0.8 * r); context.lineTo(x - r, y + 0.8 * r); }
  else if (mark === 3) { context.rect(x - r, y - 0.35 * r, 2 * r, 0.7 * r); context.rect(x - 0.35 * r, y - r, 0.7 * r, 2 * r); }
  else if (mark === 4) { context.arc(x, y, r, 0, 7); context.arc(x, y, 0.5 * r, 7, 0, true); }
  else context.arc(x, y, r, 0, 7);
}

/** A renderer that every browser has. */
export function canvasRenderer(canvas) {
  const context = canvas.getContext("2d");
  const layer = document.createElement("canvas");
  const layerContext = layer.getContext("2d");
  let places = new Float32Array(0);
  let colours = new Uint8Array(0);
  let marks = new Uint8Array(0);
  let linePlaces = new Float32Array(0);
  let lineColours = new Uint8Array(0);

  function drawLines(m, hurried) {
    const count = linePlaces.length / 6;
    const stride = hurried ? Math.max(1, Math.ceil(count / hurriedLines)) : 1;
    const x = (p) => m.ax * linePlaces[p] + m.ay * linePlaces[p + 1] + m.az * linePlaces[p + 2] + m.a0;
    const y = (p) => m.bx * linePlaces[p] + m.by * linePlaces[p + 1] + m.bz * linePlaces[p + 2] + m.b0;
    let last = -1;
    context.lineWidth = 1;
    for (let e = 0; e < count; e += stride) {
      const c = 8 * e;
      const alpha = lineColours[c + 3] & 0xf0;  // only a few strengths, because each starts a new path
      const key = lineColours[c] << 16 | lineColours[c + 1] << 8 | alpha;
      if (key !== last) {
        if (last >= 0) context.stroke();
        context.strokeStyle = `rgba(${lineColours[c]},${lineColours[c + 1]},${lineColours[c + 2]},${(alpha + 8) / 255})`;
        context.beginPath();
        last = key;
      }
      context.moveTo(x(6 * e), y(6 * e));
      context.lineTo(x(6 * e + 3), y(6 * e + 3));
    }
    if (last >= 0) context.stroke();
  }

  function drawShapes(m, size, order, rim) {
    const r = Math.max(1, size / 2);
    const line = size > 5 ? `rgba(${rim.map((v) => Math.round(v * 255)).join(",")},0.7)` : null;
    for (let q = 0; q < order.length; ++q) {
      const i = order[q];
      const p = 3 * i;
      shapePath(context, marks[i], m.ax * places[p] + m.ay * places[p + 1] + m.az * places[p + 2] + m.a0,
                m.bx * places[p] + m.by * places[p + 1] + m.bz * places[p + 2] + m.b0, r);
      context.fillStyle = `rgba(${colours[4 * i]},${colours[4 * i + 1]},${colours[4 * i + 2]},${colours[4 * i + 3] / 255})`;
      context.fill();
      if (line) {
        context.strokeStyle = line;
        context.lineWidth = 0.6;
        context.stroke();
      }
    }
  }

  // Straight into the image's bytes: first the dimmed points, then the others over them.
  function drawBlocks(m, size, ratio, hurried) {
    const { width, height } = canvas;
    if (layer.width !== width || layer.height !== height) [layer.width, layer.height] = [width, height];
    const picture = new ImageData(width, height);
    const words = new Uint32Array(picture.data.buffer);
    const tints = new Uint32Array(colours.buffer, colours.byteOffset, colours.length / 4);
    const side = Math.max(1, Math.round(size * ratio * 0.8));
    const before = side >> 1;
    const stride = hurried ? Math.ceil(tints.length / hurriedPoints) : 1;
    for (const faint of [true, false]) {
      for (let i = 0, p = 0; p < places.length; i += stride, p += 3 * stride) {
        if (colours[4 * i + 3] < 100 !== faint) continue;
        const x = Math.round((m.ax * places[p] + m.ay * places[p + 1] + m.az * places[p + 2] + m.a0) * ratio) - before;
        const y = Math.round((m.bx * places[p] + m.by * places[p + 1] + m.bz * places[p + 2] + m.b0) * ratio) - before;
        if (x < 0 || y < 0 || x + side > width || y + side > height) continue;
        for (let v = 0; v < side; ++v) words.fill(tints[i], (y + v) * width + x, (y + v) * width + x + side);
      }
    }
    layerContext.putImageData(picture, 0, 0);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(layer, 0, 0);
  }

  // From far to near, if the view has depth.
  function drawOrder(camera, deep) {
    const order = Uint32Array.from({ length: places.length / 3 }, (_, i) => i);
    if (!deep) return order;
    const [x, y, z] = camera.rows()[2];
    const depth = (i) => x * places[3 * i] + y * places[3 * i + 1] + z * places[3 * i + 2];
    return order.sort((a, b) => depth(a) - depth(b));
  }

  return {
    name: "canvas",
    setPlaces(values) { places = values; },
    setColours(values, shapes) { colours = values; marks = shapes; },
    setLines(values, tints) { linePlaces = values; lineColours = tints; },
    draw(camera, { size, ratio, deep, rim, hurried }) {
      const m = camera.affine();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, camera.width, camera.height);
      drawLines(m, hurried);
      if (places.length / 3 <= fewPoints) drawShapes(m, size, drawOrder(camera, deep), rim);
      else drawBlocks(m, size, ratio, hurried);
    },
  };
}
