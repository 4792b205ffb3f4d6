import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ForeignInput } from '../foreign-operation.ts'
import type { NativePlace, Point } from '../places/native-place.ts'
import { parseLanguageList } from '../places/place-calls.ts'
import { layers, toLayer } from './format.ts'

const DEFAULT_SIZE = 10
const MIN_SIZE = 1
const MAX_SIZE = 40
const MAX_TEXT_LENGTH = 140
/** Maximum radius of reverse geocoding, in kilometers. */
const MAX_REVERSE_RADIUS = 5

/** Parts of an address, from small to large. */
const addressParts = 'venue,address,neighbourhood,borough,locality,county,region,postalcode,country'.split(',')

export type PeliasService = 'search' | 'autocomplete' | 'search/structured' | 'reverse'

export interface PeliasQuery {
  /** Search parameters of the geocoding operation. Empty for reverse geocoding. */
  readonly words: Readonly<Record<string, string>>
  readonly size: number
  readonly position: Point | undefined
  readonly countries: readonly string[]
  readonly language: string | undefined
  readonly radiusKm: number
  readonly warnings: readonly string[]
  /** Whether a filter removes results, so that more results must be requested. */
  readonly isFiltered: boolean
  accepts(place: NativePlace): boolean
}

type Query = ForeignInput['query']
type Filter = (place: NativePlace) => boolean

/** Reads the parameters. Failures use the same wording as Pelias. */
export function parsePeliasQuery(
  { query, headers }: Pick<ForeignInput, 'query' | 'headers'>,
  service: PeliasService,
): Result<PeliasQuery, readonly string[]> {
  const warnings: string[] = []
  const errors: string[] = []
  const keep = <T>(result: Result<T, string>): T | undefined => {
    if (result.ok) return result.value
    errors.push(result.failure)
    return undefined
  }
  const words = service === 'reverse' ? {} : keep(readWords(query, service, warnings))
  const position = keep(readPoint(query, service === 'reverse' ? 'point' : 'focus.point', service === 'reverse'))
  const box = keep(readBox(query))
  const layerFilter = keep(readLayers(query))
  const countries = keep(readCountries(query))
  if (errors.length > 0) return fail(errors)
  const filters = [box, layerFilter].filter((filter) => filter !== undefined)
  const language = readParameter(query, 'lang') ?? [headers['accept-language']].flat()[0]
  return ok({
    words: words ?? {},
    size: readSize(query, warnings),
    position,
    countries: countries ?? [],
    language: parseLanguageList(language),
    radiusKm: Math.min(MAX_REVERSE_RADIUS, readNumber(query, 'boundary.circle.radius') ?? MAX_REVERSE_RADIUS),
    warnings,
    isFiltered: filters.length > 0,
    accepts: (place) => filters.every((accept) => accept(place)),
  })
}

function readWords(
  query: Query,
  service: PeliasService,
  warnings: string[],
): Result<Readonly<Record<string, string>>, string> {
  if (service === 'search/structured') return readAddress(query)
  const text = (readParameter(query, 'text') ?? '').trim()
  if (text === '') return fail("invalid param 'text': text length, must be >0")
  const characters = [...text]
  if (characters.length <= MAX_TEXT_LENGTH) return ok({ q: text })
  warnings.push(`param 'text' truncated to ${MAX_TEXT_LENGTH} characters`)
  return ok({ q: characters.slice(0, MAX_TEXT_LENGTH).join('') })
}

/** Joins the parts of an address into one query string. */
function readAddress(query: Query): Result<Readonly<Record<string, string>>, string> {
  const addressValues = addressParts.flatMap((name) => readParameter(query, name)?.trim() || [])
  if (addressValues.length > 0) return ok({ q: addressValues.join(', ') })
  return fail(`at least one of the following fields is required: ${addressParts.join(', ')}`)
}

