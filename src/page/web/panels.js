// The column next to the picture: numbers of clusters, their table, details of what is selected.

import { clusterColour, clusterMark, cssColour } from "./palette.js";
import { medoidOf, pointName, shortNumber } from "./data.js";

/** An element with text (never markup) and attributes. */
export function made(tag, { text, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export const counted = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

const markPaths = [
  "M6.5 1a5.5 5.5 0 1 0 .01 0z", "M1.5 1.5h10v10h-10z", "M6.5 1l6 11h-12z", "M6.5 .5l6 6-6 6-6-6z",
  "M4.8 .5h3.4v4.3h4.3v3.4H8.2v4.3H4.8V8.2H.5V4.8h4.3z", "M6.5 1a5.5 5.5 0 1 0 .01 0zm0 3a2.5 2.5 0 1 1-.01 0z",
];

export function markPicture(colour, dark) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 13 13");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", markPaths[clusterMark(colour)]);
  path.setAttribute("fill", cssColour(clusterColour(colour, dark)));
  svg.append(path);
  return svg;
}

const percent = (share) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** Bars that rate each number of clusters: its score, or the gap between eigenvalues. */
export function fillScores(app, box, note) {
  const { facts, partitions } = app.data;
  const scores = facts.scores ?? [];
  box.replaceChildren();
  box.hidden = scores.length === 0;
  if (scores.length === 0) {
    note.textContent = facts.eigenvalues.length > 1
      ? `Eigenvalues (a jump after the K-th speaks for K clusters): ${facts.eigenvalues.slice(0, 8).map((v) => shortNumber(v)).join(", ")}${facts.eigenvalues.length > 8 ? ", …" : ""}`
      : "";
    return;
  }
  const best = scores.indexOf(Math.max(...scores));
  const step = partitions.length > 12 ? 5 : 1;
  document.getElementById("score-axis").replaceChildren(...partitions.map(({ clusters }, k) =>
    made("span", { text: k === 0 || clusters % step === 0 ? String(clusters) : "" })));
  partitions.forEach((partition, k) => {
    const score = scores[k];
    const bar = made("i");
    bar.style.height = score === undefined ? "0" : `${Math.max(3, 100 * score / Math.max(scores[best], 1e-9))}%`;  // because scores may all be small
    const cell = made("div", { title: score === undefined ? `${partition.clusters}` : `${partition.clusters}: ${score.toFixed(3)}`, onclick: () => app.setCount(k) }, bar);
    if (k === app.state.k) cell.className = "here";
    box.append(cell);
  });
  const rest = facts.doubt ? ` Beware: ${facts.doubt}.` : facts.confidence === undefined ? "" : ` Confidence in ${facts.k}: ${percent(facts.confidence)}.`;
  note.textContent = `Score of each number; ${partitions[best].clusters} is best (${scores[best].toFixed(2)}).${rest}`;
}

