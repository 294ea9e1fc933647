// The pictures of docs/page.md. A reader who runs the same commands sees the same.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fitted, gnac, inFolder } from "./pages.mjs";

const require = createRequire(join(process.env.WORK, "package.json"));
const { chromium } = require("playwright-core");

/** A page titled by a plain name. */
function named(name, words, clusters, ...flags) {
  const data = inFolder(`${name}.csv`);
  gnac("generate", ...words, "-o", data, "--labels", `${data}.labels`);
  return fitted(name, data, clusters, ...flags).html;
}
const known = (name) => ["--reference", inFolder(`${name}.csv.labels`)];
const spirals = () => named("spirals", ["spirals", "-n", "1500", "-k", "3", "--noise", "0.03"], 3, ...known("spirals"));
const mixture = () => named("mixture", ["gaussian-mixture", "-n", "100000", "-d", "2", "-k", "8"], 8);
const table = () => named("table", ["gaussian-mixture", "-n", "1500", "-d", "16", "-k", "10", "--noise", "1.1"], 10);
const comparison = () => {
  spirals();
  gnac("compare", inFolder("spirals.csv"), "-k", "3", ...known("spirals"), "--methods", "gnac,kmeans,genie,spectral", "--quiet", "--page", inFolder("comparison.html"));
  return inFolder("comparison.html");
};

const pictures = [
  ["page-points", spirals, "dark", () => {}],
  ["page-steps", spirals, "light", () => { gnac.setTime(1); gnac.setSize(9); gnac.camera.zoomAt(380, 300, 2.2); gnac.stage.touch(); }],
  ["page-spectral", table, "dark", () => { gnac.setView(1); gnac.setEdges("cut"); }],
  ["page-cluster", table, "light", () => {
    gnac.selectCluster(gnac.data.partitions[gnac.data.own].colour[0]);
    document.getElementById("side").scrollTop = 640;
  }],
  ["page-large", mixture, "dark", () => {}],
  ["page-compare", comparison, "light", () => {}],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-background-networking", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
for (const [name, make, colorScheme, arrange] of pictures) {
  const page = await browser.newPage({ viewport: { width: 1080, height: 680 }, colorScheme });
  await page.goto(`file://${make()}`);
  await page.waitForFunction(() => window.gnac !== undefined);
  await page.evaluate(arrange);
  await page.waitForTimeout(600);
  const picture = join(process.env.IMAGES, `${name}.png`);
  await page.screenshot({ path: picture });
  execFileSync("pngquant", ["--force", "--skip-if-larger", "--ext", ".png", "--speed", "1", "128", picture]);
  console.log(name);
  await page.close();
}
await browser.close();
