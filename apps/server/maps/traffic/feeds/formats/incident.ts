import {
  type EventKind,
  type EventPlace,
  eventKinds,
  type FeedEvent,
  type Severity,
  severities,
} from '../feed-content.ts'
import { BrokenRecord, brokenField } from './broken-record.ts'
import { FASTEST_KMH } from './csv-row.ts'
import {
  checkOrder,
  find,
  findChoice,
  findFlag,
  findNumber,
  findText,
  findTime,
  isObject,
  type JsonObject,
  tidy,
} from './json-fields.ts'
import { toArea, toLine, toPoint, toPoints } from './places.ts'

const speeds = {
  from: Number.MIN_VALUE,
  to: FASTEST_KMH,
  allowed: `above 0 and up to ${FASTEST_KMH}; a closed road has "closed": true`,
}
const delays = { from: 0, to: 1440, allowed: '0 to 1440 minutes' }
const MAX_LANES = 20

/** An incident in Fairway's own format; docs/reference/feeds.md lists all fields. Throws BrokenRecord. */
export function toIncident(value: unknown, fallbackId: () => string): FeedEvent {
  if (!isObject(value)) throw brokenField('it', value, 'an object with a kind and a location')
  const kind = findChoice(value, 'kind', eventKinds)
  if (kind === undefined) throw brokenField('kind', undefined, eventKinds.join(', '))
  const closed = findFlag(value, 'closed') ?? kind === 'closure'
  const where = toPlace(value)
  return {
    id: toId(find(value, 'id')) ?? fallbackId(),
    kind,
    severity: findChoice(value, 'severity', severities) ?? usualSeverity(kind, closed),
    description: findText(value, 'description') ?? '',
    where,
    direction: toDirection(value, where),
    closed,
    ...toAmounts(value),
    ...toTimes(value),
    roadNames: toNames(find(value, 'road_names')),
    restrictions: [],
  }
}

function toPlace(incident: JsonObject): EventPlace {
  const given = ['at', 'line', 'area'].filter((field) => find(incident, field) !== undefined)
  if (given.length !== 1) {
    throw new BrokenRecord(`it has ${given.join(' and ') || 'no location'}; allowed: exactly one of at, line, area`)
  }
  const [field = ''] = given
  const place = find(incident, field)
  if (field === 'at') return { at: toPoint(place, field, 'latitude-first') }
  if (field === 'area') return toArea(place, field, 'latitude-first')
  return toLine(toPoints(place, field, 'latitude-first'))
}

function toDirection(incident: JsonObject, where: EventPlace): FeedEvent['direction'] {
  const both = findFlag(incident, 'both_directions')
  if ('line' in where) return both ? 'both' : 'along'
  if (both === false) throw brokenField('both_directions', both, 'false only with a line: nothing else has a direction')
  return 'both'
}

function toAmounts(incident: JsonObject): Pick<FeedEvent, 'speedKmh' | 'lanesClosed' | 'delaySeconds'> {
  const speedKmh = findNumber(incident, 'speed_kmh', speeds)
  const delayMinutes = findNumber(incident, 'delay_min', delays)
  const lanesClosed = toLanes(find(incident, 'lanes_closed'))
  return {
    ...(speedKmh === undefined ? {} : { speedKmh }),
    ...(lanesClosed === undefined ? {} : { lanesClosed }),
    ...(delayMinutes === undefined ? {} : { delaySeconds: Math.round(delayMinutes * 60) }),
  }
}

function toLanes(value: unknown): readonly [number, number] | undefined {
  if (value === undefined) return undefined
  const [closed, total]: unknown[] = Array.isArray(value) && value.length === 2 ? value : []
  const isRight = isCount(closed) && isCount(total) && total > 0 && closed <= total
  if (!isRight)
    throw brokenField('lanes_closed', value, `[closed, all], whole numbers up to ${MAX_LANES}, such as [1, 3]`)
  return [closed, total]
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_LANES
}

function toTimes(incident: JsonObject): Pick<FeedEvent, 'startsAtMs' | 'endsAtMs'> {
  const startsAtMs = findTime(incident, 'starts_at', 'required')
  const endsAtMs = findTime(incident, 'ends_at', 'required')
  checkOrder(startsAtMs, endsAtMs, ['starts_at', 'ends_at'])
  return { ...(startsAtMs === undefined ? {} : { startsAtMs }), ...(endsAtMs === undefined ? {} : { endsAtMs }) }
}

function toNames(value: unknown): string[] {
  if (value === undefined) return []
  const names: unknown[] = Array.isArray(value) ? value : [undefined]
  if (names.every((name) => typeof name === 'string')) return names.map(tidy).filter(Boolean)
  throw brokenField('road_names', value, 'a list of strings')
}

function toId(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return tidy(value)
  if (typeof value === 'number') return String(value)
  throw brokenField('id', value, 'a string or a number')
}

function usualSeverity(kind: EventKind, closed: boolean): Severity {
  if (closed) return 'critical'
  return kind === 'accident' || kind === 'congestion' ? 'high' : 'moderate'
}
