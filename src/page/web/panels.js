// The column next to the picture: numbers of clusters, their table; what is told of a point.

import { clusterColour, clusterMark, cssColour } from "./palette.js";
import { cellText, pointName, shortNumber } from "./data.js";

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

/** Gives the reader a file. */
export function download(text, type, name) {
  const link = made("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const markPaths = [
  "M6.5 1a5.5 5.5 0 1 0 .01 0z", "M1.5 1.5h10v10h-10z", "M6.5 1l6 11h-12z",
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

export const percent = (share) => `${(100 * share).toFixed(share >= 0.0005 && share < 0.0995 ? 1 : 0)} %`;

/** The eigenvalues about the K-th of the fit; without the next one they cannot speak for it. */
function eigenvalueText({ eigenvalues, components, k }) {
  if (k >= eigenvalues.length) return components > 1 ? `The neighbour graph is in ${counted(components, "piece")}.` : "";
  const first = Math.max(0, Math.min(k - 4, eigenvalues.length - 8));
  const shown = eigenvalues.slice(first, first + 8);
  return `Eigenvalues ${first + 1} to ${first + shown.length} (a jump after the K-th speaks for K clusters): ${shown.map((v) => shortNumber(v)).join(", ")}`;
}

/** Bars that rate each number of clusters: its score, or the gap between eigenvalues. */
export function fillScores(app, box, note) {
  const { facts, partitions } = app.data;
  const scores = facts.scores ?? [];
  box.replaceChildren();
  box.hidden = scores.length === 0;
  if (scores.length === 0) {
    note.textContent = eigenvalueText(facts);
    return;
  }
  const highest = Math.max(...scores.filter((score) => score !== null));
  const best = scores.indexOf(highest);
  const last = partitions.length - 1;
  const alone = last > 0 && partitions[last].clusters > partitions[last - 1].clusters + 1;  // the fit's own, beyond the others
  const step = [1, 2, 5, 10, 20, 50, 100].find((by) => partitions.length / by <= 8) ?? 200;
  document.getElementById("score-axis").replaceChildren(...partitions.map(({ clusters }, k) => {
    const crowded = alone && k > 0.88 * partitions.length && k < last;  // next to the number that stands alone
    return made("span", { text: k === 0 || (alone && k === last) || (clusters % step === 0 && !crowded) ? String(clusters) : "" });
  }));
  partitions.forEach((partition, k) => {
    const score = scores[k];
    const bar = made("i");
    bar.style.height = score === null ? "0" : `${Math.max(3, 100 * score / Math.max(highest, 1e-9))}%`;  // because scores may all be small
    const cell = made("div", { title: score === null ? `${partition.clusters}` : `${partition.clusters}: ${score.toFixed(3)}`, onclick: () => app.setCount(k) }, bar);
    if (k === app.state.k) cell.className = "here";
    box.append(cell);
  });
  const rest = facts.doubt ? ` Beware: ${facts.doubt}.` : facts.confidence === undefined ? "" : ` Confidence in ${facts.k}: ${percent(facts.confidence)}.`;
  note.textContent = `Score of each number; ${facts.range ?? partitions[best].clusters} is best (${highest.toFixed(2)}).${rest}`;
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
  const inOrder = ([, a], [, b]) => (a < 0) - (b < 0) || a - b;  // outliers come last
  const rows = [...partition.label].sort(inOrder).map(([colour, label]) => {
    const size = partition.size.get(colour);
    const bar = made("i");
    bar.style.width = `${100 * size / largest}%`;
    bar.style.background = cssColour(clusterColour(colour, app.dark));
    const chosen = app.state.cluster === colour;
    const button = made("button", { type: "button", "aria-pressed": String(chosen), onclick: () => app.selectCluster(chosen ? null : colour) },
                        markPicture(colour, app.dark), ...(label < 0 ? [] : [made("span", { class: "hidden", text: "Cluster " })]),
                        made("span", { text: label < 0 ? "outliers" : String(label) }),
                        ...(app.names.of(label) ? [made("span", { class: "name", text: app.names.of(label), title: app.names.of(label) })] : []));
    const row = made("tr", {}, made("td", {}, button), made("td", { text: size.toLocaleString("en") }),
                     made("td", { class: "share" }, made("span", { class: "bar" }, bar), made("span", { text: percent(size / app.data.n) })));
    if (sure) row.append(made("td", { text: label < 0 ? "" : percent(sure[label]) }));
    if (fresh) row.append(made("td", { text: (fresh.get(label) ?? 0).toLocaleString("en") }));
    if (chosen) row.className = "here";
    return row;
  });
  table.replaceChildren(
    made("thead", {}, made("tr", {}, ...head.map((text) => made("th", { scope: "col", text })))),
    made("tbody", {}, ...rows));
}

export function factTable(rows) {
  return made("table", { class: "facts" }, made("tbody", {}, ...rows.map(([name, value]) =>
    made("tr", {}, made("td", { text: name }), made("td", { text: value })))));
}

/** How much a point belongs to its cluster and, if that is known, to the next best. */
function memberships(data, partition, point) {
  const own = (data.ownMembership[point] / 255).toFixed(2);
  if (!data.memberships) return own;
  const shares = data.memberships.subarray(point * data.facts.k, (point + 1) * data.facts.k);
  const mine = partition.whole[point];
  let next = -1;
  shares.forEach((share, label) => { if (label !== mine && share > (shares[next] ?? 2)) next = label; });
  return next < 0 ? own : `${own}; ${(shares[next] / 255).toFixed(2)} in cluster ${next}`;
}

/** Details of the point under the pointer. */
export function fillTip(app, tip, point) {
  const { data } = app;
  const partition = app.partition();
  const rows = [["cluster", app.names.full(partition.label.get(partition.colour[point]))]];
  if (data.texts) rows.push(["text", data.texts[point].length > 160 ? `${data.texts[point].slice(0, 160)}…` : data.texts[point]]);
  if (data.reference) rows.push(["reference", String(data.facts.reference[data.reference[point]])]);
  if (data.ownMembership && app.ownCount()) rows.push(["membership", memberships(data, partition, point)]);
  if (data.outliers && !app.heal.active) rows.push(["outlier score", (data.outliers[point] / 255).toFixed(2)]);
  for (const column of data.columns.slice(0, 8)) rows.push([column.name, cellText(data, column, point)]);
  if (data.columns.length > 8) rows.push(["", `and ${data.columns.length - 8} more columns`]);
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
  const name = newcomers.ids ? String(newcomers.ids[point]) : `new row ${point + 1}`;
  tip.replaceChildren(made("b", { text: name }), factTable([["predicted", `cluster ${newcomers.label[point]}`]]));
}
