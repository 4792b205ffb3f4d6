import type { OddArea } from '@fairway/road'
import { findSelfIntersection, type LonLat } from './crossing.ts'
import type { Json } from './fields.ts'
import { InvalidOddError } from './odd-refused.ts'

const MAX_AREAS = 200
export const MAX_RING_POINTS = 5000
const MAX_AREA_POINTS = 50_000

type Ring = readonly (readonly [number, number])[]

/**
 * Reads the polygons of a GeoJSON FeatureCollection, Feature, Polygon or MultiPolygon. Only this function converts
 * GeoJSON's [longitude, latitude] to [latitude, longitude].
 */
export function readAreas(value: unknown, field: string): OddArea[] {
  const features = listFeatures(value, field)
  if (features.length === 0 || features.length > MAX_AREAS) {
    throw new InvalidOddError(field, `${features.length} features`, `give 1 to ${MAX_AREAS}`)
  }
  const areas = features.map(({ at, feature }, index) => ({
    name: nameOf(feature, index),
    polygons: readGeometry(feature.geometry, `${at}.geometry`),
  }))
  const pointCount = areas.flatMap(({ polygons }) => polygons.flat()).reduce((sum, ring) => sum + ring.length, 0)
  if (pointCount > MAX_AREA_POINTS)
    throw new InvalidOddError(field, `${pointCount} corners`, `give at most ${MAX_AREA_POINTS}`)
  return areas
}

interface FeatureWithPath {
  readonly at: string
  readonly feature: Json
}

function listFeatures(value: unknown, field: string): FeatureWithPath[] {
  const { type, features } = toObject(value)
  if (type === 'FeatureCollection' && Array.isArray(features)) {
    return features.map((feature, index) => {
      const featurePath = `${field}.features[${index}]`
      if (toObject(feature).type !== 'Feature')
        throw new InvalidOddError(`${featurePath}.type`, toObject(feature).type, 'give "Feature"')
      return { at: featurePath, feature: toObject(feature) }
    })
  }
  if (type === 'Feature') return [{ at: field, feature: toObject(value) }]
  if (type === 'Polygon' || type === 'MultiPolygon') return [{ at: field, feature: { geometry: value } }]
  throw new InvalidOddError(`${field}.type`, type, 'give a GeoJSON FeatureCollection, Feature, Polygon or MultiPolygon')
}

function nameOf({ properties }: Json, index: number): string {
  const { name } = toObject(properties)
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : `area ${index + 1}`
}

function readGeometry(value: unknown, field: string): Ring[][] {
  const { type, coordinates } = toObject(value)
  if (type === 'Polygon') return [readPolygon(coordinates, `${field}.coordinates`)]
  if (type !== 'MultiPolygon') throw new InvalidOddError(`${field}.type`, type, 'give Polygon or MultiPolygon')
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    throw new InvalidOddError(`${field}.coordinates`, coordinates, 'give at least one polygon')
  }
  return coordinates.map((polygon, index) => readPolygon(polygon, `${field}.coordinates[${index}]`))
}

function readPolygon(value: unknown, field: string): Ring[] {
  if (!Array.isArray(value) || value.length === 0) throw new InvalidOddError(field, value, 'give at least one ring')
  return value.map((ring, index) => readRing(ring, `${field}[${index}]`))
}

function readRing(value: unknown, field: string): Ring {
  if (!Array.isArray(value) || value.length < 4 || value.length > MAX_RING_POINTS) {
    const receivedValue = Array.isArray(value) ? `a ring of ${value.length} positions` : value
    throw new InvalidOddError(
      field,
      receivedValue,
      `give 4 to ${MAX_RING_POINTS} positions, with the last equal to the first`,
    )
  }
  const points = value.map((position, index) => readPosition(position, `${field}[${index}]`))
  const [first, last] = [points[0], points.at(-1)]
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) {
    throw new InvalidOddError(
      `${field}[${points.length - 1}]`,
      value.at(-1),
      'close the ring: repeat the first position',
    )
  }
  const crossing = findSelfIntersection(points)
  if (crossing) {
    const [a, b] = crossing
    throw new InvalidOddError(
      field,
      `a ring that crosses itself (positions ${a} and ${b})`,
      'give a ring that does not',
    )
  }
  return points.slice(0, -1).map(([longitude, latitude]) => [latitude, longitude])
}

function readPosition(value: unknown, field: string): LonLat {
  const [longitude, latitude] = Array.isArray(value) ? value : []
  const isPosition =
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90
  if (!isPosition) throw new InvalidOddError(field, value, 'give [longitude, latitude] in degrees, as GeoJSON does')
  return [longitude, latitude]
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
