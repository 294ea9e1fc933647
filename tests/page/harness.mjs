// Opens pages in a real browser, from the disk and offline.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after } from "node:test";

const require = createRequire(join(process.env.WORK, "package.json"));
const { chromium } = require("playwright-core");
export const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const common = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const launched = {};

export function browserWith(webgl) {
  launched[webgl] ??= chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [...common, ...(webgl ? ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] : ["--disable-3d-apis"])],
  });
  return launched[webgl];
}

after(async () => {
  for (const browser of Object.values(launched)) await (await browser).close();
});

/** Runs `look` on an opened page, then asserts that the page asked for nothing and complained of nothing. */
export async function onPage(html, look, { webgl = true, ...options } = {}) {
  const context = await (await browserWith(webgl)).newContext({ viewport: { width: 1200, height: 760 }, offline: true, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(error.stack));
  page.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (request.url() !== `file://${html}`) complaints.push(`request: ${request.url()}`); });
  await page.goto(`file://${html}`);
  await page.waitForFunction(() => window.gnac !== undefined, null, { timeout: 60000 });
  await settled(page);
  await look(page);
  assert.deepEqual(complaints, []);
  await context.close();
}

export const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))));

/** Pixels of the picture that are not the ground, by colour. */
export const pixels = (page) => page.evaluate(() => {
  const base = document.getElementById("base");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [base.width, base.height];
  const context = copy.getContext("2d");
  context.drawImage(base, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  const count = {};
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] < 200) continue;
    const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
    count[key] = (count[key] ?? 0) + 1;
  }
  return count;
});

/** Where the first point of a planar view is on the screen. */
export const firstPoint = (page) => page.evaluate(() => {
  const m = gnac.camera.affine();
  const p = gnac.places();
  const edge = document.getElementById("overlay").getBoundingClientRect();
  return [edge.left + m.ax * p[0] + m.ay * p[1] + m.a0, edge.top + m.bx * p[0] + m.by * p[1] + m.b0];
});

/** axe-core's complaints about what is shown. */
export async function accessibilityOf(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
}

/** Text of what a click lets one save. */
export async function saved(page, click) {
  const waiting = page.waitForEvent("download");
  await click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8"), path: await download.path() };
}
