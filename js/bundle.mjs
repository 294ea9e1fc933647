// Puts the compiled engine into gnac.html and into the package.
//   usage: node bundle.mjs BUILD_DIR VERSION

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [build, version] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const source = (...parts) => readFileSync(join(here, ...parts), "utf8");

/** Modules as one script: each comes after what it imports. */
function joined(...files) {
  return files.map((file) => source(file).replace(/^import [^\n]*\n/gm, "").replace(/^export /gm, "")).join("");
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function makePackage() {
  const folder = join(build, "package");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ["index.js", "index.d.ts", "program.js", "npy.js", "README.md"]) copyFileSync(join(here, "package", file), join(folder, file));
  copyFileSync(join(here, "..", "LICENSE"), join(folder, "LICENSE"));
  for (const file of ["gnac-engine.js", "gnac-engine.wasm"]) copyFileSync(join(build, file), join(folder, file));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...JSON.parse(source("package", "package.json")), version }, null, 2) + "\n");
  return folder;
}

/** The policy of the pages that the engine makes: gnac.html shows them, so its own must allow what theirs allow. */
async function policyOfPages(folder) {
  const { fit } = await import(pathToFileURL(join(folder, "index.js")));
  const { page } = await fit([[0, 0], [0, 1], [1, 0], [9, 9], [9, 8], [8, 9]], { clusters: 2, page: true });
  return /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)[1];
}

const sourcesOf = (policy, directive) => new RegExp(`${directive} ([^;]*)`).exec(policy)[1];

const pages = await policyOfPages(makePackage());
const style = source("app", "app.css");
const script = `\n"use strict";\n(() => {\n${joined("package/program.js", "app/dom.js", "app/engine.js", "app/files.js", "app/choices.js", "app/app.js")}})();\n`;
const engine = readFileSync(join(build, "gnac-engine.js"), "utf8").replace(/^export default \w+;\s*$/m, "");
const worker = `"use strict";\n${engine}\n${joined("package/program.js", "app/worker.js")}`;
if (/<\/script/i.test(worker + script)) throw new Error("a script may not contain its own end");

const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} ${sourcesOf(pages, "script-src")} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)} ${sourcesOf(pages, "style-src")}`,
  "img-src data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const parts = {
  policy,
  style,
  script,
  worker,
  engine: gzipSync(readFileSync(join(build, "gnac-engine.wasm")), { level: 9 }).toString("base64"),
};
const html = source("app", "app.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(join(build, "gnac.html"), html);
console.log(`${join(build, "gnac.html")}: ${(html.length / 1e6).toFixed(2)} MB`);
