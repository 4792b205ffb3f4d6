import { deserializeRoute, secondsAt } from '@fairway/tracking'
import type { SolutionVisit } from '../../road/optimize/solution.ts'
import type { StoredAssetRoute } from '../assets/asset.ts'
import type { RouteReply } from '../assets/attach.ts'
import type { TourVisit } from './dispatched-tour.ts'

/** Planned route through the positions of a tour, in order. */
export interface PlannedTour {
  readonly reply: RouteReply
  readonly storedRoute: StoredAssetRoute
  /** Index of the first leg that ends at a visit. */
  readonly firstLeg: number
}

/** Adds the position on the line to every visit. `visits` contains the visits along the route, in order. */
export function locateVisits(
  { reply, storedRoute, firstLeg }: PlannedTour,
  visits: readonly SolutionVisit[],
): TourVisit[] {
  const line = deserializeRoute(storedRoute.line)
  const { geometry, legs = [] } = reply
  let index = 0
  return visits.map((visit, i) => {
    const leg = legs[firstLeg + i] as { readonly to?: readonly [number, number] } | undefined
    const target = leg?.to ?? visit.at
    index = findVertex(geometry, target, index)
    const alongM = line.alongM[index] ?? 0
    return { ...visit, alongM, drivenS: secondsAt(line, alongM) }
  })
}

/** Returns the first vertex after the start that equals the target, or the nearest vertex. */
function findVertex(
  geometry: RouteReply['geometry'],
  [latitude, longitude]: readonly [number, number],
  from: number,
): number {
  let [bestIndex, bestDegrees] = [from, Number.POSITIVE_INFINITY]
  for (let i = from; i < geometry.length; i++) {
    const [lat, lon] = geometry[i] ?? [0, 0]
    const degrees = Math.abs(lat - latitude) + Math.abs(lon - longitude) * Math.cos((latitude * Math.PI) / 180)
    if (degrees < 2e-6) return i
    if (degrees < bestDegrees) [bestIndex, bestDegrees] = [i, degrees]
  }
  return bestIndex
}

export function totalDrivingSeconds({ line }: StoredAssetRoute): number {
  const route = deserializeRoute(line)
  return secondsAt(route, route.lengthM)
}
