import { randomBytes } from 'node:crypto'
import { conditionTypes, type WatchEvent } from '@fairway/tracking'
import type { EventRow, NewEventRow } from '../../../platform/storage/tables/events.ts'
import type { Asset } from '../assets/asset.ts'
import type { AccountRules } from './rules-store.ts'

export const eventTypes = [
  'geofence.enter',
  'geofence.exit',
  'geofence.dwell',
  'geofence.speed',
  ...conditionTypes,
] as const satisfies readonly WatchEvent['type'][]

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
const toIsoTime = (ms: number) => new Date(ms).toISOString()

/** Converts an event to its row, without the change number. */
export function toEventRow(
  event: WatchEvent,
  asset: Asset,
  { geofences }: AccountRules,
  nowMs: number,
): Omit<NewEventRow, 'changed'> {
  const geofence = 'fence' in event ? event.fence : null
  return {
    id: `ev_${randomBytes(12).toString('base64url')}`,
    account: asset.account,
    asset: asset.number,
    asset_id: asset.id,
    type: event.type,
    geofence,
    time: Math.round(event.timeMs),
    details: JSON.stringify({
      asset_name: asset.name,
      ...(asset.reference !== null && { reference: asset.reference }),
      ...(geofence !== null && { geofence_name: geofences.get(geofence)?.name ?? '' }),
      ...describePosition(asset),
      ...describeEvent(event),
      ...(!('fence' in event) && asset.plan && { route_id: asset.plan.route.id }),
    }),
    created_at: nowMs,
  }
}

function describePosition({ state }: Asset) {
  if (!state) return {}
  const { fix, motion } = state
  return { at: [round(fix.latitude, 7), round(fix.longitude, 7)], speed_ms: round(motion.speedMs, 2) }
}

function describeEvent(event: WatchEvent) {
  const limit = event.maxSpeedMs === undefined ? {} : { max_speed_kmh: round(event.maxSpeedMs * 3.6, 2) }
  if ('fence' in event) return { ...limit, ...(event.insideS !== undefined && { inside_s: event.insideS }) }
  const { driftM, arriveMs, plannedMs, sinceMs, batteryPct } = event
  return {
    ...limit,
    ...(driftM !== undefined && { drift_m: round(driftM, 1) }),
    ...(arriveMs !== undefined && { arrive_at: toIsoTime(arriveMs) }),
    ...(plannedMs !== undefined && { planned_arrive_at: toIsoTime(plannedMs) }),
    ...(sinceMs !== undefined && { since: toIsoTime(sinceMs) }),
    ...(batteryPct !== undefined && { battery_pct: batteryPct }),
  }
}

export type EventFields = Pick<EventRow, 'id' | 'type' | 'asset_id' | 'time' | 'created_at' | 'geofence' | 'details'>

/** Converts an event to the form used by lists, streams and webhooks. */
export function toEventReply({ id, type, asset_id, time, created_at, geofence, details }: EventFields) {
  return {
    id,
    type: type as (typeof eventTypes)[number],
    asset: asset_id,
    time: toIsoTime(time),
    recorded_at: toIsoTime(created_at),
    ...(geofence !== null && { geofence }),
    ...(JSON.parse(details) as { readonly asset_name: string }),
  }
}
