import { RoadFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { readText } from '../network/strings.ts'
import { steepestPercentOf } from '../network/terrain.ts'
import { roadClassNames, surfaces, toRoadClass } from '../profiles/model/travel-model.ts'
import type { RouteLeg } from './leg.ts'
import type { RouteShape } from './route-shape.ts'

/** Attributes of roads that a route can list along its line. */
export const detailNames = ['speed_limit', 'surface', 'road_class', 'toll', 'grade', 'name'] as const
export type DetailName = (typeof detailNames)[number]

/** Value of an attribute, or null if it is not mapped. */
export type DetailValue = string | number | boolean | null

/** A section of the line on which the attribute has one value. */
export interface DetailRun {
  /** Index of the first point. */
  readonly from: number
  /** Index of the last point, which is the first point of the next run. */
  readonly to: number
  readonly value: DetailValue
}

const classNameByNumber = roadClassNames.toSorted((a, b) => toRoadClass(a) - toRoadClass(b))

/**
 * Returns the values of an attribute along a route, in the longest possible runs. The runs cover the line without gaps.
 * `shape` is the shape of the same legs.
 */
export function listDetailRuns(
  network: RoadNetwork,
  legs: readonly Pick<RouteLeg, 'arcs'>[],
  { pointOfArc, length }: Pick<RouteShape, 'pointOfArc' | 'length'>,
  name: DetailName,
): DetailRun[] {
  const runs: { from: number; to: number; value: DetailValue }[] = []
  let index = 0
  for (const { arcs } of legs) {
    for (const arc of arcs) {
      const from = pointOfArc[index++] ?? 0
      const to = pointOfArc[index] ?? 0
      // A stop at a junction touches an arc without driving on it.
      if (from === to) continue
      const value = detailOf(network, arc, name)
      const last = runs.at(-1)
      if (last && last.value === value) last.to = to
      else runs.push({ from, to, value })
    }
    // This entry marks the end of the leg.
    index++
  }
  const [firstArc] = legs[0]?.arcs ?? []
  // Without a run, all stops are at the same position.
  if (runs.length === 0 && firstArc !== undefined)
    runs.push({ from: 0, to: length - 1, value: detailOf(network, firstArc, name) })
  return runs
}

/** Returns the value of an attribute of one direction of a road. */
export function detailOf(
  { arcs, edges, roads, terrain, texts }: RoadNetwork,
  arc: number,
  name: DetailName,
): DetailValue {
  const edgeSide = arcs.edgeSide[arc]
  const road = edges.road[edgeSide >>> 1]
  switch (name) {
    case 'speed_limit':
      return arcs.speedLimit[arc] || null
    case 'surface':
      return roads.surface[road] === 0 ? null : (surfaces[roads.surface[road]] ?? null)
    case 'road_class':
      return classNameByNumber[roads.roadClass[road]] ?? null
    case 'toll':
      return (roads.flags[road] & RoadFlag.toll) !== 0
    case 'grade':
      return terrain ? steepestPercentOf(terrain, edgeSide) : null
    case 'name':
      return readText(texts, roads.name[road]) || null
  }
}
