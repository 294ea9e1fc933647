// The contents of the page, decoded: places, labels of every number of clusters, edges, columns.

/** Codes of `range` to numbers. */
export function decoder(range, most) {
  const [low, high] = range;
  const width = (high - low) / most;
  return (code) => low + code * width;
}

/** Places of a view in about [-1, 1], n×3, x y z of each point together. */
function placesOf(codes, ranges, oneScale, n, first = 0) {
  const most = codes instanceof Uint8Array ? 255 : 65535;
  const half = ranges.map(([low, high]) => (high - low) / 2 || 0);
  const widest = Math.max(...half) || 1;
  const places = new Float32Array(3 * n);
  ranges.forEach((_, axis) => {
    const scale = oneScale ? half[axis] / widest : half[axis] > 0 ? 1 : 0;
    const base = first + axis * n;
    for (let i = 0; i < n; ++i) places[3 * i + axis] = scale * (2 * codes[base + i] / most - 1);
  });
  return places;
}

/** Labels from colours: numbered by first appearance, as the program writes them. */
function labelsOf(colours) {
  const label = new Map();
  for (let i = 0; i < colours.length; ++i) {
    if (!label.has(colours[i])) label.set(colours[i], label.size);
  }
  return label;
}

/** Rows of n that are stored as differences from the one before. */
function rowsOf(differences, n) {
  const rows = [];
  for (let r = 0; r * n < differences.length; ++r) {
    const row = differences.slice(r * n, (r + 1) * n);
    if (r > 0) for (let i = 0; i < n; ++i) row[i] ^= rows[r - 1][i];
    rows.push(row);
  }
  return rows;
}

/** Colours with -1 for outliers. Every cluster keeps a point. */
function withOutliers(whole, flagged) {
  const left = new Map();
  for (const colour of whole) left.set(colour, (left.get(colour) ?? 0) + 1);
  return whole.map((colour, i) => {
    if (!flagged[i] || left.get(colour) < 2) return colour;
    left.set(colour, left.get(colour) - 1);
    return -1;
  });
}

/** `whole`: the colour of every point's cluster; `colour`: the same with -1 for outliers. */
export function partitionOf(clusters, whole, flagged, quick = false) {
  const label = labelsOf(whole);
  const colour = flagged ? withOutliers(whole, flagged) : whole;
  const size = new Map();
  for (const c of colour) size.set(c, (size.get(c) ?? 0) + 1);
  if (size.has(-1)) label.set(-1, -1);
  return { clusters, whole, colour, label, size, medoid: new Map(), quick };
}

function partitionsOf(facts, arrays) {
  const rows = rowsOf(arrays.colours, facts.n);
  return facts.counts.map((clusters, k) => partitionOf(clusters, rows[k], arrays.flagged, facts.quick?.[k] ?? false));
}

/** Edges by ascending affinity, and which of them each point has. */
function edgesOf(facts, arrays) {
  const affinity = arrays["edge-affinity"];
  const count = affinity.length;
  const start = new Int32Array(257);
  for (let e = 0; e < count; ++e) ++start[affinity[e] + 1];
  for (let v = 0; v < 256; ++v) start[v + 1] += start[v];
  const next = start.slice();
  const edges = {
    count, from: new Int32Array(count), to: new Int32Array(count), affinity: new Uint8Array(count),
    conductance: arrays["edge-conductance"] ? new Uint8Array(count) : null,
    all: facts.edges.all, steps: null,
  };
  const steps = arrays["edge-steps"] ? facts.steps.at.length : 0;
  if (steps > 0) edges.steps = Array.from({ length: steps }, () => new Uint8Array(count));
  const degree = new Int32Array(facts.n + 1);
  let e = 0;
  for (let i = 0; i < facts.n; ++i) {
    let j = i;
    for (let q = arrays["edge-count"][i]; q > 0; --q, ++e) {
      j += arrays["edge-step"][e];
      const place = next[affinity[e]]++;
      edges.from[place] = i;
      edges.to[place] = j;
      edges.affinity[place] = affinity[e];
      if (edges.conductance) edges.conductance[place] = arrays["edge-conductance"][e];
      for (let t = 0; t < steps; ++t) edges.steps[t][place] = arrays["edge-steps"][t * count + e];
      ++degree[i + 1];
      ++degree[j + 1];
    }
  }
  for (let i = 0; i < facts.n; ++i) degree[i + 1] += degree[i];
  const fill = degree.slice();
  edges.offset = degree;
  edges.ofPoint = new Int32Array(2 * count);
  for (let q = 0; q < count; ++q) {
    edges.ofPoint[fill[edges.from[q]]++] = q;
    edges.ofPoint[fill[edges.to[q]]++] = q;
  }
  return edges;
}

function stepsOf(facts, arrays) {
  if (!facts.steps) return null;
  const { at, ranges } = facts.steps;
  const n = facts.n;
  const size = ranges.length * n;
  const fine = arrays.steps instanceof Uint16Array;
  return {
    at, fine, colours: arrays["step-colours"] ? rowsOf(arrays["step-colours"], n) : null,
    places: at.map((_, t) => placesOf(arrays.steps, ranges, true, n, t * size)),
  };
}

