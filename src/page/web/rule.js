// The universal rule in plain loops, following the engine's definition (universal_twin.cpp):
//   h⁰ = tanh f_x(c),  α_ij = σ f_e[|c_i - c_j|, |h_i - h_j|, g_ij, h_i + h_j],
//   m_i = mean over edges of α_ij (h_j - h_i),  h' = tanh(h + η tanh f_h[h, m, mean α, c]).

const activations = {
  silu: (x) => x / (1 + Math.exp(-x)),
  relu: (x) => Math.max(0, x),
  tanh: Math.tanh,
};

/** A rule file (docs/formats.md) from its bytes: the rule's options, and its tensors by name. */
export function parseRule(bytes) {
  const start = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const { __metadata__: options, ...tensors } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start)));
  const read = ({ shape: [rows, columns], data_offsets: [from, to] }) => ({
    rows, columns, values: Float64Array.from(new Float32Array(bytes.slice(start + from, start + to).buffer)),
  });
  return {
    hidden: Number(options.hidden),
    steps: Number(options.steps),
    updateScale: Number(options.update_scale),
    activate: activations[options.activation],
    sum: options.sum === "yes",
    openness: options.openness === "yes",
    tensors: Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, read(tensor)])),
  };
}

/** Linear, activation, linear, on one row at a time. */
class Network {
  constructor(rule, name) {
    const tensor = (suffix) => rule.tensors[`${name}.${suffix}`];
    [this.first, this.firstBias] = [tensor("0.weight"), tensor("0.bias").values];
    [this.second, this.secondBias] = [tensor("2.weight"), tensor("2.bias").values];
    this.width = this.first.rows;
    this.activate = rule.activate;
    this.hidden = new Float64Array(this.width);
    this.out = new Float64Array(this.second.rows);
  }

  /** hidden += W[:, from…] · input. */
  add(input, from, size) {
    const { values, columns } = this.first;
    for (let o = 0; o < this.width; ++o) {
      let sum = 0;
      for (let c = 0, w = o * columns + from; c < size; ++c, ++w) sum += values[w] * input[c];
      this.hidden[o] += sum;
    }
  }

  finish() {
    for (let o = 0; o < this.width; ++o) this.hidden[o] = this.activate(this.hidden[o]);
    const { values } = this.second;
    for (let o = 0; o < this.out.length; ++o) {
      let sum = this.secondBias[o];
      for (let c = 0; c < this.width; ++c) sum += values[o * this.width + c] * this.hidden[c];
      this.out[o] = sum;
    }
    return this.out;
  }
}

function standardised(values, { values: mean }, { values: deviation }) {
  const columns = mean.length;
  return Float64Array.from(values, (value, i) => (value - mean[i % columns]) / deviation[i % columns]);
}

/** Runs a rule of parseRule() on a graph of buildGraph(). `cut[e]` holds an edge shut. */
export class Automaton {
  constructor(rule, graph) {
    this.rule = rule;
    this.graph = graph;
    this.fx = new Network(rule, "fx");
    this.fe = new Network(rule, "fe");
    this.fh = new Network(rule, "fh");
    this.cell = standardised(graph.cell, rule.tensors.cell_mean, rule.tensors.cell_deviation);
    this.edge = standardised(graph.edge, rule.tensors.edge_mean, rule.tensors.edge_deviation);
    this.cells = this.cell.length / graph.n;
    this.cut = new Uint8Array(graph.edges.count);
    this.alpha = new Float64Array(graph.edges.count);
    this.fixEdges();
    this.start();
  }

