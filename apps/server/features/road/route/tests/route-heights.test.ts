import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultProfile } from '@fairway/road'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { publishMap } from '../../../../../../tests/support/maps/small-map.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { computeEnergyMatrix } from '../electric/energy-matrix.ts'
import { readElectric } from '../electric/request.ts'
import type { EnergyFields } from '../electric/schemas.ts'
import { postRoute, type RouteReply } from './trips.ts'

const SIZE = 1201
/** A ridge from north to south: 500 m at its foot, 900 m at the top. */
const [TOP, FOOT_DEGREES] = [7.16, 0.06]
const heightAt = (longitude: number) => 500 + 400 * Math.max(0, 1 - Math.abs(longitude - TOP) / FOOT_DEGREES)

const [west, top, east] = [
  [45.2, 7.1],
  [45.2, TOP],
  [45.2, 7.22],
] as const
const places = { A: west, B: [45.2, 7.13], C: top, D: [45.2, 7.19], E: east } as const

type HillReply = RouteReply & {
  readonly ascent_m: number
  readonly descent_m: number
  readonly heights_m?: readonly (number | null)[]
  readonly energy: EnergyFields
}

function drawTile(): Buffer {
  const tile = Buffer.alloc(SIZE * SIZE * 2)
  for (let index = 0; index < SIZE * SIZE; index++)
    tile.writeInt16BE(Math.round(heightAt(7 + (index % SIZE) / (SIZE - 1))), index * 2)
  return tile
}

describeOnStores('routes on a map with heights', ({ startShared }) => {
  let folder: TempDir
  let service: TestService
  beforeAll(async () => {
    folder = await createTempDir()
    await mkdir(join(folder.path, 'terrain'))
    await writeFile(join(folder.path, 'terrain', 'N45E007.hgt'), drawTile())
    await publishMap(folder.path, 'ridge', { places, ways: { ABCDE: { highway: 'secondary', maxspeed: '60' } } })
    service = await startShared({ maps: await openMaps(folder.path), config: { anonymousBurst: 1_000_000 } })
  })
  afterAll(() => folder.dispose())
  const get = async (body: object): Promise<HillReply> =>
    expectServed(await postRoute(service, body)).json() as HillReply

  test('have the ascent, the descent and the height of every point', async () => {
    const { ascent_m, descent_m, heights_m = [], geometry, data, legs } = await get({ from: west, to: east })
    expect(heights_m).toHaveLength((geometry as unknown[]).length)
    expect(Math.abs((heights_m[0] ?? 0) - 500)).toBeLessThan(25)
    expect(Math.max(...heights_m.map((meters) => meters ?? 0))).toBeGreaterThan(870)
    expect(ascent_m).toBeGreaterThan(340)
    expect(ascent_m).toBeLessThanOrEqual(400)
    expect(Math.abs(ascent_m - descent_m)).toBeLessThan(5)
    expect(legs[0]).toMatchObject({ ascent_m, descent_m })
    expect(data.attribution).toContain('Terrain: SRTM')
  })

  test('have heights with every format of the line, and none without a line', async () => {
    const count = (await get({ from: west, to: east })).heights_m?.length
    for (const geometry of ['polyline', 'polyline6', 'geojson'])
      expect((await get({ from: west, to: east, geometry })).heights_m).toHaveLength(count ?? 0)
    const without = await get({ from: west, to: east, geometry: 'none' })
    expect(without.heights_m).toBeUndefined()
    expect(without.ascent_m).toBeGreaterThan(340)
  })

  test('cost cyclists and walkers more time uphill, and cars nothing', async () => {
    const minutes = async (profile: string, from: readonly number[], to: readonly number[]) =>
      (await get({ from, to, profile })).eta_min
    expect(await minutes('bicycle', west, top)).toBeGreaterThan(2 * (await minutes('bicycle', top, east)))
    expect(await minutes('foot', west, top)).toBeGreaterThan(1.2 * (await minutes('foot', top, east)))
    expect(await minutes('car', west, top)).toBeCloseTo(await minutes('car', top, east), 1)
    const electric = await get({ from: west, to: top, profile: 'bicycle', vehicle: { electric: true } })
    expect(electric.eta_min).toBeLessThan(0.6 * (await minutes('bicycle', west, top)))
  })

  test('keep a rule about grades to the steep side', async () => {
    const model = { rules: [{ if: { grade: { min: 4 } }, speed: { limit: 10 } }] }
    const [there, back] = [await get({ from: west, to: top, model }), await get({ from: top, to: west, model })]
    expect(there.eta_min).toBeGreaterThan(4 * back.eta_min)
  })

  const battery = (charge_pct: number, more: object = {}) => ({
    vehicle: { electric: { battery_kwh: 10, charge_pct, min_pct: 10, ...more } },
  })

  test('use more energy uphill, recover a part of it, and never overfill the battery', async () => {
    const { energy } = await get({ from: west, to: east, ...battery(60) })
    const up = await get({ from: west, to: top, ...battery(60) })
    const down = await get({ from: top, to: east, ...battery(60) })
    expect(up.energy.used_kwh).toBeGreaterThan(2)
    expect(down.energy.used_kwh).toBeLessThan(0)
    expect(energy.used_kwh).toBeCloseTo(up.energy.used_kwh + down.energy.used_kwh, 2)
    expect(energy.min_pct).toBeLessThan(energy.end_pct - 5)
    expect((await get({ from: top, to: east, ...battery(100) })).energy.end_pct).toBeLessThanOrEqual(100)
  })

  test('are out of range if the charge lasts for the trip but not up to the top', async () => {
    const { energy } = await get({ from: west, to: east, ...battery(60) })
    const neededPct = 60 - energy.min_pct
    const reply = await get({ from: west, to: east, ...battery(10.5 + neededPct) })
    expect(reply.energy.min_pct).toBeGreaterThanOrEqual(10)
    const tooLow = 9.5 + neededPct
    expect(tooLow - (60 - energy.end_pct)).toBeGreaterThan(10)
    expectProblem(await postRoute(service, { from: west, to: east, ...battery(tooLow) }), 422, /kWh|km/)
  })

  test('have the energy of their cell in the matrix that stops are planned with', async () => {
    const electric = readElectric({ battery_kwh: 500 })
    const region = service.regions.list()[0]
    if (!electric.ok || !region) throw new Error('the vehicle and the map are valid')
    const nowMs = service.clock.now()
    const snapshot = await region.getMetricSnapshot({ profile: defaultProfile, avoidAreas: [], departMs: nowMs, nowMs })
    const points = [west, top, east, places.B]
    const nodes = points.map(([latitude, longitude]) => ({ latitude, longitude }))
    const matrix = await computeEnergyMatrix(region, snapshot, nodes, electric.value, {
      time: { kind: 'depart', atMs: nowMs, nowMs },
      radiusMeters: 1000,
      takeTurn: async () => {},
    })
    for (const [row, from] of points.entries()) {
      for (const [column, to] of points.entries()) {
        if (row === column) continue
        const { energy } = await get({ from, to, vehicle: { electric: { battery_kwh: 500, charge_pct: 50 } } })
        expect(matrix.energyKwh[row * points.length + column]).toBeCloseTo(Math.max(0, energy.used_kwh), 2)
      }
    }
  })
})
