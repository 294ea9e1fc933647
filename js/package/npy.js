// Arrays as .npy files, which is how they travel to the program and back.

const types = { "<f8": Float64Array, "<f4": Float32Array, "<i4": Int32Array, "<i8": BigInt64Array };

/** The bytes of an n×d matrix of doubles, row by row. */
export function toNpy(values, n, d) {
  const data = values instanceof Float64Array || values instanceof Float32Array ? values : Float64Array.from(values);
  const type = data instanceof Float32Array ? "<f4" : "<f8";
  let header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${n}, ${d}), }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
  const bytes = new Uint8Array(10 + header.length + data.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), 10 + header.length);
  return bytes;
}

/** {data, shape} of an array that the program wrote. */
export function fromNpy(bytes) {
  const length = bytes[8] | (bytes[9] << 8);
  const header = new TextDecoder().decode(bytes.subarray(10, 10 + length));
  const type = types[/'descr': '([^']+)'/.exec(header)[1]];
  const shape = /'shape': \(([^)]*)\)/.exec(header)[1].split(",").filter((part) => part.trim() !== "").map(Number);
  return { data: new type(bytes.slice(10 + length).buffer), shape };
}
