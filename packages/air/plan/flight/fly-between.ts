import type { Position } from '@fairway/geo'
import type { ZoneVolume } from '../../airspace-index.ts'
import { makeCap } from '../../geometry/cap.ts'
import { interpolate, metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import { Frame } from '../../geometry/frame.ts'
import type { Corridor } from '../../model.ts'
import { Scene } from '../../scene/scene.ts'
import { PathSearch } from '../../search/find-path.ts'
import { makeLanes } from '../../search/make-lanes.ts'
import type { FoundPath } from '../../search/path.ts'
import { makeTravelTime, type ProjectedPoint } from '../../search/travel.ts'
import { isOpenThroughout, listOpenCorridors } from '../corridors.ts'
import type { FlightPlanner } from '../planner.ts'
import { listCruiseBlocks } from '../zone-blocks.ts'
import { findPathWithoutLoitering, type ScopedPath, type SearchScope } from './direct-path.ts'
import { computeLegTiming } from './pace.ts'
import type { LegPath } from './trace.ts'

export interface BlockedPath {
  readonly kind: 'blocked'
  readonly blockingVolumes: readonly ZoneVolume[]
  /** Corridors that were available. */
  readonly corridors: readonly Corridor[]
}

/** Initial search radius around the straight line, as a share of its length and in meters. */
const INITIAL_RADIUS_SHARE = 0.6
const INITIAL_RADIUS_METERS = 3000
/** Cost of one second in a corridor if only corridors may be used, except for the path to them. */
const CORRIDOR_ONLY_FACTOR = 0.1

/**
 * Finds the best path between two stops. Zones are loaded around the midpoint, and no farther than necessary. Any path
 * that is not longer than the found path stays within a radius of half the length of the found path around the
 * midpoint. Once that radius is covered, the path is optimal.
 */
export function findPathBetween(
  planner: FlightPlanner,
  from: Position,
  to: Position,
  startMs: number,
): LegPath | BlockedPath {
  const { aircraft, wind, corridorFactor, sky, marginM } = planner
  const [a, b] = [toVector(from), toVector(to)]
  const middle = interpolate(a, b, 0.5)
  const frame = new Frame(middle)
  const toPoint = (vector: typeof a): ProjectedPoint => ({ ...frame.project(vector), vector })
  const maxSpeedMs = aircraft.cruiseSpeedMs + (wind?.speedMs ?? 0)
  const rangeMeters = (aircraft.rangeKm * 1000 * maxSpeedMs) / aircraft.cruiseSpeedMs
  const laneFactor = planner.corridors === 'only' ? CORRIDOR_ONLY_FACTOR : corridorFactor
  const isCorridorOnly = planner.corridors === 'only'
  const [start, goal] = [toPoint(a), toPoint(b)]
  const travelTime = makeTravelTime(aircraft.cruiseSpeedMs, wind)
  let radiusMeters = metersBetween(a, b) * INITIAL_RADIUS_SHARE + INITIAL_RADIUS_METERS
  for (;;) {
    const searchCap = makeCap(middle, radiusMeters + marginM * 1.1)
    const volumes = sky.zonesNear(searchCap).filter((volume) => planner.isBlocking(volume))
    const window = planner.windowFrom(startMs)
    const { blocks, assumedClear } = listCruiseBlocks(volumes, planner.altitudeM, planner.groundElevation, window)
    const corridors = planner.corridors === 'ignore' ? [] : listOpenCorridors(planner, sky.corridorsNear(searchCap))
    const search = (scope: SearchScope): ScopedPath => {
      const scene = new Scene(frame, scope.blocks, {
        marginMeters: marginM,
        reachMeters: radiusMeters,
        stops: [from, to],
        openLines: scope.corridors.map(({ line }) => line),
      })
      const result = new PathSearch(scene, travelTime, {
        start,
        goal,
        startMs,
        laneFactor,
        lanes: makeLanes(frame, scope.corridors, [from, to], scope.ignoresTimes ? () => true : isOpenThroughout),
        mustUseLanes: isCorridorOnly,
        ...(needsLegTiming(planner, scope) && {
          timingOf: (legStart, legEnd) => computeLegTiming(planner, legStart, legEnd),
        }),
        isCancelled: planner.isCancelled,
      }).find()
      return { ...result, scope, scene }
    }
    const { path, metBlocks, scope, scene } = findPathWithoutLoitering(search, { blocks, corridors }, startMs)
    if (!path) {
      if (isCorridorOnly && radiusMeters < rangeMeters / 2 && !planner.isCancelled()) {
        radiusMeters = rangeMeters / 2
        continue
      }
      return { kind: 'blocked', blockingVolumes: metBlocks.map((block) => blocks[block].volume), corridors }
    }
    const maxSeconds = corridors.length > 0 ? path.cost / laneFactor : path.cost
    const neededRadiusMeters = Math.min(maxSeconds * maxSpeedMs, rangeMeters) / 2
    if (radiusMeters >= neededRadiusMeters || planner.isCancelled()) {
      const untilMs = startMs + path.seconds * 1000
      const straightLeg = { ax: start.x, ay: start.y, bx: goal.x, by: goal.y, fromMs: startMs, untilMs }
      const avoidedBlocks = new Set([...scene.listBlocksOn(straightLeg), ...listTouchedBlocks(scene, path)])
      const volumesAvoided = [...avoidedBlocks].map((block) => blocks[block].volume)
      return { frame, path, corridors: scope.corridors, startMs, avoidedVolumes: volumesAvoided, assumedClear }
    }
    radiusMeters = neededRadiusMeters * 1.01
  }
}

/**
 * Returns whether legs need exact times. Over known ground, legs take longer than their cost suggests, but that matters
 * only for timed zones, timed corridors, and authorizations.
 */
function needsLegTiming(
  { groundElevation, hasAuthorisations }: FlightPlanner,
  { blocks, corridors }: SearchScope,
): boolean {
  if (!groundElevation.hasTerrain) return false
  return hasAuthorisations || blocks.some(({ isTimed }) => isTimed) || corridors.some(({ times }) => times.length > 0)
}

/** Returns the blocks at whose corners the path bends. */
function listTouchedBlocks(scene: Scene, { legs }: FoundPath): number[] {
  const touchedBlocks = legs.flatMap(({ to }) => scene.listBlocksTouching(to.x, to.y))
  return [...new Set(touchedBlocks)].sort((a, b) => a - b)
}
