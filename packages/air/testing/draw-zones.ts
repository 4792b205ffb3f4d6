import type { Position } from '@fairway/geo'
import { tangentsAt, toPosition, toSurface, toVector } from '../geometry/ellipsoid.ts'
import type { AltitudeBand, Corridor, Outline, Zone } from '../model.ts'

/** Returns the position offset by the given numbers of meters to the east and north. */
export function offsetPosition(from: Position, east: number, north: number): Position {
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

type ZoneProperties = Partial<Omit<Zone, 'volumes'>> & { readonly band?: AltitudeBand }

export function makeZone(id: string, outline: Outline, { band = {}, ...traits }: ZoneProperties = {}): Zone {
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

export function makeCircle(center: Position, radiusMeters: number): Outline {
  return { kind: 'circle', center, radiusMeters }
}

/** Builds a polygon from corners given in meters east and north of a position. */
export function makePolygon(
  around: Position,
  corners: readonly (readonly [east: number, north: number])[],
  holes: readonly (readonly (readonly [east: number, north: number])[])[] = [],
): Outline {
  const toPosition = ([east, north]: readonly [number, number]) => offsetPosition(around, east, north)
  return { kind: 'polygon', outer: corners.map(toPosition), holes: holes.map((hole) => hole.map(toPosition)) }
}

export function makeRectangle(around: Position, west: number, south: number, east: number, north: number): Outline {
  return makePolygon(around, rectangleCorners(west, south, east, north))
}

export function rectangleCorners(
  west: number,
  south: number,
  east: number,
  north: number,
): (readonly [number, number])[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

export function makeCorridor(id: string, line: readonly Position[], properties: Partial<Corridor> = {}): Corridor {
  return { id, name: id, line, widthMeters: 50, band: {}, direction: 'both', times: [], ...properties }
}
