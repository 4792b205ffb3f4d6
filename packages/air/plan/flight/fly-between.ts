import type { Position } from '@fairway/geo'
import { capAround } from '../../geometry/cap.ts'
import { between, metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import { Frame } from '../../geometry/frame.ts'
import type { Corridor } from '../../model.ts'
import { Scene } from '../../scene/scene.ts'
import { PathSearch } from '../../search/find-path.ts'
import { makeLanes } from '../../search/make-lanes.ts'
import type { FoundPath } from '../../search/path.ts'
import { type Place, travelIn } from '../../search/travel.ts'
import type { ZoneVolume } from '../../sky.ts'
import { openCorridors, staysOpen } from '../corridors.ts'
import type { FlightPlanner } from '../planner.ts'
import { blocksAtCruise } from '../zone-blocks.ts'
import { type Choice, findHonestWay, type Way } from './direct-path.ts'
import { paceBetween } from './pace.ts'
import type { Passage } from './trace.ts'

export interface Blocked {
  readonly kind: 'blocked'
  readonly by: readonly ZoneVolume[]
  /** The corridors that were available. */
  readonly corridors: readonly Corridor[]
}

/** The initial search radius around the straight line, as a share of its length and in meters. */
const FIRST_REACH = 0.6
const FIRST_REACH_METERS = 3000
/** Cost of one second in a corridor when only corridors may be used, apart from the path to them. */
const ONLY_FACTOR = 0.1

/**
 * Finds the best path between two stops. Zones are loaded around the midpoint, and no farther than necessary. Every
 * path that is not longer than the one found lies within half its length of the midpoint. Once that radius is covered,
 * the path is optimal.
 */
export function flyBetween(planner: FlightPlanner, from: Position, to: Position, startMs: number): Passage | Blocked {
  const { aircraft, wind, factor, sky, marginM } = planner
  const [a, b] = [toVector(from), toVector(to)]
  const middle = between(a, b, 0.5)
  const frame = new Frame(middle)
  const place = (vector: typeof a): Place => ({ ...frame.project(vector), vector })
  const fastest = aircraft.cruiseSpeedMs + (wind?.speedMs ?? 0)
  const rangeMeters = (aircraft.rangeKm * 1000 * fastest) / aircraft.cruiseSpeedMs
  const laneFactor = planner.corridors === 'only' ? ONLY_FACTOR : factor
  const isOnly = planner.corridors === 'only'
  const [start, goal] = [place(a), place(b)]
  const travel = travelIn(aircraft.cruiseSpeedMs, wind)
  let reach = metersBetween(a, b) * FIRST_REACH + FIRST_REACH_METERS
  for (;;) {
    const around = capAround(middle, reach + marginM * 1.1)
    const volumes = sky.zonesNear(around).filter((volume) => planner.isInTheWay(volume))
    const window = planner.windowFrom(startMs)
    const { blocks, assumedClear } = blocksAtCruise(volumes, planner.altitudeM, planner.ground, window)
    const corridors = planner.corridors === 'ignore' ? [] : openCorridors(planner, sky.corridorsNear(around))
    const search = (choice: Choice): Way => {
      const scene = new Scene(frame, choice.blocks, {
        marginMeters: marginM,
        reachMeters: reach,
        stops: [from, to],
        openLines: choice.corridors.map(({ line }) => line),
      })
      const found = new PathSearch(scene, travel, {
        start,
        goal,
        startMs,
        laneFactor,
        lanes: makeLanes(frame, choice.corridors, [from, to], choice.isTimeless ? () => true : staysOpen),
        mustUseLanes: isOnly,
        ...(needsPace(planner, choice) && { paceOf: (one, other) => paceBetween(planner, one, other) }),
        isCancelled: planner.isCancelled,
      }).find()
      return { ...found, choice, scene }
    }
    const { path, met, choice, scene } = findHonestWay(search, { blocks, corridors }, startMs)
    if (!path) {
      if (isOnly && reach < rangeMeters / 2 && !planner.isCancelled()) {
        reach = rangeMeters / 2
        continue
      }
      return { kind: 'blocked', by: met.map((block) => blocks[block].volume), corridors }
    }
    const mostSeconds = corridors.length > 0 ? path.cost / laneFactor : path.cost
    const needed = Math.min(mostSeconds * fastest, rangeMeters) / 2
    if (reach >= needed || planner.isCancelled()) {
      const untilMs = startMs + path.seconds * 1000
      const straight = { ax: start.x, ay: start.y, bx: goal.x, by: goal.y, fromMs: startMs, untilMs }
      const avoided = new Set([...scene.blocksOn(straight), ...touchedBlocks(scene, path)])
      const volumesAvoided = [...avoided].map((block) => blocks[block].volume)
      return { frame, path, corridors: choice.corridors, startMs, avoided: volumesAvoided, assumedClear }
    }
    reach = needed * 1.01
  }
}

/** Over known ground, legs take longer than their cost. That only matters where something is timed. */
function needsPace({ ground, hasAuthorisations }: FlightPlanner, { blocks, corridors }: Choice): boolean {
  if (!ground.isKnown) return false
  return hasAuthorisations || blocks.some(({ isTimed }) => isTimed) || corridors.some(({ times }) => times.length > 0)
}

/** Returns the blocks at whose corners the path bends. */
function touchedBlocks(scene: Scene, { legs }: FoundPath): number[] {
  const touched = legs.flatMap(({ to }) => scene.blocksTouching(to.x, to.y))
  return [...new Set(touched)].sort((a, b) => a - b)
}
