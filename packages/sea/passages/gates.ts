import { nearestTurn, type Position } from '@fairway/geo'
import { passages } from './all-passages.ts'
import { shoals } from './shoals.ts'

/** A line across the water that can be closed to ships. */
export interface Gate {
  readonly passage: string | undefined
  readonly from: Position
  readonly to: Position
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
  readonly vectors: readonly [Vector, Vector]
  /** Normal vector of the plane through both ends. */
  readonly normal: Vector
}

export function toGate(passage: string | undefined, [from, to]: readonly [Position, Position]): Gate {
  const vectors = [toVector(...from), toVector(...to)] as const
  // Long gates bulge toward the pole, beyond both of their ends.
  const latitudes = Array.from({ length: GATE_SAMPLE_COUNT + 1 }, (_, sample) =>
    latitudeBetween(...vectors, sample / GATE_SAMPLE_COUNT),
  )
  return {
    vectors,
    normal: cross(...vectors),
    passage,
    from,
    to,
    west: Math.min(from[1], to[1]),
    east: Math.max(from[1], to[1]),
    south: Math.min(from[0], to[0], ...latitudes),
    north: Math.max(from[0], to[0], ...latitudes),
  }
}

function latitudeBetween(a: Vector, b: Vector, share: number): number {
  // The server computes thousands of latitudes at every start, so this code creates no arrays.
  const x = a[0] * (1 - share) + b[0] * share
  const y = a[1] * (1 - share) + b[1] * share
  const z = a[2] * (1 - share) + b[2] * share
  return (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI
}

/** Number of samples along the bulge of a gate. */
const GATE_SAMPLE_COUNT = 32

export const shoalGates: readonly Gate[] = shoals.map((line) => toGate(undefined, line))
export const passageGates: readonly Gate[] = passages.flatMap(({ id, gates }) => gates.map((gate) => toGate(id, gate)))

/**
 * Maximum length of a short line, in degrees. Longer lines deviate too far from a straight chart line to be ruled out
 * by their latitudes and longitudes.
 */
const MAX_SHORT_DEGREES = 4
/** Maximum latitude for short lines. Closer to the pole, meridians are too close together. */
const POLAR_LATITUDE = 68

/** Returns whether the great circle between two positions crosses a gate. */
export function crossesGate(gate: Gate, latA: number, lonA: number, latB: number, lonB: number): boolean {
  const isShort =
    Math.abs(latA - latB) < MAX_SHORT_DEGREES && Math.abs(nearestTurn(lonB, lonA) - lonA) < MAX_SHORT_DEGREES
  if (isShort) {
    if (Math.max(latA, latB) < gate.south - 0.2 || Math.min(latA, latB) > gate.north + 0.2) return false
    if (Math.abs(latA) < POLAR_LATITUDE) {
      const lon = nearestTurn(lonA, (gate.west + gate.east) / 2)
      if (lon < gate.west - MAX_SHORT_DEGREES || lon > gate.east + MAX_SHORT_DEGREES) return false
    }
  }
  const a = toVector(latA, lonA)
  const b = toVector(latB, lonB)
  const [from, to] = gate.vectors
  const lineNormal = cross(a, b)
  // The test is half-open: a line that begins on the gate does not cross it, but a line that ends on the gate does.
  if (dot(lineNormal, from) > 0 === dot(lineNormal, to) > 0) return false
  if (dot(gate.normal, a) > 0 === dot(gate.normal, b) > 0) return false
  // Great circles intersect twice, but only the intersection on this side of the globe is on the lines themselves.
  return dot(a, from) + dot(b, from) + dot(a, to) + dot(b, to) > 0
}

/** Returns the share of a line's length before the gate, for a line that crosses it. */
export function shareBeforeGate({ normal }: Gate, [latA, lonA]: Position, [latB, lonB]: Position): number {
  const a = toVector(latA, lonA)
  const b = toVector(latB, lonB)
  const angle = Math.acos(Math.max(-1, Math.min(1, dot(a, b))))
  if (angle === 0) return 0
  const gateSide = Math.sign(dot(normal, a))
  const startDistance = gateSide * dot(normal, a)
  const endDistance = gateSide * dot(normal, b)
  return Math.max(
    0,
    Math.min(1, Math.atan2(Math.sin(angle) * startDistance, Math.cos(angle) * startDistance - endDistance) / angle),
  )
}

type Vector = readonly [x: number, y: number, z: number]

function toVector(latitude: number, longitude: number): Vector {
  const lat = (latitude * Math.PI) / 180
  const lon = (longitude * Math.PI) / 180
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
