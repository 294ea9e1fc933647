// The pictures of docs/page.md. What they show is what a reader sees who runs the same commands.

import { createRequire } from "node:module";
import { join } from "node:path";
import { fitted, gnac, inFolder, sample } from "./pages.mjs";

const require = createRequire(join(process.env.WORK, "package.json"));
const { chromium } = require("playwright-core");

const spirals = () => {
  const data = sample("spirals", "-n", "2000", "-k", "3", "--noise", "0.06");
  return fitted("spirals", data, 3, "--reference", `${data}.labels`).html;
};
const mixture = () => fitted("mixture", sample("gaussian-mixture", "-n", "100000", "-d", "2", "-k", "8"), 8).html;
const wide = () => fitted("wide", sample("blobs", "-n", "1500", "-d", "16", "-k", "12", "--noise", "1.2"), 12).html;
const comparison = () => {
  const data = sample("spirals", "-n", "2000", "-k", "3", "--noise", "0.06");
  gnac("compare", data, "-k", "3", "--reference", `${data}.labels`, "--methods", "gnac,kmeans,genie,spectral", "--quiet", "--page", inFolder("comparison.html"));
  return inFolder("comparison.html");
};

const pictures = [
  ["page-points", spirals, "dark", () => {}],
  ["page-steps", spirals, "light", () => { gnac.setTime(1); gnac.camera.zoomAt(460, 380, 3.2); gnac.stage.touch(); }],
  ["page-spectral", wide, "dark", () => { gnac.setView(1); gnac.selectCluster(gnac.data.partitions[gnac.data.own].colour[0]); }],
  ["page-states", wide, "light", () => { gnac.setView(2); gnac.setEdges("cut"); }],
  ["page-large", mixture, "dark", () => {}],
  ["page-compare", comparison, "light", () => {}],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-background-networking", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
for (const [name, make, colorScheme, arrange] of pictures) {
  const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, colorScheme });
  await page.goto(`file://${make()}`);
  await page.waitForFunction(() => window.gnac !== undefined);
  await page.evaluate(arrange);
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(process.env.IMAGES, `${name}.png`) });
  console.log(name);
  await page.close();
}
await browser.close();
