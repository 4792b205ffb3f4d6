import type { Point } from '../points.ts'
import type { ReadLine } from './read-points.ts'

interface Shape {
  readonly type?: string
  readonly features?: unknown
  readonly geometry?: unknown
  readonly coordinates?: unknown
  readonly geometries?: unknown
  readonly properties?: Readonly<Record<string, unknown>> | null
}

/** Points of GeoJSON, whose coordinates are turned around, or a list of [latitude, longitude] as the API takes it. */
export function readJson(text: string): readonly ReadLine[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return [{ line: 1, text, fault: `this begins like JSON, but is none: ${(error as Error).message}` }]
  }
  const found = Array.isArray(value) ? value.map(fromPair) : fromShape(value as Shape, undefined)
  if (found.length === 0) return [{ line: 1, text, fault: 'there are no points in this GeoJSON' }]
  return found.map((one, index) => ({ line: index + 1, ...one }))
}

type Read = Omit<ReadLine, 'line'>

function fromPair(pair: unknown): Read {
  return toRead(Array.isArray(pair) ? [pair[0], pair[1]] : [undefined, undefined], JSON.stringify(pair), {})
}

function fromShape(shape: Shape | null, properties: Shape['properties']): readonly Read[] {
  if (shape === null || typeof shape !== 'object') return []
  const { type, coordinates } = shape
  const given = properties ?? {}
  if (type === 'FeatureCollection' && Array.isArray(shape.features))
    return shape.features.flatMap((feature) => fromShape(feature as Shape, undefined))
  if (type === 'Feature') return fromShape(shape.geometry as Shape, shape.properties)
  if (type === 'GeometryCollection' && Array.isArray(shape.geometries))
    return shape.geometries.flatMap((geometry) => fromShape(geometry as Shape, properties))
  if (type === 'Point') return [fromPosition(coordinates, given)]
  if (type === 'MultiPoint' && Array.isArray(coordinates))
    return coordinates.map((position) => fromPosition(position, given))
  return []
}

function fromPosition(position: unknown, properties: Readonly<Record<string, unknown>>): Read {
  const [longitude, latitude] = Array.isArray(position) ? position : []
  return toRead([latitude, longitude], JSON.stringify(position), properties)
}

function toRead(
  [latitude, longitude]: readonly [unknown, unknown],
  text: string,
  properties: Readonly<Record<string, unknown>>,
): Read {
  const isPoint =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  if (!isPoint) return { text, fault: `${text} is no point on the earth` }
  const at: Point = [latitude, longitude]
  const { name, demand, service_min } = properties
  return {
    text,
    written: {
      at,
      label: typeof name === 'string' ? name : '',
      ...(typeof demand === 'number' ? { demand } : {}),
      ...(typeof service_min === 'number' ? { service: service_min } : {}),
    },
  }
}
