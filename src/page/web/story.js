// The story of a cluster: its size and confidence, what sets it apart in words, its typical and doubtful rows.

import { medoidOf, pointName } from "./data.js";
import { clusterColour, cssColour } from "./palette.js";
import { counted, download, factTable, made, markPicture, percent } from "./panels.js";

/** Quantiles of a group, as shares of the column's range. */
function quantiles(codes, isIn, shares) {
  const bins = new Uint32Array(65536);
  let total = 0;
  for (let i = 0; i < codes.length; ++i) {
    if (!isIn(i)) continue;
    ++bins[codes[i]];
    ++total;
  }
  let sum = 0;
  let bin = 0;
  return shares.map((share) => {
    while (bin < 65535 && sum + bins[bin] < share * total) sum += bins[bin++];
    return bin / 65535;
  });
}

/** The shares of a category's values in a group and in the rest. */
function valueShares({ codes, values }, isIn) {
  const count = [new Float64Array(values.length), new Float64Array(values.length)];
  const total = [0, 0];
  for (let i = 0; i < codes.length; ++i) {
    const side = isIn(i) ? 0 : 1;
    ++count[side][codes[i]];
    ++total[side];
  }
  return values.map((value, v) => ({ value, own: count[0][v] / (total[0] || 1), rest: count[1][v] / (total[1] || 1) }));
}

/** The columns in which a group differs most from the rest. */
function tellingColumns(columns, isIn) {
  const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
  return columns.map((column) => {
    if (column.values) {
      const values = valueShares(column, isIn);
      const apart = 2 * Math.max(...values.map(({ own, rest }) => Math.abs(own - rest)));
      // What they are says more than what they are not: "yes 100 %", not "no 0 %".
      return { column, values: values.sort((a, b) => (b.own - b.rest) - (a.own - a.rest)), apart };
    }
    const own = quantiles(column.codes, isIn, shares);
    const rest = quantiles(column.codes, (i) => !isIn(i), shares);
    const spread = 0.5 * (own[3] - own[1] + rest[3] - rest[1]) + 1e-4;
    return { column, own, rest, apart: Math.abs(own[2] - rest[2]) / spread };
  }).sort((a, b) => b.apart - a.apart).slice(0, 8);
}

/** Two ranges, one above the other; single values far away do not press them together. */
function strip(own, rest) {
  const low = Math.min(own[0], rest[0]);
  const wide = Math.max(own[4], rest[4]) - low || 1;
  const box = made("div", { class: "strip", "aria-hidden": "true" });
  const piece = (name, from, to) => {
    const part = made("i", { class: name });
    part.style.left = `${99 * (from - low) / wide}%`;
    if (to !== undefined) part.style.width = `${Math.max(0.6, 99 * (to - from) / wide)}%`;
    box.append(part);
  };
  piece("rest", rest[0], rest[4]);
  piece("own", own[0], own[4]);
  piece("tick", own[2]);
  piece("resttick", rest[2]);
  return box;
}

/** 52000 as 52,000, as traits are written. */
const grouped = (text) => text.replace(/^\d{5,}$/, (digits) => Number(digits).toLocaleString("en"));

function columnStrips(app, isIn, colour) {
  const found = tellingColumns(app.data.columns, isIn);
  if (found.length === 0) return [];
  const parts = [made("p", { class: "note", text: "Its columns above those of the rest (5 to 95 %, tick at the median; shares of a category), largest differences first:" })];
  for (const { column, own, rest, values } of found) {
    const line = (text) => made("div", { class: "column" }, made("span", { text: column.name, title: column.name }), made("span", { text }));
    if (values) {
      const { value, own: share, rest: others } = values[0];
      parts.push(line(`${value} ${percent(share)} (rest ${percent(others)})`));
      continue;
    }
    const words = (share) => grouped(column.words(column.value(share * 65535)));
    const box = strip(own, rest);
    if (colour !== undefined) box.style.setProperty("--own", cssColour(clusterColour(colour, app.dark)));
    parts.push(line(`${words(own[0])} … ${words(own[4])}, median ${words(own[2])}`), box);
  }
  return parts;
}

/** Rows to click on, which are then shown in the picture. */
function rowButtons(app, rows) {
  return made("span", { class: "rows" }, ...rows.map((i) =>
    made("button", { type: "button", text: pointName(app.data, i), title: app.data.texts?.[i] ?? "Show it in the picture", onclick: () => app.stage.pointAt(i) })));
}

