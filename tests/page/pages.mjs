// Data and pages for the tests: each is made once by the program.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.env.WORK, "pages");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

export const inFolder = (name) => join(folder, name);

export function gnac(...words) {
  return execFileSync(process.env.GNAC, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
}

/** The sample's points, as CSV. */
export function sample(name, ...words) {
  const file = inFolder(`${[name, ...words].join("_").replaceAll("/", "")}.csv`);
  if (!existsSync(file)) gnac("generate", name, ...words, "-o", file, "--labels", `${file}.labels`);
  return file;
}

/** A fitted page: {html, labels} with what `fit -o` wrote. */
export function fitted(name, data, clusters, ...words) {
  const page = { html: inFolder(`${name}.html`), labels: inFolder(`${name}.txt`) };
  if (!existsSync(page.html)) {
    gnac("fit", data, "-k", String(clusters), ...words, "--quiet", "--page", page.html, "-o", page.labels);
  }
  return page;
}

export const numbers = (file) => readFileSync(file, "utf8").trim().split("\n").map(Number);

export function table(file) {
  const [head, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  return { head, rows: rows.map((row) => row.map(Number)) };
}

export function written(name, text) {
  writeFileSync(inFolder(name), text);
  return inFolder(name);
}
