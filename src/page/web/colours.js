// The meanings of a point's colour.

import { clusterColour, clusterMark, rampGradient, writeOklab, writeRamp } from "./palette.js";
import { medoidOf } from "./data.js";

const mostEntries = 12;  // of a legend
const dimmed = 26;  // of 255: opacity of points that are not selected

/** The available choices: [value, text]. */
export function colourChoices(data) {
  const choices = [["cluster", "cluster"]];
  if (data.steps?.colours) choices.push(["read", "cluster at the step"]);
  if (data.steps) choices.push(["state", "state at the step"]);
  if (data.outliers) choices.push(["outlier", "outlier score"]);
  if (data.ownMembership) choices.push(["member", "membership"]);
  if (data.reference) choices.push(["reference", "reference labels"], ["agreement", "agreement with reference"]);
  data.columns.forEach((column, c) => choices.push([`column-${c}`, `column: ${column.name}`]));
  return choices;
}

function paintIndices(indices, dark, rgba, marks) {
  const known = new Map();
  for (let i = 0; i < indices.length; ++i) {
    let entry = known.get(indices[i]);
    if (!entry) known.set(indices[i], entry = [clusterColour(indices[i], dark), clusterMark(indices[i])]);
    rgba[4 * i] = entry[0][0];
    rgba[4 * i + 1] = entry[0][1];
    rgba[4 * i + 2] = entry[0][2];
    marks[i] = entry[1];
  }
}

function paintShares(codes, most, dark, rgba) {
  const table = new Uint8Array(3 * 256);
  for (let v = 0; v < 256; ++v) writeRamp(v / 255, dark, table, 3 * v);
  for (let i = 0; i < codes.length; ++i) {
    const t = 3 * Math.round(codes[i] / most * 255);
    rgba[4 * i] = table[t];
    rgba[4 * i + 1] = table[t + 1];
    rgba[4 * i + 2] = table[t + 2];
  }
}

// Most states lie near the middle of their range: spread them.
const spread = (v) => 1.35 * v / (0.35 + Math.abs(v));

/** Colours of states from three components: two give the hue, the third the lightness. */
export function paintStates(low, high, part, dark, rgba) {
  const lightness = dark ? 0.74 : 0.66;
  for (let i = 0, p = 0; 4 * i < rgba.length; ++i, p += 3) {
    const x = low[p] + (high[p] - low[p]) * part;
    const y = low[p + 1] + (high[p + 1] - low[p + 1]) * part;
    const z = low[p + 2] + (high[p + 2] - low[p + 2]) * part;
    writeOklab(lightness + 0.13 * spread(z), 0.17 * spread(x), 0.17 * spread(y), rgba, 4 * i);
  }
}

/** For each colour of a partition the reference label that most of its points have, one to one; largest overlaps first. */
export function matchReference(colour, reference) {
  const overlap = new Map();
  for (let i = 0; i < colour.length; ++i) {
    const key = `${colour[i]} ${reference[i]}`;
    overlap.set(key, (overlap.get(key) ?? 0) + 1);
  }
  const matched = new Map();
  const taken = new Set();
  for (const [key] of [...overlap].sort((a, b) => b[1] - a[1])) {
    const [c, r] = key.split(" ").map(Number);
    if (c < 0 || matched.has(c) || taken.has(r)) continue;
    matched.set(c, r);
    taken.add(r);
  }
  return matched;
}

/** Sets colours and marks of all points to match the state of the page; returns the legend. */
export function paint(app, rgba, marks) {
  const { data, state } = app;
  const partition = app.partition();
  const choice = state.colour;
  const opaque = data.n > 20000 ? 215 : 255;
  marks.fill(0);
  for (let i = 0; i < data.n; ++i) rgba[4 * i + 3] = opaque;
  let legend = null;
  if (choice === "state") {
    const [low, high, part] = app.statesNow();
    paintStates(low, high, part, app.dark, rgba);
    legend = { text: "Cells in similar states have similar colours." };
  } else if (choice === "read") {
    paintIndices(partition.colour, app.dark, rgba, marks);
    legend = { text: app.heal.active ? "The clusters of the healed graph." : `${data.facts.k} clusters, as they would be read at this step` };
  } else if (choice === "outlier") {
    paintShares(data.outliers, 255, app.dark, rgba);
    const threshold = data.facts.outlierThreshold;
    let above = 0;
    for (let i = 0; i < data.n; ++i) above += data.outliers[i] > 255 * threshold;
    legend = { gradient: rampGradient(app.dark), low: "0", high: "1", text: `Outlier score at K = ${data.facts.k}: ${above.toLocaleString("en")} above ${threshold}` };
  } else if (choice === "member") {
    const asked = app.membershipOf();
    paintShares(asked === null ? data.ownMembership : data.memberships.filter((_, q) => q % data.facts.k === asked), 255, app.dark, rgba);
    legend = { gradient: rampGradient(app.dark), low: "0", high: "1", text: asked === null ? `Membership in its cluster at K = ${data.facts.k}` : `Membership in cluster ${asked}` };
    if (asked !== null) return legend;
  } else if (choice === "reference") {
    paintIndices(data.reference, app.dark, rgba, marks);
    legend = { text: `${data.facts.reference.length} reference labels` };
  } else if (choice === "agreement") {
    const matched = matchReference(partition.colour, data.reference);
    let agree = 0;
    for (let i = 0; i < data.n; ++i) {
      const same = matched.get(partition.colour[i]) === data.reference[i];
      agree += same;
      rgba.set(same ? (app.dark ? [112, 124, 138] : [165, 172, 180]) : (app.dark ? [255, 107, 125] : [209, 38, 61]), 4 * i);
      if (same) rgba[4 * i + 3] = 150;
    }
    legend = { text: `${agree.toLocaleString("en")} of ${data.n.toLocaleString("en")} points agree; the others are red.` };
  } else if (choice.startsWith("column-")) {
    const column = data.columns[Number(choice.slice(7))];
    if (column.values) {
      paintIndices(column.codes, app.dark, rgba, marks);
      legend = { entries: column.values.slice(0, mostEntries), more: column.values.length - mostEntries, text: column.name };
    } else {
      paintShares(column.codes, 65535, app.dark, rgba);
      legend = { gradient: rampGradient(app.dark), low: column.words(column.range[0]), high: column.words(column.range[1]), text: column.name };
    }
  } else {
    paintIndices(partition.colour, app.dark, rgba, marks);
  }
  dim(app, partition, rgba);
  return legend;
}

