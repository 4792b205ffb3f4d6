import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { publishMap, type SmallMap } from '../../../../../../tests/support/maps/small-map.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import type { EnergyFields } from '../electric/schemas.ts'
import { getRoute, type Point, postRoute, type RouteReply } from './trips.ts'

const letters = 'ABCDEFGHI'
const at = (letter: string): Point => [50, 8 + 0.35 * letters.indexOf(letter)]
const station = (letter: string, name: string, tags: Record<string, string>) => ({
  at: at(letter),
  tags: { amenity: 'charging_station', name, ...tags },
})
const combo = (kw: number) => ({ 'socket:type2_combo': '2', 'socket:type2_combo:output': `${kw} kW` })

/** A road of 200 km has a junction every 25 km, and most junctions have stations. */
const longRoad: SmallMap = {
  places: Object.fromEntries([...letters].map((letter) => [letter, at(letter)])),
  ways: { [letters]: { highway: 'primary', name: 'Long Road', maxspeed: '100' } },
  things: [
    station('C', 'Slow', combo(20)),
    station('D', 'Fast', { ...combo(150), operator: 'Strom AG', capacity: '4' }),
    station('E', 'AC', { 'socket:type2': '2', 'socket:type2:output': '22 kW' }),
    station('F', 'Morning', { ...combo(300), opening_hours: 'Mo-Su 06:00-10:00' }),
    station('G', 'Yard', { ...combo(300), access: 'private' }),
    station('H', 'Mystery', {}),
  ],
}

/** The same road exists elsewhere, with many stations that are all closed at noon. */
const closedAt = (letter: string): Point => [51, at(letter)[1]]
const closedRoad: SmallMap = {
  places: Object.fromEntries([...letters].map((letter) => [letter, closedAt(letter)])),
  ways: { [letters]: { highway: 'primary', name: 'Closed Road', maxspeed: '100' } },
  things: Array.from({ length: 60 }, (_, index) => ({
    at: [51, closedAt('D')[1] + index / 1000] as const,
    tags: { amenity: 'charging_station', ...combo(150), opening_hours: 'Mo-Su 06:00-10:00' },
  })),
}

/** At 20 kWh per 100 km, 25 km take about 5 kWh. */
const car = { battery_kwh: 40, charge_pct: 60, consumption_kwh_per_100km: 20, max_charge_kw: 100 }

type ElectricReply = RouteReply & { energy: EnergyFields; steps: { charge_pct: number }[] }

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir()
})
afterAll(() => folder.dispose())

