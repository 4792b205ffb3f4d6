import type { Point } from '../points.ts'
import { readExtras } from './read-extras.ts'
import type { Reading, ReadLine } from './read-line.ts'

interface Shape {
  readonly type?: string
  readonly features?: unknown
  readonly geometry?: unknown
  readonly coordinates?: unknown
  readonly geometries?: unknown
  readonly properties?: Readonly<Record<string, unknown>> | null
}

/**
 * Reads GeoJSON points, whose coordinates are in reverse order, or a list of [latitude, longitude] as the API accepts
 * it.
 */
export function readJson(text: string, reading: Reading): readonly ReadLine[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return [{ line: 1, text, fault: `this looks like JSON but cannot be parsed: ${(error as Error).message}` }]
  }
  const found = Array.isArray(value) ? value.map(fromPair) : fromShape(value as Shape, undefined, reading)
  if (found.length === 0) return [{ line: 1, text, fault: 'this GeoJSON contains no points' }]
  return found.map((one, index) => ({ line: index + 1, ...one }))
}

type Read = Omit<ReadLine, 'line'>

function fromPair(pair: unknown): Read {
  return toRead(Array.isArray(pair) ? [pair[0], pair[1]] : [undefined, undefined], JSON.stringify(pair))
}

function fromShape(shape: Shape | null, properties: Shape['properties'], reading: Reading): readonly Read[] {
  if (shape === null || typeof shape !== 'object') return []
  const { type, coordinates } = shape
  const given = properties ?? {}
  if (type === 'FeatureCollection' && Array.isArray(shape.features))
    return shape.features.flatMap((feature) => fromShape(feature as Shape, undefined, reading))
  if (type === 'Feature') return fromShape(shape.geometry as Shape, shape.properties, reading)
  if (type === 'GeometryCollection' && Array.isArray(shape.geometries))
    return shape.geometries.flatMap((geometry) => fromShape(geometry as Shape, properties, reading))
  if (type === 'Point') return [fromPosition(coordinates, given, reading)]
  if (type === 'MultiPoint' && Array.isArray(coordinates))
    return coordinates.map((position) => fromPosition(position, given, reading))
  return []
}

type Properties = Readonly<Record<string, unknown>>

function fromPosition(position: unknown, properties: Properties, { hasExtras }: Reading): Read {
  const [longitude, latitude] = Array.isArray(position) ? position : []
  const text = (name: string) => (properties[name] == null ? '' : String(properties[name]).trim())
  const given = { demand: text('demand'), service: text('service_min'), opens: text('opens'), closes: text('closes') }
  const { extras, fault } = hasExtras ? readExtras(given) : { extras: {} }
  const { name } = properties
  const read = toRead([latitude, longitude], JSON.stringify(position))
  // Keep the GeoJSON shape: if the user corrected it as a plain line, its two numbers would be read in the wrong order.
  const shape = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: position } }
  if (read.written === undefined) return { ...read, shape }
  if (fault !== undefined) return { text: read.text, fault, shape }
  return { ...read, shape, written: { ...read.written, label: typeof name === 'string' ? name : '', ...extras } }
}

function toRead([latitude, longitude]: readonly [unknown, unknown], text: string): Read {
  const isPoint =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  if (!isPoint) return { text, fault: `${text} is not a valid position` }
  const at: Point = [latitude, longitude]
  return { text, written: { at, label: '' } }
}
