import {
  type EventKind,
  type EventLocation,
  eventKinds,
  type FeedEvent,
  type Severity,
  severities,
} from '../feed-content.ts'
import { InvalidRecordError, invalidField } from './broken-record.ts'
import { MAX_KMH } from './csv-row.ts'
import {
  checkTimeOrder,
  findChoice,
  findField,
  findFlag,
  findNumber,
  findString,
  findTime,
  isObject,
  type JsonObject,
  normalizeText,
} from './json-fields.ts'
import { toArea, toLine, toPoint, toPoints } from './places.ts'

const speedRange = {
  from: Number.MIN_VALUE,
  to: MAX_KMH,
  allowed: `above 0 and up to ${MAX_KMH}; for a closed road, give "closed": true`,
}
const delayRange = { from: 0, to: 1440, allowed: '0 to 1440 minutes' }
const MAX_LANES = 20

/** Parses an incident in Fairway's own format. docs/reference/feeds.md lists all fields. Throws InvalidRecordError. */
export function toIncident(value: unknown, fallbackId: () => string): FeedEvent {
  if (!isObject(value)) throw invalidField('it', value, 'an object with a kind and a location')
  const kind = findChoice(value, 'kind', eventKinds)
  if (kind === undefined) throw invalidField('kind', undefined, eventKinds.join(', '))
  const isClosed = findFlag(value, 'closed') ?? kind === 'closure'
  const location = toLocation(value)
  return {
    id: toId(findField(value, 'id')) ?? fallbackId(),
    kind,
    severity: findChoice(value, 'severity', severities) ?? getDefaultSeverity(kind, isClosed),
    description: findString(value, 'description') ?? '',
    where: location,
    direction: toDirection(value, location),
    closed: isClosed,
    ...toEventEffects(value),
    ...toTimes(value),
    roadNames: toRoadNames(findField(value, 'road_names')),
    restrictions: [],
  }
}

function toLocation(incident: JsonObject): EventLocation {
  const locationFields = ['at', 'line', 'area'].filter((field) => findField(incident, field) !== undefined)
  if (locationFields.length !== 1) {
    throw new InvalidRecordError(
      `it has ${locationFields.join(' and ') || 'no location'}; allowed: exactly one of at, line, area`,
    )
  }
  const [field = ''] = locationFields
  const coordinates = findField(incident, field)
  if (field === 'at') return { at: toPoint(coordinates, field, 'latitude-first') }
  if (field === 'area') return toArea(coordinates, field, 'latitude-first')
  return toLine(toPoints(coordinates, field, 'latitude-first'))
}

function toDirection(incident: JsonObject, location: EventLocation): FeedEvent['direction'] {
  const hasBothDirections = findFlag(incident, 'both_directions')
  if ('line' in location) return hasBothDirections ? 'both' : 'along'
  if (hasBothDirections === false)
    throw invalidField(
      'both_directions',
      hasBothDirections,
      'false only together with line, because other locations have no direction',
    )
  return 'both'
}

function toEventEffects(incident: JsonObject): Pick<FeedEvent, 'speedKmh' | 'lanesClosed' | 'delaySeconds'> {
  const speedKmh = findNumber(incident, 'speed_kmh', speedRange)
  const delayMinutes = findNumber(incident, 'delay_min', delayRange)
  const lanesClosed = toLanes(findField(incident, 'lanes_closed'))
  return {
    ...(speedKmh === undefined ? {} : { speedKmh }),
    ...(lanesClosed === undefined ? {} : { lanesClosed }),
    ...(delayMinutes === undefined ? {} : { delaySeconds: Math.round(delayMinutes * 60) }),
  }
}

function toLanes(value: unknown): readonly [number, number] | undefined {
  if (value === undefined) return undefined
  const [closedLanes, total]: unknown[] = Array.isArray(value) && value.length === 2 ? value : []
  const isValid = isCount(closedLanes) && isCount(total) && total > 0 && closedLanes <= total
  if (!isValid)
    throw invalidField('lanes_closed', value, `[closed, all], whole numbers up to ${MAX_LANES}, such as [1, 3]`)
  return [closedLanes, total]
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_LANES
}

function toTimes(incident: JsonObject): Pick<FeedEvent, 'startsAtMs' | 'endsAtMs'> {
  const startsAtMs = findTime(incident, 'starts_at', 'required')
  const endsAtMs = findTime(incident, 'ends_at', 'required')
  checkTimeOrder(startsAtMs, endsAtMs, ['starts_at', 'ends_at'])
  return { ...(startsAtMs === undefined ? {} : { startsAtMs }), ...(endsAtMs === undefined ? {} : { endsAtMs }) }
}

function toRoadNames(value: unknown): string[] {
  if (value === undefined) return []
  const names: unknown[] = Array.isArray(value) ? value : [undefined]
  if (names.every((name) => typeof name === 'string')) return names.map(normalizeText).filter(Boolean)
  throw invalidField('road_names', value, 'a list of strings')
}

function toId(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return normalizeText(value)
  if (typeof value === 'number') return String(value)
  throw invalidField('id', value, 'a string or a number')
}

function getDefaultSeverity(kind: EventKind, isRoadClosed: boolean): Severity {
  if (isRoadClosed) return 'critical'
  return kind === 'accident' || kind === 'congestion' ? 'high' : 'moderate'
}
