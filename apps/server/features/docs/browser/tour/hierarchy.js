/* Cells with this number of nodes or fewer are not cut. */
const SMALL_CELL = 2

/*
 * Orders the nodes by nested dissection. A cut divides a cell into two cells that are connected only
 * through the nodes of the cut. The nodes of the cut rank above both cells.
 */
export function orderByCuts({ nodes, edges }) {
  const neighbors = nodes.map(() => [])
  for (const { from, to } of edges) {
    neighbors[from].push(to)
    neighbors[to].push(from)
  }
  const cuts = []
  const order = (cell, level) => {
    if (cell.length <= SMALL_CELL) return cell
    const [first, second] = splitByPosition(cell, nodes)
    const others = new Set(second)
    const cut = first.filter((node) => neighbors[node].some((neighbor) => others.has(neighbor)))
    const rest = first.filter((node) => !cut.includes(node))
    cuts.push({ level, cut, cells: [rest, second] })
    return [...order(rest, level + 1), ...order(second, level + 1), ...cut]
  }
  const nodeAt = order(
    nodes.map((_, node) => node),
    1,
  )
  const rank = []
  nodeAt.forEach((node, position) => {
    rank[node] = position
  })
  return { nodeAt, rank, cuts }
}

/* Splits a cell in the middle of its longer side. */
function splitByPosition(cell, nodes) {
  const extent = (axis) => {
    const values = cell.map((node) => nodes[node][axis])
    return Math.max(...values) - Math.min(...values)
  }
  const axis = extent('x') >= extent('y') ? 'x' : 'y'
  const sorted = cell.toSorted((a, b) => nodes[a][axis] - nodes[b][axis] || a - b)
  const middle = Math.floor(sorted.length / 2)
  return [sorted.slice(0, middle), sorted.slice(middle)]
}

/*
 * Contracts the nodes in ascending order of rank. When a node is removed, all of its remaining
 * neighbors are connected with each other. Arcs that are not edges of the network are shortcuts.
 * Nodes are identified by rank. The result does not depend on travel times.
 */
export function contract({ edges }, { nodeAt, rank }) {
  const arcs = []
  const arcAt = nodeAt.map(() => new Map())
  const addArc = (first, second, contracted) => {
    const [low, high] = first < second ? [first, second] : [second, first]
    if (low === high || arcAt[low].has(high)) return
    arcAt[low].set(high, arcs.length)
    arcs.push({ low, high, contracted })
  }
  for (const { from, to } of edges) addArc(rank[from], rank[to])
  for (let node = 0; node < nodeAt.length; node++) {
    const upper = [...arcAt[node].keys()]
    for (const [index, first] of upper.entries())
      for (const second of upper.slice(index + 1)) addArc(first, second, node)
  }
  const upArcs = arcAt.map((ofNode) => [...ofNode].sort(([a], [b]) => a - b).map(([, arc]) => arc))
  /* The parent in the elimination tree is the lowest higher neighbor. */
  const parent = upArcs.map(([first]) => (first === undefined ? undefined : arcs[first].high))
  return { nodeAt, rank, arcs, upArcs, parent, findArc: (low, high) => arcAt[low].get(high) }
}

/*
 * Computes the weights of all arcs in both directions. The weight of a shortcut is the travel time
 * of its best path. Every triangle of a node and two higher neighbors is processed once, in
 * ascending order of the node. `onTriangle` receives each of them.
 */
export function customize(topology, network, seconds, onTriangle) {
  const { arcs, rank } = topology
  const metric = {
    up: arcs.map(() => Number.POSITIVE_INFINITY),
    down: arcs.map(() => Number.POSITIVE_INFINITY),
    upMiddle: arcs.map(() => undefined),
    downMiddle: arcs.map(() => undefined),
    triangleCount: 0,
  }
  network.edges.forEach(({ from, to }, edge) => {
    const isUp = rank[from] < rank[to]
    const arc = isUp ? topology.findArc(rank[from], rank[to]) : topology.findArc(rank[to], rank[from])
    const { forward, backward } = seconds[edge]
    metric.up[arc] = Math.min(metric.up[arc], isUp ? forward : backward)
    metric.down[arc] = Math.min(metric.down[arc], isUp ? backward : forward)
  })
  topology.upArcs.forEach((upper, node) => {
    for (const [index, first] of upper.entries())
      for (const second of upper.slice(index + 1)) relaxTriangle(topology, metric, { node, first, second }, onTriangle)
  })
  return metric
}

/* Compares the arc between the two higher neighbors with the path through the lower node. */
function relaxTriangle({ arcs, findArc }, metric, { node, first, second }, onTriangle) {
  const { up, down, upMiddle, downMiddle } = metric
  const arc = findArc(arcs[first].high, arcs[second].high)
  const [before, upSeconds, downSeconds] = [up[arc], down[first] + up[second], down[second] + up[first]]
  metric.triangleCount++
  onTriangle?.({ node, first, second, arc, before, parts: [down[first], up[second]] })
  if (upSeconds < up[arc]) {
    up[arc] = upSeconds
    upMiddle[arc] = node
  }
  if (downSeconds < down[arc]) {
    down[arc] = downSeconds
    downMiddle[arc] = node
  }
}
