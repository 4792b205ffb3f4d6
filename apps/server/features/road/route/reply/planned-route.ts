import type { AlternativePlan, Plan, RoadMap, Snap, Step } from '@fairway/road'
import type { RouteQuery } from '../api/request.ts'
import type { LocalRoute } from '../service.ts'

/** Route on a local map before it is written. Callers inside the process can write it in another format. */
export class PlannedRoute {
  readonly query: RouteQuery
  readonly route: LocalRoute

  constructor(query: RouteQuery, route: LocalRoute) {
    this.query = query
    this.route = route
  }
}

/** Returns the alternatives in the order of the reply. */
export function sortAlternatives({ alternatives }: Plan): readonly AlternativePlan[] {
  return alternatives.toSorted((a, b) => a.stretch - b.stretch)
}

/** Returns the arc at which a step ends, as an index within its leg. */
export function endOfStep(next: Step | undefined, from: number, arcCount: number): number {
  return next === undefined || next.type === 'arrive' ? arcCount : Math.max(from, next.firstArc)
}

/** Rounds the value at the start of an arc to tenths. Steps take the difference, so that they add up to the total. */
export function toTenths(hundredths: readonly number[], arc: number): number {
  return Math.round((hundredths[arc] ?? 0) / 10)
}

/** Returns the string number of the name of the road to which a point is snapped. */
export function nameOfSnap({ network }: RoadMap, { edge }: Snap): number {
  const { edges, roads } = network
  return roads.name[edges.road[edge] ?? 0] ?? 0
}
