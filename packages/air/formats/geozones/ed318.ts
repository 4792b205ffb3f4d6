import type { AirFile, AltitudeBand, Outline, Volume, Zone } from '../../model.ts'
import { readPolygon, readPolygons, readPosition, readRadius } from '../coordinates.ts'
import { Fields, featureLabel, isObject, requireValue } from '../fields.ts'
import { METERS_PER_FOOT, readBand } from '../heights.ts'
import { readInstant, readPeriod } from '../instants.ts'
import { readApplicability, readAuthorities, readLocalizedString, readMessage, readRule } from './geozone.ts'

/**
 * Reads ED-318 (EUROCAE, "Technical specification for geographical zones and U-space data"), which is GeoJSON with
 * layers.
 */

const metersByUnit: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['ft', METERS_PER_FOOT],
  ['M', 1],
  ['FT', METERS_PER_FOOT],
])
const bandFields = {
  lower: 'lower',
  lowerReference: 'lowerReference',
  upper: 'upper',
  upperReference: 'upperReference',
}
const ALLOWED_GEOMETRIES = 'Polygon, MultiPolygon, Point with extent, GeometryCollection'

/** Returns whether a file is ED-318. Plain GeoJSON has neither layers nor these properties. */
export function isEd318({ features }: Record<string, unknown>): boolean {
  return Array.isArray(features) && features.some(isGeozone)
}

function isGeozone(feature: unknown): boolean {
  if (!isObject(feature)) return false
  const { properties, geometry } = feature
  const ed318Properties = ['variant', 'zoneAuthority', 'limitedApplicability', 'restrictionConditions']
  if (isObject(properties) && ed318Properties.some((name) => name in properties)) return true
  if (!isObject(geometry)) return false
  const geometries = Array.isArray(geometry.geometries) ? [geometry, ...geometry.geometries] : [geometry]
  return geometries.some((geometry) => isObject(geometry) && ('layer' in geometry || 'extent' in geometry))
}

export function readEd318(file: Record<string, unknown>): AirFile {
  const fileFields = new Fields(file, 'the file')
  const provider = fileFields.has('metadata') ? readMetadata(fileFields.object('metadata')) : undefined
  const zones = fileFields.list('features').map((feature, index) => readZone(feature, index))
  const title = fileFields.string('title') || fileFields.string('name')
  const attribution = [title, provider].filter(Boolean).join(', ')
  return { zones, corridors: [], ...(attribution && { attribution }) }
}

/**
 * Reads the metadata. The validity period of the collection applies to its edition and not to its zones, so this reader
 * only validates the period.
 */
function readMetadata(metadata: Fields): string | undefined {
  readPeriod(metadata, 'validFrom', 'validTo')
  readInstant(metadata, 'issued')
  return readLocalizedString(metadata, 'provider')
}

function readZone(feature: unknown, index: number): Zone {
  const properties = isObject(feature) && isObject(feature.properties) ? feature.properties : {}
  const label = featureLabel(index, properties.identifier)
  const featureFields = new Fields(feature, label)
  const fields = featureFields.object('properties')
  const id = requireValue(fields.label('identifier') || undefined, featureFields, 'properties.identifier', 'a string')
  const rule = readRule(fields, 'type')
  const message = readMessage(fields)
  return {
    id,
    name: readLocalizedString(fields, 'name') ?? id,
    rule,
    volumes: readGeometry(featureFields.object('geometry'), undefined),
    times: readApplicability(fields, 'limitedApplicability'),
    authorities: readAuthorities(fields),
    ...(message && { message }),
  }
}

/** Reads a geometry. The layer of a collection applies to all of its parts without a layer. */
function readGeometry(fields: Fields, outerBand: AltitudeBand | undefined): Volume[] {
  const band = fields.has('layer') ? readLayer(fields.object('layer')) : outerBand
  if (fields.get('type') !== 'GeometryCollection') {
    return readOutlines(fields).map((outline) => ({ outline, band: band ?? {} }))
  }
  const geometries = fields.objects('geometries')
  if (geometries.length === 0) fields.reject('geometries', 'a list of at least one geometry')
  return geometries.flatMap((child) =>
    child.get('type') === 'GeometryCollection' ? child.reject('type', ALLOWED_GEOMETRIES) : readGeometry(child, band),
  )
}

function readLayer(layer: Fields): AltitudeBand {
  return readBand(layer, bandFields, layer.oneOf('uom', metersByUnit, ['m', 'ft']) ?? 1)
}

function readOutlines(fields: Fields): Outline[] {
  const coordinates = fields.get('coordinates')
  switch (fields.get('type')) {
    case 'Polygon':
      return [readPolygon(coordinates, fields, 'coordinates')]
    case 'MultiPolygon':
      return readPolygons(coordinates, fields, 'coordinates')
    case 'Point': {
      const extent = fields.object('extent')
      requireValue(extent.oneOf('subType', new Map([['Circle', true]])), extent, 'subType', 'Circle')
      const center = readPosition(coordinates, fields, 'coordinates')
      return [{ kind: 'circle', center, radiusMeters: readRadius(extent, 'radius') }]
    }
    default:
      return fields.reject('type', ALLOWED_GEOMETRIES)
  }
}