/** Columns as people know them; text(i) is the value of row i for people. */
function columnsOf(facts, arrays) {
  const n = facts.n;
  let numbers = 0;
  let categories = 0;
  return facts.columns.map((column) => {
    const filled = new Set(column.filled);
    if (column.values) {
      const codes = arrays.categories.subarray(categories++ * n, categories * n);
      return { ...column, filled, codes, text: (i) => column.values[codes[i]] };
    }
    const codes = arrays.columns.subarray(numbers++ * n, numbers * n);
    const value = decoder(column.range, 65535);
    const words = column.date ? dateText : column.whole ? (number) => shortNumber(Math.round(number)) : shortNumber;
    return { ...column, filled, codes, value, words, text: (i) => words(value(codes[i])) };
  });
}

const dateText = (days) => new Date(86400000 * Math.floor(days + 1e-6)).toISOString().slice(0, 10);

/** Points that were not fitted: their predicted labels, and their places in the views that have them. */
function newcomersOf(facts, arrays) {
  const n = facts.newcomers;
  const places = {};
  for (const { name, ranges, oneScale } of facts.views) {
    if (arrays[`new-${name}`]) places[name] = placesOf(arrays[`new-${name}`], ranges, oneScale, n);
  }
  return { n, label: arrays["new-labels"], ids: arrays["new-ids"] ?? null, places };
}

/** The places of two columns against each other. */
export function columnPlaces(columns, x, y, n) {
  const places = new Float32Array(3 * n);
  for (let i = 0; i < n; ++i) {
    places[3 * i] = columns[x].codes[i] / 32767.5 - 1;
    places[3 * i + 1] = columns[y].codes[i] / 32767.5 - 1;
  }
  return places;
}

export function buildData(facts, arrays) {
  const data = {
    facts, n: facts.n, columns: columnsOf(facts, arrays), ids: arrays.ids ?? null, rows: arrays.rows ?? null,
    texts: arrays.texts ?? null, cells: arrays.cells ?? null, stories: arrays.stories ?? [],
  };
  data.views = facts.views.map((view) => ({
    ...view,
    dimensions: view.ranges.length > 2 && view.ranges[2][1] > view.ranges[2][0] ? 3 : 2,
    places: placesOf(arrays[`view-${view.name}`], view.ranges, view.oneScale, facts.n),
  }));
  data.numbers = data.columns.filter(({ values }) => !values);
  if (facts.d > 3 && data.numbers.length > 1) {
    data.views.splice(2, 0, { name: "columns", title: "Columns", axes: data.numbers.slice(0, 2).map(({ name }) => name), dimensions: 2, places: columnPlaces(data.numbers, 0, 1, facts.n) });
  }
  data.reference = arrays.reference ?? null;
  data.newcomers = facts.newcomers ? newcomersOf(facts, arrays) : null;
  if (facts.kind === "comparison") {
    data.partitions = facts.partitions.map((partition, k) => ({
      ...partition, colour: arrays.colours.slice(k * facts.n, (k + 1) * facts.n),
    }));
    return data;
  }
  data.partitions = partitionsOf(facts, arrays);
  data.own = facts.counts.indexOf(facts.k);
  data.edges = edgesOf(facts, arrays);
  data.steps = stepsOf(facts, arrays);
  data.outliers = arrays.outliers ?? null;
  data.ownMembership = arrays["own-membership"] ?? null;
  data.memberships = arrays.memberships ?? null;
  data.exact = arrays["exact-points"] ?? null;
  data.rule = arrays.rule ?? null;
  return data;
}

/** The number of the point's row in its file. */
export const rowOf = (data, i) => (data.rows ? data.rows[i] : (data.facts.firstRow ?? 1) + i);

export const pointName = (data, i) => (data.ids ? String(data.ids[i]) : `row ${rowOf(data, i)}`);

/** The text of a column's cell, or the value it stands for. */
export function cellText(data, column, i) {
  const cell = column.filled.has(i) ? undefined : data.cells?.find(({ name }) => name === column.name)?.values[i];
  return (cell ?? column.text(i)) + (column.filled.has(i) ? " (filled)" : "");
}

/** A number for people, to about four digits. */
export function shortNumber(value) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replaceAll("-", "−");  // lines do not break after it
}

/** The member with the least sum of distances to (at most 200 of) the others; of the fit's own clusters, the exact one. */
export function medoidOf(data, partition, colour) {
  if (partition === data.partitions[data.own] && data.stories[colour]) return data.stories[colour].typical[0];
  if (partition.medoid.has(colour)) return partition.medoid.get(colour);
  const members = [];
  for (let i = 0; i < data.n; ++i) if (partition.colour[i] === colour) members.push(i);
  const places = data.views[0].places;
  const stride = Math.max(1, Math.ceil(members.length / 200));
  const judges = members.filter((_, m) => m % stride === 0);
  const step = Math.max(1, Math.ceil(members.length / 4000));
  let best = members[0];
  let least = Infinity;
  for (let m = 0; m < members.length; m += step) {
    const i = 3 * members[m];
    let sum = 0;
    for (const j of judges) {
      sum += Math.hypot(places[i] - places[3 * j], places[i + 1] - places[3 * j + 1],
                        places[i + 2] - places[3 * j + 2]);
    }
    if (sum < least) [least, best] = [sum, members[m]];
  }
  partition.medoid.set(colour, best);
  return best;
}
