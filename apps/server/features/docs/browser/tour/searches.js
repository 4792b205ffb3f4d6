/*
 * Finds the fastest route with two upward searches along the elimination tree. `from` and `to` are
 * nodes of the network.
 */
export function findRoute(topology, metric, from, to) {
  const forward = searchUpward(topology, metric.up, topology.rank[from])
  const backward = searchUpward(topology, metric.down, topology.rank[to])
  let meeting
  let best = Number.POSITIVE_INFINITY
  for (const node of forward.visited) {
    const seconds = forward.seconds[node] + (backward.seconds[node] ?? Number.POSITIVE_INFINITY)
    if (seconds < best) [best, meeting] = [seconds, node]
  }
  const steps = [
    ...listArcs(topology, forward, meeting)
      .map((arc) => ({ arc, isUp: true }))
      .reverse(),
    ...listArcs(topology, backward, meeting).map((arc) => ({ arc, isUp: false })),
  ]
  return { seconds: best, meeting, steps, forward: forward.visited, backward: backward.visited }
}

/*
 * Relaxes the arcs to higher ranks. No queue is needed: the nodes that a search can reach are
 * exactly the chain of parents in the elimination tree.
 */
function searchUpward({ arcs, upArcs, parent }, weight, start) {
  const seconds = []
  const arcTo = []
  const visited = []
  seconds[start] = 0
  for (let node = start; node !== undefined; node = parent[node]) {
    visited.push(node)
    seconds[node] ??= Number.POSITIVE_INFINITY
    for (const arc of upArcs[node]) {
      const { high } = arcs[arc]
      const sum = seconds[node] + weight[arc]
      if (sum >= (seconds[high] ?? Number.POSITIVE_INFINITY)) continue
      seconds[high] = sum
      arcTo[high] = arc
    }
  }
  return { seconds, arcTo, visited }
}

/* Lists the arcs from a node down to the start of the search. */
function listArcs({ arcs }, { arcTo }, node) {
  const listed = []
  for (let arc = arcTo[node]; arc !== undefined; arc = arcTo[arcs[arc].low]) listed.push(arc)
  return listed
}

/*
 * Replaces shortcuts by the two arcs that they represent, one level per round. Returns the steps of
 * the path after each round. The last path has no shortcuts.
 */
export function unpack(topology, metric, steps) {
  const rounds = [steps]
  for (;;) {
    const next = rounds.at(-1).flatMap((step) => unpackStep(topology, metric, step))
    if (next.length === rounds.at(-1).length) return rounds
    rounds.push(next)
  }
}

function unpackStep(topology, { upMiddle, downMiddle }, step) {
  const middle = (step.isUp ? upMiddle : downMiddle)[step.arc]
  if (middle === undefined) return [step]
  const [start, end] = getEnds(topology, step)
  return [
    { arc: topology.findArc(middle, start), isUp: false },
    { arc: topology.findArc(middle, end), isUp: true },
  ]
}

/* Returns the ranks at the start and the end of a step. */
export function getEnds({ arcs }, { arc, isUp }) {
  const { low, high } = arcs[arc]
  return isUp ? [low, high] : [high, low]
}

/* Lists the nodes of the network along a path. */
export function listNodes(topology, steps, from) {
  return [from, ...steps.map((step) => topology.nodeAt[getEnds(topology, step)[1]])]
}

/*
 * Computes the travel times from one node to all nodes. An upward search is followed by one sweep
 * from the highest rank to the lowest. When a node is visited, the travel times of all its higher
 * neighbors are final.
 */
export function sweep(topology, metric, from) {
  const { arcs, upArcs, nodeAt } = topology
  const { seconds } = searchUpward(topology, metric.up, topology.rank[from])
  const secondsOf = []
  for (let node = nodeAt.length - 1; node >= 0; node--) {
    let best = seconds[node] ?? Number.POSITIVE_INFINITY
    for (const arc of upArcs[node]) best = Math.min(best, seconds[arcs[arc].high] + metric.down[arc])
    seconds[node] = best
    secondsOf[nodeAt[node]] = best
  }
  return secondsOf
}

/* Finds the fastest route with Dijkstra's algorithm. The search ends at the destination, if there is one. */
export function findRouteByDijkstra({ nodes, edges }, seconds, from, to) {
  const arcsFrom = nodes.map(() => [])
  edges.forEach((edge, index) => {
    arcsFrom[edge.from].push({ head: edge.to, seconds: seconds[index].forward })
    arcsFrom[edge.to].push({ head: edge.from, seconds: seconds[index].backward })
  })
  const reached = nodes.map(() => Number.POSITIVE_INFINITY)
  const open = new Set([from])
  const visited = []
  reached[from] = 0
  while (open.size > 0) {
    const node = [...open].reduce((best, other) => (reached[other] < reached[best] ? other : best))
    open.delete(node)
    visited.push(node)
    if (node === to) break
    for (const { head, seconds: duration } of arcsFrom[node]) {
      if (reached[node] + duration >= reached[head]) continue
      reached[head] = reached[node] + duration
      open.add(head)
    }
  }
  return { seconds: reached[to], secondsOf: reached, visited }
}
