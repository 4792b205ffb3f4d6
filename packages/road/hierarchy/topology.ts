import type { TurnGraph } from '../graph/turn-graph.ts'
import { NO_ID } from '../sentinels.ts'
import { type ChordalGraph, fill, positionOf } from './chordal.ts'

/**
 * The weight-free hierarchy, once per dataset. Vertices are ranks. An up arc leads from a vertex to a higher one, a down
 * arc from a higher one to it; both are stored at the lower vertex, sorted by the higher. Arcs that are infinite under
 * every metric do not exist.
 *
 * All higher neighbours of a vertex lie on its path to the root of the elimination tree, so an arc's head can be given
 * as a depth on that path: 16 bits, and an index into the dense rows of a query.
 */
export interface Topology {
  readonly vertexCount: number
  /** Rank of every arc of the turn graph. */
  readonly rank: Uint32Array
  readonly parent: Uint32Array
  readonly depth: Uint32Array
  /** One more than the largest depth: the length of a query's rows. */
  readonly height: number
  readonly upFirst: Uint32Array
  readonly upHead: Uint32Array
  readonly upDepth: Uint16Array
  readonly downFirst: Uint32Array
  readonly downHead: Uint32Array
  readonly downDepth: Uint16Array
  /**
   * Which hierarchy arc a turn belongs to: up arcs come first, then down arcs, as in the weights of a metric. NO_ID for
   * a turn from an arc into itself.
   */
  readonly arcOfTurn: Uint32Array
}

export function buildTopology(graph: TurnGraph, rank: Uint32Array): Topology {
  const vertexCount = graph.arcCount
  const from = graph.turnFrom.map((arc) => rank[arc])
  const to = graph.turnTo.map((arc) => rank[arc])
  const chordal = fill(vertexCount, from, to)
  const exists = directions(chordal, from, to)
  const { depth, height } = depths(chordal.parent)
  const up = keep(chordal, exists.up, depth)
  const down = keep(chordal, exists.down, depth)
  const topology = {
    vertexCount,
    rank,
    parent: chordal.parent,
    depth,
    height,
    upFirst: up.first,
    upHead: up.head,
    upDepth: up.depth,
    downFirst: down.first,
    downHead: down.head,
    downDepth: down.depth,
  }
  return { ...topology, arcOfTurn: arcsOfTurns(topology, from, to) }
}

/** A customization with booleans instead of weights: in which directions an arc can ever be finite. */
function directions(chordal: ChordalGraph, from: Uint32Array, to: Uint32Array): { up: Uint8Array; down: Uint8Array } {
  const { first, head } = chordal
  const up = new Uint8Array(head.length)
  const down = new Uint8Array(head.length)
  for (let i = 0; i < from.length; i++) {
    if (from[i] < to[i]) up[positionOf(first, head, from[i], to[i])] = 1
    else if (from[i] > to[i]) down[positionOf(first, head, to[i], from[i])] = 1
  }
  for (let v = 0, vertexCount = first.length - 1; v < vertexCount; v++) {
    const end = first[v + 1]
    for (let i = first[v]; i < end; i++) {
      const intoV = down[i]
      const outOfV = up[i]
      if ((intoV | outOfV) === 0) continue
      // The higher neighbours of v above x are neighbours of x too; both lists are sorted.
      let arc = first[head[i]]
      for (let j = i + 1; j < end; j++) {
        while (head[arc] !== head[j]) arc++
        up[arc] |= intoV & up[j]
        down[arc] |= outOfV & down[j]
      }
    }
  }
  return { up, down }
}

function depths(parent: Uint32Array): { depth: Uint32Array; height: number } {
  const depth = new Uint32Array(parent.length)
  let height = 0
  for (let v = parent.length - 1; v >= 0; v--) {
    depth[v] = parent[v] === NO_ID ? 0 : depth[parent[v]] + 1
    height = Math.max(height, depth[v] + 1)
  }
  if (height > 0xffff) throw new Error(`the elimination tree is ${height} high; the order has no good separators`)
  return { depth, height }
}

function keep({ first, head }: ChordalGraph, exists: Uint8Array, depth: Uint32Array) {
  const vertexCount = first.length - 1
  let count = 0
  for (let arc = 0; arc < exists.length; arc++) count += exists[arc]
  const kept = {
    first: new Uint32Array(vertexCount + 1),
    head: new Uint32Array(count),
    depth: new Uint16Array(count),
  }
  let length = 0
  for (let v = 0; v < vertexCount; v++) {
    kept.first[v] = length
    for (let arc = first[v]; arc < first[v + 1]; arc++) {
      if (exists[arc] === 0) continue
      kept.head[length] = head[arc]
      kept.depth[length++] = depth[head[arc]]
    }
  }
  kept.first[vertexCount] = length
  return kept
}

function arcsOfTurns(topology: Omit<Topology, 'arcOfTurn'>, from: Uint32Array, to: Uint32Array): Uint32Array {
  const { upFirst, upHead, downFirst, downHead } = topology
  const arcOfTurn = new Uint32Array(from.length)
  for (let turn = 0; turn < from.length; turn++) {
    const a = from[turn]
    const b = to[turn]
    if (a === b) arcOfTurn[turn] = NO_ID
    else if (a < b) arcOfTurn[turn] = positionOf(upFirst, upHead, a, b)
    else arcOfTurn[turn] = upHead.length + positionOf(downFirst, downHead, b, a)
  }
  return arcOfTurn
}
