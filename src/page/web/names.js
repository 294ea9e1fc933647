// Names of clusters: given by hand, else by the words of their texts. Names given by hand stay with the page: in the
// browser's storage and, with "Save page as", in a file of their own.

import { download } from "./panels.js";

/** The page as it was written, taken before the script changes anything. */
const pristine = document.documentElement.cloneNode(true);

/** A number that tells apart pages of other data. */
function fingerprint({ facts, partitions, own }) {
  let hash = 2166136261;
  for (const colour of partitions[own].whole) hash = Math.imul(hash ^ colour, 16777619) >>> 0;
  return `gnac names: ${facts.title}, ${facts.n} points, ${hash.toString(16)}`;
}

export class Names {
  constructor(app) {
    this.app = app;
    this.key = fingerprint(app.data);
    this.byHand = { ...app.data.facts.names };
    try {
      Object.assign(this.byHand, JSON.parse(localStorage.getItem(this.key) ?? "{}"));
    } catch { /* the browser keeps nothing for pages like this one */ }
  }

  /** The name of a cluster, or "": only clusters of the fit have one, and what becomes them at the steps. */
  of(label) {
    if (this.app.state.k !== this.app.data.own || this.app.heal.active) return "";
    const { [label]: story } = this.app.data.stories;
    return this.byHand[label] ?? (story?.named ? story.name : "");
  }

  /** "3" or "3: refunds". */
  full(label) {
    if (label < 0) return "outliers";
    const name = this.of(label);
    return name ? `${label}: ${name}` : String(label);
  }

  set(label, name) {
    if (name.trim()) this.byHand[label] = name.trim();
    else delete this.byHand[label];
    try {
      localStorage.setItem(this.key, JSON.stringify(this.byHand));
    } catch { /* then the names last as long as the page is open, or is saved */ }
    this.app.showSelection();
    this.app.stage.touch();
  }

  /** This page with its names, as a file. */
  savePage() {
    const facts = pristine.querySelector("#facts");
    facts.textContent = JSON.stringify({ ...this.app.data.facts, names: this.byHand }).replaceAll("<", "\\u003c");
    const title = (this.app.data.facts.title || "page").replace(/\.[a-z]+$/i, "");
    download(`<!doctype html>\n${pristine.outerHTML}`, "text/html", `${title}.html`);
  }
}
