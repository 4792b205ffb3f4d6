import { distanceNm } from '@fairway/geo'
import type { SeaPathFinder } from '../route/find-path.ts'
import { findCrossing } from './crossings.ts'
import type { RouteWithPaths } from './find-route.ts'
import type { LegCache } from './leg-cache.ts'
import type { Obstacle } from './refusal.ts'
import type { Leg } from './stops.ts'

/**
 * Minimum share of a leg that narrow passages must save before a ship of unknown size uses them. In the published
 * distances, ships take the Corinth Canal if it saves a third of the voyage, and sail around Greece if it saves a
 * quarter.
 */
const MIN_SAVED_SHARE = 0.3

/**
 * Maximum distance of a stop from a narrow passage that a ship of unknown size uses because it is there anyway, in
 * nautical miles.
 */
const MAX_STOP_DISTANCE_NM = 6

/** Lists the narrow passages next to a stop. A ship that calls at a port in a sound or at a canal fits into it. */
export function listNarrowsAtStops(
  finder: SeaPathFinder,
  legs: readonly Leg[],
  closedPassages: ReadonlyMap<string, Obstacle>,
): string[] {
  const stops = [legs[0].from, ...legs.map(({ to }) => to)].map(({ snappedPoint }) => snappedPoint)
  return [...closedPassages.values()].flatMap(({ passage, because }) => {
    const endpoints = because === 'unmeasured' ? (findCrossing(finder, passage)?.endpoints ?? []) : []
    const isNear = endpoints.some(({ latitude, longitude }) =>
      stops.some((stop) => distanceNm(stop.latitude, stop.longitude, latitude, longitude) <= MAX_STOP_DISTANCE_NM),
    )
    return isNear ? [passage] : []
  })
}

/**
 * Lists the narrow passages without which a leg would be an unreasonable detour, such as a leg to a harbor inside a
 * sound. Only `missed` passages can shorten the voyage.
 */
export function listNeededNarrows(
  legCache: LegCache,
  closedPassages: ReadonlyMap<string, Obstacle>,
  bestRoute: RouteWithPaths,
  missed: readonly Obstacle[],
): string[] {
  const narrowIds = missed.filter(({ because }) => because === 'unmeasured').map(({ passage }) => passage)
  if (narrowIds.length === 0) return []
  const stillClosed = [...closedPassages.keys()].filter((id) => !narrowIds.includes(id))
  const closures = legCache.makeClosures(new Set(stillClosed))
  const usedPassages = bestRoute.paths.flatMap((path, leg) => {
    const openPath = legCache.findLeg(leg, closures, path.cost)
    return openPath && openPath.nm <= path.nm * (1 - MIN_SAVED_SHARE) ? legCache.listPassages(openPath) : []
  })
  return narrowIds.filter((id) => usedPassages.includes(id))
}
