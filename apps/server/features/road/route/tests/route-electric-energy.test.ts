import { readFileSync } from 'node:fs'
import { seededRandom } from '@fairway/geo'
import { defaultProfile } from '@fairway/road'
import { drawState } from '@fairway/road/testing'
import { beforeAll, expect, test } from 'vitest'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../../tests/support/maps/maps.ts'
import { TestTraffic } from '../../../../../../tests/support/operations/traffic.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { computeEnergyMatrix } from '../electric/energy-matrix.ts'
import { readElectric } from '../electric/request.ts'
import type { EnergyFields } from '../electric/schemas.ts'
import { type Point, portones, postRoute, prado, type RouteReply } from './trips.ts'

const SEED = 7
const guide = new URL('../../../../../../docs/guides/road/electric.md', import.meta.url)

type ElectricReply = RouteReply & { readonly energy: EnergyFields }

describeOnStores(
  'the energy of a route',
  ({ start, startShared }) => {
    let service: TestService
    let maps: TestMaps
    beforeAll(async () => {
      maps = await openMaps()
      service = await startShared({ maps, config: { anonymousBurst: 1_000_000 } })
    })
    const getRegion = (on: TestService): Region => on.regions.list()[0] ?? expect.unreachable()
    const get = async (electric: object, on = service): Promise<ElectricReply> => {
      const body = { from: prado, to: portones, vehicle: { electric } }
      return expectServed(await postRoute(on, body)).json() as ElectricReply
    }

    test('equals its cell of the matrix that stops are planned with', async () => {
      const random = seededRandom(SEED)
      const draw = (): Point => [-34.93 + 0.1 * random(), -56.25 + 0.15 * random()]
      const points = Array.from({ length: 12 }, draw)
      const fields = { battery_kwh: 500, temperature_c: 5 }
      const electric = readElectric(fields, defaultProfile)
      if (!electric.ok) throw new Error('the vehicle is valid')
      const nowMs = service.clock.now()
      const time = { kind: 'depart', atMs: nowMs, nowMs } as const
      const region = getRegion(service)
      const options = { profile: defaultProfile, avoidAreas: [], departMs: nowMs, nowMs }
      const snapshot = await region.getMetricSnapshot(options)
      const nodes = points.map(([latitude, longitude]) => ({ latitude, longitude }))
      let turns = 0
      const matrix = await computeEnergyMatrix(region, snapshot, nodes, electric.value, {
        time,
        radiusMeters: 1000,
        takeTurn: async () => {
          turns++
        },
      })
      // The planner takes at least one turn each for the snapping, the durations and the energies.
      expect(turns).toBeGreaterThanOrEqual(3)
      let compared = 0
      for (const [from, start] of points.entries()) {
        for (const [to, end] of points.entries()) {
          if (from === to) continue
          const reply = await postRoute(service, { from: start, to: end, vehicle: { electric: fields }, steps: false })
          const cell = from * points.length + to
          const cause = `seed ${SEED}, from ${start} to ${end}`
          if (reply.statusCode !== 200) continue
          const { energy, eta_min } = reply.json() as ElectricReply
          expect(matrix.durationSeconds[cell], cause).toBeCloseTo(60 * eta_min, 0)
          // Squared speeds are rounded up, so that a plan never needs more energy than assumed.
          expect(matrix.energyKwh[cell], cause).toBeGreaterThanOrEqual(energy.used_kwh - 0.0006)
          expect(matrix.energyKwh[cell], cause).toBeLessThan(energy.used_kwh + 0.003)
          compared++
        }
      }
      expect(compared).toBeGreaterThan(50)
    })

    test('follows live traffic, and keeps the minimum charge at any speed', async () => {
      const trafficMaps = await openMaps()
      const on = await start({ maps: trafficMaps, config: { anonymousBurst: 1_000_000 } })
      const region = getRegion(on)
      const { arcs } = region.map.network
      const traffic = new TestTraffic(trafficMaps)
      const car = { battery_kwh: 5, charge_pct: 40, arrive_pct: 20, unknown_connectors: true }
      const replies: ElectricReply[] = [await get(car, on)]
      for (const factor of [2, 0.6]) {
        const live = new Map(Array.from(arcs.duration, (duration, arc) => [arc, Math.round(duration * factor)]))
        await traffic.publish(region, drawState(region.map.network, { takenAtMs: on.clock.now(), live }))
        replies.push(await get(car, on))
      }
      for (const { energy, eta_min, steps } of replies) {
        expect(energy.stops).toHaveLength(1)
        expect(energy.min_pct).toBeGreaterThanOrEqual(10)
        expect(energy.end_pct).toBeGreaterThanOrEqual(20)
        expect(energy.driving_min + energy.charging_min).toBeCloseTo(eta_min, 2)
        expect(steps.reduce((sum, step) => sum + step.duration_s, 0) / 60).toBeCloseTo(eta_min, 1)
      }
      const [usual, slow, fast] = replies.map(({ energy }) => energy)
      // Live speeds fade within an hour, and the charging stop is part of that hour.
      expect(slow?.driving_min).toBeGreaterThan(1.2 * (usual?.driving_min ?? 0))
      expect(fast?.driving_min).toBeLessThan(usual?.driving_min ?? 0)
      expect(fast?.used_kwh).toBeGreaterThan(usual?.used_kwh ?? 0)
    })

    test('is shown by the commands of the guide', async () => {
      const commands = [...readFileSync(guide, 'utf8').matchAll(/-d '([^']+)'/g)].map(([, body]) => String(body))
      const replies: ElectricReply[] = []
      for (const body of commands) {
        replies.push(expectServed(await postRoute(service, JSON.parse(body) as object)).json() as ElectricReply)
      }
      expect(replies.map(({ energy }) => energy.stops.length)).toEqual([0, 1])
    })
  },
  ['embedded'],
)