function readPoint(query: Query, prefix: string, isRequired: boolean): Result<Point | undefined, string> {
  const [latitude, longitude] = [`${prefix}.lat`, `${prefix}.lon`].map((name) => readNumber(query, name))
  if (latitude === undefined || longitude === undefined) {
    const isGiven = latitude !== undefined || longitude !== undefined
    if (!isRequired && !isGiven) return ok(undefined)
    return fail(`missing param '${prefix}.${latitude === undefined ? 'lat' : 'lon'}'`)
  }
  if (Math.abs(latitude) > 90) return fail(`${prefix}.lat value ${latitude} is outside range -90,90`)
  if (Math.abs(longitude) > 180) return fail(`${prefix}.lon value ${longitude} is outside range -180,180`)
  return ok([latitude, longitude])
}

function readBox(query: Query): Result<Filter | undefined, string> {
  const prefix = 'boundary.rect'
  const names = ['min_lat', 'max_lat', 'min_lon', 'max_lon']
  const values = names.map((name) => readNumber(query, `${prefix}.${name}`))
  if (values.every((value) => value === undefined)) return ok(undefined)
  const missingIndex = values.indexOf(undefined)
  if (missingIndex >= 0) return fail(`missing param '${prefix}.${names[missingIndex]}'`)
  const [south = 0, north = 0, west = 0, east = 0] = values
  for (const [index, value = 0] of values.entries()) {
    const range = index < 2 ? 90 : 180
    if (Math.abs(value) > range)
      return fail(`${prefix}.${names[index]} value ${value} is outside range -${range},${range}`)
  }
  if (south > north) return fail(`${prefix}.min_lat (${south}) must be less than ${prefix}.max_lat (${north})`)
  if (west > east) return fail(`${prefix}.min_lon (${west}) must be less than ${prefix}.max_lon (${east})`)
  return ok(({ at: [lat, lon] }) => lat >= south && lat <= north && lon >= west && lon <= east)
}

function readLayers(query: Query): Result<Filter | undefined, string> {
  const layersText = readParameter(query, 'layers')
  if (layersText === undefined) return ok(undefined)
  const validText = `Valid options: ${layers.join(',')}`
  if (layersText.trim() === '') return fail(`layers parameter cannot be an empty string. ${validText}`)
  const requestedLayers = layersText.split(',').map((layer) => layer.trim().toLowerCase())
  const unknownLayer = requestedLayers.find((layer) => !layers.includes(layer))
  if (unknownLayer !== undefined) return fail(`'${unknownLayer}' is an invalid layers parameter. ${validText}`)
  const names = requestedLayers.flatMap((layer) => (layer === 'coarse' ? layers.filter(isCoarse) : [layer]))
  return ok((place) => names.includes(toLayer(place)))
}

const isCoarse = (layer: string) => !['venue', 'address', 'street', 'coarse'].includes(layer)

/** Reads country codes. Only two-letter codes are accepted, because the search accepts no other codes. */
function readCountries(query: Query): Result<readonly string[], string> {
  const countryText = readParameter(query, 'boundary.country')
  if (countryText === undefined) return ok([])
  const codes = countryText.split(',').map((code) => code.trim())
  if (codes.every((code) => code === '')) return fail('boundary.country is empty')
  const wrongCode = codes.find((code) => !/^[a-z]{2}$/i.test(code))
  return wrongCode === undefined ? ok(codes) : fail(`${wrongCode} is not a valid ISO2 country code`)
}

function readSize(query: Query, warnings: string[]): number {
  const size = Number.parseInt(readParameter(query, 'size') ?? '', 10)
  if (Number.isNaN(size)) return DEFAULT_SIZE
  if (size > MAX_SIZE) warnings.push("out-of-range integer 'size', using MAX_SIZE")
  if (size < MIN_SIZE) warnings.push("out-of-range integer 'size', using MIN_SIZE")
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, size))
}

function readNumber(query: Query, name: string): number | undefined {
  const value = Number.parseFloat(readParameter(query, name) ?? '')
  return Number.isFinite(value) ? value : undefined
}

function readParameter(query: Query, name: string): string | undefined {
  const value = query[name]
  return value === undefined || typeof value === 'string' ? value : value[0]
}
