// The library in WebAssembly: each call has its own memory and its own files, so nothing is left behind and a call that
// breaks down harms no other.

// Inputs are where the engine works, so that messages have their names alone; outputs are elsewhere, so that none can
// replace an input of the same name.
const INPUTS = "/inputs";
const OUTPUTS = "/outputs";

/** A name without a folder that the engine can open; names are shown in messages. */
export function fileName(name) {
  return String(name).replace(/[/\\\0]/g, "_").replace(/^\.*$/, "file").slice(0, 200);
}

/**
 * Answers one request (js/engine/request.h).
 *
 * createEngine: the factory that emscripten makes; module: the compiled WebAssembly.Module.
 * files: {name: Uint8Array} that the request names. Outputs that it names are given back.
 * onProgress({stage, fraction}): while it works.
 * Gives {answer, files}. `answer.error` is a sentence if the request was refused.
 */
export async function callEngine(createEngine, module, request, { files = {}, onProgress } = {}) {
  const engine = await createEngine({
    print: () => {},
    printErr: () => {},
    onProgress: onProgress && ((stage, fraction) => onProgress({ stage, fraction })),
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
  });
  const { FS } = engine;
  FS.mkdir(INPUTS);
  FS.mkdir(OUTPUTS);
  FS.chdir(INPUTS);
  for (const [name, bytes] of Object.entries(files)) FS.writeFile(name, bytes, { canOwn: true });
  const outputs = Object.fromEntries(Object.entries(request.outputs ?? {}).map(([output, name]) => [output, `${OUTPUTS}/${name}`]));
  let answer;
  try {
    answer = JSON.parse(engine.ccall("gnac_call", "string", ["string"], [JSON.stringify({ ...request, outputs })]));
  } catch (error) {
    const memory = error instanceof RangeError || /memory|alloc/i.test(String(error?.message));
    answer = memory
      ? { error: "the engine ran out of memory; a smaller table helps", kind: "memory" }
      : { error: `the engine broke down (${error?.message ?? error}); nothing is lost but this run`, kind: "unexpected" };
  }
  const written = {};
  if (answer.error === undefined) {
    for (const [output, name] of Object.entries(request.outputs ?? {})) written[name] = FS.readFile(outputs[output]);
  }
  return { answer, files: written };
}
