// Files that the user gives, and what can be told from their first bytes.

import { Refused } from "./engine.js";
import { fileName } from "./program.js";

/** The page holds a file several times over while it works; beyond this, browsers give up. */
export const MOST_BYTES = 500e6;
const ALWAYS_UNPACKED = 32 << 20;
const MOST_RATIO = 100;

const starts = (bytes, ...first) => first.every((byte, i) => bytes[i] === byte);
const isGzip = (bytes) => starts(bytes, 0x1f, 0x8b);
const isArray = (bytes) => starts(bytes, 0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59);
const isZip = (bytes) => starts(bytes, 0x50, 0x4b);

const megabytes = (bytes) => `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;

function requireSize(name, size, what) {
  if (size > MOST_BYTES) throw new Refused(`${name} ${what} ${megabytes(size)}, and this page takes at most ${megabytes(MOST_BYTES)}; the program gnac reads larger tables`);
}

/** Gunzips as the program does, within its limits; damaged data is left for the program to name. */
async function unpacked(bytes, name) {
  const most = Math.max(ALWAYS_UNPACKED, MOST_RATIO * bytes.length);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) throw new Refused(`${name} unpacks to more than ${MOST_RATIO} times its size, which no table does; if this is right, unpack it yourself`);
      requireSize(name, size, "unpacks to");
      parts.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    if (error instanceof Refused) throw error;
    return null;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A table or a model: {name, bytes, kind}, kind one of "text", "json", "array", "archive", "model". */
export async function readFile(file) {
  const shown = fileName(file.name || "table");
  requireSize(shown, file.size, "has");
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Refused(`${shown} cannot be read; give a file, not a folder`);
  }
  return recognised(shown, bytes);
}

export async function recognised(name, bytes) {
  if (isGzip(bytes)) {
    const content = await unpacked(bytes, name);
    if (content) [name, bytes] = [name.replace(/\.(gz|gzip)$/i, "") || "table", content];
  }
  if (isArray(bytes)) return { name, bytes, kind: "array" };
  if (isZip(bytes)) return { name, bytes, kind: /\.xlsx$/i.test(name) ? "text" : "archive" };
  if (bytes.length > 8 && bytes[8] === 0x7b && starts(bytes.subarray(6), 0, 0)) return { name, bytes, kind: "model" };
  const first = bytes.subarray(0, 1000).find((byte) => byte > 32);
  if (first === 0x7b) return { name: /\.(jsonl|ndjson)$/i.test(name) ? name : `${name}.jsonl`, bytes, kind: "json" };
  if (first === 0x5b) return { name, bytes, kind: "archive" };
  return { name, bytes, kind: "text" };
}

export function save(name, bytes, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
