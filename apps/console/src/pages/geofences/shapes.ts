import { flatDistanceMeters, rulerAt } from '@fairway/geo'
import type { Feature, FeatureCollection } from 'geojson'
import { type Point, roundPoint, toGeoJson } from '../../points.ts'

/** Geometry of a geofence. Exactly one field is set. */
export interface Shape {
  readonly circle?: { readonly center: Point; readonly radius_m: number }
  readonly polygon?: { readonly outer: readonly Point[]; readonly holes?: readonly (readonly Point[])[] }
  readonly corridor?: { readonly line?: readonly Point[]; readonly along_plan?: boolean; readonly distance_m: number }
}

export const MIN_RADIUS_M = 10
export const MIN_CORNERS = 3
const CIRCLE_CORNERS = 64

/** Returns the outline of a circle on the map. */
export function toCircleRing([latitude, longitude]: Point, radiusMeters: number): readonly Point[] {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  return Array.from({ length: CIRCLE_CORNERS }, (_, index) => {
    const angle = (2 * Math.PI * index) / CIRCLE_CORNERS
    return [
      latitude + (radiusMeters * Math.cos(angle)) / perLatitudeDegree,
      longitude + (radiusMeters * Math.sin(angle)) / perLongitudeDegree,
    ] as const
  })
}

/** Returns the position of the handle that changes the radius, east of the center. */
export function toRadiusHandle([latitude, longitude]: Point, radiusMeters: number): Point {
  return roundPoint([latitude, longitude + radiusMeters / rulerAt(latitude).perLongitudeDegree])
}

export function toRadius(center: Point, handle: Point): number {
  return Math.max(MIN_RADIUS_M, Math.round(flatDistanceMeters(...center, ...handle)))
}

export function listShapePoints({ circle, polygon, corridor }: Shape): readonly Point[] {
  if (circle !== undefined) return toCircleRing(circle.center, circle.radius_m)
  return polygon?.outer ?? corridor?.line ?? []
}

export function toFeatures(shapes: readonly (Shape & { readonly id: string })[]): FeatureCollection {
  return { type: 'FeatureCollection', features: shapes.flatMap(toFeature) }
}

function toFeature(shape: Shape & { readonly id: string }): Feature[] {
  const points = listShapePoints(shape)
  const properties = { id: shape.id }
  if (shape.corridor !== undefined || points.length < MIN_CORNERS)
    return points.length < 2
      ? []
      : [{ type: 'Feature', properties, geometry: { type: 'LineString', coordinates: toGeoJson(points) } }]
  const rings = [points, ...(shape.polygon?.holes ?? [])].map((ring) => closeRing(toGeoJson(ring)))
  return [{ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: rings } }]
}

function closeRing(ring: [number, number][]): [number, number][] {
  const [first] = ring
  return first === undefined ? ring : [...ring, first]
}
