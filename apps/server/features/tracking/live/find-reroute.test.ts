import { describe, expect, test } from 'vitest'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Asset } from '../assets/asset.ts'
import { type RouteReply, toStoredAssetRoute } from '../assets/attach.ts'
import { findReroute, planReroute } from './find-reroute.ts'

const failure: CallReply = { ok: false, problem: { status: 422, code: 'no', body: { busy: false, detail: '' } } }
const line = [0, 1, 2, 3].map((index) => [41 + 0.01 * index, -8] as const)

/** The route visits a charging station and a via point of the caller. */
const routeReply: RouteReply = {
  id: 'rt_1',
  mode: 'road',
  distance_km: 3.34,
  eta_min: 3,
  depart_at: '2026-11-16T08:00:00Z',
  arrive_at: '2026-11-16T08:03:00Z',
  geometry: line,
  steps: [0, 1, 2].map((leg) => ({ leg, duration_s: 60, geometry_range: [leg, leg + 1] as const })),
  energy: { stops: [{ leg: 0 }] },
}
const [, stationAt, viaAt] = line

/** Creates an asset that has left its route at the start, and records its reroute requests. */
function open(electric: unknown, batteryPct?: number) {
  const request = { vehicle: { height_m: 2, electric }, avoid: ['toll'] }
  const plan = toStoredAssetRoute('vehicle', request, routeReply, 'points', Date.parse(routeReply.depart_at))
  const fix = { latitude: 41, longitude: -8.01, timeMs: 0, ...(batteryPct !== undefined && { batteryPct }) }
  const state = { fix, motion: { speedMs: 0, courseDeg: null }, progress: { phase: 'off', alongM: 0 } }
  const asset = { id: 'as_1', kind: 'vehicle', planNumber: 1, plan, state } as unknown as Asset
  const calls: { name: string; body: object }[] = []
  const options = {
    planRoute: async (_caller: Caller, _mode: string, body: object) => {
      calls.push({ name: 'route', body })
      return failure
    },
    callReroute: async (_caller: Caller, body: object) => {
      calls.push({ name: 'reroute', body })
      return failure
    },
    addRouteAlias: () => undefined,
  }
  const caller = {} as Caller
  return {
    plan,
    calls,
    find: () => findReroute(options, caller, asset, 0),
    planNext: () => planReroute(options, caller, asset, plan, 0),
  }
}

const battery = { battery_kwh: 40, charge_pct: 90 }

describe('the reroute of an electric vehicle', () => {
  test('includes the charging stations of the route', () => {
    expect(open(battery).plan.route.stops).toEqual([
      { at: stationAt, alongM: expect.any(Number), isStation: true },
      { at: viaAt, alongM: expect.any(Number) },
    ])
  })

  test('is a new route with the reported charge and without the planned stations', async () => {
    const { find, calls } = open(battery, 35)
    await find()
    expect(calls.map(({ name }) => name)).toEqual(['route', 'reroute'])
    expect(calls[0]?.body).toMatchObject({
      vehicle: { height_m: 2, electric: { battery_kwh: 40, charge_pct: 35 } },
      avoid: ['toll'],
      via: [viaAt],
    })
    const next = open(battery, 35)
    await next.planNext()
    expect(next.calls).toEqual([calls[0]])
  })

  test('visits the planned stations if the charge is unknown', async () => {
    const { find, planNext, calls } = open(battery)
    await find()
    expect(calls.map(({ name }) => name)).toEqual(['reroute', 'route'])
    expect(calls[0]?.body).toMatchObject({ vehicle: { height_m: 2 }, avoid: ['toll'], stops: [stationAt, viaAt] })
    expect(calls[0]?.body).not.toHaveProperty('vehicle.electric')
    expect(calls[1]?.body).toMatchObject({ vehicle: { electric: battery }, via: [viaAt] })
    await planNext()
    expect(calls.map(({ name }) => name)).toEqual(['reroute', 'route', 'reroute', 'route'])
  })

  test('keeps the option of electric bicycles', async () => {
    const { find, calls } = open(true, 35)
    await find()
    expect(calls.map(({ name }) => name)).toEqual(['reroute', 'route'])
    for (const { body } of calls) expect(body).toMatchObject({ vehicle: { height_m: 2, electric: true } })
  })
})
