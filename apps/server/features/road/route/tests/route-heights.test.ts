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
/** The ridge runs from north to south and rises from 500 m at its foot to 900 m at the top. */
const [TOP, FOOT_DEGREES] = [7.16, 0.06]
const heightAt = (longitude: number) => 500 + 400 * Math.max(0, 1 - Math.abs(longitude - TOP) / FOOT_DEGREES)

const [west, top, east] = [
  [45.2, 7.1],
  [45.2, TOP],
  [45.2, 7.22],
] as const
const places = { A: west, B: [45.2, 7.13], C: top, D: [45.2, 7.19], E: east } as const

/** The eastern slope is a toll road. */
const ways = {
  ABC: { highway: 'secondary', maxspeed: '60', surface: 'asphalt', name: 'West Road' },
  CDE: { highway: 'secondary', maxspeed: '60', surface: 'concrete', name: 'East Road', toll: 'yes' },
}

interface Run {
  readonly geometry_range: readonly [number, number]
  readonly value: unknown
}

type HillReply = RouteReply & {
  readonly ascent_m: number
  readonly descent_m: number
  readonly heights_m?: readonly (number | null)[]
  readonly energy: EnergyFields
  readonly details?: Readonly<Record<string, readonly Run[]>>
  readonly emissions?: { readonly fuel: string; readonly fuel_l: number; readonly co2_kg: number }
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
    await publishMap(folder.path, 'ridge', { places, ways })
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

  test('list the attributes of the roads along the line', async () => {
    const details = ['speed_limit', 'surface', 'road_class', 'toll', 'grade', 'name']
    const reply = await get({ from: west, to: east, details })
    const line = reply.geometry as unknown as [number, number][]
    const summit = line.findIndex(([, longitude]) => Math.abs(longitude - TOP) < 1e-5)
    const both = (first: unknown, second: unknown) => [
      { geometry_range: [0, summit], value: first },
      { geometry_range: [summit, line.length - 1], value: second },
    ]
    const whole = (value: unknown) => [{ geometry_range: [0, line.length - 1], value }]
    expect(reply.details).toMatchObject({
      speed_limit: whole(60),
      surface: both('asphalt', 'concrete'),
      road_class: whole('secondary'),
      toll: both(false, true),
      name: both('West Road', 'East Road'),
    })
    const grades = reply.details?.grade ?? []
    expect(Number(grades[0]?.value)).toBeGreaterThan(5)
    expect(Number(grades.at(-1)?.value)).toBeLessThan(-5)
    const without = await get({ from: west, to: east, details: ['toll'], geometry: 'none', steps: false })
    expect(without.details).toEqual({ toll: both(false, true) })
    expect(await get({ from: west, to: east })).not.toHaveProperty('details')
    const matched = await service.app.inject({
      method: 'POST',
      url: '/v1/match',
      payload: { points: [west, [45.2, 7.13], top, [45.2, 7.19], east], details: ['toll'], gaps: 'bridge' },
    })
    expect(
      expectServed(matched)
        .json()
        .routes[0].details.toll.map(({ value }: Run) => value),
    ).toEqual([false, true])
    expectProblem(await postRoute(service, { from: west, to: east, details: ['width'] }), 422, /^details\[0\] /)
  })

  test('arrive at the curb on the side of the driver if required', async () => {
    const [north, south] = [
      [45.2002, 7.13],
      [45.1998, 7.13],
    ] as const
    const sideAt = async (to: readonly number[], change: object = {}) =>
      (await get({ from: west, to, ...change })).steps.at(-1)?.maneuver.modifier
    expect([await sideAt(north), await sideAt(south)]).toEqual(['left', 'right'])
    expect([await sideAt(north, { approach: 'curb' }), await sideAt(south, { approach: 'curb' })]).toEqual([
      'right',
      'right',
    ])
    const last = { approach: ['unrestricted', 'curb'] }
    const first = { approach: ['curb', 'unrestricted'] }
    expect([await sideAt(north, last), await sideAt(north, first)]).toEqual(['right', 'left'])
    const onFoot = { profile: 'foot', approach: 'curb' }
    expect((await get({ from: west, to: north, ...onFoot })).distance_km).toBe(
      (await get({ from: west, to: north, profile: 'foot' })).distance_km,
    )
    expectProblem(
      await postRoute(service, { from: west, to: north, via: [top], approach: ['curb', 'curb'] }),
      422,
      'approach has 2 entries; give one entry for each of the 3 points, or a single value for all points',
    )
    expectProblem(await postRoute(service, { from: west, to: north, approach: 'left' }), 422, /^approach /)
  })

  test('leave and reach the points in the required directions, on the required side', async () => {
    const south = [45.1998, 7.13] as const
    const arrivalOf = async (change: object) => {
      const { steps } = await get({ from: west, to: south, ...change })
      return Math.round(steps.at(-1)?.maneuver.bearing_before ?? -1)
    }
    // The road runs from west to east, and the first point is at its end.
    expect(await arrivalOf({ bearings: [null, { bearing: 90, tolerance: 30 }] })).toBe(90)
    expect(await arrivalOf({ bearings: [null, { bearing: 270, tolerance: 30 }] })).toBe(270)
    expect(await arrivalOf({ bearings: [null, { bearing: 40 }] })).toBe(90)
    expect(await arrivalOf({ bearings: [null, { bearing: 0, tolerance: 180 }] })).toBe(90)
    expect(await arrivalOf({ approach: ['unrestricted', 'opposite'] })).toBe(270)
    const ask = (bearings: unknown) => postRoute(service, { from: west, to: south, bearings })
    expectProblem(
      await ask([null, { bearing: 0, tolerance: 45 }]),
      422,
      'The destination (to) has no road within 1000 m that leads in the direction 0° ± 45°; increase the tolerance in bearings, use null there, or move the point nearer to such a road',
    )
    expectProblem(await ask([null]), 422, 'bearings has 1 entry; give one entry for each of the 2 points')
    expectProblem(await ask([null, { bearing: 361 }]), 422, /^bearings\[1\]\.bearing /)
    expectProblem(await ask([null, { bearing: 90, tolerance: 181 }]), 422, /^bearings\[1\]\.tolerance /)
  })

  test('have the fuel and CO₂ of the vehicle on request', async () => {
    const emissionsOf = async (body: object) =>
      (await get({ emissions: true, ...body })).emissions ?? expect.unreachable()
    const across = await emissionsOf({ from: west, to: east })
    expect(across).toMatchObject({ fuel: 'gasoline' })
    expect(across.co2_kg).toBeCloseTo(across.fuel_l * 2.287, 2)
    const [up, down] = [await emissionsOf({ from: west, to: top }), await emissionsOf({ from: top, to: east })]
    expect(up.fuel_l).toBeGreaterThan(2 * down.fuel_l)
    expect(up.fuel_l + down.fuel_l).toBeCloseTo(across.fuel_l, 1)
    const truck = await emissionsOf({ from: west, to: east, profile: 'truck', steps: false })
    expect(truck).toMatchObject({ fuel: 'diesel' })
    expect(truck.fuel_l).toBeGreaterThan(across.fuel_l)
    const none = { fuel: 'none', fuel_l: 0, co2_kg: 0 }
    expect(await emissionsOf({ from: west, to: east, profile: 'bicycle' })).toEqual(none)
    const electric = { battery_kwh: 60, charge_pct: 90 }
    expect(await emissionsOf({ from: west, to: east, vehicle: { electric } })).toEqual(none)
    expect(await get({ from: west, to: east })).not.toHaveProperty('emissions')
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

  test('apply a rule about grades only to the steep side', async () => {
    const model = { rules: [{ if: { grade: { min: 4 } }, speed: { limit: 10 } }] }
    const [there, back] = [await get({ from: west, to: top, model }), await get({ from: top, to: west, model })]
    expect(there.eta_min).toBeGreaterThan(4 * back.eta_min)
  })

  const battery = (charge_pct: number, more: object = {}) => ({
    vehicle: { electric: { battery_kwh: 10, charge_pct, min_pct: 10, ...more } },
  })

  test('use more energy uphill, recover part of it, and never overcharge the battery', async () => {
    const { energy } = await get({ from: west, to: east, ...battery(60) })
    const up = await get({ from: west, to: top, ...battery(60) })
    const down = await get({ from: top, to: east, ...battery(60) })
    expect(up.energy.used_kwh).toBeGreaterThan(2)
    expect(down.energy.used_kwh).toBeLessThan(0)
    expect(energy.used_kwh).toBeCloseTo(up.energy.used_kwh + down.energy.used_kwh, 2)
    expect(energy.min_pct).toBeLessThan(energy.end_pct - 5)
    expect((await get({ from: top, to: east, ...battery(100) })).energy.end_pct).toBeLessThanOrEqual(100)
  })

  test('are out of range if the charge is enough for the trip but not to reach the top', async () => {
    const { energy } = await get({ from: west, to: east, ...battery(60) })
    const neededPct = 60 - energy.min_pct
    const reply = await get({ from: west, to: east, ...battery(10.5 + neededPct) })
    expect(reply.energy.min_pct).toBeGreaterThanOrEqual(10)
    const tooLow = 9.5 + neededPct
    expect(tooLow - (60 - energy.end_pct)).toBeGreaterThan(10)
    expectProblem(await postRoute(service, { from: west, to: east, ...battery(tooLow) }), 422, /kWh|km/)
  })

  test('have the energy of their cell in the matrix that stops are planned with', async () => {
    const electric = readElectric({ battery_kwh: 500 }, defaultProfile)
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
