import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedPath } from '@fairway/geo/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeObjects } from '../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../tests/api/contract.ts'
import {
  askFlight,
  boxZone,
  circleZone,
  collection,
  fly,
  NO_TERRAIN,
  NO_WEATHER,
  NO_ZONES,
  openSky,
} from '../../../../../tests/support/operations/drone.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'

const elevation = sharedPath('data/elevation')
const request = { from: [-40, -20], to: [-39.91, -20], depart_at: '2026-11-16T10:00:00Z' }
const zones = collection(
  boxZone([-39.965, -20.03], [-39.945, -19.97], { id: 'WALL' }),
  circleZone([-39.93, -20.005], 400, { id: 'ROUND' }),
  // The flight passes over the first zone, and the second zone expires before departure, so neither is avoided.
  boxZone([-39.99, -20.02], [-39.98, -19.98], { id: 'LOW', upper_m: 50 }),
  boxZone([-39.975, -20.02], [-39.97, -19.98], { id: 'PAST', until: '2026-11-16T09:00:00Z' }),
)

const OVER_LOW =
  'the flight passes over or under LOW (LOW) only if the ground there is as high as at the takeoff point, which is assumed'

describeOnStores(
  'flights as files',
  ({ start, startShared }) => {
    let service: TestService
    let operation: Described
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 1000 }, sky: await openSky({ zones }) })
      const operations = listOperations(closeObjects(await readDocument(service)))
      operation = operations.find(({ name }) => name === 'POST /v1/drone/route') ?? expect.unreachable()
    })

    test('returns a QGroundControl plan: take-off, speed, waypoints, landing, and a fence around avoided zones', async () => {
      const reply = await askFlight(service, { ...request, format: 'plan', colour: 'red' })
      const type = 'application/x-qgroundcontrol-plan+json'
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toBe(`${type}; charset=utf-8`)
      expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="rt_[\w-]+\.plan"$/)
      const plan = reply.json()
      expect(operation.findFault('200', type, plan)).toBeUndefined()
      const { geometry, altitudes_m } = await fly(service, request)
      const waypoints = plan.mission.items.filter(({ command }: { command: number }) => command !== 178)
      expect(waypoints.map(({ params }: { params: number[] }) => params.slice(4))).toEqual(
        // The drone climbs at the first position, so the first two points of the line are equal.
        geometry
          .slice(1)
          .map(([latitude, longitude], at) => [
            expect.closeTo(latitude, 5),
            expect.closeTo(longitude, 5),
            altitudes_m[at + 1],
          ]),
      )
      expect(plan.geoFence).toMatchObject({
        circles: [{ inclusion: false, circle: { center: [-39.93, -20.005], radius: 400 } }],
        polygons: [{ inclusion: false, polygon: { length: 4 } }],
      })
      expect(plan.warnings).toEqual(["unknown field 'colour' was ignored", NO_WEATHER, NO_TERRAIN, OVER_LOW])
      expectLoadable(plan)
    })

    test('3D GeoJSON', async () => {
      const reply = await askFlight(service, { ...request, format: 'geojson' })
      expect(reply.headers['content-type']).toBe('application/geo+json; charset=utf-8')
      expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="rt_[\w-]+\.geojson"$/)
      const feature = reply.json()
      expect(operation.findFault('200', 'application/geo+json', feature)).toBeUndefined()
      const { geometry, altitudes_m, distance_km } = await fly(service, request)
      expect(feature).toMatchObject({
        type: 'Feature',
        id: expect.stringMatching(/^rt_/),
        geometry: {
          type: 'LineString',
          coordinates: geometry.map(([latitude, longitude], at) => [longitude, latitude, altitudes_m[at]]),
        },
        properties: { mode: 'drone', distance_km, altitudes_are: 'above_take_off', path: 'direct' },
        warnings: [NO_WEATHER, NO_TERRAIN, OVER_LOW],
      })
    })

    describe('flights with terrain', () => {
      // The flight is in the mountains of Andorra, away from its heliports.
      const inAndorra = { from: [42.61, 1.61], to: [42.63, 1.66], corridors: 'ignore' }

      test('follow the ground with altitudes above sea level, in replies and in plans', async (context) => {
        const server = await start({ sky: await openSky() })
        const terrain = join(server.config.dataDir, 'terrain')
        await mkdir(terrain, { recursive: true })
        const copied = await copyFile(join(elevation, 'N42E001.hgt.zip'), join(terrain, 'N42E001.hgt.zip')).catch(
          () => 'no',
        )
        context.skip(copied === 'no', 'there is no ../shared/data/elevation')
        const reply = await fly(server, inAndorra)
        expect(reply.altitudes_are).toBe('above_sea')
        expect(reply.warnings).toEqual([NO_ZONES, NO_WEATHER])
        expect(reply.data.attribution).toContain('Terrain: SRTM')
        const [ground = 0, up = 0] = reply.altitudes_m
        expect(ground).toBeGreaterThan(1000)
        expect(up - ground).toBeCloseTo(100, 0)
        expect(new Set(reply.altitudes_m).size).toBeGreaterThan(4)
        const plan = (await askFlight(server, { ...inAndorra, format: 'plan' })).json()
        expect(plan.mission.plannedHomePosition[2]).toBeCloseTo(ground, 0)
        expectLoadable(plan)
        await writeFile(join(terrain, 'attribution.txt'), 'Terrain: of my own\n')
        expect((await fly(server, inAndorra)).data.attribution).toContain('Terrain: of my own')
      })

      test('report an unreadable tile, and use heights above take-off', async () => {
        const server = await start({ sky: await openSky() })
        const terrain = join(server.config.dataDir, 'terrain')
        await mkdir(terrain, { recursive: true })
        await writeFile(join(terrain, 'N42E001.hgt'), 'short')
        expect((await fly(server, inAndorra)).warnings).toEqual([
          NO_ZONES,
          NO_WEATHER,
          'terrain heights cannot be read: N42E001.hgt: has 5 bytes; allowed: 2884802 or 25934402',
          NO_TERRAIN,
        ])
      })
    })

    test('use the given take-off elevation for zone heights above sea level', async () => {
      const high = boxZone([-39.965, -20.03], [-39.945, -19.97], { id: 'HIGH', lower_m: 300, lower_above: 'sea' })
      const server = await startShared({ sky: await openSky({ high: collection(high) }) })
      const low = await fly(server, request)
      expect(low.zones_avoided).toEqual([])
      expect(low.warnings).toEqual([
        NO_WEATHER,
        NO_TERRAIN,
        'the flight passes over or under HIGH (HIGH) only if the start (from) is 0 m above sea level, which is assumed unless you give take_off_sea_m',
      ])
      // Zones off the flight path cause no assumptions.
      expect((await fly(server, { ...request, to: [-39.97, -20.05] })).warnings).toEqual([NO_WEATHER, NO_TERRAIN])
      const up = await fly(server, { ...request, take_off_sea_m: 250 })
      expect(up.zones_avoided.map(({ id }) => id)).toEqual(['HIGH'])
    })

    test('use the local ground elevation for zone heights above ground', async () => {
      const flat = boxZone([-39.965, -20.03], [-39.945, -19.97], { id: 'FLAT', upper_m: 90 })
      const server = await startShared({ sky: await openSky({ flat: collection(flat) }) })
      expect((await fly(server, request)).warnings).toEqual([
        NO_WEATHER,
        NO_TERRAIN,
        'the flight passes over or under FLAT (FLAT) only if the ground there is as high as at the takeoff point, which is assumed',
      ])
    })

    test('writes the ground speed of every leg into a plan in wind', async () => {
      const speedsIn = async (wind: object) => {
        const { mission } = (
          await askFlight(await startShared({ sky: await openSky() }), { ...request, ...wind, format: 'plan' })
        ).json()
        return mission.items.flatMap(({ command, params }: { command: number; params: number[] }) =>
          command === 178 ? [params.slice(0, 2)] : [],
        )
      }
      expect(await speedsIn({})).toEqual([[1, 15]])
      expect(await speedsIn({ wind: { speed_ms: 5, from_deg: 180 } })).toEqual([[1, 20]])
    })
  },
  ['embedded'],
)

