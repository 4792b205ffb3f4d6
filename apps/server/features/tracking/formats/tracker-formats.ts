import { describeValue, parseMeasurements } from '../assets/side-fields.ts'
import type { ReceivedElement, TrackerPosition } from '../positions/received-positions.ts'

/**
 * The functions in this file convert the formats of common phone apps and trackers to Fairway fields, and keep the
 * original field names for messages. Invalid optional fields are dropped. Position and time are validated like native
 * positions.
 */
type Fields = Readonly<Record<string, unknown>>

const MS_PER_KMH = 1 / 3.6
const MS_PER_KNOT = 1852 / 3600

/** Parses a position in any format that can be recognized by its content. Returns undefined for other bodies. */
export function parseTrackerPosition(body: Fields, elementName: string): Omit<ReceivedElement, 'index'> | undefined {
  if (body._type === 'location') return toElement(parseOwnTracks(body, elementName))
  const { location } = body
  return isTraccarLocation(location) ? parseTraccarLocation(location, 'location') : undefined
}

/**
 * Parses positions that Traccar Client or an app with the same library buffered offline. Returns undefined for other
 * bodies.
 */
export function parseTraccarBatch({ location }: Fields): ReceivedElement[] | undefined {
  if (!Array.isArray(location)) return undefined
  return location.map((element: unknown, index) => ({
    index,
    ...(isTraccarLocation(element) ? parseTraccarLocation(element, `location[${index}]`) : { value: element }),
  }))
}

/**
 * Returns whether a body is an OwnTracks message. Messages other than positions, such as status messages, are not
 * stored.
 */
export function isOwnTracks(body: unknown): body is Fields & { readonly _type: string } {
  return isFields(body) && typeof body._type === 'string'
}

/**
 * Parses an OwnTracks position, which has Unix seconds, km/h and percent. See https://owntracks.org/booklet/tech/json.
 */
function parseOwnTracks({ lat, lon, tst, acc, alt, batt, vel, cog }: Fields, elementName: string): TrackerPosition {
  const { values, ignoredFieldWarnings } = parseMeasurements({
    speed_ms: { sentName: 'vel', rawValue: vel, factor: MS_PER_KMH },
    heading: { sentName: 'cog', rawValue: cog },
    battery_pct: { sentName: 'batt', rawValue: batt },
    altitude_m: { sentName: 'alt', rawValue: alt },
    accuracy_m: { sentName: 'acc', rawValue: acc },
  })
  const fieldNames = { at: elementName, latitude: 'lat', longitude: 'lon', time: 'tst' }
  return { value: removeUndefined({ lat, lon, time: tst, ...values }), names: fieldNames, ignoredFieldWarnings }
}

function isTraccarLocation(location: unknown): location is Fields {
  return isFields(location) && 'coords' in location
}

/**
 * Parses a position from Traccar Client 9 or an app with the same library, in m/s and fractions. See
 * https://traccar.org/osmand.
 */
function parseTraccarLocation({ coords, battery, timestamp }: Fields, name: string): Omit<ReceivedElement, 'index'> {
  if (!isFields(coords)) {
    return { why: `${name}.coords is ${describeValue(coords)}; it must be an object with latitude and longitude` }
  }
  const { values, ignoredFieldWarnings } = parseMeasurements({
    speed_ms: { sentName: `${name}.coords.speed`, rawValue: coords.speed },
    heading: { sentName: `${name}.coords.heading`, rawValue: coords.heading },
    battery_pct: {
      sentName: `${name}.battery.level`,
      rawValue: isFields(battery) ? battery.level : undefined,
      factor: 100,
    },
    altitude_m: { sentName: `${name}.coords.altitude`, rawValue: coords.altitude },
    accuracy_m: { sentName: `${name}.coords.accuracy`, rawValue: coords.accuracy },
  })
  const names = {
    at: name,
    latitude: `${name}.coords.latitude`,
    longitude: `${name}.coords.longitude`,
    time: `${name}.timestamp`,
  }
  const value = removeUndefined({ lat: coords.latitude, lon: coords.longitude, time: timestamp, ...values })
  return toElement({ value, names, ignoredFieldWarnings })
}

/**
 * Parses the query of OsmAnd and of Traccar Client before version 9, with Unix seconds or milliseconds, knots and
 * percent. Returns undefined if the query contains no position.
 */
export function parseOsmAndQuery(query: Fields): ReceivedElement | undefined {
  const [latitude, longitude] = typeof query.location === 'string' ? query.location.split(',') : []
  const lat = parseNumberText(query.lat ?? latitude)
  const lon = parseNumberText(query.lon ?? longitude)
  if (lat === undefined && lon === undefined) return undefined
  if (hasNoFix(query)) return { index: 0, why: `valid is ${query.valid}: the receiver has no fix` }
  const { values, ignoredFieldWarnings } = parseMeasurements({
    speed_ms: { sentName: 'speed', rawValue: parseNumberText(query.speed), factor: MS_PER_KNOT },
    heading: {
      sentName: query.bearing === undefined ? 'heading' : 'bearing',
      rawValue: parseNumberText(query.bearing ?? query.heading),
    },
    battery_pct: { sentName: 'batt', rawValue: parseNumberText(query.batt) },
    altitude_m: { sentName: 'altitude', rawValue: parseNumberText(query.altitude) },
    accuracy_m: { sentName: 'accuracy', rawValue: parseNumberText(query.accuracy) },
  })
  const usesLocationPair = query.lat === undefined && query.lon === undefined
  const names = {
    at: 'the position',
    latitude: usesLocationPair ? 'the latitude in location' : 'lat',
    longitude: usesLocationPair ? 'the longitude in location' : 'lon',
    time: 'timestamp',
  }
  return {
    index: 0,
    ...toElement({
      value: removeUndefined({ lat, lon, time: parseTimeText(query.timestamp), ...values }),
      names,
      ignoredFieldWarnings,
    }),
  }
}

/** Returns whether the receiver reports that it has no fix. The position is then the last known position, or empty. */
function hasNoFix({ valid }: Fields): boolean {
  return typeof valid === 'string' && /^(false|0)$/i.test(valid.trim())
}

function toElement({ value, names, ignoredFieldWarnings }: TrackerPosition): Omit<ReceivedElement, 'index'> {
  return { value, trackerFields: { names, ignoredFieldWarnings } }
}

/** Parses a time. A date and time without a zone is in UTC, as in Traccar. */
function parseTimeText(text: unknown): unknown {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/.exec(String(text).trim()) ?? []
  return date === undefined ? parseNumberText(text) : `${date}T${clock}Z`
}

/** Parses a number. Non-numeric strings are kept, so that the error can quote them. */
function parseNumberText(text: unknown): unknown {
  if (typeof text !== 'string' || text.trim() === '') return text === '' ? undefined : text
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/** Removes undefined and null values, because apps send null for unknown values. */
function removeUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? undefined) !== undefined))
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