describeOnStores(
  'a route of an electric vehicle',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      await publishMap(folder.path, 'road', longRoad)
      await publishMap(folder.path, 'closed', closedRoad)
      // The time is noon in Germany in summer.
      const clock = new FakeClock('2026-06-16T10:00:00Z')
      service = await startShared({ maps: await openMaps(folder.path), clock, config: { anonymousBurst: 100_000 } })
    })
    const ask = (from: string, to: string, electric: object, more: object = {}) =>
      postRoute(service, { from: at(from), to: at(to), vehicle: { electric: { ...car, ...electric } }, ...more })
    const get = async (from: string, to: string, electric: object = {}, more: object = {}): Promise<ElectricReply> => {
      const body = { from: at(from), to: at(to), vehicle: { electric: { ...car, ...electric } }, ...more }
      return (await getRoute(service, body)) as unknown as ElectricReply
    }
    const stationsOf = ({ energy }: ElectricReply) => energy.stops.map(({ station: { name } }) => name)

    test('needs no stop if the charge is enough', async () => {
      const route = await get('A', 'C')
      const usual = await getRoute(service, { from: at('A'), to: at('C') })
      expect(route.energy).toMatchObject({ battery_kwh: 40, start_pct: 60, charged_kwh: 0, charging_min: 0, stops: [] })
      expect(route.energy.used_kwh).toBeCloseTo(route.distance_km * 0.2, 2)
      expect(route.energy.end_pct).toBeCloseTo(60 - (route.distance_km * 0.2 * 100) / 40, 1)
      expect([route.distance_km, route.eta_min, route.geometry]).toEqual([
        usual.distance_km,
        usual.eta_min,
        usual.geometry,
      ])
    })

    test('charges just enough at the fastest station, and everything adds up', async () => {
      const route = await get('A', 'I', { charge_pct: 60, min_pct: 10, arrive_pct: 20 })
      expect(stationsOf(route)).toEqual(['Fast'])
      expectConsistent(route, 10, 20)
      expect(route.energy.end_pct).toBeCloseTo(20, 1)
      expect(route.energy.stops[0]).toMatchObject({
        leg: 0,
        station: { operator: 'Strom AG', capacity: 4, connector: 'type2_combo', power_kw: 150, at: at('D') },
      })
      expect(route.legs).toHaveLength(2)
      expect((route as unknown as { snapped: { via: unknown[] } }).snapped.via).toEqual([])
    })

    test('takes the time that charging at 100 kW takes, plus the stop', async () => {
      const curve = [{ from_pct: 0, kw: 100 }]
      const route = await get('A', 'I', { curve, stop_min: 7 })
      const [stop] = route.energy.stops
      expect(stop?.charging_min).toBeCloseTo(((stop?.charged_kwh ?? 0) / 100) * 60, 2)
      expect(route.energy.charging_min).toBeCloseTo((stop?.charging_min ?? 0) + 7, 2)
      expectConsistent(route, 10, 10)
    })

    test('visits via points in order, and charges between them', async () => {
      const via = [at('B'), at('G')]
      const route = await get('A', 'I', { charge_pct: 70 }, { via })
      expectConsistent(route, 10, 10)
      expect(stationsOf(route)).toEqual(['Fast'])
      expect(route.legs.map(({ to }) => Number(to[1].toFixed(2)))).toEqual(
        ['B', 'D', 'G', 'I'].map((letter) => Number(at(letter)[1].toFixed(2))),
      )
      expect(route.energy.stops[0]?.leg).toBe(1)
      expect((route as unknown as { snapped: { via: unknown[] } }).snapped.via).toHaveLength(2)
    })

    test('includes the return from a via point when the road ends only far beyond it', async () => {
      // Routes do not turn around at via points, so the vehicle continues from G to the end of the road at I.
      const via = [at('G')]
      expectProblem(await ask('A', 'E', { charge_pct: 70 }, { via }), 422, /^The range is .* with 1 charging stop, but/)
      const route = await get('A', 'E', { battery_kwh: 60 }, { via })
      expect(route.distance_km).toBeGreaterThan(290)
      expectConsistent(route, 10, 10)
    })

    test('uses a station only while it is open', async () => {
      // Between E and I, the station at F is by far the fastest.
      const electric = { charge_pct: 40, max_charge_kw: 300 }
      const early = await get('C', 'I', { ...electric, arrive_pct: 30 }, { depart_at: '2026-06-16T05:00:00Z' })
      expect(stationsOf(early)).toContain('Morning')
      const late = await get('C', 'I', { ...electric, arrive_pct: 30 }, { depart_at: '2026-06-16T10:00:00Z' })
      expect(stationsOf(late)).not.toContain('Morning')
      expectConsistent(late, 10, 30)
    })

    test('uses stations that are not public, or whose sockets are unknown, only on request', async () => {
      const electric = { charge_pct: 30, battery_kwh: 30, min_pct: 5, arrive_pct: 60 }
      expectProblem(await ask('F', 'I', electric), 422, /1 with unknown sockets .*, 1 not open to the public/)
      expect(stationsOf(await get('F', 'I', { ...electric, restricted_stations: true }))).toEqual(['Yard'])
      expect(stationsOf(await get('F', 'I', { ...electric, unknown_connectors: true }))).toContain('Mystery')
    })

    test('charges with alternating current at the power of the vehicle', async () => {
      const electric = { charge_pct: 40, battery_kwh: 30, connectors: ['type2'], max_ac_charge_kw: 7 }
      const [stop] = (await get('D', 'H', { ...electric, arrive_pct: 20 })).energy.stops
      expect(stop).toMatchObject({ station: { name: 'AC', connector: 'type2', power_kw: 22 } })
      expect(stop?.charging_min).toBeCloseTo(((stop?.charged_kwh ?? 0) / 7) * 60, 1)
    })

    test('uses more energy when it is cold, and at higher speed', async () => {
      const physical = { battery_kwh: 60, charge_pct: 100, consumption_kwh_per_100km: undefined }
      const usedAt = async (more: object) => (await get('A', 'D', { ...physical, ...more })).energy.used_kwh
      const usual = await usedAt({})
      expect(await usedAt({ temperature_c: -10 })).toBeGreaterThan(usual + 2)
      expect(await usedAt({ mass_kg: 3000 })).toBeGreaterThan(usual)
      expect(await usedAt({ drag_coefficient: 0.6 })).toBeGreaterThan(usual)
      const cold = await get('A', 'I', { ...physical, battery_kwh: 30, temperature_c: -10 })
      expectConsistent(cold, 10, 10)
      expect(cold.energy.stops.length).toBeGreaterThan(0)
    })

    test('omits the charge of steps without steps', async () => {
      const route = await get('A', 'I', {}, { steps: false })
      expect(route).not.toHaveProperty('steps')
      expect(route.energy.stops).toHaveLength(1)
    })

    test('arrives in time', async () => {
      const arrive_by = '2026-06-16T15:00:00.000Z'
      const route = await get('A', 'I', {}, { arrive_by })
      expect(route.arrive_at).toBe(arrive_by)
      expect(route.energy.stops).toHaveLength(1)
    })

    test('is rerouted over its stations, and removed_stops counts the via points of the caller', async () => {
      const route = await get('A', 'I', {}, { via: [at('G')] })
      expect(route.energy.stops[0]?.leg).toBe(0)
      const reroute = async (removed_stops: unknown[]) => {
        const body = { route_id: route.id, position: at('A'), reply: 'full', removed_stops }
        return await service.app.inject({ method: 'POST', url: '/v1/reroute', payload: body })
      }
      const listEnds = (reply: Awaited<ReturnType<typeof reroute>>): number[] => {
        const { route: rerouted } = reply.json() as { route: RouteReply }
        return rerouted.legs.map(({ to }) => Number(to[1].toFixed(2)))
      }
      const [d, g, i] = ['D', 'G', 'I'].map((letter) => Number(at(letter)[1].toFixed(2)))
      expect(listEnds(await reroute([0]))).toEqual([d, i])
      expect(listEnds(await reroute([at('D')]))).toEqual([g, i])
      expectProblem(await reroute([1]), 422, /removed_stops\[0\] is 1/)
    })

    test('accepts up to 20 via points', async () => {
      const via = Array.from({ length: 20 }, (_, index): Point => [50, 8.36 + index / 1000])
      const route = await get('A', 'I', {}, { via })
      expectConsistent(route, 10, 10)
      expect(route.legs).toHaveLength(21 + route.energy.stops.length)
      expectProblem(
        await ask('A', 'I', {}, { via: [...via, at('G')] }),
        422,
        'via has 21 points, but at most 20 are supported with vehicle.electric; leave some out, or plan the trip in parts',
      )
    })

    test('stops after 40 plans with an error, and lets other requests run between them', async () => {
      const body = { from: closedAt('A'), to: closedAt('I'), vehicle: { electric: car } }
      let loopTurns = 0
      const count = () => {
        loopTurns++
        immediate = setImmediate(count)
      }
      let immediate = setImmediate(count)
      const reply = await postRoute(service, body)
      clearImmediate(immediate)
      expect(loopTurns).toBeGreaterThanOrEqual(40)
      expectProblem(
        reply,
        422,
        /^The charge is not enough for the trip, and none of the 40 charging plans tried works, because stations would be closed or roads require more energy than estimated\. The map has 60 charging stations, and all of them can be used with type2_combo or type2\. Not used: \d\d closed at the time of arrival\. Start with/,
      )
    })

    describe('reports how far it gets and how much range is missing', () => {
      test('to the next station', async () => {
        expectProblem(
          await ask('A', 'I', { battery_kwh: 10 }),
          422,
          /^The range is 25\.0 km, but reaching the station Slow at \[50, 8\.7\] takes 25\.\d km \(5\.\d\d kWh\) more\. The map has 6 charging stations, and 4 of them can be used with type2_combo or type2\. Not used: 1 with unknown sockets \(set unknown_connectors\), 1 not open to the public \(set restricted_stations\)\. Start with more charge, lower min_pct or arrive_pct, or allow more stations\.$/,
        )
      })

      test.each([['CCS'], ['ccs2'], ['Combo2'], ['TYPE2_COMBO']])('with the connector named %s', async (name) => {
        const [given, named] = [
          await ask('A', 'I', { connectors: [name, 'Mennekes'] }),
          await ask('A', 'I', { connectors: ['type2_combo', 'type2'] }),
        ]
        expect(given.statusCode).toBe(200)
        expect(given.json().energy).toEqual(named.json().energy)
      })

      test('with other connectors', async () => {
        expectProblem(
          await ask('A', 'I', { connectors: ['chademo'] }),
          422,
          /and none of them can be used with chademo/,
        )
      })

      test('to arrive with the charge', async () => {
        expectProblem(
          await ask('A', 'H', { battery_kwh: 25, charge_pct: 100, arrive_pct: 95 }),
          422,
          /but reaching the destination \(to\) with arrive_pct 95 takes/,
        )
      })
    })

    test.each([
      [
        { battery_kwh: 0 },
        'vehicle.electric.battery_kwh is 0; it must be at least 0.1 (Usable battery capacity in kilowatt-hours)',
      ],
      [
        { battery_kwh: -5 },
        'vehicle.electric.battery_kwh is -5; it must be at least 0.1 (Usable battery capacity in kilowatt-hours)',
      ],
      [
        { battery_kwh: 2001 },
        'vehicle.electric.battery_kwh is 2001; it must be at most 2000 (Usable battery capacity in kilowatt-hours)',
      ],
      [
        { battery_kwh: undefined },
        'vehicle.electric.battery_kwh is missing; it must be a number (Usable battery capacity in kilowatt-hours)',
      ],
      [{ charge_pct: 101 }, 'vehicle.electric.charge_pct is 101; it must be at most 100 (Charge at the start)'],
      [{ charge_pct: 5, min_pct: 10 }, 'vehicle.electric.charge_pct is 5; it must be at least min_pct, which is 10'],
      [{ charge_pct: 9 }, 'vehicle.electric.charge_pct is 9; it must be at least min_pct, which is 10'],
      [{ min_pct: 100, charge_pct: 100 }, 'vehicle.electric.min_pct is 100; it must be less than 100'],
      [{ arrive_pct: 5, min_pct: 15 }, 'vehicle.electric.arrive_pct is 5; it must be at least min_pct, which is 15'],
      [
        { mass_kg: 1500 },
        'vehicle.electric.mass_kg is 1500; it must be omitted when consumption_kwh_per_100km is given',
      ],
      [
        { curve: [{ from_pct: 10, kw: 50 }] },
        'vehicle.electric.curve[0].from_pct is 10; it must be 0, so that it covers all charges',
      ],
      [
        {
          curve: [
            { from_pct: 0, kw: 50 },
            { from_pct: 0, kw: 40 },
          ],
        },
        'vehicle.electric.curve[1].from_pct is 0; it must be more than 0, the step before it',
      ],
      [{ connectors: ['usb'] }, /^vehicle\.electric\.connectors\[0\] is "usb"; .*type2_combo/],
      [{ connectors: [] }, /vehicle\.electric\.connectors/],
    ])('rejects %j', async (electric, detail) => {
      expectProblem(await ask('A', 'C', electric), 422, detail)
    })
  },
  ['embedded'],
)