/** Expects a plan that meets the published "Plan File Format" of QGroundControl and the checks of its loader. */
function expectLoadable(plan: Record<string, unknown>): void {
  const number = expect.any(Number)
  expect(plan).toMatchObject({ fileType: 'Plan', version: 1, groundStation: 'QGroundControl' })
  expect(plan.rallyPoints).toEqual({ version: 2, points: [] })
  const mission = plan.mission as Record<string, unknown>
  expect(mission).toMatchObject({
    version: 2,
    firmwareType: number,
    vehicleType: number,
    globalPlanAltitudeMode: number,
  })
  expect(mission).toMatchObject({
    cruiseSpeed: number,
    hoverSpeed: number,
    plannedHomePosition: [number, number, number],
  })
  const items = mission.items as { command: number; params: unknown[]; doJumpId: number; AltitudeMode?: number }[]
  expect([items[0]?.command, items.at(-1)?.command]).toEqual([22, 21])
  items.forEach((item, at) => {
    expect(item).toMatchObject({ type: 'SimpleItem', autoContinue: true, frame: number, doJumpId: at + 1 })
    expect(item.params).toHaveLength(7)
    for (const parameter of item.params.slice(0, 4))
      expect(parameter === null || typeof parameter === 'number').toBe(true)
    // An item has either all three fields or none of them.
    if (item.command !== 178)
      expect(item).toMatchObject({ AltitudeMode: number, Altitude: number, AMSLAltAboveTerrain: null })
  })
  const fence = plan.geoFence as { version: number; circles: object[]; polygons: object[] }
  expect(fence.version).toBe(2)
  for (const shape of [...fence.circles, ...fence.polygons])
    expect(shape).toMatchObject({ version: 1, inclusion: false })
}
