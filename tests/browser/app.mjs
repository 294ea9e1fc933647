// gnac.html in a real browser: opened from the disk, offline, beside the program of the same build.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { gnac, inFolder, labelsOf, numbers, sample, sampleNames, written } from "./program.mjs";

const require = createRequire(join(process.env.WORK, "..", "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const html = join(process.env.BUILD, "gnac.html");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
after(() => browser.close());

/** Runs `look` on the opened page, then asserts that it asked for nothing and complained of nothing. */
async function onPage(look, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, offline: true, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  const complaints = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(error.stack));
  page.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (request.url() !== `file://${html}` && !/^(blob|about|data):/.test(request.url())) complaints.push(`request: ${request.url()}`); });
  await page.goto(`file://${html}`);
  await look(page);
  assert.deepEqual(complaints, []);
  await context.close();
}

const choose = (page, file, input = "#file") => page.setInputFiles(input, file);
const shows = (page, section) => page.locator(`#${section}`).waitFor({ state: "visible" });
const refusal = async (page) => {
  await page.locator("#error").waitFor({ state: "visible" });
  return page.locator("#error").textContent();
};

async function fitFile(page, file, clusters) {
  await choose(page, file);
  await shows(page, "choices");
  if (clusters) await page.fill("#clusters", String(clusters));
  await page.click("#go");
  await shows(page, "result");
}

async function saved(page, title) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Save ${title}`, exact: true }).click()]);
  const path = inFolder(`saved-${Date.now()}-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return path;
}

/** The page within the page, once it has drawn. */
async function inner(page) {
  const frame = await (await page.waitForSelector("#page")).contentFrame();
  await frame.waitForFunction(() => window.gnac !== undefined);
  return frame;
}

test("from a file to clusters, and everything that can be saved", async () => {
  const file = sample("spirals", "-n", "600");
  await onPage(async (page) => {
    await fitFile(page, file);
    const labels = labelsOf(file);
    assert.deepEqual(numbers(readFileSync(await saved(page, "labels"), "utf8")), labels);
    const table = readFileSync(await saved(page, "table with clusters"), "utf8").trim().split("\n");
    assert.equal(table[0], `${readFileSync(file, "utf8").split("\n")[0]},cluster`);
    assert.deepEqual(table.slice(1).map((line) => Number(line.split(",").at(-1))), labels);
    assert.deepEqual(numbers(gnac("predict", await saved(page, "model"), file, "--quiet")), labels, "gnac predict reads the model");
    assert.match(readFileSync(await saved(page, "page"), "utf8"), /^<!doctype html>/i);
    const frame = await inner(page);
    const shown = await frame.evaluate(() => { const own = gnac.data.partitions[gnac.data.own]; return [...own.colour].map((colour) => own.label.get(colour)); });
    assert.deepEqual(shown, labels, "the page within shows these labels");
    assert.match(await page.locator("#found").textContent(), new RegExp(`^${new Set(labels).size} clusters? in 600 rows`));
  });
});

test("files of each kind", async () => {
  const csv = sample("blobs", "-n", "200", "-k", "3");
  const text = readFileSync(csv, "utf8");
  const [head, ...rows] = text.trim().split("\n").map((line) => line.split(","));
  const npy = inFolder("blobs.npy");
  gnac("generate", "blobs", "-n", "200", "-k", "3", "-o", npy);
  const kinds = [
    written("t.tsv", text.replaceAll(",", "\t")),
    written("t.txt", rows.map((row) => row.join(" ")).join("\n")),
    written("t.jsonl", rows.map((row) => JSON.stringify(Object.fromEntries(head.map((name, c) => [name, Number(row[c])])))).join("\n")),
    written("t.csv.gz", gzipSync(text)),
    npy,
  ];
  const book = new URL("../tables/book.xlsx", import.meta.url).pathname;
  await onPage(async (page) => {
    for (const file of kinds) {
      await fitFile(page, file, 3);
      assert.deepEqual(numbers(readFileSync(await saved(page, "labels"), "utf8")), labelsOf(file, "-k", "3"), file);
      await page.click("#again");
    }
    await choose(page, book);
    await shows(page, "choices");
  });
});

