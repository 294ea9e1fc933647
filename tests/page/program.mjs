// The program under test, and files and samples that it makes once.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.env.WORK, "files");
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
