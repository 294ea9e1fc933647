// Pictures of pages. What they show is what a reader sees who runs the same commands.
// IMAGES is the folder they go to; with EVERY set it gets each view of small and large data, not only what the
// documentation shows.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { customers, fitted, gnac, inFolder, messages } from "./pages.mjs";

const require = createRequire(join(process.env.WORK, "package.json"));
const { chromium } = require("playwright-core");

/** Made at first use. */
const once = (make) => {
  let made;
  return () => (made ??= make());
};

/** A page titled by a plain name. */
const named = (name, words, clusters, ...flags) => once(() => {
  const data = inFolder(`${name}.csv`);
  gnac("generate", ...words, "-o", data, "--labels", `${data}.labels`);
  return fitted(name, data, clusters, ...flags).html;
});
const known = (name) => ["--reference", inFolder(`${name}.csv.labels`)];
const spirals = named("spirals", ["spirals", "-n", "2000", "-k", "3", "--noise", "0.03"], 3, ...known("spirals"));
const mixture = named("mixture", ["gaussian-mixture", "-n", "100000", "-d", "2", "-k", "8"], 8);
const table = named("table", ["gaussian-mixture", "-n", "2000", "-d", "16", "-k", "10", "--noise", "1.1"], 10);
const texts = once(() => fitted("messages", messages(), 5, "--text-column", "text").html);
const shop = once(() => fitted("customers", customers(), 3, "--id-column", "customer", "--text-column", "note", "--outliers").html);
const many = named("many", ["blobs", "-n", "4000", "-d", "8", "-k", "43"], 43, "--readout", "spectral");
const wide = named("wide", ["gaussian-mixture", "-n", "100000", "-d", "16", "-k", "8"], 8);
const compared = (name, of, clusters, methods) => once(() => {
  of();
  const page = inFolder(`${name}.html`);
  gnac("compare", inFolder(`${name.replace("-compared", "")}.csv`), "-k", String(clusters), ...known(name.replace("-compared", "")), "--methods", methods, "--quiet", "--page", page);
  return page;
});
const comparison = compared("spirals-compared", spirals, 3, "gnac,kmeans,genie,spectral");
const largeComparison = compared("mixture-compared", mixture, 8, "gnac,kmeans,genie");

const asItOpens = () => {};
const spectral = () => { gnac.setView(gnac.data.views.findIndex(({ name }) => name === "spectral")); gnac.setEdges("cut"); };
const states = () => { gnac.setView(gnac.data.views.findIndex(({ name }) => name === "states")); gnac.setEdges("none"); };
const ofTheFirstPoint = () => gnac.selectCluster(gnac.data.partitions[gnac.data.own].colour[0]);
const found = () => {
  gnac.find.search.value = "battery";
  gnac.find.run();
  document.getElementById("find-card").scrollIntoView();
};

// Name, page, dress, what is done on it, and the size of the window.
const documented = [
  ["page-points", spirals, "dark", asItOpens],
  ["page-steps", spirals, "light", () => { gnac.setTime(1); gnac.setSize(9); gnac.camera.zoomAt(...gnac.camera.middle, 2.2); gnac.stage.touch(); }],
  ["page-map", texts, "light", asItOpens],
  ["page-spectral", table, "dark", spectral],
  ["page-cluster", shop, "light", ofTheFirstPoint],
  ["page-large", mixture, "dark", asItOpens],
  ["page-compare", comparison, "light", asItOpens],
];
const others = [
  ["small-points-light", spirals, "light", asItOpens],
  ["small-spectral", spirals, "light", spectral],
  ["small-states", spirals, "dark", states],
  ["small-state-colours", spirals, "light", () => gnac.setColour("state")],
  ["small-edges", spirals, "light", () => { gnac.setEdges("all"); gnac.setThreshold(200); }],
  ["small-outliers", spirals, "dark", () => gnac.setColour("outlier")],
  ["small-two-more-clusters", spirals, "light", () => gnac.setCount(4)],
  ["shop-map", shop, "light", asItOpens],
  ["shop-columns", shop, "light", () => { gnac.setView(2); gnac.setColour("column-4"); }],
  ["shop-found", shop, "dark", found],
  ["shop-phone", shop, "light", ofTheFirstPoint, [390, 844]],
  ["shop-1024", shop, "light", ofTheFirstPoint, [1024, 700]],
  ["many-clusters", many, "light", asItOpens],
  ["wide-map", wide, "light", asItOpens],
  ["wide-cluster", wide, "dark", ofTheFirstPoint],
  ["table-points", table, "light", asItOpens],
  ["table-states", table, "light", states],
  ["large-points-light", mixture, "light", asItOpens],
  ["large-spectral", mixture, "light", spectral],
  ["large-states", mixture, "dark", states],
  ["large-steps", mixture, "light", () => gnac.setTime(2)],
  ["large-edges", mixture, "light", () => { gnac.setEdges("all"); gnac.camera.zoomAt(...gnac.camera.middle, 5); gnac.stage.touch(); }],
  ["large-cluster", mixture, "light", ofTheFirstPoint],
  ["large-more-clusters", mixture, "dark", () => gnac.setCount(11)],
  ["large-compare", largeComparison, "dark", asItOpens],
  ["table-membership", table, "light", () => { gnac.setColour("member"); gnac.selectCluster(0); }],
  ["small-phone", spirals, "light", asItOpens, [390, 844]],
  ["small-wide", spirals, "dark", asItOpens, [2200, 800]],
  ["small-paper", spirals, "print", asItOpens, [800, 1100]],
  ["compare-phone", comparison, "light", asItOpens, [390, 844]],
  ["compare-wide", comparison, "light", asItOpens, [2200, 700]],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-background-networking", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
for (const [name, make, dress, arrange, [width, height] = [1200, 720]] of [...documented, ...(process.env.EVERY ? others : [])]) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dress === "dark" ? "dark" : "light" });
  if (dress === "print") await page.emulateMedia({ media: "print" });
  await page.goto(`file://${make()}`, { timeout: 300000 });
  await page.waitForFunction(() => window.gnac !== undefined, null, { timeout: 300000 });
  await page.evaluate(arrange);
  await page.waitForTimeout(600);
  const picture = join(process.env.IMAGES, `${name}.png`);
  await page.screenshot({ path: picture, timeout: 300000 });
  execFileSync("pngquant", ["--force", "--skip-if-larger", "--ext", ".png", "--speed", "1", "128", picture]);
  console.log(name);
  await page.close();
}
await browser.close();
