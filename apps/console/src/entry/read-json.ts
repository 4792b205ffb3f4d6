import type { Point } from '../points.ts'
import { parseStopFields } from './read-extras.ts'
import type { ParsedLine, ParseOptions } from './read-line.ts'

interface GeoJsonObject {
  readonly type?: string
  readonly features?: unknown
  readonly geometry?: unknown
  readonly coordinates?: unknown
  readonly geometries?: unknown
  readonly properties?: Readonly<Record<string, unknown>> | null
}

/** Parses GeoJSON points (longitude first) or a list of [latitude, longitude] pairs in the format of the API. */
export function parseJsonPoints(json: string, reading: ParseOptions): readonly ParsedLine[] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return [{ line: 1, text: json, error: `this looks like JSON but cannot be parsed: ${(error as Error).message}` }]
  }
  const items = Array.isArray(value) ? value.map(parsePair) : parseGeoJson(value as GeoJsonObject, undefined, reading)
  if (items.length === 0) return [{ line: 1, text: json, error: 'this GeoJSON contains no points' }]
  return items.map((item, index) => ({ line: index + 1, ...item }))
}

type ParsedItem = Omit<ParsedLine, 'line'>

function parsePair(pair: unknown): ParsedItem {
  return toParsedItem(Array.isArray(pair) ? [pair[0], pair[1]] : [undefined, undefined], JSON.stringify(pair))
}

function parseGeoJson(
  shape: GeoJsonObject | null,
  properties: GeoJsonObject['properties'],
  reading: ParseOptions,
): readonly ParsedItem[] {
  if (shape === null || typeof shape !== 'object') return []
  const { type, coordinates } = shape
  const featureProperties = properties ?? {}
  if (type === 'FeatureCollection' && Array.isArray(shape.features))
    return shape.features.flatMap((feature) => parseGeoJson(feature as GeoJsonObject, undefined, reading))
  if (type === 'Feature') return parseGeoJson(shape.geometry as GeoJsonObject, shape.properties, reading)
  if (type === 'GeometryCollection' && Array.isArray(shape.geometries))
    return shape.geometries.flatMap((geometry) => parseGeoJson(geometry as GeoJsonObject, properties, reading))
  if (type === 'Point') return [parsePosition(coordinates, featureProperties, reading)]
  if (type === 'MultiPoint' && Array.isArray(coordinates))
    return coordinates.map((position) => parsePosition(position, featureProperties, reading))
  return []
}

type Properties = Readonly<Record<string, unknown>>

function parsePosition(position: unknown, properties: Properties, { acceptsStopFields }: ParseOptions): ParsedItem {
  const [longitude, latitude] = Array.isArray(position) ? position : []
  const getString = (name: string) => (properties[name] == null ? '' : String(properties[name]).trim())
  const stopFields = {
    demand: getString('demand'),
    service: getString('service_min'),
    opens: getString('opens'),
    closes: getString('closes'),
  }
  const { extras, error } = acceptsStopFields ? parseStopFields(stopFields) : { extras: {} }
  const { name } = properties
  const parsedItem = toParsedItem([latitude, longitude], JSON.stringify(position))
  // Keep the GeoJSON shape. In a plain line of text, longitude and latitude would be read in the wrong order.
  const pointFeature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: position } }
  if (parsedItem.entry === undefined) return { ...parsedItem, feature: pointFeature }
  if (error !== undefined) return { text: parsedItem.text, error, feature: pointFeature }
  return {
    ...parsedItem,
    feature: pointFeature,
    entry: { ...parsedItem.entry, label: typeof name === 'string' ? name : '', ...extras },
  }
}

function toParsedItem([latitude, longitude]: readonly [unknown, unknown], source: string): ParsedItem {
  const isPoint =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  if (!isPoint) return { text: source, error: `${source} is not a valid position` }
  const position: Point = [latitude, longitude]
  return { text: source, entry: { at: position, label: '' } }
}
