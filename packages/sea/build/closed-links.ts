import { DEGREES_PER_MICRODEGREE } from '../grid.ts'
import type { Channel } from '../passages/channels.ts'
import { crossesGate, type Gate } from '../passages/gates.ts'
import type { Graph } from '../search/bucket-search.ts'
import type { NodeList } from './node-list.ts'

/** Returns the same graph with the links across some gates closed. Only gated nodes have links across gates. */
export function closeGates(graph: Graph, nodes: NodeList, gatedNodes: Uint8Array, closedGates: readonly Gate[]): Graph {
  const { first, head } = graph
  const { latitude, longitude } = nodes
  const cost = graph.cost.slice()
  for (let node = 0; node < gatedNodes.length; node++) {
    if (gatedNodes[node] === 0) continue
    const lat = latitude[node] * DEGREES_PER_MICRODEGREE
    const lon = longitude[node] * DEGREES_PER_MICRODEGREE
    for (let link = first[node]; link < first[node + 1]; link++) {
      const to = head[link]
      const isClosed = (gate: Gate) =>
        crossesGate(gate, lat, lon, latitude[to] * DEGREES_PER_MICRODEGREE, longitude[to] * DEGREES_PER_MICRODEGREE)
      if (closedGates.some(isClosed)) cost[link] = 0
    }
  }
  return { first, head, cost }
}

/** Returns the same graph with the channels of some passages closed, so that no path enters them. */
export function closeChannels(
  graph: Graph,
  channels: readonly Channel[],
  nodeFirst: Uint32Array,
  passages: readonly string[],
): Graph {
  const closedChannels = channels.flatMap(({ passage }, index) =>
    passage !== undefined && passages.includes(passage) ? [index] : [],
  )
  if (closedChannels.length === 0) return graph
  const { first, head } = graph
  const cost = graph.cost.slice()
  for (const channel of closedChannels) {
    for (let node = nodeFirst[channel]; node < nodeFirst[channel + 1]; node++) {
      for (let link = first[node]; link < first[node + 1]; link++) closeLinks(graph, cost, head[link], node)
    }
  }
  return { first, head, cost }
}

function closeLinks({ first, head }: Graph, cost: Uint16Array, from: number, to: number): void {
  for (let link = first[from]; link < first[from + 1]; link++) if (head[link] === to) cost[link] = 0
}
