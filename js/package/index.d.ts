/**
 * Rows of numbers, a matrix row by row, or a table: its text, or the bytes of its file (CSV, TSV, text, JSON,
 * .xlsx, .npy, .npz, also gzipped).
 */
export type Data =
  | number[][]
  | { values: Float64Array | Float32Array | ArrayLike<number>; rows: number; columns: number }
  | string
  | Uint8Array
  | ArrayBuffer;

/** How to read a table. A column is given by its name or by its number from 0. */
export interface TableOptions {
  /** features, in this order; default: all that make sense */
  columns?: (string | number)[];
  exclude?: (string | number)[];
  /** features that are categories */
  categorical?: (string | number)[];
  idColumn?: string | number;
  labelColumn?: string | number;
  missing?: "refuse" | "drop" | "mean" | "median" | "nearest";
  /** which array of an .npz file, or which sheet of a workbook */
  array?: string;
}

export interface Progress {
  /** graph, train, evolve, readout or map */
  stage: string;
  /** of this stage, 0 to 1 */
  fraction: number;
}

/** Every option of the library (docs/options.md), in camel case: `neighbors: 10`, `maxClusters: 8`, `scale: "standard"`. */
export interface LibraryOptions {
  [option: string]: unknown;
  scale?: string;
  metric?: string;
  neighbors?: number;
  maxClusters?: number;
  readout?: string;
  seed?: number;
}

export interface FitOptions extends LibraryOptions {
  /** the number of clusters; if left out, it is chosen */
  clusters?: number;
  /** the table's file name, for messages and the page's title */
  name?: string;
  table?: TableOptions;
  /** outliers get the label -1 */
  outliers?: boolean;
  /** what else is wanted besides the labels */
  memberships?: boolean;
  outlierScores?: boolean;
  map?: boolean;
  page?: boolean;
  model?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Fit {
  /** one per row that was clustered, from 0 */
  labels: Int32Array;
  clusters: number;
  /** points of each cluster */
  sizes: number[];
  n: number;
  d: number;
  scale: string;
  scale_reason: string;
  /** numbers of clusters that were considered, best first */
  counts: { clusters: number; score: number }[];
  /** about the adjusted Rand index to expect, 0 to 1, of the whole and of each cluster */
  confidence?: { fit: number; clusters: number[] };
  /** sentences on choices that may surprise */
  notes: string[];
  seconds: number;
  /** rows × clusters, row by row */
  memberships?: Float32Array;
  /** one per row, 0 to 1 */
  outlierScores?: Float64Array;
  /** rows × 2: places in the plane */
  map?: Float64Array;
  /** an HTML page with everything in it */
  page?: string;
  /** a model file, for predict() and for the program's `gnac predict` */
  model?: Uint8Array;
}

/** Thrown when the library refuses an input or an option: one sentence. */
export class GnacError extends Error {
  kind: "refused" | "memory" | "unexpected";
}

/** Finds clusters. Rejects with GnacError. */
export function fit(data: Data, options?: FitOptions): Promise<Fit>;

/** Labels for new rows, by a model of fit() or of the program's `gnac fit --model`. */
export function predict(model: Uint8Array, data: Data, options?: { name?: string; table?: TableOptions; onProgress?: (progress: Progress) => void }): Promise<Int32Array>;

export interface Diagnosis {
  n: number;
  d: number;
  /** the scale that "auto" would choose */
  scale: string;
  components: number;
  intrinsic_dimension: number;
  columns: { name: string; place: number; kind: string; unit: string; missing: number; distinct: number; role: "feature" | "id" | "label" | "unused"; reason: string }[];
  /** most severe first; severe from 0.5 on */
  findings: { severity: number; text: string; column: string; advice: string }[];
}

/** Problems of this table for a fit, and how each column would be used. */
export function doctor(data: Data, options?: { name?: string; table?: TableOptions } & LibraryOptions): Promise<Diagnosis>;

/** Labels by several methods (docs/methods.md). */
export function compare(
  data: Data,
  options: { clusters: number; methods?: string[]; name?: string; table?: TableOptions; onProgress?: (progress: Progress) => void } & LibraryOptions,
): Promise<{ name: string; title: string; labels?: Int32Array; error?: string }[]>;

/** A built-in sample, e.g. "spirals", with its true labels (-1: background noise). */
export function generate(
  sample: string,
  options?: { rows?: number; dimensions?: number; clusters?: number; noise?: number; seed?: number },
): Promise<{ csv: string; labels: Int32Array }>;

/** The library's version. */
export function version(): Promise<string>;
