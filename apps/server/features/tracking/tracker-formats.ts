import type { OnePosition } from './schemas.ts'

/**
 * What phones and trackers already send, as our own fields. Numbers that such apps send for "not known" (usually -1)
 * are left out; all else is checked like a position in our own form.
 */
type Fields = Readonly<Record<string, unknown>>

const MS_PER_KMH = 1 / 3.6
const MS_PER_KNOT = 1852 / 3600

/** A position in any of the forms that are known by their content; undefined when it is in none of them. */
export function readForeign(given: Fields): OnePosition | undefined {
  if (given._type === 'location') return fromOwnTracks(given)
  const { location } = given
  return isFields(location) && isFields(location.coords) ? fromTraccarClient(location, location.coords) : undefined
}

/** What Traccar Client and apps on the same library have collected while they were offline; undefined for all else. */
export function readCollected({ location }: Fields): unknown[] | undefined {
  return Array.isArray(location) ? location.map((one) => readForeign({ location: one }) ?? one) : undefined
}

/** OwnTracks sends more than positions (that it is there, geofences, steps); there is nothing to be kept of these. */
export function isOwnTracks(given: unknown): given is Fields & { readonly _type: string } {
  return isFields(given) && typeof given._type === 'string'
}

/** https://owntracks.org/booklet/tech/json: seconds since 1970, km/h, per cent. */
function fromOwnTracks({ lat, lon, tst, acc, alt, batt, vel, cog }: Fields): OnePosition {
  return fields({
    lat,
    lon,
    time: tst,
    accuracy_m: known(acc),
    altitude_m: alt,
    battery_pct: known(batt),
    speed_ms: times(known(vel), MS_PER_KMH),
    heading: known(cog),
  })
}

/** https://traccar.org/osmand, as Traccar Client 9 and other apps on the same library send it: m/s, shares of one. */
function fromTraccarClient(location: Fields, coords: Fields): OnePosition {
  const battery = isFields(location.battery) ? location.battery.level : undefined
  return fields({
    lat: coords.latitude,
    lon: coords.longitude,
    time: location.timestamp,
    accuracy_m: known(coords.accuracy),
    altitude_m: coords.altitude,
    battery_pct: times(known(battery), 100),
    speed_ms: known(coords.speed),
    heading: known(coords.heading),
  })
}

/**
 * The query of OsmAnd and of Traccar Client before 9: seconds or milliseconds since 1970, knots, per cent. Undefined
 * when there is no position in it.
 */
export function fromQuery(query: Fields): OnePosition | undefined {
  const [latitude, longitude] = typeof query.location === 'string' ? query.location.split(',') : []
  const lat = number(query.lat ?? latitude)
  const lon = number(query.lon ?? longitude)
  if (lat === undefined && lon === undefined) return undefined
  return fields({
    lat,
    lon,
    time: time(query.timestamp),
    accuracy_m: known(number(query.accuracy)),
    altitude_m: number(query.altitude),
    battery_pct: known(number(query.batt)),
    speed_ms: times(known(number(query.speed)), MS_PER_KNOT),
    heading: known(number(query.bearing ?? query.heading)),
  })
}

/** Whether the receiver itself says that it has no fix: what it sends with it is the last one it had, or nothing. */
export function isWithoutFix({ valid }: Fields): boolean {
  return typeof valid === 'string' && /^(false|0)$/i.test(valid.trim())
}

/** A date and a time without a zone are in UTC, as Traccar reads them. */
function time(text: unknown): unknown {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(String(text).trim()) ?? []
  return date === undefined ? number(text) : `${date}T${clock}Z`
}

/** Texts that are no numbers stay what they are, so that their sender is told of them. */
function number(text: unknown): unknown {
  if (typeof text !== 'string' || text.trim() === '') return text === '' ? undefined : text
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

function known(value: unknown): unknown {
  return typeof value === 'number' && value < 0 ? undefined : value
}

function times(value: unknown, factor: number): unknown {
  return typeof value === 'number' ? Math.round(value * factor * 1000) / 1000 : value
}

/** Apps write null for what they do not know, too. */
function fields(given: Fields): OnePosition {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => (value ?? undefined) !== undefined))
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
