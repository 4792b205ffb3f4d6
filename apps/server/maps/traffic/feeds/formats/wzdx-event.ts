import type { EventPlace, FeedEvent } from '../feed-content.ts'
import { brokenField } from './broken-record.ts'
import { checkOrder, find, findChoice, findTime, isObject, type JsonObject } from './json-fields.ts'
import { toLine, toPoint, toPoints } from './places.ts'
import {
  findPlain,
  type RoadEvent,
  toDescription,
  toImpact,
  toRestrictions,
  toRoadNames,
  toSpeedKmh,
} from './wzdx-fields.ts'
import { countLanes, toSeverity } from './wzdx-lanes.ts'

/**
 * Work zones of the Work Zone Data Exchange, https://github.com/usdot-jpo-ode/wzdx, version 4.2. Since 4.0, fields
 * common to all road events are in `core_details`; before, everything was directly in `properties`. Both are read.
 */

/** A feature of a DeviceFeed: an arrow board, a camera. */
export function isDevice(feature: unknown): boolean {
  const core = isObject(feature) && isObject(feature.properties) ? feature.properties.core_details : undefined
  return isObject(core) && 'device_type' in core
}

/** Converts a feature. Returns undefined when it is not an obstruction. Throws BrokenRecord. */
export function toWorkZone(feature: unknown, fallbackId: () => string): FeedEvent | undefined {
  const event = toRoadEvent(feature)
  if (!isObstacle(event)) return undefined
  const impact = toImpact(event)
  const closed = impact === 'all-lanes-closed'
  const where = toPlace(event.geometry)
  const lanesClosed = countLanes(event)
  const speedKmh = toSpeedKmh(event)
  const roadNames = toRoadNames(event)
  return {
    id: findPlain(event, 'id') ?? findPlain(event, 'road_event_id') ?? fallbackId(),
    kind: closed ? 'closure' : 'roadworks',
    severity: toSeverity(impact, lanesClosed),
    description: toDescription(event, closed, roadNames),
    where,
    direction: 'line' in where && findPlain(event, 'direction') !== 'unknown' ? 'along' : 'both',
    closed,
    ...(speedKmh === undefined ? {} : { speedKmh }),
    ...(lanesClosed === undefined ? {} : { lanesClosed }),
    ...toTimes(event),
    roadNames,
    restrictions: toRestrictions(event),
  }
}

function toRoadEvent(feature: unknown): RoadEvent {
  if (!isObject(feature)) throw brokenField('it', feature, 'a GeoJSON feature')
  const { properties, geometry } = feature
  if (!isObject(properties)) throw brokenField('properties', properties, 'an object')
  const core = find(properties, 'core_details') ?? {}
  if (!isObject(core)) throw brokenField('core_details', core, 'an object')
  return { feature, properties, core, geometry }
}

const kinds = ['work-zone', 'detour', 'restriction'] as const
const statuses = ['planned', 'pending', 'active', 'cancelled', 'completed'] as const

/** Detours are where traffic should go, restrictions apply to large and heavy vehicles, and work may be completed. */
function isObstacle({ core, properties }: RoadEvent): boolean {
  const kind = findChoice(core, 'event_type', kinds) ?? findChoice(properties, 'event_type', kinds)
  // Version 2 had only work zones and no event type.
  if (kind === undefined && find(properties, 'vehicle_impact') === undefined) {
    throw brokenField('event_type', undefined, kinds.join(', '))
  }
  const status = findChoice(properties, 'event_status', statuses)
  return (kind ?? 'work-zone') === 'work-zone' && status !== 'cancelled' && status !== 'completed'
}

function toPlace(geometry: unknown): EventPlace {
  if (!isObject(geometry)) throw brokenField('geometry', geometry, 'a LineString or a MultiPoint')
  const { type, coordinates } = geometry
  if (type === 'LineString') return toLine(toPoints(coordinates, 'coordinates', 'longitude-first'))
  if (type === 'MultiPoint') return toEnds(coordinates)
  // Not in the standard, but unambiguous.
  if (type === 'Point') return { at: toPoint(coordinates, 'coordinates', 'longitude-first') }
  throw brokenField('geometry.type', type, 'LineString, MultiPoint')
}

/** The start and end of the work. The feed does not contain the road geometry between them. */
function toEnds(coordinates: unknown): EventPlace {
  if (Array.isArray(coordinates) && coordinates.length === 1) {
    return { at: toPoint(coordinates[0], 'coordinates[0]', 'longitude-first') }
  }
  const place = toLine(toPoints(coordinates, 'coordinates', 'longitude-first'))
  return 'line' in place ? { ...place, sparse: true } : place
}

type Times = Pick<FeedEvent, 'startsAtMs' | 'endsAtMs' | 'startIsVerified' | 'endIsVerified'>

function toTimes({ properties }: RoadEvent): Times {
  const startsAtMs = findTime(properties, 'start_date', 'utc')
  const endsAtMs = findTime(properties, 'end_date', 'utc')
  checkOrder(startsAtMs, endsAtMs, ['start_date', 'end_date'])
  return {
    ...(startsAtMs === undefined ? {} : { startsAtMs, startIsVerified: isVerified(properties, 'start_date') }),
    ...(endsAtMs === undefined ? {} : { endsAtMs, endIsVerified: isVerified(properties, 'end_date') }),
  }
}

/** Up to 4.0 `start_date_accuracy: "verified"`, since 4.1 `is_start_date_verified: true`. */
function isVerified(properties: JsonObject, field: string): boolean {
  return properties[`is_${field}_verified`] === true || properties[`${field}_accuracy`] === 'verified'
}