  // The share of f_e's first map that is the same in every step: of |Δc|, g and the bias.
  fixEdges() {
    const { fe, graph, rule, cells } = this;
    const edgeColumns = this.edge.length / Math.max(1, graph.edges.count);
    this.fixed = new Float64Array(graph.edges.count * fe.width);
    const apart = new Float64Array(cells);
    for (let e = 0; e < graph.edges.count; ++e) {
      const [i, j] = [graph.edges.from[e], graph.edges.to[e]];
      for (let c = 0; c < cells; ++c) apart[c] = Math.abs(this.cell[i * cells + c] - this.cell[j * cells + c]);
      fe.hidden.set(fe.firstBias);
      fe.add(apart, 0, cells);
      fe.add(this.edge.subarray(e * edgeColumns, (e + 1) * edgeColumns), cells + rule.hidden, edgeColumns);
      this.fixed.set(fe.hidden, e * fe.width);
    }
    this.sumAt = cells + rule.hidden + edgeColumns;  // where h_i + h_j begins
  }

  row(v) { return this.cell.subarray(v * this.cells, (v + 1) * this.cells); }

  /** h⁰ */
  start() {
    const { fx, graph, rule } = this;
    this.h = new Float64Array(graph.n * rule.hidden);
    for (let v = 0; v < graph.n; ++v) {
      fx.hidden.set(fx.firstBias);
      fx.add(this.row(v), 0, this.cells);
      fx.finish().forEach((o, q) => { this.h[v * rule.hidden + q] = Math.tanh(o); });
    }
  }

  /** α of every edge at the current state. */
  conduct() {
    const { fe, graph, rule, h, alpha } = this;
    const size = rule.hidden;
    const { width } = fe;
    const weights = fe.first.values;
    const columns = fe.first.columns;
    // W·(h_i + h_j) is the sum of two parts, one per cell.
    const sums = new Float64Array(rule.sum ? graph.n * width : 0);
    for (let v = 0; rule.sum && v < graph.n; ++v) {
      for (let o = 0; o < width; ++o) {
        let sum = 0;
        for (let c = 0, w = o * columns + this.sumAt; c < size; ++c, ++w) sum += weights[w] * h[v * size + c];
        sums[v * width + o] = sum;
      }
    }
    const apart = new Float64Array(size);
    for (let e = 0; e < graph.edges.count; ++e) {
      if (this.cut[e]) {
        alpha[e] = 0;
        continue;
      }
      const [i, j] = [graph.edges.from[e], graph.edges.to[e]];
      for (let c = 0; c < size; ++c) apart[c] = Math.abs(h[i * size + c] - h[j * size + c]);
      for (let o = 0; o < width; ++o) {
        fe.hidden[o] = this.fixed[e * width + o] + (rule.sum ? sums[i * width + o] + sums[j * width + o] : 0);
      }
      fe.add(apart, this.cells, size);
      alpha[e] = 1 / (1 + Math.exp(-fe.finish()[0]));
    }
    return alpha;
  }

  /** One step of all cells. */
  step() {
    const { graph, rule, fh, h } = this;
    const alpha = this.conduct();
    const size = rule.hidden;
    const message = new Float64Array(h.length);
    const open = new Float64Array(graph.n);
    for (let e = 0; e < graph.edges.count; ++e) {
      const [i, j] = [graph.edges.from[e], graph.edges.to[e]];
      for (let c = 0; c < size; ++c) {
        const m = alpha[e] * (h[i * size + c] - h[j * size + c]);
        message[j * size + c] += m / graph.edges.degree[j];
        message[i * size + c] -= m / graph.edges.degree[i];
      }
      open[i] += alpha[e] / graph.edges.degree[i];
      open[j] += alpha[e] / graph.edges.degree[j];
    }
    const next = new Float64Array(h.length);
    const openColumns = rule.openness ? 1 : 0;
    for (let v = 0; v < graph.n; ++v) {
      const at = v * size;
      fh.hidden.set(fh.firstBias);
      fh.add(h.subarray(at, at + size), 0, size);
      fh.add(message.subarray(at, at + size), size, size);
      if (openColumns) fh.add(open.subarray(v, v + 1), 2 * size, 1);
      fh.add(this.row(v), 2 * size + openColumns, this.cells);
      const out = fh.finish();
      for (let c = 0; c < size; ++c) next[at + c] = Math.tanh(h[at + c] + rule.updateScale * Math.tanh(out[c]));
    }
    this.h = next;
  }
}
