import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ForeignInput } from '../foreign-operation.ts'
import type { ValhallaCode, ValhallaError } from './errors.ts'

type Fields = Readonly<Record<string, unknown>>
/** Point as [latitude, longitude]. */
export type Point = readonly [number, number]

export interface ValhallaLocation {
  readonly at: Point
  readonly type: string
  readonly heading: number | undefined
}

export interface ValhallaRequest {
  readonly fields: Fields
  readonly id: unknown
  readonly units: 'kilometers' | 'miles'
  readonly language: string
  /** Request fields that the costing sets. */
  readonly options: Fields
  /** Road classes to avoid where possible. */
  readonly preferredAvoid: readonly string[]
  /** Options that have no effect. */
  readonly ignored: readonly string[]
}

export const SHAPE_FORMATS = ['polyline6', 'polyline5', 'geojson', 'no_shape'] as const

const profileByCosting: Readonly<Record<string, string>> = {
  auto: 'car',
  auto_shorter: 'car',
  taxi: 'car',
  bus: 'car',
  hov: 'car',
  truck: 'truck',
  motorcycle: 'motorcycle',
  motor_scooter: 'motorcycle',
  bicycle: 'bicycle',
  bikeshare: 'bicycle',
  pedestrian: 'foot',
}
const avoidByOption: Readonly<Record<string, string>> = {
  tolls: 'tolls',
  highways: 'motorways',
  ferry: 'ferries',
  ferries: 'ferries',
}
const vehicleFields: Readonly<Record<string, string>> = {
  height: 'height_m',
  width: 'width_m',
  length: 'length_m',
  weight: 'weight_t',
  axle_load: 'axle_load_t',
  hazmat: 'hazmat',
}

/** Reads the body of a POST request, or the `json` parameter of a GET request. */
export function readFields({ body, query }: Pick<ForeignInput, 'body' | 'query'>): Result<Fields, ValhallaError> {
  if (isObject(body)) return ok(body)
  const { json } = query
  if (typeof json !== 'string') return fail({ code: 100 })
  try {
    const fields: unknown = JSON.parse(json)
    return isObject(fields) ? ok(fields) : fail({ code: 100 })
  } catch {
    return fail({ code: 100 })
  }
}

export function readRequest(fields: Fields): Result<ValhallaRequest, ValhallaError> {
  const { costing, id } = fields
  if (typeof costing !== 'string' || costing === '') return fail({ code: 124 })
  const profile = Object.hasOwn(profileByCosting, costing) ? profileByCosting[costing] : undefined
  if (profile === undefined) return fail({ code: 125, detail: `'${costing.slice(0, 60)}'` })
  const directions = isObject(fields.directions_options) ? fields.directions_options : {}
  const units = String(fields.units ?? directions.units ?? 'kilometers')
  const language = String(fields.language ?? directions.language ?? 'en-US')
  const time = readTime(fields.date_time)
  if (!time.ok) return time
  const areas = readPolygons(fields.exclude_polygons)
  if (!areas.ok) return areas
  const { avoid, preferredAvoid, vehicle, ignored } = readCostingOptions(fields, costing)
  const unsupportedNames = ['exclude_locations', 'linear_cost_factors', 'recostings'].filter(
    (name) => fields[name] !== undefined,
  )
  return ok({
    fields,
    id,
    units: /^mi/i.test(units) ? 'miles' : 'kilometers',
    language,
    options: {
      profile,
      avoid,
      ...(areas.value.length > 0 && { avoid_areas: areas.value }),
      ...(Object.keys(vehicle).length > 0 && { vehicle }),
      ...time.value,
    },
    preferredAvoid,
    ignored: [...ignored, ...unsupportedNames],
  })
}

function readCostingOptions(fields: Fields, costing: string) {
  const costingOptions = isObject(fields.costing_options) ? fields.costing_options : {}
  const options = isObject(costingOptions[costing]) ? costingOptions[costing] : {}
  const avoid: string[] = []
  const preferredAvoid: string[] = []
  const vehicle: Record<string, unknown> = {}
  const ignoredOptions: string[] = []
  for (const [name, value] of Object.entries(options)) {
    const excludedFeature = name.startsWith('exclude_') ? avoidByOption[name.slice('exclude_'.length)] : undefined
    const usedFeature = name.startsWith('use_') ? avoidByOption[name.slice('use_'.length)] : undefined
    const size = Object.hasOwn(vehicleFields, name) ? vehicleFields[name] : undefined
    if (excludedFeature !== undefined) {
      if (value === true || value === 1) avoid.push(excludedFeature)
    } else if (usedFeature !== undefined) {
      if (value === 0) preferredAvoid.push(usedFeature)
    } else if (size !== undefined) vehicle[size] = value
    else ignoredOptions.push(`costing_options.${costing}.${name}`)
  }
  return { avoid, preferredAvoid, vehicle, ignored: ignoredOptions }
}

/** Reads a time. The time zone of the start is unknown, so local times are interpreted as UTC. */
function readTime(timeInput: unknown): Result<Fields, ValhallaError> {
  if (timeInput === undefined) return ok({})
  const { type, value } = isObject(timeInput) ? timeInput : {}
  if (type === 0) return ok({})
  if (type !== 1 && type !== 2 && type !== 3) return fail({ code: 163 })
  if (typeof value !== 'string') return fail({ code: type === 2 ? 161 : 160 })
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) || Number.isNaN(Date.parse(`${value}:00Z`))) return fail({ code: 162 })
  return ok({ [type === 2 ? 'arrive_by' : 'depart_at']: `${value}:00Z` })
}

/** Reads rings of [longitude, latitude]. */
function readPolygons(polygonsInput: unknown): Result<Point[][], ValhallaError> {
  if (polygonsInput === undefined) return ok([])
  if (!Array.isArray(polygonsInput)) return fail({ code: 137 })
  const rings: Point[][] = []
  for (const ring of polygonsInput) {
    const points = Array.isArray(ring) ? ring.map(toPoint) : []
    if (points.length < 3 || points.some((point) => point === undefined)) return fail({ code: 137 })
    rings.push(points.filter((point) => point !== undefined))
  }
  return ok(rings)
}

function toPoint(value: unknown): Point | undefined {
  const [longitude, latitude] = Array.isArray(value) ? value : []
  return typeof latitude === 'number' && typeof longitude === 'number' ? [latitude, longitude] : undefined
}

/** Error codes for a list of locations that is missing, too short or has an invalid entry. */
export interface LocationCodes {
  readonly missing: ValhallaCode
  readonly tooFew: ValhallaCode
  readonly unreadable: ValhallaCode
}

export const LOCATION_CODES: LocationCodes = { missing: 110, tooFew: 120, unreadable: 130 }

export function readLocations(
  locationInput: unknown,
  minCount: number,
  codes: LocationCodes,
): Result<ValhallaLocation[], ValhallaError> {
  if (!Array.isArray(locationInput)) return fail({ code: codes.missing })
  if (locationInput.length < minCount) return fail({ code: codes.tooFew })
  const locations: ValhallaLocation[] = []
  for (const value of locationInput) {
    const { lat, lon, type = 'break', heading } = isObject(value) ? value : {}
    const point = [Number(lat ?? Number.NaN), Number(lon ?? Number.NaN)] as const
    if (!(Math.abs(point[0]) <= 90 && Math.abs(point[1]) <= 180)) return fail({ code: codes.unreadable })
    const hasHeading = typeof heading === 'number' && heading >= 0 && heading <= 360
    locations.push({ at: point, type: String(type), heading: hasHeading ? heading : undefined })
  }
  return ok(locations)
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
