import type { Position } from '@fairway/geo'
import type { ZoneVolume } from '../../airspace-index.ts'
import { metersBetween } from '../../geometry/ellipsoid.ts'
import type { Frame } from '../../geometry/frame.ts'
import type { Corridor } from '../../model.ts'
import type { FoundPath, PathLeg } from '../../search/path.ts'
import type { FlightPlanner } from '../planner.ts'
import { type FlightSegment, makeSegment } from './flight-segment.ts'

/** Path from one stop to the next. */
export interface LegPath {
  readonly frame: Frame
  readonly path: FoundPath
  /** Corridors, indexed by `lane.corridor`. */
  readonly corridors: readonly Corridor[]
  readonly startMs: number
  readonly avoidedVolumes: readonly ZoneVolume[]
  readonly assumedClear: readonly ZoneVolume[]
}

/** Tolerance within which corridor points count as collinear, in meters. */
const STRAIGHT_TOLERANCE_METERS = 1e-3

/**
 * Splits the path between two stops into straight segments. Corridor entries that the path passes straight through are
 * not bends.
 */
export function traceSegments(
  planner: FlightPlanner,
  { path, corridors }: LegPath,
  from: Position,
  to: Position,
): FlightSegment[] {
  // Over known ground, the time of every leg has already been checked, and merged legs would have a different pace.
  const legs = planner.groundElevation.hasTerrain ? removeEmptyLegs(path.legs) : mergeStraightLegs(path.legs)
  return legs.map((leg, index): FlightSegment => {
    const corridor = leg.lane && corridors[leg.lane.corridor]
    return {
      ...makeSegment(planner, leg.from, leg.to),
      ...(index === 0 && { from }),
      ...(index === legs.length - 1 && { to }),
      ...(corridor && { corridor }),
    }
  })
}

function removeEmptyLegs(legs: readonly PathLeg[]): readonly PathLeg[] {
  const nonEmptyLegs = legs.filter(({ from, to }) => metersBetween(from.vector, to.vector) > 0)
  return nonEmptyLegs.length > 0 ? nonEmptyLegs : legs.slice(0, 1)
}

function mergeStraightLegs(legs: readonly PathLeg[]): PathLeg[] {
  const mergedLegs: PathLeg[] = []
  for (const leg of legs) {
    const last = mergedLegs[mergedLegs.length - 1]
    const isSameCorridor = last?.lane && leg.lane && last.lane.corridor === leg.lane.corridor
    if (last && isSameCorridor && isStraight(last, leg)) {
      mergedLegs[mergedLegs.length - 1] = { ...last, to: leg.to, seconds: last.seconds + leg.seconds }
    } else if (metersBetween(leg.from.vector, leg.to.vector) > 0 || legs.length === 1) mergedLegs.push(leg)
  }
  return mergedLegs
}

function isStraight({ from, to: middle }: PathLeg, { to }: PathLeg): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const crossProduct = Math.abs((middle.x - from.x) * dy - (middle.y - from.y) * dx)
  const continuesForward = (middle.x - from.x) * (to.x - middle.x) + (middle.y - from.y) * (to.y - middle.y) >= 0
  return continuesForward && crossProduct <= STRAIGHT_TOLERANCE_METERS * length
}
