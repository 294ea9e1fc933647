// From the elements of the page to arrays of numbers.

const types = { u8: Uint8Array, u16: Uint16Array, i32: Int32Array, f32: Float32Array, f64: Float64Array };

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function unpacked(element) {
  const packed = new Blob([bytesOf(element.textContent)]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  const buffer = await new Response(stream).arrayBuffer();
  element.remove();  // the text is large and no longer needed
  const type = element.dataset.type;
  return type === "json" ? JSON.parse(new TextDecoder().decode(buffer)) : new types[type](buffer);
}

export function readFacts() {
  return JSON.parse(document.getElementById("facts").textContent);
}

/** All arrays by name. */
export async function readArrays() {
  const elements = [...document.querySelectorAll("script[data-array]")];
  const values = await Promise.all(elements.map(unpacked));
  return Object.fromEntries(elements.map((element, i) => [element.dataset.array, values[i]]));
}
