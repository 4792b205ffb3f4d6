import { readSideFields, show } from '../assets/side-fields.ts'
import type { ForeignPosition, GivenElement } from '../positions/given-positions.ts'

/**
 * Converts the formats of common phones and trackers to our fields and keeps their field names. Invalid optional fields
 * are dropped. Position and time are validated as in our own format.
 */
type Fields = Readonly<Record<string, unknown>>

const MS_PER_KMH = 1 / 3.6
const MS_PER_KNOT = 1852 / 3600

/** A position in any format that is recognizable by its content; undefined otherwise. */
export function readForeign(given: Fields, whole: string): Omit<GivenElement, 'index'> | undefined {
  if (given._type === 'location') return toElement(fromOwnTracks(given, whole))
  const { location } = given
  return isTraccar(location) ? readTraccar(location, 'location') : undefined
}

/** Positions buffered offline by Traccar Client and apps with the same library; undefined for other bodies. */
export function readCollected({ location }: Fields): GivenElement[] | undefined {
  if (!Array.isArray(location)) return undefined
  return location.map((one: unknown, index) => ({
    index,
    ...(isTraccar(one) ? readTraccar(one, `location[${index}]`) : { value: one }),
  }))
}

/** OwnTracks also sends messages other than positions (status, geofences, steps), which are not stored. */
export function isOwnTracks(given: unknown): given is Fields & { readonly _type: string } {
  return isFields(given) && typeof given._type === 'string'
}

/** https://owntracks.org/booklet/tech/json: Unix seconds, km/h, percent. */
function fromOwnTracks({ lat, lon, tst, acc, alt, batt, vel, cog }: Fields, whole: string): ForeignPosition {
  const { values, leftOut } = readSideFields({
    speed_ms: { sent: 'vel', given: vel, factor: MS_PER_KMH },
    heading: { sent: 'cog', given: cog },
    battery_pct: { sent: 'batt', given: batt },
    altitude_m: { sent: 'alt', given: alt },
    accuracy_m: { sent: 'acc', given: acc },
  })
  const names = { at: whole, latitude: 'lat', longitude: 'lon', time: 'tst' }
  return { value: known({ lat, lon, time: tst, ...values }), names, leftOut }
}

function isTraccar(location: unknown): location is Fields {
  return isFields(location) && 'coords' in location
}

/** https://traccar.org/osmand, as Traccar Client 9 and other apps with the same library send it: m/s, fractions. */
function readTraccar({ coords, battery, timestamp }: Fields, name: string): Omit<GivenElement, 'index'> {
  if (!isFields(coords)) {
    return { why: `${name}.coords is ${show(coords)}; it must be an object with latitude and longitude` }
  }
  const { values, leftOut } = readSideFields({
    speed_ms: { sent: `${name}.coords.speed`, given: coords.speed },
    heading: { sent: `${name}.coords.heading`, given: coords.heading },
    battery_pct: {
      sent: `${name}.battery.level`,
      given: isFields(battery) ? battery.level : undefined,
      factor: 100,
    },
    altitude_m: { sent: `${name}.coords.altitude`, given: coords.altitude },
    accuracy_m: { sent: `${name}.coords.accuracy`, given: coords.accuracy },
  })
  const names = {
    at: name,
    latitude: `${name}.coords.latitude`,
    longitude: `${name}.coords.longitude`,
    time: `${name}.timestamp`,
  }
  const value = known({ lat: coords.latitude, lon: coords.longitude, time: timestamp, ...values })
  return toElement({ value, names, leftOut })
}

/**
 * The query of OsmAnd and of Traccar Client before 9: Unix seconds or milliseconds, knots, percent. Undefined if it
 * contains no position.
 */
export function fromQuery(query: Fields): GivenElement | undefined {
  const [latitude, longitude] = typeof query.location === 'string' ? query.location.split(',') : []
  const lat = number(query.lat ?? latitude)
  const lon = number(query.lon ?? longitude)
  if (lat === undefined && lon === undefined) return undefined
  if (isWithoutFix(query)) return { index: 0, why: `valid is ${query.valid}: the receiver has no fix` }
  const { values, leftOut } = readSideFields({
    speed_ms: { sent: 'speed', given: number(query.speed), factor: MS_PER_KNOT },
    heading: {
      sent: query.bearing === undefined ? 'heading' : 'bearing',
      given: number(query.bearing ?? query.heading),
    },
    battery_pct: { sent: 'batt', given: number(query.batt) },
    altitude_m: { sent: 'altitude', given: number(query.altitude) },
    accuracy_m: { sent: 'accuracy', given: number(query.accuracy) },
  })
  const isPair = query.lat === undefined && query.lon === undefined
  const names = {
    at: 'the position',
    latitude: isPair ? 'the latitude of location' : 'lat',
    longitude: isPair ? 'the longitude of location' : 'lon',
    time: 'timestamp',
  }
  return {
    index: 0,
    ...toElement({ value: known({ lat, lon, time: time(query.timestamp), ...values }), names, leftOut }),
  }
}

/** Whether the receiver reports that it has no fix. The position with it is the last known one, or empty. */
function isWithoutFix({ valid }: Fields): boolean {
  return typeof valid === 'string' && /^(false|0)$/i.test(valid.trim())
}

function toElement({ value, names, leftOut }: ForeignPosition): Omit<GivenElement, 'index'> {
  return { value, foreign: { names, leftOut } }
}

/** A date and time without a zone is in UTC, as in Traccar. */
function time(text: unknown): unknown {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(String(text).trim()) ?? []
  return date === undefined ? number(text) : `${date}T${clock}Z`
}

/** Non-numeric strings are kept so that the error can quote them. */
function number(text: unknown): unknown {
  if (typeof text !== 'string' || text.trim() === '') return text === '' ? undefined : text
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/** Apps also send null for unknown values. */
function known(given: Fields): Fields {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => (value ?? undefined) !== undefined))
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
