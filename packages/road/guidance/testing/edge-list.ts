import type { DrawnMap } from './map-source.ts'
import { type RoadSpec, toRoadSpec } from './road-specs.ts'

/** A section of an OSM way between two junctions, barriers or way ends. */
export interface DrawnEdge {
  points: string[]
  readonly spec: RoadSpec
  readonly key: string
  readonly wayIndex: number
}

const passableBarriers = new Set(['no', 'toll_booth', 'cattle_grid', 'border_control', 'entrance', 'height_restrictor'])

export function isBarrier(map: DrawnMap, point: string): boolean {
  const barrier = map.pointTags.get(point)?.barrier
  return barrier !== undefined && !passableBarriers.has(barrier)
}

/** Splits ways at junctions and then joins sections with equal attributes, as in the real network builder. */
export function listEdges(map: DrawnMap): DrawnEdge[] {
  const uses = new Map<string, number>()
  const roads = map.ways.map((way) => ({ way, spec: toRoadSpec(way.tags) }))
  for (const { way, spec } of roads) {
    if (spec === undefined) continue
    way.points.forEach((point, i) => {
      const isEnd = i === 0 || i === way.points.length - 1
      uses.set(point, (uses.get(point) ?? 0) + (isEnd || isBarrier(map, point) ? 2 : 1))
    })
  }
  const edges: DrawnEdge[] = []
  roads.forEach(({ way, spec }, number) => {
    if (spec === undefined) return
    const key = JSON.stringify(spec)
    let start = 0
    for (let i = 1; i < way.points.length; i++) {
      const last = i === way.points.length - 1
      if (!last && (uses.get(way.points[i]) ?? 0) < 2) continue
      edges.push({ points: way.points.slice(start, i + 1), spec, key, wayIndex: number })
      start = i
    }
  })
  return joinChains(map, edges)
}

function joinChains(map: DrawnMap, edges: DrawnEdge[]): DrawnEdge[] {
  const at = new Map<string, Set<DrawnEdge>>()
  const degree = new Map<string, number>()
  const touch = (edge: DrawnEdge, point: string, add: boolean) => {
    const set = at.get(point) ?? new Set()
    at.set(point, set)
    if (add) set.add(edge)
    else set.delete(edge)
    degree.set(point, (degree.get(point) ?? 0) + (add ? 1 : -1))
  }
  const endpointsOf = (edge: DrawnEdge): [string, string] => [edge.points[0], edge.points[edge.points.length - 1]]
  for (const edge of edges) for (const endpoint of endpointsOf(edge)) touch(edge, endpoint, true)
  const alive = new Set(edges)
  for (const point of [...at.keys()]) {
    const pair = [...(at.get(point) ?? [])]
    const [a, b] = pair
    if (pair.length !== 2 || degree.get(point) !== 2 || isBarrier(map, point)) continue
    if (a === undefined || b === undefined || a.key !== b.key) continue
    const [before, after] = endsAt(a, point) ? [a, b] : [b, a]
    const runsOn = endsAt(before, point) && after.points[0] === point
    if (!runsOn) {
      if (!isSymmetric(a.spec)) continue
      if (endsAt(after, point)) after.points.reverse()
      if (!endsAt(before, point)) before.points.reverse()
    }
    for (const edge of [before, after]) for (const endpoint of endpointsOf(edge)) touch(edge, endpoint, false)
    alive.delete(after)
    before.points = [...before.points, ...after.points.slice(1)]
    for (const endpoint of endpointsOf(before)) touch(before, endpoint, true)
  }
  return edges.filter((edge) => alive.has(edge))
}

const endsAt = (edge: DrawnEdge, point: string): boolean => edge.points[edge.points.length - 1] === point

const isSymmetric = (spec: RoadSpec): boolean =>
  spec.forwardKmh === spec.backwardKmh &&
  spec.turnLanes[0] === spec.turnLanes[1] &&
  spec.destinations[0] === spec.destinations[1]
