import type { Position } from '@fairway/geo'
import { tangentsAt, toPosition, toSurface, toVector } from '../geometry/ellipsoid.ts'
import type { AltitudeBand, Corridor, Outline, Zone } from '../model.ts'

/** Returns the position offset by meters to the east and north. */
export function offset(from: Position, east: number, north: number): Position {
  const vector = toVector(from)
  const axes = tangentsAt(from)
  return toPosition(
    toSurface({
      x: vector.x + axes.east.x * east + axes.north.x * north,
      y: vector.y + axes.east.y * east + axes.north.y * north,
      z: vector.z + axes.east.z * east + axes.north.z * north,
    }),
  )
}

type ZoneTraits = Partial<Omit<Zone, 'volumes'>> & { readonly band?: AltitudeBand }

export function drawZone(id: string, outline: Outline, { band = {}, ...traits }: ZoneTraits = {}): Zone {
  return {
    id,
    name: id,
    rule: 'prohibited',
    times: [],
    authorities: [],
    volumes: [{ outline, band }],
    ...traits,
  }
}

export function circle(center: Position, radiusMeters: number): Outline {
  return { kind: 'circle', center, radiusMeters }
}

/** Builds a polygon from corners given in meters east and north of a position. */
export function polygon(
  around: Position,
  corners: readonly (readonly [east: number, north: number])[],
  holes: readonly (readonly (readonly [east: number, north: number])[])[] = [],
): Outline {
  const place = ([east, north]: readonly [number, number]) => offset(around, east, north)
  return { kind: 'polygon', outer: corners.map(place), holes: holes.map((hole) => hole.map(place)) }
}

export function block(around: Position, west: number, south: number, east: number, north: number): Outline {
  return polygon(around, corners(west, south, east, north))
}

export function corners(west: number, south: number, east: number, north: number): (readonly [number, number])[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

export function drawCorridor(id: string, line: readonly Position[], traits: Partial<Corridor> = {}): Corridor {
  return { id, name: id, line, widthMeters: 50, band: {}, direction: 'both', times: [], ...traits }
}
