import { buildChordalGraph, type ChordalGraph, findArc } from './chordal.ts'
import { completeTopology } from './derived-topology.ts'
import type { TurnGraph } from './graph/turn-graph.ts'
import { CHILD_SCALE } from './shortcut-children.ts'
import type { StoredTopology, Topology } from './topology-columns.ts'

export type { StoredTopology, Topology } from './topology-columns.ts'

/**
 * Returns the number of slots in a metric: arcs, turns of road arcs into themselves, and a spare slot for
 * customization.
 */
export function slotCount({ arcCount, selfTurn }: Pick<Topology, 'arcCount' | 'selfTurn'>): number {
  return arcCount + selfTurn.length + 1
}

export function buildTopology(graph: TurnGraph, rank: Uint32Array): Topology {
  const vertexCount = graph.arcCount
  const from = graph.turnFrom.map((arc) => rank[arc])
  const to = graph.turnTo.map((arc) => rank[arc])
  const chordal = buildChordalGraph(vertexCount, from, to)
  const arcDirections = computeDirections(chordal, from, to)
  const { depth, height } = computeDepths(chordal.parent)
  const upCount = countMarks(arcDirections.up)
  const upper = new Uint32Array(upCount + countMarks(arcDirections.down))
  const upFirst = keepArcs(chordal, arcDirections.up, 0, upper)
  const downFirst = keepArcs(chordal, arcDirections.down, upCount, upper)
  if (Math.max(upper.length, graph.turnCount) > CHILD_SCALE)
    throw new Error(`${upper.length} arcs are too many: a metric cannot store their shortcut children`)
  const storedTopology: StoredTopology = {
    vertexCount,
    arcCount: upper.length,
    rank,
    roadArc: invertPermutation(rank),
    parent: chordal.parent,
    depth,
    height,
    upFirst,
    downFirst,
    upper,
    ...matchTurns(upFirst, downFirst, upper, from, to),
  }
  return completeTopology(storedTopology, graph.turnTo)
}

interface Directions {
  readonly up: Uint8Array
  readonly down: Uint8Array
}

/**
 * Determines the directions in which an arc can ever be finite. The computation is a customization with booleans
 * instead of weights.
 */
function computeDirections({ first, upper }: ChordalGraph, from: Uint32Array, to: Uint32Array): Directions {
  const upFlags = new Uint8Array(upper.length)
  const downFlags = new Uint8Array(upper.length)
  for (let i = 0; i < from.length; i++) {
    const low = Math.min(from[i], to[i])
    if (from[i] === to[i]) continue
    const direction = low === from[i] ? upFlags : downFlags
    direction[findArc(upper, first, low, Math.max(from[i], to[i]))] = 1
  }
  for (let v = 0, vertexCount = first.length - 1; v < vertexCount; v++) {
    const end = first[v + 1]
    for (let i = first[v]; i < end; i++) {
      const intoV = downFlags[i]
      const outOfV = upFlags[i]
      if ((intoV | outOfV) === 0) continue
      // The higher neighbors of `v` above `x` are also neighbors of `x`. Both lists are sorted.
      let arc = first[upper[i]]
      for (let j = i + 1; j < end; j++) {
        while (upper[arc] !== upper[j]) arc++
        upFlags[arc] |= intoV & upFlags[j]
        downFlags[arc] |= outOfV & downFlags[j]
      }
    }
  }
  return { up: upFlags, down: downFlags }
}

function computeDepths(parent: Uint32Array): { depth: Uint16Array; height: number } {
  const vertexCount = parent.length
  const depth = new Uint16Array(vertexCount)
  let height = 0
  for (let v = vertexCount - 1; v >= 0; v--) {
    const ownDepth = parent[v] === vertexCount ? 0 : depth[parent[v]] + 1
    // Beyond 16 bits, the depth would silently overflow.
    if (ownDepth > 0xffff) throw new Error('the elimination tree is too deep; the order has no good separators')
    depth[v] = ownDepth
    height = Math.max(height, ownDepth + 1)
  }
  return { depth, height }
}

function countMarks(marks: Uint8Array): number {
  let count = 0
  for (let i = 0; i < marks.length; i++) count += marks[i]
  return count
}

/**
 * Writes the arcs that exist in one direction into `keptArcs`, starting at `begin`. Returns the index of each vertex's
 * first arc.
 */
function keepArcs(
  { first, upper }: ChordalGraph,
  exists: Uint8Array,
  begin: number,
  keptArcs: Uint32Array,
): Uint32Array {
  const vertexCount = first.length - 1
  const firstExistingArc = new Uint32Array(vertexCount + 1)
  let length = begin
  for (let v = 0; v < vertexCount; v++) {
    firstExistingArc[v] = length
    for (let arc = first[v]; arc < first[v + 1]; arc++) if (exists[arc] !== 0) keptArcs[length++] = upper[arc]
  }
  firstExistingArc[vertexCount] = length
  return firstExistingArc
}

function invertPermutation(rank: Uint32Array): Uint32Array {
  const arcOf = new Uint32Array(rank.length)
  for (let arc = 0; arc < rank.length; arc++) arcOf[rank[arc]] = arc
  return arcOf
}

function matchTurns(
  upFirst: Uint32Array,
  downFirst: Uint32Array,
  upper: Uint32Array,
  from: Uint32Array,
  to: Uint32Array,
): Pick<StoredTopology, 'slotOfTurn' | 'selfTurn'> {
  const selfTurn = from.filter((vertex, turn) => vertex === to[turn]).sort()
  const slotOfTurn = new Uint32Array(from.length)
  const hasTurn = new Uint8Array(upper.length)
  for (let turn = 0; turn < from.length; turn++) {
    const a = from[turn]
    const b = to[turn]
    if (a === b) {
      slotOfTurn[turn] = upper.length + selfTurn.indexOf(a)
      continue
    }
    const arc = a < b ? findArc(upper, upFirst, a, b) : findArc(upper, downFirst, b, a)
    // An arc must represent only one turn, because weight updates would otherwise be ambiguous.
    if (hasTurn[arc] === 1) throw new Error(`turns ${slotOfTurn.indexOf(arc)} and ${turn} connect the same arcs`)
    slotOfTurn[turn] = arc
    hasTurn[arc] = 1
  }
  return { slotOfTurn, selfTurn }
}