/** How many new points each label has. */
function countsOf(newcomers) {
  if (!newcomers) return null;
  const counts = new Map();
  for (const label of newcomers.label) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

export function fillClusters(app, table) {
  const partition = app.partition();
  const sure = app.ownCount() ? app.data.facts.clusterConfidence : undefined;
  const fresh = app.ownCount() ? countsOf(app.data.newcomers) : null;
  const head = ["cluster", "points", "share", ...(sure ? ["confidence"] : []), ...(fresh ? ["new"] : [])];
  const largest = Math.max(...partition.size.values());
  const rows = [...partition.label].sort((a, b) => a[1] - b[1]).map(([colour, label]) => {
    const size = partition.size.get(colour);
    const bar = made("i");
    bar.style.width = `${100 * size / largest}%`;
    bar.style.background = cssColour(clusterColour(colour, app.dark));
    const chosen = app.state.cluster === colour;
    const button = made("button", { type: "button", "aria-pressed": String(chosen), "aria-label": `Cluster ${label}`, onclick: () => app.selectCluster(chosen ? null : colour) },
                        markPicture(colour, app.dark), made("span", { text: String(label) }));
    const row = made("tr", {}, made("td", {}, button), made("td", { text: size.toLocaleString("en") }),
                     made("td", { class: "share" }, made("span", { class: "bar" }, bar), made("span", { text: percent(size / app.data.n) })));
    if (sure) row.append(made("td", { text: percent(sure[label]) }));
    if (fresh) row.append(made("td", { text: (fresh.get(label) ?? 0).toLocaleString("en") }));
    if (chosen) row.className = "here";
    return row;
  });
  table.replaceChildren(
    made("thead", {}, made("tr", {}, ...head.map((text) => made("th", { scope: "col", text })))),
    made("tbody", {}, ...rows));
}

// Cumulative shares of the codes by bin, for quantiles of a group.
function quantiles(codes, isIn, shares) {
  const bins = new Uint32Array(1024);
  let total = 0;
  for (let i = 0; i < codes.length; ++i) {
    if (!isIn(i)) continue;
    ++bins[codes[i] >> 6];
    ++total;
  }
  let sum = 0;
  let bin = 0;
  return shares.map((share) => {
    while (bin < 1023 && sum + bins[bin] < share * total) sum += bins[bin++];
    return (bin + 0.5) / 1024;
  });
}

/** The columns in which a group differs most from the rest. */
function tellingColumns(app, isIn) {
  const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
  return app.data.columns.map((column) => {
    const own = quantiles(column.codes, isIn, shares);
    const rest = quantiles(column.codes, (i) => !isIn(i), shares);
    const spread = 0.5 * (own[3] - own[1] + rest[3] - rest[1]) + 0.004;
    return { column, own, rest, apart: Math.abs(own[2] - rest[2]) / spread };
  }).sort((a, b) => b.apart - a.apart).slice(0, 8);
}

function strip(own, rest) {
  const box = made("div", { class: "strip", "aria-hidden": "true" });
  const piece = (name, from, to) => {
    const part = made("i", { class: name });
    part.style.left = `${100 * from}%`;
    if (to !== undefined) part.style.width = `${Math.max(0.6, 100 * (to - from))}%`;
    box.append(part);
  };
  piece("rest", rest[0], rest[4]);
  piece("own", own[0], own[4]);
  piece("tick", own[2]);
  piece("resttick", rest[2]);
  return box;
}

function columnStrips(app, isIn, colour) {
  const found = tellingColumns(app, isIn);
  if (found.length === 0) return [];
  const parts = [made("p", { class: "note", text: "Range of its columns (5 to 95 %, tick at the median) above that of the rest, largest differences first:" })];
  for (const { column, own, rest } of found) {
    const value = (share) => shortNumber(column.value(share * 65535));
    const box = strip(own, rest);
    if (colour !== undefined) box.style.setProperty("--own", cssColour(clusterColour(colour, app.dark)));
    parts.push(made("div", { class: "column" }, made("span", { text: column.name, title: column.name }),
                    made("span", { text: `${value(own[0])} … ${value(own[4])}, median ${value(own[2])}` })), box);
  }
  return parts;
}

function factTable(rows) {
  return made("table", { class: "facts" }, made("tbody", {}, ...rows.map(([name, value]) =>
    made("tr", {}, made("td", { text: name }), made("td", { text: value })))));
}

function clusterDetails(app, colour) {
  const partition = app.partition();
  const label = partition.label.get(colour);
  const medoid = medoidOf(app.data, partition, colour);
  const sure = app.ownCount() ? app.data.facts.clusterConfidence : undefined;
  const rows = [["points", `${partition.size.get(colour).toLocaleString("en")} (${percent(partition.size.get(colour) / app.data.n)})`],
                ["medoid", pointName(app.data, medoid)]];
  if (sure) rows.push(["confidence", percent(sure[label])]);
  return [
    made("h2", {}, markPicture(colour, app.dark), made("span", { text: `Cluster ${label}` }),
         made("button", { type: "button", text: "Save as CSV", onclick: () => app.saveCsv((i) => partition.colour[i] === colour, `cluster-${label}.csv`) })),
    factTable(rows),
    ...columnStrips(app, (i) => partition.colour[i] === colour, colour),
  ];
}

function selectionDetails(app, mask) {
  const partition = app.partition();
  const counts = new Map();
  let total = 0;
  for (let i = 0; i < mask.length; ++i) {
    if (!mask[i]) continue;
    ++total;
    const label = partition.label.get(partition.colour[i]);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const rows = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8).map(([label, count]) => [`cluster ${label}`, count.toLocaleString("en")]);
  return [
    made("h2", {}, made("span", { text: `Selection: ${counted(total, "point")}` }),
         made("button", { type: "button", text: "Save as CSV", onclick: () => app.saveCsv((i) => mask[i], "selection.csv") })),
    factTable(rows),
    ...(total > 0 ? columnStrips(app, (i) => mask[i] === 1) : []),
  ];
}

export function fillDetails(app, box) {
  const { cluster, selection } = app.state;
  box.hidden = cluster === null && !selection;
  if (selection) box.replaceChildren(...selectionDetails(app, selection));
  else if (cluster !== null) box.replaceChildren(...clusterDetails(app, cluster));
}

/** How much a point belongs to its cluster and, where that is known, to the next best. */
function memberships(data, partition, point) {
  const own = (data.ownMembership[point] / 255).toFixed(2);
  if (!data.memberships) return own;
  const shares = data.memberships.subarray(point * data.facts.k, (point + 1) * data.facts.k);
  const mine = partition.label.get(partition.colour[point]);
  let next = -1;
  shares.forEach((share, label) => { if (label !== mine && share > (shares[next] ?? 2)) next = label; });
  return next < 0 ? own : `${own}; ${(shares[next] / 255).toFixed(2)} in cluster ${next}`;
}

/** Details of the point under the pointer. */
export function fillTip(app, tip, point) {
  const { data } = app;
  const partition = app.partition();
  const rows = [["cluster", String(partition.label.get(partition.colour[point]))]];
  if (data.reference) rows.push(["reference", String(data.facts.reference[data.reference[point]])]);
  if (data.ownMembership && app.ownCount()) rows.push(["membership", memberships(data, partition, point)]);
  if (data.outliers && !app.heal.active) rows.push(["outlier score", (data.outliers[point] / 255).toFixed(2)]);
  for (const column of data.columns.slice(0, 8)) rows.push([column.name, shortNumber(column.value(column.codes[point]))]);
  if (data.columns.length > 8) rows.push(["", `and ${data.facts.d - 8} more columns`]);
  const edges = app.edges();
  const near = [];
  for (let q = edges.offset[point]; q < edges.offset[point + 1]; ++q) {
    const e = edges.ofPoint[q];
    near.push([edges.from[e] === point ? edges.to[e] : edges.from[e], (edges.conductance ?? edges.affinity)[e] / 255]);
  }
  near.sort((a, b) => b[1] - a[1]);
  const shown = near.slice(0, 4).map(([other, value]) => `${pointName(data, other)}: ${value.toFixed(2)}`);
  if (near.length > 0) {
    rows.push([edges.conductance ? "conducts to" : "tied to", `${counted(near.length, "neighbour")}`], ...shown.map((text) => ["", text]));
  }
  tip.replaceChildren(made("b", { text: pointName(data, point) }), factTable(rows));
}

/** Details of the new point under the pointer. */
export function fillNewTip(app, tip, point) {
  const { newcomers } = app.data;
  const name = newcomers.ids ? String(newcomers.ids[point]) : `new row ${point}`;
  tip.replaceChildren(made("b", { text: name }), factTable([["predicted", `cluster ${newcomers.label[point]}`]]));
}
