import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seededRandom } from '@fairway/geo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { publishMap } from '../../../../../../tests/support/maps/small-map.ts'
import { askMatrix, type Matrix, type Point } from '../../../../../../tests/support/operations/matrix.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { RandomFeeds } from '../../../../../../tests/traffic/random-feeds.ts'
import { openTraffic } from '../../../../../../tests/traffic/serve.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { issueKey } from '../../../accounts/tests/sample-accounts.ts'
import type { EnergyFields } from '../../route/electric/schemas.ts'
import { portones, prado, tresCruces } from '../../route/tests/trips.ts'
import { MAX_ENERGY_CELLS } from '../limits.ts'

const guide = new URL('../../../../../../docs/guides/road/matrix.md', import.meta.url)
const SEED = 24
const SIZE = 10
const config = { anonymousBurst: 10_000_000 }
const car = { battery_kwh: 60, charge_pct: 80 }

type EnergyMatrix = Matrix & {
  readonly energies_kwh: readonly (readonly (number | null)[])[]
  readonly in_range: readonly (readonly (boolean | null)[])[]
}

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir()
})
afterAll(() => folder.dispose())

async function getMatrix(service: TestService, body: object): Promise<EnergyMatrix> {
  return expectServed(await askMatrix(service, body)).json() as EnergyMatrix
}

/**
 * Expected cell, taken from the route between two points. The energy is undefined if the route charges on the way or is
 * out of range, because its reply then does not show the energy of the direct route.
 */
interface RouteCell {
  readonly energy: number | null | undefined
  readonly inRange: boolean | null
}

async function routeCell({ app }: TestService, from: Point, to: Point, terms: object): Promise<RouteCell> {
  const payload = { from, to, alternatives: 0, steps: false, geometry: 'none', ...terms }
  const reply = await app.inject({ method: 'POST', url: '/v1/route', payload })
  if (reply.statusCode === 422) {
    const isOutOfRange = reply.headers['x-error-code'] === 'out-of-range'
    return isOutOfRange ? { energy: undefined, inRange: false } : { energy: null, inRange: null }
  }
  const { energy } = reply.json() as { readonly energy: EnergyFields }
  return energy.stops.length > 0 ? { energy: undefined, inRange: false } : { energy: energy.used_kwh, inRange: true }
}

/** Expects that every cell equals the route. Returns the number of cells in range, out of range and unreachable. */
async function expectRoutes(service: TestService, points: readonly Point[], terms: object, what: string) {
  const matrix = await getMatrix(service, { points, ...terms })
  const counts = { inRange: 0, outOfRange: 0, unreachable: 0 }
  for (const [row, from] of points.entries()) {
    for (const [column, to] of points.entries()) {
      const expected = await routeCell(service, from, to, terms)
      const cause = `${what}, from ${from} to ${to}`
      const energy = matrix.energies_kwh[row]?.[column]
      expect(matrix.in_range[row]?.[column], cause).toBe(expected.inRange)
      if (expected.energy === undefined) expect(energy, cause).toEqual(expect.any(Number))
      else expect(energy, cause).toBe(expected.energy)
      if (expected.inRange === null) counts.unreachable++
      else if (expected.inRange) counts.inRange++
      else counts.outOfRange++
    }
  }
  return counts
}