test("a sample, pasted cells, and a file that is dropped", async () => {
  await onPage(async (page) => {
    await page.selectOption("#sample", "moons");
    await page.fill("#sample-size", "200");
    await page.click("#sample-form button");
    await shows(page, "choices");
    assert.match(await page.locator("#facts").textContent(), /^moons\.csv: 200 rows/);
    await page.click("#again");
    await page.fill("#paste", "x\ty\n" + Array.from({ length: 30 }, (_, i) => `${i % 2 ? 9 : 0}.${i}\t${(i * 7) % 5}`).join("\n"));
    await page.click("#paste-form button");
    await shows(page, "choices");
    assert.match(await page.locator("#facts").textContent(), /^pasted rows\.txt: 30 rows, 2 columns/);
    await page.click("#again");
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["a,b\n" + Array.from({ length: 30 }, (_, i) => `${i},${(i * i) % 7}`).join("\n")], "dropped.csv"));
      return data;
    });
    await page.dispatchEvent("#drop", "drop", { dataTransfer: transfer });
    await shows(page, "choices");
    assert.match(await page.locator("#facts").textContent(), /^dropped\.csv: 30 rows/);
  });
});

test("columns are chosen as the program would be told", async () => {
  const file = written("people.csv", "name,height,weight,kind,answer\n" + Array.from({ length: 60 }, (_, i) => `p${i},${i % 3 * 40 + (i * 7) % 11},${(i * 13) % 50},${"abc"[i % 3]},${i % 2}`).join("\n"));
  await onPage(async (page) => {
    await choose(page, file);
    await shows(page, "choices");
    for (const [column, role] of [["weight", "unused"], ["answer", "label"], ["kind", "unused"], ["name", "id"]]) {
      await page.getByLabel(`Use ${column} as`, { exact: true }).selectOption(role);
      await shows(page, "choices");
    }
    await page.selectOption("#scale", "standard");
    await shows(page, "choices");
    await page.fill("#clusters", "3");
    await page.click("#go");
    await shows(page, "result");
    const words = ["-k", "3", "--columns", "height", "--label-column", "answer", "--id-column", "name", "--scale", "standard"];
    assert.equal(readFileSync(await saved(page, "labels"), "utf8"), gnac("fit", file, "--quiet", ...words, "-o", "-"));
    for (const scale of await page.locator("#scale option").allTextContents()) assert.match(gnac("fit", "--help"), new RegExp(scale));
  });
});

test("new rows are labelled, by this fit and by a model from the program", async () => {
  const file = sample("circles", "-n", "400");
  const more = sample("circles", "-n", "50", "--seed", "5");
  const model = inFolder("circles.safetensors");
  gnac("fit", file, "--quiet", "-o", inFolder("circles.txt"), "--model", model);
  const expected = numbers(gnac("predict", model, more, "--quiet"));
  await onPage(async (page) => {
    await choose(page, model);
    await shows(page, "newrows");
    await choose(page, more, "#new-file");
    await shows(page, "result");
    assert.deepEqual(numbers(readFileSync(await saved(page, "labels of the new rows"), "utf8")), expected);
    await page.click("#again");
    await fitFile(page, file);
    await choose(page, more, "#more-file");
    await page.getByRole("button", { name: "Save labels of the new rows" }).waitFor();
    assert.deepEqual(numbers(readFileSync(await saved(page, "labels of the new rows"), "utf8")), expected);
    await page.click("#back");
    await page.getByRole("button", { name: "Save model" }).waitFor();
  });
});

test("three methods beside each other", async () => {
  await onPage(async (page) => {
    await fitFile(page, sample("blobs", "-n", "200", "-k", "3"), 3);
    await page.click("#compare");
    await page.getByRole("button", { name: "Save comparison" }).waitFor();
    const frame = await inner(page);
    const subtitle = await frame.locator("header").textContent();
    assert.doesNotMatch(subtitle, /could not be read/);
    assert.ok((await frame.locator("span").allTextContents()).some((text) => text === "Genie"));
  });
});

