import type { Position } from '@fairway/geo'
import type { AirFile, AltitudeBand, Authority, Corridor, Outline, Zone } from '../../model.ts'
import { readPolygon, readPolygons, readPosition, readPositions, readRadius } from '../coordinates.ts'
import { Fields, featureLabel, isObject } from '../fields.ts'
import { makeBand } from '../heights.ts'
import { readPlainTimes } from './plain-times.ts'

/**
 * Reads plain GeoJSON (RFC 7946). Areas and circles are zones, and lines with a width are corridors. See
 * docs/reference/zones.md.
 */

const rulesByName = new Map<string, Zone['rule']>([
  ['prohibited', 'prohibited'],
  ['authorisation', 'authorisation'],
  ['authorization', 'authorisation'],
  ['conditional', 'conditional'],
  ['none', 'none'],
])
const surfacesByName = new Map<string, 'ground' | 'sea'>([
  ['ground', 'ground'],
  ['sea', 'sea'],
])
const directionsByName = new Map<string, Corridor['direction']>([
  ['both', 'both'],
  ['forward', 'forward'],
])
const ALLOWED_GEOMETRIES =
  'Polygon, MultiPolygon, Point with radius_m (zones), LineString or MultiLineString with width_m (corridors)'
const MAX_WIDTH_METERS = 50_000
const MAX_HEIGHT_METERS = 100_000

const supportedProperties = new Set(
  'id name rule lower_m upper_m lower_above upper_above from until schedule authority message direction radius_m width_m'.split(
    ' ',
  ),
)

export function readPlainGeojson(file: Record<string, unknown>, stem: string): AirFile {
  const fileFields = new Fields(file, 'the file')
  const zones: Zone[] = []
  const corridors: Corridor[] = []
  const unusedProperties = new Set<string>()
  for (const [index, feature] of fileFields.list('features').entries()) {
    const properties = isObject(feature) && isObject(feature.properties) ? feature.properties : {}
    const label = featureLabel(index, properties.name, properties.id, isObject(feature) ? feature.id : undefined)
    const featureFields = new Fields(feature, label)
    const fields = new Fields(properties, label, 'properties')
    const id = fields.label('id') || featureFields.label('id') || `${stem}:${index}`
    const geometry = featureFields.object('geometry')
    if (String(geometry.get('type')).endsWith('LineString')) corridors.push(...readCorridors(fields, geometry, id))
    else zones.push(readZone(fields, geometry, id))
    for (const name of Object.keys(properties)) if (!supportedProperties.has(name)) unusedProperties.add(name)
  }
  const attribution = fileFields.string('attribution') || fileFields.string('name')
  const unusedNames = [...unusedProperties].slice(0, 20).join(', ')
  return {
    zones,
    corridors,
    ...(attribution && { attribution }),
    ...(unusedProperties.size > 0 && { warnings: [`these properties are unknown and were ignored: ${unusedNames}`] }),
  }
}

function readZone(fields: Fields, geometry: Fields, id: string): Zone {
  const message = fields.string('message')
  const band = readBand(fields)
  return {
    id,
    name: fields.label('name') || id,
    rule: fields.oneOf('rule', rulesByName) ?? 'prohibited',
    volumes: readOutlines(fields, geometry).map((outline) => ({ outline, band })),
    times: readPlainTimes(fields),
    authorities: readAuthority(fields),
    ...(message && { message }),
  }
}

function readOutlines(fields: Fields, geometry: Fields): Outline[] {
  const coordinates = geometry.get('coordinates')
  switch (geometry.get('type')) {
    case 'Polygon':
      return [readPolygon(coordinates, geometry, 'coordinates')]
    case 'MultiPolygon':
      return readPolygons(coordinates, geometry, 'coordinates')
    case 'Point': {
      const center = readPosition(coordinates, geometry, 'coordinates')
      return [{ kind: 'circle', center, radiusMeters: readRadius(fields, 'radius_m') }]
    }
    default:
      return geometry.reject('type', ALLOWED_GEOMETRIES)
  }
}

function readCorridors(fields: Fields, geometry: Fields, id: string): Corridor[] {
  const width = fields.number('width_m')
  const isValidWidth = width !== undefined && width > 0 && width <= MAX_WIDTH_METERS
  const corridorFields = {
    name: fields.label('name') || id,
    widthMeters: isValidWidth ? width : fields.reject('width_m', `meters, more than 0 and at most ${MAX_WIDTH_METERS}`),
    band: readBand(fields),
    direction: fields.oneOf('direction', directionsByName) ?? 'both',
    times: readPlainTimes(fields),
  }
  const coordinates = geometry.get('coordinates')
  if (geometry.get('type') === 'LineString')
    return [{ id, ...corridorFields, line: readLine(coordinates, geometry, 'coordinates') }]
  if (geometry.get('type') !== 'MultiLineString') return geometry.reject('type', ALLOWED_GEOMETRIES)
  if (!Array.isArray(coordinates) || coordinates.length === 0) return geometry.reject('coordinates', 'a list of lines')
  return coordinates.map((line: unknown, index) => ({
    id: `${id}/${index + 1}`,
    ...corridorFields,
    line: readLine(line, geometry, `coordinates[${index}]`),
  }))
}

function readLine(value: unknown, fields: Fields, name: string): Position[] {
  const positions = readPositions(value, fields, name)
  const line = positions.filter(
    ([latitude, longitude], index) =>
      index === 0 || latitude !== positions[index - 1][0] || longitude !== positions[index - 1][1],
  )
  return line.length >= 2 ? line : fields.rejectWith(name, 'has fewer than 2 different positions; allowed: at least 2')
}

function readBand(fields: Fields): AltitudeBand {
  const heightLimits = { least: -1000, most: MAX_HEIGHT_METERS }
  const lower = fields.number('lower_m', heightLimits)
  const upper = fields.number('upper_m', heightLimits)
  const lowerReference = fields.oneOf('lower_above', surfacesByName) ?? 'ground'
  const upperReference = fields.oneOf('upper_above', surfacesByName) ?? 'ground'
  if (lower !== undefined && upper !== undefined && lowerReference === upperReference && upper < lower) {
    return fields.reject('upper_m', `at least lower_m (${lower})`)
  }
  return makeBand(
    lower === undefined ? undefined : { meters: lower, above: lowerReference },
    upper === undefined ? undefined : { meters: upper, above: upperReference },
  )
}

/** Reads the authority, which is a name or an object with a name and contact details. */
function readAuthority(fields: Fields): Authority[] {
  if (!fields.has('authority')) return []
  if (!isObject(fields.get('authority'))) return [{ name: fields.string('authority') || 'an authority without a name' }]
  const authority = fields.object('authority')
  const [name, phone, email, url] = ['name', 'phone', 'email', 'url'].map(
    (field) => authority.label(field) || undefined,
  )
  return [
    {
      name: name ?? authority.reject('name', 'a string'),
      ...(phone && { phone }),
      ...(email && { email }),
      ...(url && { url }),
    },
  ]
}
