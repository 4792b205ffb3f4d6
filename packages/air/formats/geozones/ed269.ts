import type { AirFile, Outline, Volume, Zone } from '../../model.ts'
import { readPolygon, readPosition, readRadius } from '../coordinates.ts'
import { Fields, featureLabel, isObject, requireValue } from '../fields.ts'
import { METERS_PER_FOOT, readBand } from '../heights.ts'
import { readApplicability, readAuthorities, readLocalizedString, readMessage, readRule } from './geozone.ts'

/** Reads ED-269 (EUROCAE, "Minimum operational performance standard for geofencing"), the JSON format of annex 2. */

const metersByUnit: ReadonlyMap<string, number> = new Map([
  ['M', 1],
  ['FT', METERS_PER_FOOT],
  ['m', 1],
  ['ft', METERS_PER_FOOT],
])
const supportedShapes: ReadonlyMap<string, 'Circle' | 'Polygon'> = new Map([
  ['Circle', 'Circle'],
  ['Polygon', 'Polygon'],
])
const bandFields = {
  lower: 'lowerLimit',
  lowerReference: 'lowerVerticalReference',
  upper: 'upperLimit',
  upperReference: 'upperVerticalReference',
}

/** Returns whether a file is ED-269. Its features have a list of volumes instead of a GeoJSON geometry. */
export function isEd269({ type, features }: Record<string, unknown>): boolean {
  if (type === 'FeatureCollection' || !Array.isArray(features)) return false
  return (
    features.length === 0 ||
    features.some((feature) => isObject(feature) && ('restriction' in feature || Array.isArray(feature.geometry)))
  )
}

export function readEd269(file: Record<string, unknown>): AirFile {
  const warnings: string[] = []
  const fileFields = new Fields(file, 'the file')
  const zones = fileFields.list('features').map((feature, index) => {
    const label = isObject(feature) ? featureLabel(index, feature.identifier, feature.name) : featureLabel(index)
    return readZone(new Fields(feature, label), label, warnings)
  })
  const title = readLocalizedString(fileFields, 'title')
  return { zones, corridors: [], ...(title && { attribution: title }), ...(warnings.length > 0 && { warnings }) }
}

function readZone(fields: Fields, label: string, warnings: string[]): Zone {
  const id = requireValue(fields.label('identifier') || undefined, fields, 'identifier', 'a string')
  const rule = readRule(fields, 'restriction')
  const volumes = fields.objects('geometry').map((volume) => readVolume(volume, label, warnings))
  if (volumes.length === 0) fields.reject('geometry', 'a list of at least one volume')
  const message = readMessage(fields)
  return {
    id,
    name: readLocalizedString(fields, 'name') ?? id,
    rule,
    volumes,
    times: readApplicability(fields, 'applicability'),
    authorities: readAuthorities(fields),
    ...(message && { message }),
  }
}

function readVolume(fields: Fields, label: string, warnings: string[]): Volume {
  const metersPerUnit = fields.oneOf('uomDimensions', metersByUnit, ['M', 'FT']) ?? 1
  const band = readBand(fields, bandFields, metersPerUnit)
  const outline = readProjection(fields.object('horizontalProjection'))
  if (outline.kind === 'circle' && metersPerUnit !== 1) {
    warnings.push(`${label}: the radius was read in meters, although heights are in feet`)
  }
  return { outline, band }
}

function readProjection(fields: Fields): Outline {
  const shape = requireValue(fields.oneOf('type', supportedShapes), fields, 'type', 'Circle, Polygon')
  if (shape === 'Polygon') return readPolygon(fields.get('coordinates'), fields, 'coordinates')
  const center = readPosition(fields.get('center'), fields, 'center')
  return { kind: 'circle', center, radiusMeters: readRadius(fields, 'radius') }
}
