// The program of the same build, with which the engine is compared.

import { readFileSync, writeFileSync } from "node:fs";
import { gnac, inFolder } from "../page/program.mjs";

export { gnac, inFolder, sample } from "../page/program.mjs";

export const sampleNames = gnac("generate", "--list").trim().split("\n").map((line) => line.split(" ")[0]);

export const numbers = (text) => text.trim().split("\n").map(Number);

/** The program's labels of a table. */
export const labelsOf = (file, ...words) => numbers(gnac("fit", file, "--quiet", "--threads", "1", ...words));

export function written(name, content) {
  writeFileSync(inFolder(name), content);
  return inFolder(name);
}

export const bytesOf = (file) => new Uint8Array(readFileSync(file));