test("hostile names and cells stay text", async () => {
  const evil = "<img src=x onerror=alert(1)>";
  const file = written("hostile.csv", `${evil},"<script>alert(2)</script>",id\n` + Array.from({ length: 40 }, (_, i) => `${i % 2 * 50 + i},${(i * 7) % 13},${evil}${i}`).join("\n"));
  await onPage(async (page) => {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "<img src=x onerror=alert(3)>.csv"));
      const input = document.getElementById("file");
      input.files = data.files;
      input.dispatchEvent(new Event("change"));
    }, readFileSync(file, "utf8"));
    await shows(page, "choices");
    assert.ok((await page.locator("#columns").innerText()).includes(evil));
    await page.fill("#clusters", "2");
    await page.click("#go");
    await shows(page, "result");
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await (await inner(page)).locator("img[src=x]").count(), 0);
  });
});

test("bad files get a sentence, and the page goes on", async () => {
  const corpus = new URL("../fuzz/corpus/", import.meta.url).pathname;
  const bomb = written("bomb.csv.gz", gzipSync(Buffer.alloc(200 << 20)));
  await onPage(async (page) => {
    for (const [file, words] of [
      [written("empty.csv", ""), /empty|no /],
      [written("words.csv", "a\nonly\nwords\nhere\n"), /./],
      [bomb, /unpacks to more than/],
      [written("cut.csv.gz", gzipSync("a,b\n1,2\n".repeat(100)).subarray(0, 40)), /truncated|damaged|cut/],
    ]) {
      await choose(page, file);
      assert.match(await refusal(page), words, file);
      await shows(page, "start");
    }
    for (const folder of ["points", "arrays"]) {
      for (const name of readdirSync(join(corpus, folder)).slice(0, 15)) {
        await choose(page, join(corpus, folder, name));
        await page.waitForFunction(() => document.getElementById("working").hidden && (!document.getElementById("error").hidden || !document.getElementById("choices").hidden));
        assert.doesNotMatch((await page.locator("#error").textContent()) ?? "", /broke down|unexpected/);
        if (await page.locator("#again").isVisible()) await page.click("#again");
      }
    }
    await fitFile(page, sample("moons", "-n", "200"), 2);
  });
});

test("outliers can be set apart, in every file and on the page", async () => {
  const points = readFileSync(sample("blobs", "-n", "120", "-k", "2"), "utf8");
  const file = written("far.csv", `${points.trim()}\n900,900\n-800,700\n`);
  await onPage(async (page) => {
    await choose(page, file);
    await shows(page, "choices");
    assert.match(await page.locator("#findings").textContent(), /“Outliers” sets them apart/);
    await page.selectOption("#outliers", "apart");
    await page.fill("#clusters", "2");
    await page.click("#go");
    await shows(page, "result");
    const expected = labelsOf(file, "-k", "2", "--outliers");
    const apart = expected.filter((label) => label === -1).length;
    assert.ok(apart >= 2);
    assert.match(await page.locator("#found").textContent(), new RegExp(`and ${apart} outliers in`));
    assert.deepEqual(numbers(readFileSync(await saved(page, "labels"), "utf8")), expected);
    const frame = await (await page.$("#page")).contentFrame();
    await frame.waitForFunction(() => window.gnac !== undefined);
    assert.match(await frame.locator("body").textContent(), new RegExp(`${apart} outliers`));
  });
});

test("rows of another length are named, and can be left out", async () => {
  const file = written("ragged.csv", "a,b\n" + Array.from({ length: 60 }, (_, i) => (i === 30 ? "7" : `${i % 2 * 50 + i},${(i * 7) % 13}`)).join("\n"));
  await onPage(async (page) => {
    await choose(page, file);
    await shows(page, "choices");
    assert.match(await page.locator("#findings").textContent(), /row 32 has 1 column, but row 1 has 2.*leave such rows out with “Missing values: leave out their rows”/);
    await page.selectOption("#missing", "drop");
    await shows(page, "choices");
    await page.fill("#clusters", "2");
    await page.click("#go");
    await shows(page, "result");
    assert.deepEqual(numbers(readFileSync(await saved(page, "labels"), "utf8")), labelsOf(file, "-k", "2", "--missing", "drop"));
  });
});

test("a file that is too large is refused before it is read", async () => {
  await onPage(async (page) => {
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      const file = new File(["x"], "large.csv");
      Object.defineProperty(file, "size", { value: 2e9 });
      transfer.items.add(file);
      const input = document.getElementById("file");
      Object.defineProperty(input, "files", { value: [file], configurable: true });
      input.dispatchEvent(new Event("change"));
    });
    assert.match(await refusal(page), /large\.csv has 2,000 MB, and this page takes at most 500 MB/);
  });
});