function dim(app, partition, rgba) {
  const { cluster, selection } = app.state;
  if (selection) {
    for (let i = 0; i < app.data.n; ++i) if (!selection[i]) rgba[4 * i + 3] = dimmed;
  } else if (cluster !== null) {
    for (let i = 0; i < app.data.n; ++i) if (partition.colour[i] !== cluster) rgba[4 * i + 3] = dimmed;
  }
}

/** Does an edge lie between two clusters? Outliers are in none. */
function isCut(colour, edges, e) {
  const [a, b] = [colour[edges.from[e]], colour[edges.to[e]]];
  return a !== b && a >= 0 && b >= 0;
}

/** Ends and colours of the edges that are shown. */
export function paintEdges(app, places) {
  const { state } = app;
  const edges = app.edges();
  const alphaAt = app.conductanceNow();
  const colour = app.partition().colour;
  const shown = [];
  let between = 0;
  if (state.edges !== "none") {
    for (let e = 0; e < edges.count; ++e) {
      const cut = isCut(colour, edges, e);
      if (!cut && (state.edges === "cut" || edges.affinity[e] < state.threshold)) continue;
      if (state.cluster !== null && colour[edges.from[e]] !== state.cluster && colour[edges.to[e]] !== state.cluster) continue;
      shown.push(e);
      between += cut;
    }
  }
  const ends = new Float32Array(6 * shown.length);
  const tints = new Uint8Array(8 * shown.length);
  // The more edges, the fainter each; fainter still if they cross the whole picture.
  const planar = app.view().name === "points" && app.data.facts.d <= 3;
  const cutCrowd = planar ? Math.min(1, Math.sqrt(900 / Math.max(1, between))) : 0.12 * Math.min(1, 900 / Math.max(1, between));
  const crowd = Math.min(1, Math.sqrt(20000 / Math.max(1, shown.length))) * (planar ? 1 : 0.4);
  const [r, g, b] = app.dark ? [150, 165, 182] : [92, 104, 118];
  const [cr, cg, cb] = app.dark ? [255, 86, 106] : [209, 38, 61];
  shown.forEach((e, s) => {
    const [i, j] = [3 * edges.from[e], 3 * edges.to[e]];
    for (let q = 0; q < 3; ++q) {
      ends[6 * s + q] = places[i + q];
      ends[6 * s + 3 + q] = places[j + q];
    }
    // During the steps an edge is the redder the less it conducts; at the end it is red if it lies between clusters.
    const cut = alphaAt ? alphaAt(e) < 0.5 : isCut(colour, edges, e);
    const open = alphaAt ? alphaAt(e) : 0.06 + edges.affinity[e] / 255;
    const alpha = cut ? (alphaAt ? 40 + 215 * (1 - 2 * open) * crowd : (planar ? 30 : 3) + 200 * cutCrowd) : (14 + 115 * open) * crowd;
    for (let v = 0; v < 8; v += 4) {
      tints[8 * s + v] = cut ? cr : r;
      tints[8 * s + v + 1] = cut ? cg : g;
      tints[8 * s + v + 2] = cut ? cb : b;
      tints[8 * s + v + 3] = alpha;
    }
  });
  return { ends, tints, count: shown.length };
}

/** The members of each cluster, of at most about 4,000 points, and at least one of each. */
function sampledMembers({ colour, size }) {
  const step = Math.max(1, Math.ceil(colour.length / 4000));
  const members = new Map([...size.keys()].map((c) => [c, []]));
  for (let i = 0; i < colour.length; i += step) members.get(colour[i]).push(i);
  for (const [c, list] of members) if (list.length === 0) list.push(colour.indexOf(c));
  return members;
}

/** The member that is nearest to the median of these places. */
function centreOf(places, members) {
  const median = [0, 1, 2].map((axis) => Float32Array.from(members, (i) => places[3 * i + axis]).sort()[members.length >> 1]);
  const far = (i) => Math.hypot(...median.map((value, axis) => places[3 * i + axis] - value));
  return members.reduce((best, i) => (far(i) < far(best) ? i : best));
}

/** Where the name of each cluster stands: where most of it is or, among points as they are, at its medoid. Large ones first. */
export function namePlaces(app, places) {
  const partition = app.partition();
  const members = sampledMembers(partition);
  const atMedoid = app.view().name === "points" && app.data.facts.d <= 3;
  return [...partition.label].filter(([colour]) => colour >= 0).map(([colour, label]) => {
    const own = members.get(colour);
    const at = 3 * (atMedoid ? medoidOf(app.data, partition, colour) : centreOf(places, own));
    const place = [places[at], places[at + 1], places[at + 2]];
    let sum = 0;
    for (const i of own) sum += Math.hypot(places[3 * i] - place[0], places[3 * i + 1] - place[1], places[3 * i + 2] - place[2]);
    return { colour, label, place, reach: sum / own.length, size: partition.size.get(colour) };
  }).sort((a, b) => b.size - a.size);
}
