// The size of gnac for the browser, how long it takes beside the program on one thread, and where its labels differ.
//   usage: tests/browser/run PROGRAM BUILD_DIR WORK_DIR lab/bench/browser.mjs [sizes|labels]      default: both
// With SETS, a folder of .npz files with the points in an array X, labels are compared on those of up to 1,500 rows too.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { GNAC, CHROMIUM, BUILD, WORK } = process.env;
const [part] = process.argv.slice(2);
const html = join(BUILD, "gnac.html");
mkdirSync(WORK, { recursive: true });
const inFolder = (name) => join(WORK, name);
const gnac = (...words) => execFileSync(GNAC, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
const numbers = (text) => text.trim().split("\n").map(Number);
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;

function sample(name, ...words) {
  const file = inFolder(`${[name, ...words].join("_")}.csv`);
  gnac("generate", name, ...words, "-o", file);
  return file;
}

/** The program on one thread with the files that the page makes too. */
function programTime(file, clusters) {
  const start = performance.now();
  gnac("fit", file, ...clusters, "--threads", "1", "--quiet", "-o", inFolder("labels.csv"), "--append", inFolder("table.csv"), "--model", inFolder("model.safetensors"), "--page", inFolder("page.html"));
  return performance.now() - start;
}

/** From a chosen file to the drawn picture, in a page that has been open for three seconds. */
async function pageTime(browser, file, clusters) {
  const page = await browser.newPage();
  page.setDefaultTimeout(600000);
  await page.goto(`file://${html}`);
  await page.waitForTimeout(3000);  // in which a person looks for the file, and the engine warms up
  const start = performance.now();
  await page.setInputFiles("#file", file);
  await page.locator("#choices").waitFor({ state: "visible" });
  const seen = performance.now();
  if (clusters.length > 0) await page.fill("#clusters", clusters[1]);
  await page.click("#go");
  const frame = await (await page.waitForSelector("#page", { state: "visible" })).contentFrame();
  await frame.waitForFunction(() => window.gnac !== undefined);
  await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const all = performance.now() - start;
  await page.close();
  return { all, fit: all - (seen - start) };
}

/** Peak memory of a fit, in a node of its own. */
function peakMemory(file) {
  const script = `import { readFileSync } from "node:fs";
    const { fit } = await import(${JSON.stringify(String(pathToFileURL(join(BUILD, "package", "index.js"))))});
    await fit(new Uint8Array(readFileSync(${JSON.stringify(file)})), { page: true, model: true });
    console.log(process.resourceUsage().maxRSS);`;
  return Number(spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout) / 1024;
}

async function sizes() {
  const require = createRequire(join(WORK, "..", "package.json"));
  const { chromium } = require("playwright-core");
  console.log(`gnac.html ${(statSync(html).size / 1e6).toFixed(2)} MB`);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-background-networking", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
  for (const [words, clusters, repeats] of [
    [["spirals", "-n", "2000"], [], 5],
    [["spirals", "-n", "2000"], ["-k", "3"], 5],
    [["gaussian-mixture", "-n", "50000", "-d", "16", "-k", "8"], [], 1],
    [["gaussian-mixture", "-n", "50000", "-d", "16", "-k", "8"], ["-k", "8"], 1],
  ]) {
    const file = sample(...words);
    const program = [];
    const page = [];
    for (let r = 0; r < repeats; ++r) {
      program.push(programTime(file, clusters));
      page.push(await pageTime(browser, file, clusters));
    }
    const [own, all, fit] = [median(program), median(page.map((p) => p.all)), median(page.map((p) => p.fit))];
    console.log(`${[...words, ...clusters].join(" ")}: program ${seconds(own)}; from file to picture ${seconds(all)} (${(all / own).toFixed(1)} times), of which the fit ${seconds(fit)} (${(fit / own).toFixed(1)} times)`);
  }
  await browser.close();
  console.log(`50,000 x 16: peak memory under node ${peakMemory(sample("gaussian-mixture", "-n", "50000", "-d", "16", "-k", "8")).toFixed(0)} MiB`);
}

const rowsOf = (npz) => Number(gnac("info", npz, "--array", "X").match(/: ([\d,]+) rows/)[1].replaceAll(",", ""));

async function labels() {
  const { fit } = await import(pathToFileURL(join(BUILD, "package", "index.js")));
  const names = gnac("generate", "--list").trim().split("\n").map((line) => line.split(" ")[0]);
  const sets = names.flatMap((name) => [["-n", "300"], ["-n", "1200", "--seed", "3"], ["-n", "900", "--noise", "0.1", "--seed", "5"]].map((words) => {
    try {
      return [sample(name, ...words), undefined];
    } catch {
      return null;  // this sample has no such option
    }
  })).filter(Boolean);
  for (const name of process.env.SETS ? readdirSync(process.env.SETS).filter((f) => f.endsWith(".npz")) : []) {
    const file = join(process.env.SETS, name);
    if (rowsOf(file) <= 1500) sets.push([file, "X"]);
  }
  let fits = 0;
  let different = 0;
  for (const [file, array] of sets) {
    for (const clusters of [undefined, 5]) {
      const words = [...(array ? ["--array", array] : []), ...(clusters ? ["-k", String(clusters)] : [])];
      const expected = numbers(gnac("fit", file, "--quiet", "--threads", "1", ...words));
      const found = (await fit(new Uint8Array(readFileSync(file)), { clusters, table: { array } })).labels;
      const differ = expected.filter((label, i) => label !== found[i]).length;
      ++fits;
      if (differ > 0) {
        ++different;
        console.log(`${file} ${words.join(" ")}: ${differ} of ${expected.length} labels differ (${new Set(expected).size} and ${new Set(found).size} clusters)`);
      }
    }
  }
  console.log(`${sets.length} data sets, ${fits} fits (K chosen, and 5): labels differ in ${different}`);
}

if (part !== "labels") await sizes();
if (part !== "sizes") await labels();
