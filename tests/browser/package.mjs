// The package for JavaScript, under node, beside the program of the same build.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { bytesOf, gnac, inFolder, labelsOf, numbers, sample, sampleNames, written } from "./program.mjs";

const { call, compare, doctor, fit, generate, GnacError, predict, version } = await import(pathToFileURL(join(process.env.BUILD, "package", "index.js")));
const corpus = new URL("../fuzz/corpus/", import.meta.url).pathname;
const tables = new URL("../tables/", import.meta.url).pathname;

const rows = (file) => readFileSync(file, "utf8").trim().split("\n").slice(1).map((line) => line.split(",").map(Number));

test("it is the program's version", async () => {
  assert.equal(await version(), gnac("--version").trim().split(" ").at(-1));
});

for (const name of sampleNames) {
  test(`${name}: labels are the program's`, async () => {
    const file = sample(name, "-n", "500");
    const found = await fit(readFileSync(file, "utf8"));
    assert.deepEqual([...found.labels], labelsOf(file));
    assert.equal(found.clusters, new Set(found.labels).size);
  });
}

test("samples are the program's", async () => {
  for (const name of sampleNames) {
    const made = await generate(name, { rows: 100 });
    const expected = rows(sample(name, "-n", "100"));
    const values = made.csv.trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
    values.forEach((row, i) => row.forEach((value, c) => assert.ok(Math.abs(value - expected[i][c]) < 1e-5, `${name} ${i} ${c}`)));
    assert.equal(made.labels.length, 100);
  }
});

test("rows, matrices and files give the same labels", async () => {
  const file = sample("blobs", "-n", "300", "-d", "4", "-k", "3");
  const points = rows(file);
  const expected = labelsOf(file, "-k", "3");
  const values = Float64Array.from(points.flat());
  for (const data of [points, { values, rows: 300, columns: 4 }, bytesOf(file), bytesOf(file).buffer, gzipSync(bytesOf(file))]) {
    assert.deepEqual([...(await fit(data, { clusters: 3 })).labels], expected);
  }
});

test("options reach the library", async () => {
  const file = sample("spirals", "-n", "400");
  const words = ["-k", "3", "--neighbors", "8", "--readout", "tree", "--scale", "none"];
  const found = await fit(bytesOf(file), { clusters: 3, neighbors: 8, readout: "tree", scale: "none" });
  assert.deepEqual([...found.labels], labelsOf(file, ...words));
  await assert.rejects(fit([[0], [1], [2]], { neighbours: 3 }), (error) => error instanceof GnacError && /neighbors/.test(error.message));
});

test("what else is wanted comes along, and agrees with the program", async () => {
  const file = sample("moons", "-n", "300");
  const found = await fit(bytesOf(file), { memberships: true, outlierScores: true, map: true, page: true, model: true, name: "<b>moons</b>" });
  assert.equal(found.memberships.length, 300 * found.clusters);
  assert.equal(found.map.length, 600);
  const scores = inFolder("scores.txt");
  gnac("fit", file, "--quiet", "-o", inFolder("moons.txt"), "--outlier-scores", scores);
  const expected = numbers(readFileSync(scores, "utf8")).slice(1);
  expected.forEach((value, i) => assert.ok(Math.abs(value - found.outlierScores[i]) < 1e-5));
  assert.ok(found.page.includes("\\u003cb>moons\\u003c/b>") && !found.page.includes("<b>moons"), "names stay text");
});

test("states agree to 1e-5", async () => {
  const file = sample("anisotropic", "-n", "400");
  const states = inFolder("states.txt");
  gnac("fit", file, "--quiet", "-k", "3", "-o", inFolder("anisotropic.txt"), "--states", states);
  const expected = readFileSync(states, "utf8").trim().split("\n").slice(1).flatMap((line) => line.trim().split(/\s+/).map(Number));
  const { files } = await call({ command: "fit", file: "a.csv", clusters: 3, outputs: { states: "states.txt" } }, { files: { "a.csv": bytesOf(file) } });
  const found = new TextDecoder().decode(files["states.txt"]).trim().split("\n").slice(1).flatMap((line) => line.trim().split(/\s+/).map(Number));
  assert.equal(found.length, expected.length);
  assert.ok(found.every((value, i) => Math.abs(value - expected[i]) < 1e-5));
});

