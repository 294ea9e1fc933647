// The program of the same build, with which the engine is compared.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.env.WORK, "files");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

export const inFolder = (name) => join(folder, name);

export function gnac(...words) {
  return execFileSync(process.env.GNAC, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
}

/** A sample as CSV, made by the program. */
export function sample(name, ...words) {
  const file = inFolder(`${[name, ...words].join("_")}.csv`);
  if (!existsSync(file)) gnac("generate", name, ...words, "-o", file);
  return file;
}

export const sampleNames = gnac("generate", "--list").trim().split("\n").map((line) => line.split(" ")[0]);

export const numbers = (text) => text.trim().split("\n").map(Number);

/** The program's labels of a table. */
export const labelsOf = (file, ...words) => numbers(gnac("fit", file, "--quiet", "--threads", "1", ...words));

export function written(name, content) {
  writeFileSync(inFolder(name), content);
  return inFolder(name);
}

export const bytesOf = (file) => new Uint8Array(readFileSync(file));
