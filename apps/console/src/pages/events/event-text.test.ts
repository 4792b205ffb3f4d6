import type { ListEvent } from '@fairway/client'
import { expect, test } from 'vitest'
import { describeEvent, eventTypes } from './event-text.ts'
import { describeDelivery, isReplayable } from './webhooks/delivery-text.ts'

const event: ListEvent = {
  id: 'ev_1',
  type: 'geofence.exit',
  asset: 'as_1',
  asset_name: 'Van 7',
  time: '2026-11-18T09:00:00Z',
  recorded_at: '2026-11-18T09:00:01Z',
}

test('describes every type of event, even without its optional fields', () => {
  for (const type of eventTypes) expect(describeEvent({ ...event, type })).toMatch(/^[a-z][a-z ]+$/)
})

test('names the geofence, the speed and the limit', () => {
  expect(describeEvent({ ...event, geofence_name: 'Depot', inside_s: 600 })).toBe('left Depot after 10 min')
  const speed = { speed_ms: 20, max_speed_kmh: 50 }
  expect(describeEvent({ ...event, type: 'geofence.speed', geofence_name: 'Yard', ...speed })).toBe(
    'drove at 72 km/h in Yard (limit: 50 km/h)',
  )
  expect(describeEvent({ ...event, type: 'off_route', drift_m: 240 })).toBe('left its route and is 240 m away from it')
  expect(describeEvent({ ...event, type: 'battery', battery_pct: 14.6 })).toBe('has 15 % battery charge left')
})

test('describes a delivery by its attempts, its last error and its next attempt', () => {
  const delivery = { id: 'de_1', event: 'ev_1', attempts: 1, queued_at: event.time } as const
  expect(describeDelivery({ ...delivery, state: 'sent', status: 204 })).toBe('Status 204')
  expect(describeDelivery({ ...delivery, state: 'sent', status: 200, attempts: 3 })).toBe('Status 200 on attempt 3')
  expect(describeDelivery({ ...delivery, state: 'pending', attempts: 0 })).toBe('Waiting to be sent')
  expect(describeDelivery({ ...delivery, state: 'pending', attempts: 2, next_attempt_at: event.time })).toMatch(
    /^2 attempts failed, next at /,
  )
  expect(describeDelivery({ ...delivery, state: 'dead', attempts: 10, error: 'status 500' })).toBe(
    'After 10 attempts: status 500',
  )
  expect(isReplayable({ ...delivery, state: 'pending' })).toBe(false)
  expect(isReplayable({ ...delivery, state: 'dead' })).toBe(true)
})
