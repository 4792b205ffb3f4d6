import { NO_ID } from '@fairway/road'
import type { RawRoads } from '../collect.ts'
import type { NodeRules } from '../rules/rules.ts'
import { type Chains, headOf, tailOf } from './chains.ts'
import type { WaySegments } from './pieces.ts'

/** Edges with all data that the next steps need. Nodes are renumbered, and only the end points of chains remain. */
export interface Edges {
  readonly count: number
  readonly nodeCount: number
  /** Raw node number of each node. */
  readonly rawNode: Uint32Array
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly lengthCm: Uint32Array
  readonly shapeFirst: Uint32Array
  readonly shapeNode: Uint32Array
  /** Numbers of the road traits and of the side traits in both directions. */
  readonly road: Uint32Array
  readonly side: readonly [Uint32Array, Uint32Array]
  /** Durations in hundredths of a second, forward and backward. */
  readonly duration: readonly [Uint32Array, Uint32Array]
  readonly weight: readonly [Uint32Array, Uint32Array]
  readonly delay: readonly [Uint32Array, Uint32Array]
  /** Highest speed limit among the segments of an edge, in km/h. */
  readonly limit: readonly [Uint32Array, Uint32Array]
  /** Ways of the first and last segments. They are stored because restrictions refer to ways. */
  readonly firstWay: Uint32Array
  readonly lastWay: Uint32Array
  /** Whether the first and last segments run against their ways, which affects node delays. */
  readonly firstReversed: Uint8Array
  readonly lastReversed: Uint8Array
}

export function buildEdges(
  rawRoads: RawRoads,
  segments: WaySegments,
  chains: Chains,
  nodeRules: ReadonlyMap<number, NodeRules>,
): Edges {
  const { count, first, link } = chains
  const nodeNumbers = new Uint32Array(rawRoads.nodes.count).fill(NO_ID)
  const rawNode: number[] = []
  const getOrAddNode = (node: number): number => {
    if (nodeNumbers[node] === NO_ID) {
      nodeNumbers[node] = rawNode.length
      rawNode.push(node)
    }
    return nodeNumbers[node]
  }
  const column = () => new Uint32Array(count)
  const edges = {
    count,
    from: column(),
    to: column(),
    lengthCm: column(),
    shapeFirst: new Uint32Array(count + 1),
    road: column(),
    side: [column(), column()] as const,
    duration: [column(), column()] as const,
    weight: [column(), column()] as const,
    delay: [column(), column()] as const,
    limit: [column(), column()] as const,
    firstWay: column(),
    lastWay: column(),
    firstReversed: new Uint8Array(count),
    lastReversed: new Uint8Array(count),
  }
  const shapeNode = new Uint32Array(countShapePoints(segments, chains))
  let length = 0
  for (let edge = 0; edge < count; edge++) {
    const firstLink = link[first[edge]]
    const lastLink = link[first[edge + 1] - 1]
    edges.from[edge] = getOrAddNode(tailOf(rawRoads, segments, firstLink))
    edges.to[edge] = getOrAddNode(headOf(rawRoads, segments, lastLink))
    edges.road[edge] = segments.road[firstLink >>> 1]
    edges.firstWay[edge] = segments.way[firstLink >>> 1]
    edges.lastWay[edge] = segments.way[lastLink >>> 1]
    edges.firstReversed[edge] = firstLink & 1
    edges.lastReversed[edge] = lastLink & 1
    edges.lengthCm[edge] = Math.round(100 * sumOfChain(chains, edge, (link) => segments.lengthMeters[link >>> 1]))
    for (const directionIndex of [0, 1] as const) {
      const chainSide = (firstLink & 1) ^ directionIndex
      edges.side[directionIndex][edge] = segments.side[chainSide === 0 ? 0 : 1][firstLink >>> 1]
      const delay = delayBetweenSegments(rawRoads, segments, chains, nodeRules, edge, directionIndex)
      const seconds = (valuesBySide: readonly [Float64Array, Float64Array]) =>
        sumOfChain(chains, edge, (link) => valuesBySide[((link & 1) ^ directionIndex) === 0 ? 0 : 1][link >>> 1])
      for (let i = first[edge]; i < first[edge + 1]; i++) {
        const limit = segments.limit[((link[i] & 1) ^ directionIndex) === 0 ? 0 : 1][link[i] >>> 1]
        edges.limit[directionIndex][edge] = Math.max(edges.limit[directionIndex][edge], limit)
      }
      edges.duration[directionIndex][edge] = Math.max(1, Math.round(100 * (seconds(segments.duration) + delay)))
      edges.delay[directionIndex][edge] = Math.round(100 * (seconds(segments.delay) + delay))
      edges.weight[directionIndex][edge] = Math.max(1, Math.round(100 * (seconds(segments.weight) + delay)))
    }
    edges.shapeFirst[edge] = length
    length = writeShape(rawRoads, segments, chains, edge, shapeNode, length)
  }
  edges.shapeFirst[count] = length
  return { ...edges, nodeCount: rawNode.length, rawNode: Uint32Array.from(rawNode), shapeNode }
}

function sumOfChain({ first, link }: Chains, edge: number, value: (link: number) => number): number {
  let sum = 0
  for (let i = first[edge]; i < first[edge + 1]; i++) sum += value(link[i])
  return sum
}

/**
 * Returns the delay in seconds at the nodes between the segments of an edge, in the direction of the edge or against
 * it.
 */
function delayBetweenSegments(
  rawRoads: RawRoads,
  segments: WaySegments,
  { first, link }: Chains,
  nodeRules: ReadonlyMap<number, NodeRules>,
  edge: number,
  directionIndex: 0 | 1,
): number {
  let seconds = 0
  for (let i = first[edge]; i < first[edge + 1] - 1; i++) {
    const rules = nodeRules.get(headOf(rawRoads, segments, link[i]))
    if (!rules) continue
    // A sign faces traffic that arrives in the direction of its way. Where two ways drawn toward each other meet, the
    // sign applies to both.
    const isForward = ((directionIndex === 0 ? link[i] : link[i + 1] ^ 1) & 1) === 0
    seconds += isForward ? rules.delayForwardSeconds : rules.delayBackwardSeconds
  }
  return seconds
}

function countShapePoints({ begin, end }: WaySegments, { count, link }: Chains): number {
  let pointCount = count
  for (let i = 0; i < link.length; i++) pointCount += end[link[i] >>> 1] - begin[link[i] >>> 1]
  return pointCount
}

function writeShape(
  rawRoads: RawRoads,
  { begin, end }: WaySegments,
  { first, link }: Chains,
  edge: number,
  shape: Uint32Array,
  firstPoint: number,
): number {
  let length = firstPoint
  for (let i = first[edge]; i < first[edge + 1]; i++) {
    const segment = link[i] >>> 1
    const size = end[segment] - begin[segment]
    // Skip the first point of each later segment, because it repeats the last point of the previous segment.
    for (let k = i === first[edge] ? 0 : 1; k <= size; k++) {
      shape[length++] = rawRoads.ways.node[(link[i] & 1) === 0 ? begin[segment] + k : end[segment] - k]
    }
  }
  return length
}
