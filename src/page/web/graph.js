// The neighbourhood graph of the points and what the universal rule sees of it, following the engine's src/graph: the same definitions in plain loops, for a few thousand points.

const mostPlaced = 64;
const absentRank = 2;
const radiusShares = [0.2, 0.4, 1];

const clip = (value) => Math.min(6, Math.max(-6, value));
const placeIn = (share, size) => Math.max(1, Math.round(share * size)) - 1;

function squaredDistance(points, d, i, j) {
  let sum = 0;
  for (let c = 0; c < d; ++c) {
    const difference = points[i * d + c] - points[j * d + c];
    sum += difference * difference;
  }
  return sum;
}

/** The k nearest of every point, by (distance, number): {k, index, distance}, n×k row by row. */
export function neighbourLists(points, n, d, wanted) {
  const k = Math.min(wanted, n - 1);
  const index = new Int32Array(n * k);
  const distance = new Float64Array(n * k);
  const best = new Float64Array(k);
  const who = new Int32Array(k);
  for (let i = 0; i < n; ++i) {
    let held = 0;
    for (let j = 0; j < n; ++j) {
      if (j === i) continue;
      const square = squaredDistance(points, d, i, j);
      if (held === k && square >= best[k - 1]) continue;
      let at = held < k ? held++ : k - 1;
      for (; at > 0 && best[at - 1] > square; --at) {
        best[at] = best[at - 1];
        who[at] = who[at - 1];
      }
      best[at] = square;
      who[at] = j;
    }
    for (let p = 0; p < k; ++p) {
      index[i * k + p] = who[p];
      distance[i * k + p] = Math.sqrt(best[p]);
    }
  }
  return { k, index, distance };
}

/** Undirected edges of the lists, sorted by (i, j), with the Jaccard index and ranks of their ends. */
export function edgesOfLists(lists, n) {
  const { k, index, distance } = lists;
  const rows = Array.from({ length: n }, () => new Map());
  for (let i = 0; i < n; ++i) {
    for (let p = 0; p < k; ++p) {
      const j = index[i * k + p];
      const [low, high] = i < j ? [i, j] : [j, i];
      let edge = rows[low].get(high);
      if (!edge) rows[low].set(high, edge = { distance: distance[i * k + p], lower: absentRank, upper: absentRank });
      edge.distance = Math.min(edge.distance, distance[i * k + p]);
      if (i < j) edge.lower = Math.fround((p + 1) / k);
      else edge.upper = Math.fround((p + 1) / k);
    }
  }
  const count = rows.reduce((sum, row) => sum + row.size, 0);
  const edges = {
    count, from: new Int32Array(count), to: new Int32Array(count), distance: new Float64Array(count),
    lower: new Float64Array(count), upper: new Float64Array(count), jaccard: new Float32Array(count),
    mutual: new Uint8Array(count), degree: new Int32Array(n),
  };
  const member = new Uint8Array(n);
  let e = 0;
  for (let i = 0; i < n; ++i) {
    for (let p = 0; p < k; ++p) member[index[i * k + p]] = 1;
    for (const [j, edge] of [...rows[i]].sort((a, b) => a[0] - b[0])) {
      let common = 0;
      for (let p = 0; p < k; ++p) common += member[index[j * k + p]];
      edges.from[e] = i;
      edges.to[e] = j;
      edges.distance[e] = edge.distance;
      edges.lower[e] = edge.lower;
      edges.upper[e] = edge.upper;
      edges.jaccard[e] = common / (2 * k - common);
      edges.mutual[e] = edge.lower !== absentRank && edge.upper !== absentRank ? 1 : 0;
      ++edges.degree[i];
      ++edges.degree[j];
      ++e;
    }
    for (let p = 0; p < k; ++p) member[index[i * k + p]] = 0;
  }
  return edges;
}