/** Expects that the charge falls between stops and rises at stops, and that times and steps add up. */
function expectConsistent(
  { energy, legs, steps, eta_min, depart_at, arrive_at }: ElectricReply,
  minPct: number,
  arrivePct: number,
) {
  expect(energy.min_pct).toBeGreaterThanOrEqual(minPct)
  expect(energy.end_pct).toBeGreaterThanOrEqual(arrivePct)
  expect(energy.legs).toHaveLength(legs.length)
  let charge = energy.start_pct
  for (const [index, leg] of energy.legs.entries()) {
    const stop = energy.stops.find((candidate) => candidate.leg === index - 1)
    if (stop) {
      expect(stop.arrive_pct).toBeCloseTo(charge, 1)
      expect(stop.depart_pct).toBeGreaterThan(stop.arrive_pct)
      charge = stop.depart_pct
    }
    expect(leg.start_pct).toBeCloseTo(charge, 1)
    expect(leg.end_pct).toBeGreaterThanOrEqual(minPct)
    charge = leg.end_pct
  }
  const stepSeconds = steps.reduce((sum, { duration_s }) => sum + duration_s, 0)
  expect(stepSeconds / 60).toBeCloseTo(eta_min, 1)
  expect(energy.driving_min + energy.charging_min).toBeCloseTo(eta_min, 2)
  expect((Date.parse(arrive_at) - Date.parse(depart_at)) / 60_000).toBeCloseTo(eta_min, 2)
  for (const step of steps) expect(step.charge_pct).toBeGreaterThanOrEqual(minPct - 0.05)
  expect(steps[0]?.charge_pct).toBeCloseTo(energy.start_pct, 0)
}
