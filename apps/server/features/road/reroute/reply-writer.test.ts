import { expect, test } from 'vitest'
import { createRouteCacheBuffers, RouteCache } from '../route/memory/route-memory.ts'
import { RerouteWriter } from './reply-writer.ts'
import type { RerouteResult } from './rerouted.ts'

const DAY_CS = 8_640_000
const KM_CM = 100_000

/** Returns the result for a route that continues unchanged. */
function unchanged(distanceCm: number, durationCs: number): RerouteResult {
  const state = { takenAtMs: Date.parse('2026-11-15T12:34:56.789Z') }
  const trip = { distanceCm, durationCs, freeFlowCs: durationCs, traffic: { handle: { state } } }
  const line = { latitude: Int32Array.of(-34_906_626, 1), longitude: Int32Array.of(-56_167_483, 2) }
  const flags = { reason: 'too-little-gain', isKept: true, isUnchanged: true, previousDurationCs: durationCs }
  return { answer: { source: 'local' }, trip, previous: { line }, ...flags } as unknown as RerouteResult
}

test.each([
  ['of a street', 12_345, 678],
  ['of 999 km in 999 min', 999.9876 * KM_CM, 5_999_926],
  ['of 1,000 km in 1,000 min', 999.99996 * KM_CM, 5_999_999],
  ['around the earth', 40_075.1234 * KM_CM, 60 * DAY_CS + 12_345],
])('reports an unchanged route in less than 300 bytes for a trip %s', (_title, distanceCm, durationCs) => {
  const writer = new RerouteWriter(new RouteCache(createRouteCacheBuffers(1, 0), 0))
  const json = new TextDecoder().decode(writer.write(unchanged(distanceCm, durationCs), 'delta') as Uint8Array)
  expect(Buffer.byteLength(json)).toBeLessThan(300)
  const reply = JSON.parse(json)
  expect(reply).toMatchObject({ kind: 'unchanged', saved_min: 0, checksum: reply.base_checksum })
  expect(reply.distance_km).toBeCloseTo(distanceCm / KM_CM, 0)
  expect(reply.eta_min).toBeCloseTo(durationCs / 6000, 0)
  expect(reply.receipt).toEqual({
    previous_eta_min: reply.eta_min,
    new_eta_min: reply.eta_min,
    snapshot_at: '2026-11-15T12:34:56.789Z',
    kept_previous: true,
  })
})
