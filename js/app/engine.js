// The engine as the page sees it: one request at a time, in a worker that can be ended.

/** Bytes of gzip data in base64. */
async function gunzipped(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const textOf = (id) => document.getElementById(id).textContent;

/** Something that the user can read and act on. */
export class Refused extends Error {}
export class Stopped extends Error {}

export class Engine {
  constructor() {
    this.module = gunzipped(textOf("engine")).then((bytes) => WebAssembly.compile(bytes));
    this.module.catch(() => {});
    this.code = URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" }));
    this.running = null;
    this.asked = false;  // for anything by the user
    this.warmUp();
  }

  /**
   * A small fit that nobody asked for. Browsers translate WebAssembly in haste first, and what is used much again with care:
   * the first table then finds that done.
   */
  async warmUp() {
    const module = await this.module.catch(() => null);
    if (module === null || this.asked) return;
    const rows = Array.from({ length: 1000 }, (_, i) => `${i % 3 * 9 + Math.sin(i)},${Math.cos(i * i)}`).join("\n");
    const worker = this.warming = new Worker(this.code);
    worker.onmessage = ({ data }) => { if (data.done) worker.terminate(); };
    worker.postMessage({ module, request: { command: "fit", file: "rows", outputs: { page: "page" } }, files: { rows: new TextEncoder().encode(rows) } });
  }

  /** {answer, files} of a request. Throws Refused with the engine's sentence, or Stopped. */
  async run(request, { files = {}, onProgress } = {}) {
    this.stop();
    this.asked = true;
    this.warming?.terminate();
    const module = await this.module;
    const worker = new Worker(this.code);
    try {
      const { answer, files: written } = await new Promise((fulfil, reject) => {
        this.running = { worker, reject };
        worker.onmessage = ({ data }) => {
          if (data.progress) onProgress?.(data.progress);
          else fulfil(data.done);
        };
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Refused(`the engine broke down (${event.message || "no reason given"}); nothing is lost but this run`));
        };
        worker.postMessage({ module, request, files });
      });
      if (answer.error !== undefined) throw new Refused(answer.error);
      return { answer, files: written };
    } finally {
      worker.terminate();
      if (this.running?.worker === worker) this.running = null;
    }
  }

  /** Ends the run, if there is one. */
  stop() {
    const { running } = this;
    this.running = null;
    running?.reject(new Stopped("stopped"));
  }
}
