import type { EventLocation, FeedEvent } from '../feed-content.ts'
import { invalidField } from './broken-record.ts'
import { checkTimeOrder, findChoice, findField, findTime, isObject, type JsonObject } from './json-fields.ts'
import { toLine, toPoint, toPoints } from './places.ts'
import {
  findCoreText,
  type RoadEvent,
  toDescription,
  toImpact,
  toRestrictions,
  toRoadNames,
  toSpeedKmh,
} from './wzdx-fields.ts'
import { countLanes, toSeverity } from './wzdx-lanes.ts'

/**
 * Work zones in the format of the Work Zone Data Exchange, https://github.com/usdot-jpo-ode/wzdx, version 4.2. Since
 * version 4.0, fields common to all road events are in `core_details`. Earlier versions have all fields in
 * `properties`. The parser supports both.
 */

/** Returns whether a feature is a device of a DeviceFeed, such as an arrow board or a camera. */
export function isDevice(feature: unknown): boolean {
  const coreDetails = isObject(feature) && isObject(feature.properties) ? feature.properties.core_details : undefined
  return isObject(coreDetails) && 'device_type' in coreDetails
}

/** Converts a feature. Returns undefined if it is not an obstruction. Throws InvalidRecordError. */
export function toWorkZone(feature: unknown, fallbackId: () => string): FeedEvent | undefined {
  const event = toRoadEvent(feature)
  if (!isObstacle(event)) return undefined
  const impact = toImpact(event)
  const isClosed = impact === 'all-lanes-closed'
  const location = toLocation(event.geometry)
  const lanesClosed = countLanes(event)
  const speedKmh = toSpeedKmh(event)
  const roadNames = toRoadNames(event)
  return {
    id: findCoreText(event, 'id') ?? findCoreText(event, 'road_event_id') ?? fallbackId(),
    kind: isClosed ? 'closure' : 'roadworks',
    severity: toSeverity(impact, lanesClosed),
    description: toDescription(event, isClosed, roadNames),
    where: location,
    direction: 'line' in location && findCoreText(event, 'direction') !== 'unknown' ? 'along' : 'both',
    closed: isClosed,
    ...(speedKmh === undefined ? {} : { speedKmh }),
    ...(lanesClosed === undefined ? {} : { lanesClosed }),
    ...toTimes(event),
    roadNames,
    restrictions: toRestrictions(event),
  }
}

function toRoadEvent(feature: unknown): RoadEvent {
  if (!isObject(feature)) throw invalidField('it', feature, 'a GeoJSON feature')
  const { properties, geometry } = feature
  if (!isObject(properties)) throw invalidField('properties', properties, 'an object')
  const core = findField(properties, 'core_details') ?? {}
  if (!isObject(core)) throw invalidField('core_details', core, 'an object')
  return { feature, properties, core, geometry }
}

const supportedKinds = ['work-zone', 'detour', 'restriction'] as const
const statuses = ['planned', 'pending', 'active', 'cancelled', 'completed'] as const

/**
 * Returns whether an event is an obstruction. Detours, restrictions for large and heavy vehicles, and canceled or
 * completed work are not.
 */
function isObstacle({ core, properties }: RoadEvent): boolean {
  const kind = findChoice(core, 'event_type', supportedKinds) ?? findChoice(properties, 'event_type', supportedKinds)
  // Version 2 had only work zones and no event type.
  if (kind === undefined && findField(properties, 'vehicle_impact') === undefined) {
    throw invalidField('event_type', undefined, supportedKinds.join(', '))
  }
  const status = findChoice(properties, 'event_status', statuses)
  return (kind ?? 'work-zone') === 'work-zone' && status !== 'cancelled' && status !== 'completed'
}

function toLocation(geometry: unknown): EventLocation {
  if (!isObject(geometry)) throw invalidField('geometry', geometry, 'a LineString or a MultiPoint')
  const { type, coordinates } = geometry
  if (type === 'LineString') return toLine(toPoints(coordinates, 'coordinates', 'longitude-first'))
  if (type === 'MultiPoint') return toEndpoints(coordinates)
  // The standard does not allow a point, but the meaning of a point is clear.
  if (type === 'Point') return { at: toPoint(coordinates, 'coordinates', 'longitude-first') }
  throw invalidField('geometry.type', type, 'LineString, MultiPoint')
}

/** Returns the start and end of the work. The feed does not contain the road geometry between them. */
function toEndpoints(coordinates: unknown): EventLocation {
  if (Array.isArray(coordinates) && coordinates.length === 1) {
    return { at: toPoint(coordinates[0], 'coordinates[0]', 'longitude-first') }
  }
  const location = toLine(toPoints(coordinates, 'coordinates', 'longitude-first'))
  return 'line' in location ? { ...location, sparse: true } : location
}

type EventTimes = Pick<FeedEvent, 'startsAtMs' | 'endsAtMs' | 'startTimeIsVerified' | 'endTimeIsVerified'>

function toTimes({ properties }: RoadEvent): EventTimes {
  const startsAtMs = findTime(properties, 'start_date', 'utc')
  const endsAtMs = findTime(properties, 'end_date', 'utc')
  checkTimeOrder(startsAtMs, endsAtMs, ['start_date', 'end_date'])
  return {
    ...(startsAtMs === undefined ? {} : { startsAtMs, startTimeIsVerified: isVerified(properties, 'start_date') }),
    ...(endsAtMs === undefined ? {} : { endsAtMs, endTimeIsVerified: isVerified(properties, 'end_date') }),
  }
}

/**
 * Returns whether a date is verified. Versions up to 4.0 use `start_date_accuracy: "verified"`, and later versions use
 * `is_start_date_verified: true`.
 */
function isVerified(properties: JsonObject, field: string): boolean {
  return properties[`is_${field}_verified`] === true || properties[`${field}_accuracy`] === 'verified'
}
