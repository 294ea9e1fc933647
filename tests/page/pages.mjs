// Data and pages for the tests: each is made once by the program.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gnac, inFolder } from "./program.mjs";

export { gnac, inFolder, sample } from "./program.mjs";

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

/** Numbers that are the same at every run. */
function draws(seed) {
  let state = seed;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()) };
}

/** Invented customers: income in dollars (some missing), age, plan and a text; a few belong to nobody. */
export function customers() {
  const { uniform, normal } = draws(7);
  const kinds = [["Basic", 24, 18000, 2, "parcel late courier"], ["Plus", 38, 42000, 9, "refund invoice bank"], ["Premium", 52, 88000, 25, "battery charger phone"]];
  const lines = ["customer,income,age,orders,visits,plan,note"];
  for (let i = 0; i < 300; ++i) {
    const [plan, age, income, orders, words] = kinds[i % 3];
    const earned = i % 50 === 7 ? "" : `"$${Math.round(income * (1 + 0.08 * normal())).toLocaleString("en")}"`;
    const word = words.split(" ")[Math.floor(3 * uniform())];
    lines.push(`C${i},${earned},${Math.round(age + 2 * normal())},${Math.max(0, Math.round(orders + normal()))},${Math.max(0, Math.round(3 * orders + 2 * normal()))},${plan},"the ${word} is number ${i}"`);
  }
  for (let i = 0; i < 4; ++i) lines.push(`X${i},"$${(250000 + 90000 * i).toLocaleString("en")}",${20 + 17 * i},${70 - 15 * i},${9 * i},Plus,"the odd one"`);
  return written("customers.csv", `${lines.join("\n")}\n`);
}

/** Invented messages about five things, each with 24 numbers that stand for an embedding. */
export function messages(count = 2000) {
  const { uniform, normal } = draws(5);
  const common = "the a my it is was to and for with please very still".split(" ");
  const topics = ["parcel courier delivery driver tracking van", "refund invoice bank money receipt credit", "battery charger cable screen phone power",
                  "password login email reset code website", "shoes size leather heel laces sole"].map((words) => words.split(" "));
  const centres = topics.map(() => Array.from({ length: 24 }, normal));
  const one = (of) => of[Math.floor(uniform() * of.length)];
  const lines = [`text,${centres[0].map((_, c) => `e${c}`).join(",")}`];
  for (let i = 0; i < count; ++i) {
    const topic = Math.floor(uniform() * topics.length);
    const words = Array.from({ length: 12 }, () => one(uniform() < 0.4 ? topics[topic] : common));
    lines.push(`${words.join(" ")},${centres[topic].map((value) => (value + 0.6 * normal()).toFixed(4)).join(",")}`);
  }
  return written("messages.csv", `${lines.join("\n")}\n`);
}
