import {
  type OddDocument,
  type OddHours,
  type OddPermit,
  oddDays,
  oddFeatures,
  oddLights,
  oddRoadClasses,
  oddWeathers,
  type WeeklyHours,
} from '@fairway/road'
import {
  joinFieldPath,
  readEnumList,
  readFlag,
  readLine,
  readList,
  readNumber,
  readObject,
  readTimeOfDay,
  readTimestamp,
} from './fields.ts'
import { InvalidOddError } from './odd-refused.ts'
import { readAreas } from './read-areas.ts'

const ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/
const ODD_ID_RULE = 'at most 64 lowercase letters, digits and hyphens, not starting with a hyphen'
const MAX_SPEED_LIMIT_KMH = 200
const MAX_VISIBILITY_METERS = 50_000
const MAX_PERMITS = 100
const MAX_WEEKLY_HOURS = 50

const documentFields = [
  'id',
  'version',
  'operator',
  'name',
  'sample',
  'areas',
  'permits',
  'roads',
  'conditions',
  'hours',
]

export function isOddId(id: string): boolean {
  return ID_PATTERN.test(id)
}

/** Reads a domain from JSON. Throws an InvalidOddError at the first invalid field. */
export function readDocument(value: unknown): OddDocument {
  const json = readObject(value, 'the document', documentFields)
  const id = readLine(json.id, 'id', 64)
  if (!isOddId(id)) throw new InvalidOddError('id', json.id, `give ${ODD_ID_RULE}`)
  return {
    id,
    version: readLine(json.version, 'version', 64),
    operator: readLine(json.operator, 'operator'),
    name: json.name === undefined ? id : readLine(json.name, 'name'),
    sample: json.sample === undefined ? false : readFlag(json.sample, 'sample'),
    areas: readAreas(json.areas, 'areas'),
    permits: readList(json.permits, 'permits', 0, MAX_PERMITS).map((permit, index) =>
      readPermit(permit, `permits[${index}]`),
    ),
    roads: readRoads(json.roads),
    conditions: readConditions(json.conditions),
    hours: json.hours === undefined ? undefined : readHours(json.hours),
  }
}

function readPermit(value: unknown, field: string): OddPermit {
  const json = readObject(value, field, ['authority', 'reference', 'from', 'until'])
  const fromMs = readTimestamp(json.from, joinFieldPath(field, 'from'))
  const untilMs =
    json.until === undefined || json.until === null
      ? Number.POSITIVE_INFINITY
      : readTimestamp(json.until, joinFieldPath(field, 'until'))
  if (untilMs <= fromMs)
    throw new InvalidOddError(joinFieldPath(field, 'until'), json.until, 'give a timestamp later than `from`')
  return {
    authority: readLine(json.authority, joinFieldPath(field, 'authority')),
    reference: json.reference === undefined ? '' : readLine(json.reference, joinFieldPath(field, 'reference'), 200, 0),
    fromMs,
    untilMs,
  }
}

function readRoads(value: unknown): OddDocument['roads'] {
  const json = readObject(value, 'roads', ['classes', 'max_speed_limit_kmh', 'exclude'])
  const maxSpeedLimit = json.max_speed_limit_kmh
  return {
    classes: readEnumList(json.classes, 'roads.classes', oddRoadClasses, 1),
    maxSpeedLimitKmh:
      maxSpeedLimit === undefined
        ? undefined
        : readNumber(maxSpeedLimit, 'roads.max_speed_limit_kmh', 5, MAX_SPEED_LIMIT_KMH),
    exclude: json.exclude === undefined ? [] : readEnumList(json.exclude, 'roads.exclude', oddFeatures, 0),
  }
}

function readConditions(value: unknown): OddDocument['conditions'] {
  const json = readObject(value, 'conditions', ['weather', 'light', 'min_visibility_m'])
  const minVisibility = json.min_visibility_m
  return {
    weather: readEnumList(json.weather, 'conditions.weather', oddWeathers, 1),
    light: readEnumList(json.light, 'conditions.light', oddLights, 1),
    minVisibilityMeters:
      minVisibility === undefined
        ? 0
        : readNumber(minVisibility, 'conditions.min_visibility_m', 0, MAX_VISIBILITY_METERS),
  }
}

function readHours(value: unknown): OddHours {
  const json = readObject(value, 'hours', ['time_zone', 'weekly'])
  const timeZone = readLine(json.time_zone, 'hours.time_zone', 64)
  if (!isTimeZone(timeZone)) {
    throw new InvalidOddError('hours.time_zone', json.time_zone, 'give an IANA time zone such as America/Montevideo')
  }
  const weekly = readList(json.weekly, 'hours.weekly', 1, MAX_WEEKLY_HOURS)
  return { timeZone, weekly: weekly.map((hours, index) => readWeekly(hours, `hours.weekly[${index}]`)) }
}

function readWeekly(value: unknown, field: string): WeeklyHours {
  const json = readObject(value, field, ['days', 'from', 'until'])
  const fromMinute = readTimeOfDay(json.from, joinFieldPath(field, 'from'))
  if (fromMinute === 1440)
    throw new InvalidOddError(joinFieldPath(field, 'from'), json.from, 'give a time from 00:00 to 23:59')
  return {
    days: readEnumList(json.days, joinFieldPath(field, 'days'), oddDays, 1),
    fromMinute,
    untilMinute: readTimeOfDay(json.until, joinFieldPath(field, 'until')),
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
