"""HDBSCAN's excess of mass and GLOSH, implemented from their papers, for comparison with gnac.

Campello, Moulavi and Sander 2013 (the hierarchy and excess of mass); Campello, Moulavi, Zimek and Sander 2015 (GLOSH).
Plain numpy: O(N²) time, O(N) memory.
"""
import numpy as np


def core_distances(points, k):
    """Distance to the k-th nearest point, counting the point itself as the first."""
    core = np.empty(len(points))
    for begin in range(0, len(points), 256):
        block = points[begin : begin + 256]
        square = ((block[:, None, :] - points[None, :, :]) ** 2).sum(axis=2)
        core[begin : begin + 256] = np.sqrt(np.partition(square, k - 1, axis=1)[:, k - 1])
    return core


def spanning_tree(points, core):
    """Prim's tree of mutual reachability: rows (a, b, distance), ascending."""
    n = len(points)
    best = np.full(n, np.inf)
    source = np.zeros(n, dtype=int)
    outside = np.ones(n, dtype=bool)
    now, rows = 0, []
    outside[0] = False
    for _ in range(n - 1):
        distance = np.sqrt(((points - points[now]) ** 2).sum(axis=1))
        reach = np.maximum(np.maximum(distance, core), core[now])
        closer = outside & (reach < best)
        best[closer], source[closer] = reach[closer], now
        now = int(np.argmin(np.where(outside, best, np.inf)))
        rows.append((source[now], now, best[now]))
        outside[now] = False
    return sorted(rows, key=lambda row: row[2])


def single_linkage(tree, n):
    """Children, distance and size of each merge; node n + r is made by row r."""
    parent = list(range(2 * n - 1))

    def root(v):
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    size, merges = [1] * n, []
    for a, b, distance in tree:
        left, right = root(a), root(b)
        merges.append((left, right, distance))
        size.append(size[left] + size[right])
        parent[left] = parent[right] = n + len(merges) - 1
    return merges, size


class Cluster:
    """A node of the condensed tree."""

    def __init__(self, parent, birth):
        self.parent, self.birth, self.children = parent, birth, []
        self.points, self.leaving = [], []  # points that fall out of it, and the density at which they do
        self.stability = 0.0

    def all_points(self):
        return self.points + [p for child in self.children for p in child.all_points()]


def members(node, merges, n):
    stack, found = [node], []
    while stack:
        v = stack.pop()
        if v < n:
            found.append(v)
        else:
            stack += merges[v - n][:2]
    return found


def condense(merges, size, n, least):
    """The hierarchy in which only splits into two of at least `least` points count."""
    top = Cluster(None, 0.0)
    clusters, stack = [top], [(2 * n - 2, top)]
    while stack:
        node, cluster = stack.pop()
        if node < n:
            cluster.points.append(node)
            cluster.leaving.append(cluster.birth)
            continue
        left, right, distance = merges[node - n]
        density = 1 / max(distance, 1e-12)
        large = [v for v in (left, right) if size[v] >= least]
        if len(large) == 2:
            for v in large:
                child = Cluster(cluster, density)
                cluster.children.append(child)
                clusters.append(child)
                stack.append((v, child))
            cluster.stability += sum(size[v] for v in large) * (density - cluster.birth)
        else:
            for v in (left, right):
                if v in large:
                    stack.append((v, cluster))
                else:
                    fallen = members(v, merges, n)
                    cluster.points += fallen
                    cluster.leaving += [density] * len(fallen)
                    cluster.stability += len(fallen) * (density - cluster.birth)
    return clusters


def excess_of_mass(clusters):
    """The clusters of greatest total stability, none within another; never the whole data set."""
    value, chosen = {}, set()
    for cluster in reversed(clusters):
        below = sum(value[child] for child in cluster.children)
        if cluster.parent is not None and cluster.stability >= below:
            value[cluster] = cluster.stability
            stack = list(cluster.children)
            while stack:
                inner = stack.pop()
                chosen.discard(inner)
                stack += inner.children
            chosen.add(cluster)
        else:
            value[cluster] = below
    return chosen


def hierarchy(points, k):
    tree = spanning_tree(points, core_distances(points, k))
    return single_linkage(tree, len(points))


def labels(merges, size, n, least):
    """-1 for noise."""
    found = np.full(n, -1)
    for label, cluster in enumerate(excess_of_mass(condense(merges, size, n, least))):
        found[cluster.all_points()] = label
    return found


def glosh(merges, size, n, least):
    """Outlier scores: how much sparser a point is than the densest part of the cluster it falls out of."""
    scores = np.zeros(n)
    clusters = condense(merges, size, n, least)
    densest = {}
    for cluster in reversed(clusters):
        own = max(cluster.leaving, default=0.0)
        densest[cluster] = max([own, *(densest[child] for child in cluster.children)])
    for cluster in clusters:
        for point, density in zip(cluster.points, cluster.leaving):
            scores[point] = 1 - density / densest[cluster] if densest[cluster] > 0 else 0.0
    return scores
