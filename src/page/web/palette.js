// Colours: of clusters, of values, of states.

// Okabe and Ito's colours, which readers with colour blindness can tell apart. Brown stands for black, which a dark ground
// would swallow; blue and brown are a little lighter on dark and yellow a little darker on light grounds. src/report/palette.cpp
// has the same for pictures, and a test compares them.
const okabeIto = [
  [0, 114, 178], [230, 159, 0], [0, 158, 115], [213, 94, 0],
  [86, 180, 233], [204, 121, 167], [240, 228, 66], [139, 90, 43],
];
const onDark = { 0: [43, 143, 214], 7: [181, 131, 82] };
const onLight = { 6: [196, 176, 0] };

const markCount = 5;

const toLinear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

// sRGB bytes of linear light in 1/1023.
const gamma = new Uint8Array(1024);
for (let i = 0; i < 1024; ++i) {
  const v = i / 1023;
  gamma[i] = Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055));
}
const byteOf = (light) => gamma[light <= 0 ? 0 : light >= 1 ? 1023 : Math.round(light * 1023)];

/** OKLab (Ottosson 2020) to sRGB bytes, written to out[at…at+2]. */
export function writeOklab(L, a, b, out, at) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  out[at] = byteOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  out[at + 1] = byteOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  out[at + 2] = byteOf(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
}

function oklabOf([r, g, b]) {
  const [x, y, z] = [r, g, b].map((v) => toLinear(v / 255));
  const l = Math.cbrt(0.4122214708 * x + 0.5363325363 * y + 0.0514459929 * z);
  const m = Math.cbrt(0.2119034982 * x + 0.6806995451 * y + 0.1073969566 * z);
  const s = Math.cbrt(0.0883024619 * x + 0.2817188376 * y + 0.6299787005 * z);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s];
}

function shaded(colour, by, lightest) {
  const [L, a, b] = oklabOf(colour);
  const out = [0, 0, 0];
  writeOklab(Math.min(lightest, Math.max(0.3, L + by)), a * 0.85, b * 0.85, out, 0);
  return out;
}

/** Three bytes for a cluster: eight colours, then the same in darker and lighter shades; outliers (-1) are grey. */
export function clusterColour(index, dark) {
  if (index < 0) return dark ? [118, 124, 132] : [179, 179, 179];
  const base = okabeIto[index % 8];
  const shade = Math.floor(index / 8) % 3;
  if (shade === 0) return (dark ? onDark : onLight)[index % 8] ?? base;
  return shaded(base, shade === 1 ? (dark ? 0.13 : -0.17) : (dark ? -0.14 : 0.13), dark ? 0.93 : 0.8);
}

/** The mark of a cluster: circles for the first eight, another shape for each further eight. */
export const clusterMark = (index) => (index < 0 ? 0 : Math.floor(index / 8) % markCount);

// Cividis (Nuñez, Anderton and Renslow 2018), which reads the same with colour blindness.
const cividis = [
  [0, 34, 78], [0, 48, 111], [43, 61, 110], [70, 74, 108], [92, 88, 109], [112, 101, 114],
  [132, 116, 120], [153, 131, 118], [175, 147, 113], [197, 163, 104], [220, 181, 90],
  [243, 199, 72], [254, 232, 56],
];

// More is what stands out: lighter on a dark ground, darker on a light one. What the ground would swallow is left out.
const rampEnds = (dark) => (dark ? [0.24, 1] : [0.92, 0]);

/** The colour of a share in [0, 1], written to out[at…at+2]. */
export function writeRamp(share, dark, out, at) {
  const [first, last] = rampEnds(dark);
  const place = (first + (last - first) * Math.min(1, Math.max(0, share))) * (cividis.length - 1);
  const low = Math.min(cividis.length - 2, Math.floor(place));
  const part = place - low;
  for (let c = 0; c < 3; ++c) {
    out[at + c] = Math.round(cividis[low][c] * (1 - part) + cividis[low + 1][c] * part);
  }
}

export function rampGradient(dark) {
  const stops = Array.from({ length: 13 }, (_, q) => {
    const stop = [0, 0, 0];
    writeRamp(q / 12, dark, stop, 0);
    return cssColour(stop);
  });
  return `linear-gradient(to right, ${stops.join(",")})`;
}

export const cssColour = ([r, g, b]) => `rgb(${r},${g},${b})`;