/** Traits, rule and words of one of the fit's clusters. */
function storyParts(app, story) {
  const parts = [];
  if (story.terms.length > 0) {
    parts.push(made("p", { class: "rule" }, made("b", { text: "Words: " }),
                    story.terms.map(({ text, share, rest }) => `${text} (${percent(share)}, rest ${percent(rest)})`).join(", ")));
  }
  if (story.traits.length > 0) parts.push(made("ul", { class: "traits" }, ...story.traits.map((text) => made("li", { text }))));
  if (story.rule) parts.push(made("p", { class: "rule" }, made("b", { text: "Rule: " }), story.rule));
  parts.push(made("p", { class: "rule" }, made("b", { text: "Typical: " }), rowButtons(app, story.typical)));
  if (story.doubtful.length > 0) parts.push(made("p", { class: "rule" }, made("b", { text: "Doubtful: " }), rowButtons(app, story.doubtful)));
  return parts;
}

function nameField(app, label) {
  const field = made("input", { type: "text", "aria-label": `Name of cluster ${label}`, placeholder: "Give it a name", value: app.names.of(label), maxlength: "60" });
  field.addEventListener("change", () => app.names.set(label, field.value));
  return made("div", { class: "row naming" }, field);
}

export function clusterDetails(app, colour) {
  const { data } = app;
  const partition = app.partition();
  const label = partition.label.get(colour);
  const story = app.ownCount() ? data.stories[label] : undefined;
  const sure = app.ownCount() ? data.facts.clusterConfidence?.[label] : undefined;
  const isIn = (i) => partition.colour[i] === colour;
  const rows = [["points", `${partition.size.get(colour).toLocaleString("en")} (${percent(partition.size.get(colour) / data.n)})`]];
  if (label >= 0) rows.push(["medoid", pointName(data, medoidOf(data, partition, colour))]);
  if (sure !== undefined) rows.push(["confidence", percent(sure)]);
  const title = label < 0 ? "Outliers" : `Cluster ${label}`;
  return [
    made("h2", {}, markPicture(colour, app.dark), made("span", { text: title }),
         made("button", { type: "button", text: "Save as CSV", onclick: () => app.saveCsv(isIn, label < 0 ? "outliers.csv" : `cluster-${label}.csv`) })),
    ...(story ? [nameField(app, label)] : []),
    factTable(rows),
    ...(story ? storyParts(app, story) : []),
    ...columnStrips(app, isIn, colour),
  ];
}

export function selectionDetails(app, mask) {
  const partition = app.partition();
  const counts = new Map();
  let total = 0;
  const first = [];
  for (let i = 0; i < mask.length; ++i) {
    if (!mask[i]) continue;
    ++total;
    if (first.length < 20) first.push(i);
    const label = partition.label.get(partition.colour[i]);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const rows = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8)
    .map(([label, count]) => [label < 0 ? "outliers" : `cluster ${app.names.full(label)}`, count.toLocaleString("en")]);
  return [
    made("h2", {}, made("span", { text: `Selection: ${counted(total, "point")}` }),
         made("button", { type: "button", text: "Save as CSV", onclick: () => app.saveCsv((i) => mask[i], "selection.csv") })),
    factTable(rows),
    made("p", { class: "rule" }, rowButtons(app, first), ...(total > first.length ? [` and ${(total - first.length).toLocaleString("en")} more`] : [])),
    ...(total > 0 && total < mask.length ? columnStrips(app, (i) => mask[i] === 1) : []),
  ];
}

/** The stories of all clusters as Markdown. */
export function saveStories(app) {
  const { data } = app;
  const own = data.partitions[data.own];
  const lines = [`# ${data.facts.title || "Clusters"}`];
  data.stories.forEach((story, label) => {
    const name = app.names.byHand[label] ?? story.name;
    const sure = data.facts.clusterConfidence?.[label];
    const rows = (list) => list.map((i) => pointName(data, i)).join(", ");
    lines.push("", `## Cluster ${label}${name ? `: ${name}` : ""}`, "",
               `- ${counted(own.size.get(label) ?? 0, "point")}${sure === undefined ? "" : `, confidence ${percent(sure)}`}`,
               ...story.traits.map((text) => `- ${text}`), ...(story.rule ? [`- rule: ${story.rule}`] : []),
               ...(story.terms.length > 0 ? [`- words: ${story.terms.map(({ text }) => text).join(", ")}`] : []),
               `- typical: ${rows(story.typical)}`, ...(story.doubtful.length > 0 ? [`- doubtful: ${rows(story.doubtful)}`] : []));
  });
  if (own.size.has(-1)) lines.push("", `${counted(own.size.get(-1), "outlier")} in no cluster`);
  download(`${lines.join("\n")}\n`, "text/markdown", "clusters.md");
}