describeOnStores(
  'the energy in a matrix',
  ({ startShared }) => {
    const clock = new FakeClock('2026-11-16T11:00:00Z')
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), clock, config })
    })

    test(`equals the energy of the single routes, seed ${SEED}`, async () => {
      const random = seededRandom(SEED)
      const draw = (): Point => [-34.93 + 0.1 * random(), -56.25 + 0.15 * random()]
      const vehicles: readonly object[] = [
        { electric: { ...car, temperature_c: -5 } },
        { electric: { battery_kwh: 300, mass_kg: 16_000, frontal_area_m2: 8 }, weight_t: 16, height_m: 3.6 },
        { electric: { battery_kwh: 2.2, min_pct: 10, arrive_pct: 25, consumption_kwh_per_100km: 17 } },
      ]
      for (const vehicle of vehicles) {
        const what = `seed ${SEED}, ${JSON.stringify(vehicle)}`
        const points = (await listServed(service, Array.from({ length: 2 * SIZE }, draw))).slice(0, SIZE)
        const counts = await expectRoutes(service, points, { vehicle }, what)
        expect(counts.inRange, what).toBeGreaterThan(SIZE ** 2 / 4)
        if (vehicle === vehicles[2]) expect(counts.outOfRange, what).toBeGreaterThan(5)
      }
    })

    test(`equals the energy of the single routes in traffic, seed ${SEED}`, async () => {
      const [handle] = (await openMaps()).regions
      if (!handle) throw new Error('tests/global-setup.ts did not compile a map')
      const random = seededRandom(SEED)
      const bare = await openTraffic(clock, join(folder.path, 'bare'), handle, { feeds: {} })
      const feeds = new RandomFeeds(bare.customizer.get(handle.dataset), random)
      const files = { 'a.csv': feeds.speeds(4000), 'i.json': feeds.incidents(clock.now(), 100) }
      const maps = await openTraffic(clock, join(folder.path, 'live'), handle, { feeds: files })
      const inTraffic = await startShared({ maps, clock, config })
      const points = Array.from({ length: SIZE }, () => feeds.junction())
      const terms = { vehicle: { electric: car } }
      const counts = await expectRoutes(inTraffic, points, terms, `seed ${SEED}, in traffic`)
      expect(counts.inRange).toBeGreaterThan(SIZE ** 2 / 3)
      const [live, free] = [
        await getMatrix(inTraffic, { points, ...terms }),
        await getMatrix(service, { points, ...terms }),
      ]
      expect(live.energies_kwh).not.toEqual(free.energies_kwh)
    })

    test('is negative downhill, and a full battery does not store it', async () => {
      const size = 1201
      const tile = Buffer.alloc(size * size * 2)
      // The slope rises from 1,500 m at A to 2,500 m at D.
      for (let cell = 0; cell < size * size; cell++)
        tile.writeInt16BE(Math.round(500 + (10_000 * (cell % size)) / size), cell * 2)
      const hills = join(folder.path, 'hills')
      await mkdir(join(hills, 'terrain'), { recursive: true })
      await writeFile(join(hills, 'terrain', 'N45E007.hgt'), tile)
      const places = { A: [45.2, 7.1], B: [45.2, 7.13], C: [45.2, 7.16], D: [45.2, 7.2] } as const
      const island = { E: [45.22, 7.1], F: [45.22, 7.101] } as const
      const road = { highway: 'secondary', maxspeed: '50' }
      await publishMap(hills, 'slope', { places: { ...places, ...island }, ways: { ABCD: road, EF: road } })
      const on = await startShared({ maps: await openMaps(hills), clock, config })
      const points: Point[] = [...Object.values(places), island.E]
      for (const charge_pct of [50, 100]) {
        const terms = { vehicle: { electric: { battery_kwh: 20, charge_pct } } }
        await expectRoutes(on, points, terms, `with ${charge_pct} %`)
        const [, , , fromTop] = (await getMatrix(on, { points, ...terms })).energies_kwh
        if (charge_pct === 50) expect(fromTop?.[0]).toBeLessThan(-0.5)
        else expect(fromTop?.[0]).toBeGreaterThanOrEqual(0)
      }
      // With 3 kWh above min_pct, the car climbs to B but not to C. No road leads to E.
      const low = await getMatrix(on, { points, vehicle: { electric: { battery_kwh: 20, charge_pct: 25 } } })
      expect(low.in_range[0]).toEqual([true, true, false, false, null])
      expect(low.energies_kwh[0]?.[4]).toBeNull()
    })

    test('is returned by default for an electric car, and otherwise on request', async () => {
      const points = [prado, portones, tresCruces]
      const usual = await getMatrix(service, { points })
      const electric = await getMatrix(service, { points, vehicle: { electric: car } })
      expect(Object.keys(electric).slice(0, 5)).toEqual([
        'distances_km',
        'durations_min',
        'energies_kwh',
        'in_range',
        'snapped',
      ])
      expect(electric).toMatchObject(usual)
      expect(electric.energies_kwh[1]?.[1]).toBe(0)
      const keysOf = async (metrics: string[]) =>
        Object.keys(await getMatrix(service, { points, metrics, vehicle: { electric: car } })).slice(0, 3)
      expect(await keysOf(['distance'])).toEqual(['distances_km', 'snapped', 'traffic'])
      expect(await keysOf(['energy'])).toEqual(['energies_kwh', 'in_range', 'snapped'])
    })

    test('is shown by the commands of the guide', async () => {
      const commands = [...readFileSync(guide, 'utf8').matchAll(/-d '([^']+)'/g)].map(([, body]) => String(body))
      const replies: EnergyMatrix[] = []
      for (const body of commands) replies.push(await getMatrix(service, JSON.parse(body) as object))
      expect(replies.map((reply) => 'energies_kwh' in reply)).toEqual([false, true])
      expect(new Set(replies[1]?.in_range.flat())).toEqual(new Set([true, false]))
    })

    test('requires a valid electric car', async () => {
      const points = [prado, portones]
      const refuses = async (body: object, detail: string | RegExp) =>
        expectProblem(await askMatrix(service, { points, ...body }), 422, detail)
      const missing =
        /^metrics contains "energy", but vehicle.electric does not describe an electric car; describe its battery/
      await refuses({ metrics: ['energy'] }, missing)
      await refuses({ metrics: ['energy'], profile: 'bicycle', vehicle: { electric: true } }, missing)
      await refuses({ vehicle: { electric: { charge_pct: 50 } } }, /^vehicle\.electric.*battery_kwh/)
      await refuses(
        { vehicle: { electric: { battery_kwh: 60, charge_pct: 5 } } },
        'vehicle.electric.charge_pct is 5; it must be at least min_pct, which is 10',
      )
      await refuses(
        { profile: 'foot', vehicle: { electric: car } },
        'vehicle.electric.battery_kwh applies only to the car, truck or motorcycle profile, but profile is "foot"; leave out vehicle.electric.battery_kwh, or set profile to car, truck or motorcycle',
      )
    })

    test(`is limited to ${MAX_ENERGY_CELLS} cells`, async () => {
      const headers = { 'x-api-key': (await issueKey(service, 'pro')).key }
      const ask = (rows: number, columns: number, more: object) => {
        const [origins, destinations] = [rows, columns].map((count) => Array.from({ length: count }, () => prado))
        return askMatrix(service, { origins, destinations, vehicle: { electric: car }, ...more }, headers)
      }
      const served = expectServed(await ask(50, MAX_ENERGY_CELLS / 50, { metrics: ['energy'] })).json() as EnergyMatrix
      expect(served.energies_kwh.flat()).toEqual(Array.from({ length: MAX_ENERGY_CELLS }, () => 0))
      expectProblem(
        await ask(1 + 50, MAX_ENERGY_CELLS / 50, {}),
        422,
        'The matrix has 10,200 cells, but a matrix with energy values may have at most 10,000; request several smaller matrices, or leave "energy" out of metrics',
      )
      expectServed(await ask(1 + 50, MAX_ENERGY_CELLS / 50, { metrics: ['duration'] }))
    })
  },
  ['embedded'],
)

/** Returns the points that have a road nearby that a tall and heavy vehicle may use. */
async function listServed({ app }: TestService, points: readonly Point[]): Promise<Point[]> {
  const served: Point[] = []
  for (const point of points) {
    const payload = { point, profile: 'car', vehicle: { weight_t: 16, height_m: 3.6 } }
    const reply = await app.inject({ method: 'POST', url: '/v1/nearest', payload })
    if (reply.statusCode === 200) served.push(point)
  }
  return served
}
