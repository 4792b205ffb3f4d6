import {
  type Corridor,
  defaultAircraft,
  type Flight,
  Frame,
  groundSpeed,
  metersBetween,
  type Point,
  toVector,
} from '@fairway/air'
import type { Position } from '@fairway/geo'
import type { AirspaceView } from '../../maps/airspace/airspace.ts'
import type { FlightJob, FlightSegment } from './flight-job.ts'
import { createEntryTest } from './zone-entries.ts'

/** Maximum distance in meters between a segment and the center line of the corridor that contains it. */
const ON_CORRIDOR_METERS = 1

/** Measures the segments between points. The durations of a leg's segments add up to the leg's duration. */
export function measureSegments(job: FlightJob, flight: Flight, airspaceView: AirspaceView): FlightSegment[] {
  const corridors = flight.corridors.flatMap(({ id }) => airspaceView.corridors.get(id) ?? [])
  const zones = flight.authorisationNeeded.map(({ id }) => ({
    id,
    enters: (airspaceView.zones.get(id) ?? []).map(({ volume }) => createEntryTest(volume.outline)),
  }))
  const segments = flight.line.slice(1).map((to, index): FlightSegment => {
    const from = flight.line[index] ?? to
    const meters = metersBetween(toVector(from), toVector(to))
    const climbMeters = Math.abs((flight.altitudesMeters[index + 1] ?? 0) - (flight.altitudesMeters[index] ?? 0))
    const corridor = meters > 0 ? corridors.find((candidate) => followsCorridor(candidate, from, to)) : undefined
    const enteredZones = zones.filter(({ enters }) => enters.some((isEntered) => isEntered(from, to)))
    return {
      meters,
      ...computeDurations(job, from, to, meters, climbMeters),
      ...(corridor && { corridor: corridor.id }),
      zones: enteredZones.map(({ id }) => id),
    }
  })
  return scaleToLegDurations(segments, flight)
}

function computeDurations(
  { aircraft, wind }: FlightJob,
  from: Position,
  to: Position,
  meters: number,
  climbMeters: number,
) {
  const { cruiseSpeedMs, climbRateMs } = { ...defaultAircraft, ...aircraft }
  const verticalSeconds = climbMeters / climbRateMs
  if (meters === 0) return { seconds: verticalSeconds, noWindSeconds: verticalSeconds }
  const course = new Frame(toVector(from)).project(toVector(to))
  const speed = groundSpeed(cruiseSpeedMs, wind, course.x, course.y)
  return {
    seconds: Math.max(meters / speed, verticalSeconds),
    noWindSeconds: Math.max(meters / cruiseSpeedMs, verticalSeconds),
  }
}

/**
 * Scales the segments to the duration of their leg. The course of a long leg changes relative to the wind, but the
 * planner uses the course at the midpoint.
 */
function scaleToLegDurations(segments: readonly FlightSegment[], { legs }: Flight): FlightSegment[] {
  return legs.flatMap(({ firstPoint, lastPoint, durationSeconds }) => {
    const legSegments = segments.slice(firstPoint, lastPoint)
    const upright = legSegments.reduce((sum, { meters, seconds }) => sum + (meters === 0 ? seconds : 0), 0)
    const horizontalSeconds = legSegments.reduce((sum, { meters, seconds }) => sum + (meters === 0 ? 0 : seconds), 0)
    const factor = horizontalSeconds > 0 ? (durationSeconds - upright) / horizontalSeconds : 1
    return legSegments.map((segment) =>
      segment.meters === 0 ? segment : { ...segment, seconds: segment.seconds * factor },
    )
  })
}

function followsCorridor({ line }: Corridor, from: Position, to: Position): boolean {
  const [a, b] = [toVector(from), toVector(to)]
  const frame = new Frame(a)
  const corners = line.map((corner) => frame.project(toVector(corner)))
  const [start, end] = [frame.project(a), frame.project(b)]
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  return [start, middle, end].every((point) => isOnLine(point, corners))
}

function isOnLine(point: Point, corners: readonly Point[]): boolean {
  return corners.slice(1).some((to, index) => distanceToLine(point, corners[index] ?? to, to) <= ON_CORRIDOR_METERS)
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squaredLength = dx * dx + dy * dy
  const projection = squaredLength === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squaredLength
  const fraction = Math.min(1, Math.max(0, projection))
  return Math.hypot(from.x + fraction * dx - point.x, from.y + fraction * dy - point.y)
}