test("stop ends the work and leaves the choices", async () => {
  const file = sample("gaussian-mixture", "-n", "30000", "-d", "8");
  await onPage(async (page) => {
    await choose(page, file);
    await shows(page, "choices");
    await page.click("#go");
    await page.waitForFunction(() => document.getElementById("bar").hasAttribute("value"));
    await page.click("#stop");
    await shows(page, "choices");
    assert.equal(await page.locator("#error").isVisible(), false);
    await page.click("#again");
    await fitFile(page, sample("moons", "-n", "200"), 2);
  });
});

test("by keyboard alone", async () => {
  await onPage(async (page) => {
    const reach = async (id) => {
      for (let i = 0; i < 60; ++i) {
        if (await page.evaluate((wanted) => document.activeElement?.id === wanted, id)) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`Tab does not reach ${id}`);
    };
    await reach("sample");
    await page.keyboard.press("ArrowDown");
    await reach("sample-size");
    await page.keyboard.press("Enter");
    await shows(page, "choices");
    await reach("clusters");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await shows(page, "result");
    await reach("compare");
  });
});

test("on a phone, in the dark, and for screen readers", async () => {
  for (const options of [{ viewport: { width: 360, height: 740 } }, { colorScheme: "dark" }]) {
    await onPage(async (page) => {
      const check = async (where) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${where} is ${wide} pixels too wide`);
        const found = await page.evaluate(async () => (await axe.run(document, { iframes: false })).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]));
        assert.deepEqual(found, [], where);
      };
      await page.evaluate(axe);
      await check("start");
      await choose(page, sample("blobs", "-n", "200", "-k", "3", "-d", "6"));
      await shows(page, "choices");
      await check("choices");
      const letters = await page.locator("#columns tbody tr").evaluateAll((rows) => rows.filter((row) => row.clientHeight > 120 || row.querySelector("select").getBoundingClientRect().right > innerWidth).length);
      assert.equal(letters, 0, "columns of the table whose words are broken into letters");
      await page.click("#go");
      await shows(page, "result");
      await check("result");
    }, { ...options, bypassCSP: true });
  }
});

/** Tables of many kinds: the samples in several sizes and dimensions, and the benchmark suite where it is. */
function dataSets() {
  const sets = [];
  for (const name of sampleNames) {
    for (const seed of [1, 2]) sets.push(sample(name, "-n", "300", "--seed", String(seed)));
    sets.push(sample(name, "-n", "900", "--seed", "3"));
  }
  for (const d of [3, 5, 9, 17, 33]) sets.push(sample("blobs", "-n", "250", "-d", String(d), "-k", "4"));
  for (const d of [2, 4, 8, 16]) sets.push(sample("gaussian-mixture", "-n", "500", "-d", String(d), "-k", "5"));
  for (const noise of ["0.05", "0.2"]) sets.push(sample("moons", "-n", "400", "--noise", noise), sample("circles", "-n", "400", "--noise", noise));
  const suite = process.env.GNAC_CLUSTBENCH;
  if (suite) {
    for (const battery of readdirSync(suite)) {
      const folder = join(suite, battery);
      if (!statSync(folder).isDirectory()) continue;
      for (const name of readdirSync(folder)) if (name.endsWith(".data.gz") && statSync(join(folder, name)).size < 40000) sets.push(join(folder, name));
    }
  }
  return sets;
}

test("labels are the program's on 40 data sets", async () => {
  const sets = dataSets();
  assert.ok(sets.length >= 40);
  await onPage(async (page) => {
    for (const file of sets) {
      const found = await page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const { files } = await gnac.engine.run({ command: "fit", file: "table", outputs: { labels: "labels.txt" } }, { files: { table: bytes } });
        return new TextDecoder().decode(files["labels.txt"]);
      }, readFileSync(file).toString("base64"));
      assert.deepEqual(numbers(found), labelsOf(file), file);
    }
  });
});

test("the file is small enough to send", () => {
  assert.ok(existsSync(html));
  assert.ok(statSync(html).size <= 6e6);
});
