import type { AirspaceIndex } from '../../airspace-index.ts'
import { makeCap } from '../../geometry/cap.ts'
import { metersBetween } from '../../geometry/ellipsoid.ts'
import type { Corridor, Zone } from '../../model.ts'
import { Scene } from '../../scene/scene.ts'
import type { FlightRequest } from '../request.ts'
import { DEFAULT_MARGIN_M } from '../request.ts'
import type { Attempt } from './attempt-flight.ts'
import { toTimedLegs } from './direct-path.ts'
import type { LegPath } from './trace.ts'

export interface EarliestDepartureSearch {
  readonly sky: AirspaceIndex
  readonly request: FlightRequest
  readonly attemptAt: (departAtMs: number, airspace?: AirspaceIndex) => Attempt
  readonly isCancelled: () => boolean
}

export interface ReachDelays {
  /** Timed zones and corridors on the path. */
  readonly timedObjects: readonly (Zone | Corridor)[]
  /**
   * Returns the delays after departure, in milliseconds, at which the flight reaches a zone or corridor. The list
   * includes 0.
   */
  delaysFor(zoneOrCorridor: Zone | Corridor): readonly number[]
}

/** Plans the flight without regard to times: no timed zone is in force, and every corridor is open. */
export function computeReachDelays({ sky, request, attemptAt }: EarliestDepartureSearch): ReachDelays {
  const { departAtMs, marginM = DEFAULT_MARGIN_M } = request
  const timedCorridors = new Map<string, Corridor>()
  const { legPaths } = attemptAt(departAtMs, withoutTimedZones(sky, timedCorridors))
  const arrivals = legPaths.map(({ startMs, path }) => startMs + path.seconds * 1000 - departAtMs)
  const delays = new Map<Zone | Corridor, number[]>()
  const recordDelay = (zoneOrCorridor: Zone | Corridor, atMs: number) => {
    delays.set(zoneOrCorridor, [...(delays.get(zoneOrCorridor) ?? []), atMs - departAtMs])
  }
  for (const legPath of legPaths) {
    const { scene, zones } = buildTimedScene(sky, legPath, marginM)
    for (const { leg, corridor } of toTimedLegs(legPath.path, legPath.startMs)) {
      for (const { block, stretch } of scene.listTimedSegments(leg)) recordDelay(zones[block], stretch.fromMs)
      const timedCorridor = corridor === undefined ? undefined : timedCorridors.get(legPath.corridors[corridor].id)
      if (timedCorridor) recordDelay(timedCorridor, leg.fromMs)
    }
  }
  return {
    timedObjects: [...delays.keys()],
    delaysFor: (zoneOrCorridor) => [0, ...arrivals, ...(delays.get(zoneOrCorridor) ?? [])],
  }
}

/**
 * Returns an index without timed zones, in which all corridors are always open. Timed corridors are recorded in
 * `timedCorridors`.
 */
function withoutTimedZones(sky: AirspaceIndex, timedCorridors: Map<string, Corridor>): AirspaceIndex {
  return {
    ...sky,
    zonesNear: (area) => sky.zonesNear(area).filter(({ zone }) => zone.times.length === 0),
    corridorsNear: (area) =>
      sky.corridorsNear(area).map((corridor) => {
        if (corridor.times.length > 0) timedCorridors.set(corridor.id, corridor)
        return { ...corridor, times: [] }
      }),
  }
}

function buildTimedScene(sky: AirspaceIndex, { frame, path }: LegPath, marginM: number) {
  const radiusMeters = Math.max(
    ...path.legs.flatMap(({ from, to }) => [from, to].map((point) => metersBetween(frame.center, point.vector))),
  )
  const volumes = sky.zonesNear(makeCap(frame.center, radiusMeters + marginM * 1.1)).filter(isTimed)
  const blocks = volumes.map(({ volume }) => ({ outline: volume.outline, matters: () => true }))
  return {
    scene: new Scene(frame, blocks, { marginMeters: marginM, reachMeters: radiusMeters }),
    zones: volumes.map(({ zone }) => zone),
  }
}

function isTimed({ zone }: { readonly zone: Zone }): boolean {
  return zone.times.length > 0 && zone.rule !== 'none'
}
