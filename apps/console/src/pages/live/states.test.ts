import type { LiveAssetReply } from '@fairway/client'
import { kindLimits } from '@fairway/tracking'
import { expect, test } from 'vitest'
import { formatClockTime } from '../../ui/format.ts'
import { findLastKnown, silenceLimitSeconds, sortAssets, summarizeAsset, toStateLabel } from './states.ts'

const time = '2026-06-16T11:15:00Z'
const seenTime = formatClockTime(time)

function live(changes: object): LiveAssetReply {
  const asset = { id: 'as_1', name: 'Van', kind: 'vehicle' }
  const rest = { drift_m: 12, remaining_km: 5.2, eta_min: 10, arrive_at: '2026-06-16T14:00:00Z' }
  const position = { at: [-34.9, -56.2], time }
  return {
    asset,
    position,
    plan: { route_id: 'rt_1' },
    state: 'on_route',
    ...rest,
    ...changes,
  } as unknown as LiveAssetReply
}

test('reports a stale asset that was off route as off route, as of its last position', () => {
  const silent = live({ state: 'stale', last_state: 'off_route', drift_m: 19_330 })
  expect(toStateLabel(silent)).toBe('No signal, was off route')
  expect(summarizeAsset(silent)).toBe(`19.3 km off its route as of ${seenTime}`)
})

test('does not move the arrival time of a stale asset with the clock', () => {
  const silent = { state: 'stale', last_state: 'on_route' }
  // The remaining time counted down for two minutes before the asset went silent, so twelve minutes remained at its
  // last position.
  const then = formatClockTime('2026-06-16T11:27:00Z')
  expect(toStateLabel(live(silent))).toBe('No signal')
  expect(summarizeAsset(live(silent))).toBe(`5.2 km to go, arriving ${then}, as of ${seenTime}`)
  expect(summarizeAsset(live({ ...silent, arrive_at: '2026-06-16T18:00:00Z' }))).toBe(summarizeAsset(live(silent)))
  expect(findLastKnown(live({ ...silent, last_state: 'idle' }))?.arriveAt).toBeUndefined()
  expect(summarizeAsset(live({}))).toBe(`5.2 km to go · 10 min · at ${formatClockTime('2026-06-16T14:00:00Z')}`)
})

test('uses the staleness thresholds of the service', () => {
  expect(silenceLimitSeconds).toEqual(
    Object.fromEntries(Object.entries(kindLimits).map(([kind, { staleS }]) => [kind, staleS])),
  )
})

test('shows a deviation of kilometers in kilometers', () => {
  expect(summarizeAsset(live({ state: 'off_route', drift_m: 451 }))).toBe('451 m off its route')
  expect(summarizeAsset(live({ state: 'off_route', drift_m: 11_287_468 }))).toBe('11,287 km off its route')
})

test('sorts off-route assets first, then moving ones, stale ones last, and by name within each state', () => {
  const fleet = [
    ['Van 10', 'stale'],
    ['Van 9', 'on_route'],
    ['van 11', 'drifting'],
    ['Depot', 'idle'],
    ['Van 2', 'on_route'],
    ['Zed', 'off_route'],
    ['Alpha', 'stale'],
  ].map(([name, state]) => live({ asset: { id: name, name, kind: 'vehicle' }, state }))
  const names = sortAssets(fleet).map(({ asset }) => asset.name)
  expect(names).toEqual(['Zed', 'Van 2', 'Van 9', 'van 11', 'Depot', 'Alpha', 'Van 10'])
})