test("models go both ways", async () => {
  const file = sample("circles", "-n", "400");
  const more = sample("circles", "-n", "60", "--seed", "3");
  const { model } = await fit(bytesOf(file), { model: true });
  const ours = written("ours.safetensors", model);
  const labels = [...(await predict(model, bytesOf(more)))];
  assert.deepEqual(numbers(gnac("predict", ours, more, "--quiet")), labels);
  const theirs = inFolder("theirs.safetensors");
  gnac("fit", file, "--quiet", "-o", inFolder("circles.txt"), "--model", theirs);
  assert.deepEqual([...(await predict(bytesOf(theirs), bytesOf(more)))], numbers(gnac("predict", theirs, more, "--quiet")));
});

test("tables are read as the program reads them", async () => {
  const files = readdirSync(tables).filter((name) => name !== "expected.tsv");
  let fitted = 0;
  for (const name of files) {
    let expected = null;
    try {
      expected = labelsOf(join(tables, name));
    } catch {
      await assert.rejects(fit(bytesOf(join(tables, name)), { name }), (error) => error instanceof GnacError && error.kind === "refused", name);
      continue;
    }
    assert.deepEqual([...(await fit(bytesOf(join(tables, name)), { name })).labels], expected, name);
    ++fitted;
  }
  assert.ok(fitted > 20);
});

test("the doctor says what each column is for", async () => {
  const found = await doctor("name,height,kind\n" + Array.from({ length: 40 }, (_, i) => `person ${i},${150 + (i * 7) % 40},${i % 2 ? "a" : "b"}`).join("\n"));
  assert.deepEqual(found.columns.map(({ name, role }) => [name, role]).sort(), [["height", "feature"], ["kind", "feature"], ["name", "unused"]].sort());
});

test("methods are the program's", async () => {
  const file = sample("blobs", "-n", "200", "-k", "3");
  for (const { name, labels } of await compare(bytesOf(file), { clusters: 3 })) {
    if (name === "gnac") continue;
    assert.deepEqual([...labels], labelsOf(file, "-k", "3", "--method", name), name);
  }
});

test("progress is told", async () => {
  const stages = new Set();
  await fit(bytesOf(sample("spirals", "-n", "2000")), { onProgress: ({ stage, fraction }) => { stages.add(stage); assert.ok(fraction >= 0 && fraction <= 1); } });
  assert.ok(stages.has("graph") && stages.has("readout"));
});

test("bad input gets one sentence", async () => {
  for (const [data, words] of [["", /empty|no/], ["a,b\n1\n2,3\n", /line|row/], [[[1, 2]], /point/], [[[0, Infinity], [1, 1], [2, 2]], /finite|infinit/]]) {
    await assert.rejects(fit(data), (error) => error instanceof GnacError && error.kind === "refused" && words.test(error.message));
  }
  await assert.rejects(fit({ values: new Float64Array(4000000), rows: 2000000, columns: 2 }, { memoryLimitGib: 0.01 }), (error) => error.kind === "memory" && /needs about/.test(error.message));
});

test("hostile files are refused or read, and nothing breaks down", async () => {
  let count = 0;
  for (const folder of ["points", "arrays", "gzip", "json_rows", "model", "rule", "safetensors", "files"]) {
    for (const name of readdirSync(join(corpus, folder))) {
      const bytes = bytesOf(join(corpus, folder, name));
      const requests = folder === "model" || folder === "rule" || folder === "safetensors" ? [{ command: "info", model: "f" }] : [{ command: "doctor", file: "f" }];
      for (const request of requests) {
        try {
          await call(request, { files: { f: bytes.slice() } });
        } catch (error) {
          assert.ok(error instanceof GnacError && error.kind !== "unexpected", `${folder}/${name}: ${error.message}`);
        }
        ++count;
      }
    }
  }
  assert.ok(count > 300);
});