// A power of two that brings the median reach to the order of 1, and what counts as no distance.
function unitOf(reach) {
  const positive = Float64Array.from(reach.filter((r) => r !== 0)).sort();
  if (positive.length === 0) return { factor: 1, least: 1e-6 };
  const half = positive.length >> 1;
  const median = positive.length % 2 ? positive[half] : 0.5 * positive[half] + 0.5 * positive[half - 1];
  let power = Math.floor(Math.log2(median));
  if (2 ** power > median) --power;
  if (2 ** (power + 1) <= median) ++power;
  const factor = 2 ** Math.min(1000, Math.max(-1000, -power));
  return { factor, least: 1e-6 * (median * factor) };
}

/** The two largest eigenvalues of a symmetric m×m matrix as shares of its trace (Jacobi's method). */
export function leadingShares(a, m) {
  let trace = 0;
  for (let i = 0; i < m; ++i) trace += a[i * m + i];
  if (!(trace > 0)) return [0, 0];
  if (m === 1) return [1, 0];
  for (let sweep = 0; sweep < 40; ++sweep) {
    let off = 0;
    for (let p = 0; p < m; ++p) for (let q = 0; q < p; ++q) off += a[p * m + q] ** 2;
    if (off < 1e-24 * trace * trace) break;
    for (let p = 0; p < m; ++p) {
      for (let q = p + 1; q < m; ++q) {
        if (a[p * m + q] === 0) continue;
        const tilt = (a[q * m + q] - a[p * m + p]) / (2 * a[p * m + q]);
        const t = (tilt < 0 ? -1 : 1) / (Math.abs(tilt) + Math.sqrt(tilt * tilt + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let r = 0; r < m; ++r) {
          const [x, y] = [a[r * m + p], a[r * m + q]];
          a[r * m + p] = c * x - s * y;
          a[r * m + q] = s * x + c * y;
        }
        for (let r = 0; r < m; ++r) {
          const [x, y] = [a[p * m + r], a[q * m + r]];
          a[p * m + r] = c * x - s * y;
          a[q * m + r] = s * x + c * y;
        }
      }
    }
  }
  const values = Array.from({ length: m }, (_, i) => a[i * m + i]).sort((x, y) => y - x);
  return [values[0] / trace, Math.max(0, values[1]) / trace];
}

/** Log radii of each list at three ranks, and its reach in the plane of the coordinates. */
function cellScales(lists, n) {
  const { k, distance } = lists;
  const reach = Array.from({ length: n }, (_, i) => distance[i * k + k - 1]);
  const unit = unitOf(reach);
  const radius = new Float64Array(3 * n);
  const middle = new Float64Array(n);
  const wide = new Float64Array(n);
  const log = (value) => Math.log(Math.max(value * unit.factor, unit.least));
  for (let i = 0; i < n; ++i) {
    radiusShares.forEach((share, s) => { radius[3 * i + s] = log(distance[i * k + placeIn(share, k)]); });
    middle[i] = log(distance[i * k + placeIn(radiusShares[1], k)]);
    wide[i] = Math.max(distance[i * k + k - 1] * unit.factor, unit.least);
  }
  return { unit, radius, middle, reach: wide };
}

function cellFeatures(points, n, d, lists, edges, scales) {
  const { k, index } = lists;
  const { radius, unit } = scales;
  const placed = Math.min(k, mostPlaced);
  const out = new Float32Array(9 * n);
  const offsets = new Float64Array(placed * d);
  const m = Math.min(placed, d);
  for (let i = 0; i < n; ++i) {
    const around = [0, 0, 0];
    for (let p = 0; p < k; ++p) for (let s = 0; s < 3; ++s) around[s] += radius[3 * index[i * k + p] + s];
    const r = radius.subarray(3 * i, 3 * i + 3);
    let square = 0;
    for (let c = 0; c < d; ++c) {
      let sum = 0;
      for (let p = 0; p < placed; ++p) {
        const offset = (points[index[i * k + p] * d + c] - points[i * d + c]) * unit.factor;
        offsets[p * d + c] = offset;
        sum += offset;
      }
      square += (sum / placed) ** 2;
    }
    const matrix = new Float64Array(m * m);
    for (let a = 0; a < m; ++a) {
      for (let b = 0; b <= a; ++b) {
        let sum = 0;
        if (placed < d) for (let c = 0; c < d; ++c) sum += offsets[a * d + c] * offsets[b * d + c];
        else for (let p = 0; p < placed; ++p) sum += offsets[p * d + a] * offsets[p * d + b];
        matrix[a * m + b] = matrix[b * m + a] = sum;
      }
    }
    const shares = leadingShares(matrix, m);
    out.set([r[1] - r[0], r[2] - r[1], r[0] - around[0] / k, r[1] - around[1] / k, r[2] - around[2] / k,
             Math.sqrt(square) / scales.reach[i], shares[0], shares[1], Math.log(edges.degree[i] / k)].map(clip), 9 * i);
  }
  return out;
}

function edgeFeatures(points, d, lists, edges, scales) {
  const { k, index, distance } = lists;
  const { unit, radius, middle } = scales;
  const placed = Math.min(k, mostPlaced);
  const squareFactor = unit.factor * unit.factor;
  const inside = (1 - 1e-9) ** 2;
  const out = new Float32Array(13 * edges.count);
  const nearest = new Float64Array(5);
  for (let e = 0; e < edges.count; ++e) {
    const [i, j] = [edges.from[e], edges.to[e]];
    const length = Math.log(Math.max(edges.distance[e] * unit.factor, unit.least));
    const s = radius.subarray(3 * i, 3 * i + 3);
    const t = radius.subarray(3 * j, 3 * j + 3);
    const squared = squaredDistance(points, d, i, j) * squareFactor;
    const floored = Math.max(squared, unit.least * unit.least);
    nearest.fill(Infinity);
    let [ball, lune] = [0, 0];
    for (const [end, far] of [[i, j], [j, i]]) {
      for (let p = 0; p < placed; ++p) {
        const other = index[end * k + p];
        const near = (distance[end * k + p] * unit.factor) ** 2;
        const away = squaredDistance(points, d, far, other) * squareFactor;
        let toMiddle = Math.max(0.5 * (near + away) - 0.25 * squared, 0);
        if (other !== far) {
          ball += toMiddle < 0.25 * floored * inside ? 1 : 0;
          lune += Math.max(near, away) < floored * inside ? 1 : 0;
        }
        for (let q = 0; q < 5; ++q) {
          if (toMiddle < nearest[q]) [nearest[q], toMiddle] = [toMiddle, nearest[q]];
        }
      }
    }
    const count = 2 * placed;
    const fifth = Math.sqrt(nearest[Math.min(count, 5) - 1]);
    out.set([
      length - 0.5 * (s[0] + t[0]), length - 0.5 * (s[2] + t[2]), length - Math.max(s[2], t[2]),
      length - Math.min(s[2], t[2]), Math.abs(s[0] - t[0]), Math.abs(s[2] - t[2]),
      Math.min(edges.lower[e], edges.upper[e]), Math.max(edges.lower[e], edges.upper[e]),
      edges.jaccard[e], edges.mutual[e], ball / count, lune / count,
      Math.log(Math.max(fifth, unit.least)) - 0.5 * (middle[i] + middle[j]),
    ].map(clip), 13 * e);
  }
  return out;
}

/** Graph and features of n points with d columns: what the rule runs on. */
export function buildGraph(points, n, d, neighbors) {
  const lists = neighbourLists(points, n, d, neighbors);
  const edges = edgesOfLists(lists, n);
  const scales = cellScales(lists, n);
  return {
    n, edges,
    cell: cellFeatures(points, n, d, lists, edges, scales),
    edge: edgeFeatures(points, d, lists, edges, scales),
  };
}
