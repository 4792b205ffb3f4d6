import type { ListEvent, ListEventsType } from '@fairway/client'
import { formatClockTime, formatKilometers, formatMinutes } from '../../ui/format.ts'

export const eventLabels: Readonly<Record<ListEventsType, string>> = {
  'geofence.enter': 'Entered a geofence',
  'geofence.exit': 'Left a geofence',
  'geofence.dwell': 'Stayed in a geofence',
  'geofence.speed': 'Speeding in a geofence',
  off_route: 'Left its route',
  late: 'Will be late',
  arrived: 'Arrived',
  stopped: 'Stopped',
  battery: 'Low battery',
  stale: 'No signal',
  speeding: 'Speeding',
}

export const eventTypes = Object.keys(eventLabels) as ListEventsType[]

/** Describes an event in one sentence: what the asset did, where, and by how much. */
export function describeEvent(event: ListEvent): string {
  const place = event.geofence_name ?? 'a geofence'
  const speed = event.speed_ms === undefined ? '' : ` at ${Math.round(event.speed_ms * 3.6)} km/h`
  const limit = event.max_speed_kmh === undefined ? '' : ` (limit: ${event.max_speed_kmh} km/h)`
  switch (event.type) {
    case 'geofence.enter':
      return `entered ${place}`
    case 'geofence.exit':
      return `left ${place}${event.inside_s === undefined ? '' : ` after ${formatMinutes(event.inside_s / 60)}`}`
    case 'geofence.dwell':
      return `stayed in ${place}`
    case 'geofence.speed':
      return `drove${speed} in ${place}${limit}`
    case 'off_route':
      return `left its route${event.drift_m === undefined ? '' : ` and is ${formatKilometers(event.drift_m / 1_000)} away from it`}`
    case 'late':
      return describeDelay(event)
    case 'arrived':
      return 'arrived at the end of its route'
    case 'stopped':
      return `has not moved${describeSince(event)}`
    case 'battery':
      return `has ${event.battery_pct === undefined ? 'little' : `${Math.round(event.battery_pct)} %`} battery charge left`
    case 'stale':
      return `has sent nothing${describeSince(event)}`
    case 'speeding':
      return `drove${speed}${limit}`
  }
}

function describeSince({ since }: ListEvent): string {
  return since === undefined ? '' : ` since ${formatClockTime(since)}`
}

function describeDelay({ arrive_at, planned_arrive_at }: ListEvent): string {
  if (arrive_at === undefined) return 'will be late'
  const plannedText = planned_arrive_at === undefined ? '' : ` instead of ${formatClockTime(planned_arrive_at)}`
  return `will arrive at ${formatClockTime(arrive_at)}${plannedText}`
}
