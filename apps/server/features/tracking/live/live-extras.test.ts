import { makeAssetRoute, serializeRoute } from '@fairway/tracking'
import { expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Asset } from '../assets/asset.ts'
import type { AssetStore } from '../assets/asset-store.ts'
import { LiveExtras } from './live-extras.ts'

const MINUTE_S = 60

/**
 * Creates an asset on a one-kilometer road that takes a minute. The simulated traffic changes the duration of the road.
 */
function open(stops: readonly object[] = []) {
  const clock = new FakeClock('2026-11-16T08:00:00.359Z')
  const plan = makeAssetRoute({
    kind: 'vehicle',
    points: [
      [41, -8],
      [41.009, -8],
    ],
    secondsAt: [0, MINUTE_S],
    distanceM: 1000,
  })
  const kept = {
    id: 'as_live',
    account: 1,
    planNumber: 1,
    kind: 'vehicle',
    state: {
      progress: { phase: 'on', alongM: 0 },
      motion: { speedMs: 0, courseDeg: null },
      fix: { latitude: 41, longitude: -8 },
    },
  }
  const attached = {
    attachedAtMs: clock.now(),
    route: { mode: 'road', stops, wishes: {} },
    line: serializeRoute(plan),
  }
  let asset = { ...kept, plan: attached } as unknown as Asset
  const roads = { mark: '1', minutes: 1, asked: 0 }
  const extras = new LiveExtras({
    clock,
    getRoadsVersion: () => roads.mark,
    planRoute: async () => ({
      ok: false,
      problem: { status: 500, code: 'internal-error', body: { busy: false, detail: '' } },
    }),
    addRouteAlias: () => undefined,
    callReroute: async () => {
      roads.asked++
      const receipt = { previous_eta_min: roads.minutes, snapshot_at: 'now' }
      return { ok: true, body: { receipt } }
    },
    assets: {
      update: async (_account: number, _id: string, make: (current: Asset) => Partial<Asset>) => {
        asset = { ...asset, ...make(asset) }
        return asset
      },
    } as unknown as AssetStore,
  })
  const factor = async () => (await extras.refreshTraffic({} as Caller, asset)).plan?.traffic?.factor ?? 1
  return { clock, roads, factor }
}

test('checks the traffic ahead once a minute, and never changes it within a second', async () => {
  const { clock, roads, factor } = open()
  expect(await factor()).toBe(1)
  roads.minutes = 2
  clock.advance(1000 * 59.7)
  expect([await factor(), roads.asked]).toEqual([2, 1])
  roads.minutes = 3
  clock.advance(1000 * 0.5)
  expect(await factor()).toBe(2)
  // All polls within the same second get the same value, even if the minute between two checks ends during that second.
  clock.advance(1000 * 59.5)
  const before = await factor()
  clock.advance(1000 * 0.3)
  expect([before, await factor(), roads.asked]).toEqual([3, 3, 2])
})

test('applies new traffic within seconds, at a full second, and only once', async () => {
  const { clock, roads, factor } = open()
  await factor()
  clock.advance(1000 * 10)
  roads.mark = '2'
  roads.minutes = 4
  expect(await factor()).toBe(1)
  clock.advance(1000 * 0.2)
  expect(await factor()).toBe(1)
  clock.advance(1000 * 1)
  expect([await factor(), roads.asked]).toEqual([4, 1])
  for (let second = 0; second < 30; second++) {
    clock.advance(1000 * 1)
    await factor()
  }
  expect(roads.asked).toBe(1)
})

test('does not compare durations that include charging stops with those that do not', async () => {
  const at = [41.005, -8]
  for (const [stop, expected] of [
    [{ at, alongM: 500, isStation: true }, 1],
    [{ at, alongM: 500 }, 2],
  ] as const) {
    const { clock, roads, factor } = open([stop])
    roads.minutes = 2
    clock.advance(1000 * 60)
    expect(await factor()).toBe(expected)
  }
})
