// Clusters from conductances by the tree readout: the maximum spanning tree without its weakest links, avoiding tiny pieces (as the engine's src/readout/tree_cut).

function findRoot(parent, v) {
  while (parent[v] !== v) v = parent[v] = parent[parent[v]];
  return v;
}

/** Links [i, j], strongest first; links between unconnected components come last. */
function spanningTree(edges, alpha, n) {
  const order = Uint32Array.from({ length: edges.count }, (_, e) => e)
    .sort((a, b) => alpha[b] - alpha[a] || edges.distance[a] - edges.distance[b] || a - b);
  const parent = Int32Array.from({ length: n }, (_, v) => v);
  const links = [];
  const join = (i, j) => {
    const [a, b] = [findRoot(parent, i), findRoot(parent, j)];
    if (a === b) return;
    parent[a] = b;
    links.push([i, j]);
  };
  for (const e of order) join(edges.from[e], edges.to[e]);
  for (let v = 1; v < n; ++v) join(0, v);
  return links;
}

/** Labels 0..clusters-1 of n points. */
export function treeLabels(edges, alpha, n, clusters) {
  const links = spanningTree(edges, alpha, n);
  const near = Array.from({ length: n }, () => []);
  for (const [i, j] of links) {
    near[i].push(j);
    near[j].push(i);
  }
  const up = new Int32Array(n).fill(-1);
  const order = [0];
  for (let q = 0; q < order.length; ++q) {
    for (const next of near[order[q]]) if (next !== up[order[q]]) { up[next] = order[q]; order.push(next); }
  }
  const inner = Float64Array.from(near, (list) => (list.length > 1 ? 1 : 0));  // of the subtree; leaves do not count
  const size = new Int32Array(n).fill(1);
  for (let q = n - 1; q > 0; --q) {
    inner[up[order[q]]] += inner[order[q]];
    size[up[order[q]]] += size[order[q]];
  }
  const lower = links.map(([i, j]) => (up[i] === j ? i : j)).reverse();  // the weakest first
  const cut = new Uint8Array(n);
  cut[0] = 1;  // marks the roots of pieces
  let pieces = 1;
  const pass = (least) => {
    for (const v of lower) {
      if (pieces === clusters) return;
      if (cut[v]) continue;
      let root = up[v];
      while (!cut[root]) root = up[root];
      const weight = least > 0 ? inner : size;
      const side = weight[v];
      if (side < least || weight[root] - side < least) continue;
      const [innerSide, sizeSide] = [inner[v], size[v]];
      for (let a = up[v]; ; a = up[a]) {
        inner[a] -= innerSide;
        size[a] -= sizeSide;
        if (a === root) break;
      }
      cut[v] = 1;
      ++pieces;
    }
  };
  for (let least = Math.max(5, n / (4 * clusters)); pieces < clusters && least >= 1; least /= 2) pass(least);
  pass(0);
  const label = new Int32Array(n);
  let next = 0;
  for (const v of order) label[v] = cut[v] ? next++ : label[up[v]];
  return label;
}
