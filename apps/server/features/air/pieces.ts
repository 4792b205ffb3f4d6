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
import { enteringOf } from './entering.ts'
import type { FlightJob, FlightPiece } from './flight-job.ts'
import type { Surroundings } from './runtime/open-sky.ts'

/** A segment within this distance of a corridor's center line counts as inside the corridor. */
const ON_LINE_METERS = 1

/** Measures the segments between points. The durations of a leg's segments add up to the leg's duration. */
export function measurePieces(job: FlightJob, flight: Flight, around: Surroundings): FlightPiece[] {
  const corridors = flight.corridors.flatMap(({ id }) => around.corridors.get(id) ?? [])
  const zones = flight.authorisationNeeded.map(({ id }) => ({
    id,
    enters: (around.zones.get(id) ?? []).map(({ volume }) => enteringOf(volume.outline)),
  }))
  const pieces = flight.line.slice(1).map((to, at): FlightPiece => {
    const from = flight.line[at] ?? to
    const meters = metersBetween(toVector(from), toVector(to))
    const climb = Math.abs((flight.altitudesMeters[at + 1] ?? 0) - (flight.altitudesMeters[at] ?? 0))
    const corridor = meters > 0 ? corridors.find((one) => isAlong(one, from, to)) : undefined
    const entered = zones.filter(({ enters }) => enters.some((isEntered) => isEntered(from, to)))
    return {
      meters,
      ...timesOf(job, from, to, meters, climb),
      ...(corridor && { corridor: corridor.id }),
      zones: entered.map(({ id }) => id),
    }
  })
  return fitToLegs(pieces, flight)
}

function timesOf({ aircraft, wind }: FlightJob, from: Position, to: Position, meters: number, climb: number) {
  const { cruiseSpeedMs, climbRateMs } = { ...defaultAircraft, ...aircraft }
  const upright = climb / climbRateMs
  if (meters === 0) return { seconds: upright, calmSeconds: upright }
  const course = new Frame(toVector(from)).project(toVector(to))
  const speed = groundSpeed(cruiseSpeedMs, wind, course.x, course.y)
  return { seconds: Math.max(meters / speed, upright), calmSeconds: Math.max(meters / cruiseSpeedMs, upright) }
}

/**
 * The course of a long leg changes slightly relative to the wind, but the planner uses the course at its midpoint.
 * Scale the segments to match.
 */
function fitToLegs(pieces: readonly FlightPiece[], { legs }: Flight): FlightPiece[] {
  return legs.flatMap(({ firstPoint, lastPoint, durationSeconds }) => {
    const own = pieces.slice(firstPoint, lastPoint)
    const upright = own.reduce((sum, { meters, seconds }) => sum + (meters === 0 ? seconds : 0), 0)
    const flown = own.reduce((sum, { meters, seconds }) => sum + (meters === 0 ? 0 : seconds), 0)
    const factor = flown > 0 ? (durationSeconds - upright) / flown : 1
    return own.map((piece) => (piece.meters === 0 ? piece : { ...piece, seconds: piece.seconds * factor }))
  })
}

function isAlong({ line }: Corridor, from: Position, to: Position): boolean {
  const [a, b] = [toVector(from), toVector(to)]
  const frame = new Frame(a)
  const corners = line.map((corner) => frame.project(toVector(corner)))
  const [start, end] = [frame.project(a), frame.project(b)]
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  return [start, middle, end].every((point) => isOnLine(point, corners))
}

function isOnLine(point: Point, corners: readonly Point[]): boolean {
  return corners.slice(1).some((to, at) => distanceToLine(point, corners[at] ?? to, to) <= ON_LINE_METERS)
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(from.x + share * dx - point.x, from.y + share * dy - point.y)
}
