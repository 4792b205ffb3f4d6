import { ArcFlag, type LimitTable, NO_ID } from '@fairway/road'
import type { NodeRules, VehicleLimits } from '../rules/rules.ts'
import { fillColumn } from './columns.ts'
import type { Edges } from './edges.ts'
import { Interner } from './interner.ts'
import { CLOSED_SIDE, type TraitTables } from './traits.ts'

/** Arcs without the copies that multi-way restrictions add later. */
export interface BaseArcs {
  readonly count: number
  /** Twice the edge number, plus one for the reverse direction. */
  readonly edgeSide: Uint32Array
  readonly arcByEdgeSide: Uint32Array
  readonly tail: Uint32Array
  readonly head: Uint32Array
  readonly flags: Uint8Array
  readonly limit: Uint32Array
  readonly limits: LimitTable
}

export function buildArcs(edges: Edges, traits: TraitTables, nodeRules: ReadonlyMap<number, NodeRules>): BaseArcs {
  const arcByEdgeSide = new Uint32Array(2 * edges.count).fill(NO_ID)
  let count = 0
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.side[0][edge] !== CLOSED_SIDE) arcByEdgeSide[2 * edge] = count++
    if (edges.side[1][edge] !== CLOSED_SIDE) arcByEdgeSide[2 * edge + 1] = count++
  }
  const limits = new LimitCollector()
  const limitOfEdge = assignLimits(edges, traits, nodeRules, limits)
  const arcs = {
    count,
    edgeSide: new Uint32Array(count),
    arcByEdgeSide,
    tail: new Uint32Array(count),
    head: new Uint32Array(count),
    flags: new Uint8Array(count),
    limit: new Uint32Array(count),
  }
  for (let edgeSide = 0; edgeSide < arcByEdgeSide.length; edgeSide++) {
    const arc = arcByEdgeSide[edgeSide]
    if (arc === NO_ID) continue
    const edge = edgeSide >>> 1
    const isBackward = (edgeSide & 1) === 1
    arcs.edgeSide[arc] = edgeSide
    arcs.tail[arc] = isBackward ? edges.to[edge] : edges.from[edge]
    arcs.head[arc] = isBackward ? edges.from[edge] : edges.to[edge]
    arcs.limit[arc] = limitOfEdge[edge]
    arcs.flags[arc] = toArcFlags(edges, traits, edge, isBackward ? 1 : 0)
  }
  return { ...arcs, limits: limits.finish() }
}

function toArcFlags(edges: Edges, { roads, sides }: TraitTables, edge: number, directionIndex: 0 | 1): number {
  const sideRules = sides.values[edges.side[directionIndex][edge]]
  if (!sideRules) throw new Error('a closed side has no flags')
  return (
    (sideRules.isRestricted ? ArcFlag.restricted : 0) |
    (sideRules.noGoodsVehicles ? ArcFlag.noGoodsVehicles : 0) |
    (sideRules.noHazardousGoods ? ArcFlag.noHazardousGoods : 0) |
    (sideRules.closedByDefault ? ArcFlag.closedByDefault : 0) |
    (roads.values[edges.road[edge]].canStart ? 0 : ArcFlag.noSnap)
  )
}

/**
 * Assigns vehicle limits to edges. A limit tagged on a node applies to the shortest edge at that node, so that trips
 * ending before the node are not affected.
 */
function assignLimits(
  edges: Edges,
  traits: TraitTables,
  nodeRules: ReadonlyMap<number, NodeRules>,
  limits: LimitCollector,
): Uint32Array {
  const nodeLimitsByEdge = new Map<number, VehicleLimits>()
  const shortestEdgeByNode = new Map<number, number>()
  for (let edge = 0; edge < edges.count; edge++) {
    for (const node of [edges.from[edge], edges.to[edge]]) {
      const rules = nodeRules.get(edges.rawNode[node])
      if (!rules || Object.keys(rules.limits).length === 0) continue
      const shortestEdge = shortestEdgeByNode.get(node)
      if (shortestEdge === undefined || edges.lengthCm[edge] < edges.lengthCm[shortestEdge])
        shortestEdgeByNode.set(node, edge)
    }
  }
  for (const [node, edge] of shortestEdgeByNode) {
    const rules = nodeRules.get(edges.rawNode[node])
    if (rules) nodeLimitsByEdge.set(edge, strictestLimits(nodeLimitsByEdge.get(edge) ?? {}, rules.limits))
  }
  return fillColumn(new Uint32Array(edges.count), (edge) => {
    const roadLimits = traits.roads.values[edges.road[edge]].limits
    const extraLimits = nodeLimitsByEdge.get(edge)
    return limits.intern(extraLimits ? strictestLimits(roadLimits, extraLimits) : roadLimits)
  })
}

function strictestLimits(a: VehicleLimits, b: VehicleLimits): VehicleLimits {
  const result: Record<string, number> = { ...a }
  for (const [key, value] of Object.entries(b)) result[key] = Math.min(result[key] ?? Number.POSITIVE_INFINITY, value)
  return result
}

class LimitCollector {
  private readonly rows = new Interner<VehicleLimits>()

  constructor() {
    this.rows.intern('', {})
  }
  intern(limits: VehicleLimits): number {
    const key = Object.entries(limits)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join()
    return this.rows.intern(key, limits)
  }
  finish(): LimitTable {
    const { values } = this.rows
    const units = (value: number | undefined, perUnit: number, max: number) =>
      value === undefined ? 0 : Math.max(1, Math.min(max, Math.round(value * perUnit)))
    return {
      count: values.length,
      heightCm: Uint16Array.from(values, (row) => units(row.heightMeters, 100, 0xffff)),
      widthCm: Uint16Array.from(values, (row) => units(row.widthMeters, 100, 0xffff)),
      lengthCm: Uint16Array.from(values, (row) => units(row.lengthMeters, 100, 0xffff)),
      weightKg: Uint32Array.from(values, (row) => units(row.weightTons, 1000, 1e9)),
      axleLoadKg: Uint32Array.from(values, (row) => units(row.axleLoadTons, 1000, 1e9)),
    }
  }
}
