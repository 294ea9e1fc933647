// Which part of a view is visible, and from which direction.

const muchLarger = 1.4;

/** Places → pixels: a turn about the middle, then one scale for both axes; y goes up. */
export class Camera {
  constructor() {
    this.reset();
    this.width = this.height = 1;
    this.inset = 0;  // pixels at the top that words cover,
    this.foot = 0;   // and those at the bottom
  }

  reset() {
    this.x = this.y = 0;
    this.zoom = 1;
    this.yaw = this.pitch = 0;
  }

  /**
   * Moves and zooms so that all places are seen, and fill the picture as far as one scale lets them. If up to this share at
   * each end makes the rest much smaller than it could be, it stays outside; returns how many places do.
   */
  frame(places, strays = 0) {
    const n = places.length / 3;
    const along = this.rows().slice(0, 2).map((row) => {
      const at = new Float32Array(n);
      for (let i = 0, p = 0; i < n; ++i, p += 3) at[i] = row[0] * places[p] + row[1] * places[p + 1] + row[2] * places[p + 2];
      return at;
    });
    const cut = Math.floor(strays * n);
    const sorted = along.map((at) => at.slice().sort());
    const whole = sorted.map((at) => [at[0], at[n - 1]]);
    this.frameBox(whole);
    if (cut === 0) return 0;
    const zoom = this.zoom;
    const inner = sorted.map((at) => {
      const [low, high] = [at[cut], at[n - 1 - cut]];
      return [low - 0.05 * (high - low), high + 0.05 * (high - low)];
    });
    this.frameBox(inner);
    if (this.zoom < muchLarger * zoom) {
      this.frameBox(whole);
      return 0;
    }
    let outside = 0;
    for (let i = 0; i < n; ++i) outside += along.some((at, axis) => at[i] < inner[axis][0] || at[i] > inner[axis][1]);
    return outside;
  }

  frameBox(ends) {
    const [width, height] = ends.map(([low, high]) => high - low);
    [this.x, this.y] = ends.map(([low, high]) => (low + high) / 2);
    this.zoom = 1;
    const room = Math.min(this.width / Math.max(width, 1e-9), this.room / Math.max(height, 1e-9));
    this.zoom = width > 0 || height > 0 ? Math.min(20, Math.max(0.2, 0.88 * room / this.scale)) : 1;
  }

  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
  }

  /** The height that no words cover. */
  get room() { return Math.max(1, this.height - this.inset - this.foot); }

  /** Pixels per unit. */
  get scale() { return 0.44 * Math.min(this.width, this.room) * this.zoom; }

  /** The pixel of the middle of the view. */
  get middle() { return [this.width / 2, (this.height + this.inset - this.foot) / 2]; }

  /** Rows of the rotation matrix: right, up, towards the reader. */
  rows() {
    const [c, s, d, t] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    return [[c, 0, s], [s * t, d, -c * t], [-s * d, t, c * d]];
  }

  /** {ax, ay, az, a0, bx, …}: the pixel is (a·p + a0, b·p + b0). */
  affine() {
    const [right, up] = this.rows();
    const k = this.scale;
    const [x, y] = this.middle;
    return {
      ax: k * right[0], ay: k * right[1], az: k * right[2], a0: x - k * this.x,
      bx: -k * up[0], by: -k * up[1], bz: -k * up[2], b0: y + k * this.y,
    };
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  turn(dx, dy) {
    this.yaw += dx * 0.008;
    this.pitch = Math.min(1.55, Math.max(-1.55, this.pitch + dy * 0.008));
  }

  /** Zoom so that the pixel (px, py) stays where it is. */
  zoomAt(px, py, factor) {
    const before = this.scale;
    this.zoom = Math.min(2000, Math.max(0.2, this.zoom * factor));
    const shift = 1 / before - 1 / this.scale;
    const [x, y] = this.middle;
    this.x += (px - x) * shift;
    this.y -= (py - y) * shift;
  }
}

/** The point nearest to a pixel, at most `reach` away, or -1. */
export function nearestPoint(camera, places, px, py, reach) {
  const m = camera.affine();
  let best = -1;
  let least = reach * reach;
  for (let i = 0, p = 0; p < places.length; ++i, p += 3) {
    const x = m.ax * places[p] + m.ay * places[p + 1] + m.az * places[p + 2] + m.a0 - px;
    const y = m.bx * places[p] + m.by * places[p + 1] + m.bz * places[p + 2] + m.b0 - py;
    const square = x * x + y * y;
    if (square < least) [least, best] = [square, i];
  }
  return best;
}
