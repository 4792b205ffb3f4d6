import { lengthNm } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSeas } from '../../../../../tests/support/maps/seas.ts'
import { askVoyage, idsOf, sail, type VoyageReply } from '../../../../../tests/support/operations/maritime.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { maritimeExample, maritimeRequests } from '../examples.ts'

/** Published distances in nautical miles, with the request fields that they need. */
const published: [from: string, to: string, nm: number, more: object][] = [
  ['NLRTM', 'SGSIN', 8340, {}],
  ['NLRTM', 'SGSIN', 11_769, { avoid: ['suez'] }],
  ['NLRTM', 'CNSHA', 10_547, {}],
  ['USNYC', 'USSFO', 13_135, { avoid: ['panama'] }],
  ['USSFO', 'JPYOK', 4536, {}],
  ['USHNL', 'JPYOK', 3395, {}],
  ['NZAKL', 'USHNL', 3820, {}],
  ['ZADUR', 'AUFRE', 4243, {}],
  ['FIHEL', 'SESTO', 239, {}],
]
const TOLERANCE = 0.04
const DEPTHS_UNCHECKED = 'depths were not checked because vessel.draft_m is not given'

describeOnStores(
  'POST /v1/maritime/route',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, seas: await openSeas() })
    })

    test('returns the example', async () => {
      const reply = await sail(service, { ...maritimeRequests[0], depart_at: maritimeExample.depart_at })
      expect(reply).toEqual({ ...maritimeExample, id: expect.stringMatching(/^rt_maritime_[\w-]{16,20}$/) })
    })

    test.each(published)('%s to %s is %d nm, as published', async (from, to, nm, more) => {
      const { distance_nm } = await sail(service, { from, to, alternatives: 0, steps: false, ...more })
      expect(Math.abs(distance_nm / nm - 1)).toBeLessThan(TOLERANCE)
    })

    describe('reply content', () => {
      let reply: VoyageReply
      beforeAll(async () => {
        const via = [[6.95, 79.84]]
        reply = await sail(service, { from: 'NLRTM', to: 'SGSIN', via, vessel: { speed_kn: 20 }, alternatives: 3 })
      })
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

      test('has legs and steps that add up, in miles and minutes', () => {
        expect(reply.legs).toHaveLength(2)
        expect(sum(reply.legs.map(({ distance_nm }) => distance_nm))).toBeCloseTo(reply.distance_nm, 2)
        expect(sum(reply.legs.map(({ eta_min }) => eta_min))).toBeCloseTo(reply.eta_min, 1)
        expect(sum(reply.steps.map(({ distance_nm }) => distance_nm))).toBeCloseTo(reply.distance_nm, 1)
        expect(sum(reply.steps.map(({ duration_s }) => duration_s)) / 60).toBeCloseTo(reply.eta_min, 0)
        expect(reply.distance_km).toBeCloseTo(reply.distance_nm * 1.852, 1)
        const { sailing_min, canal_min, waiting_min } = reply
        expect(sailing_min + canal_min + waiting_min).toBeCloseTo(reply.eta_min, 1)
        expect(reply.free_flow_min).toBeCloseTo(reply.eta_min - waiting_min, 1)
        expect([canal_min, waiting_min]).toEqual([14 * 60, 10 * 60])
      })

      test('has steps that name seas and passages, and are contiguous on the line', () => {
        const instructions = reply.steps.map(({ instruction }) => instruction)
        expect(instructions).toContain('Through the Strait of Gibraltar, 30 nm')
        expect(instructions.filter((text) => text === 'You have arrived')).toHaveLength(2)
        expect(reply.steps.map(({ maneuver }) => maneuver.type).filter((type) => type !== 'continue')).toEqual([
          'depart',
          'arrive',
          'depart',
          'arrive',
        ])
        const line = reply.geometry as readonly (readonly [number, number])[]
        reply.steps.forEach(({ geometry_range: [first, last], maneuver, distance_nm }, at) => {
          expect(first).toBe(reply.steps[at - 1]?.geometry_range[1] ?? 0)
          expect(maneuver.at).toEqual(line[first])
          expect(Math.abs(lengthNm(line.slice(first, last + 1)) - distance_nm)).toBeLessThan(0.01)
        })
        expect(reply.steps.at(-1)?.geometry_range[1]).toBe(line.length - 1)
      })

      test('lists passages in order, with their arrival times', () => {
        expect(idsOf(reply).slice(0, 4)).toEqual(['dover', 'gibraltar', 'suez', 'bab_el_mandeb'])
        const reached = reply.passages.map(({ reached_at }) => Date.parse(reached_at))
        expect(reached.toSorted((a, b) => a - b)).toEqual(reached)
        expect(Date.parse(reply.arrive_at) - Date.parse(reply.depart_at)).toBeCloseTo(reply.eta_min * 60_000, -3)
      })

      test('has alternatives by other passages, which are named', () => {
        const byCape = reply.alternatives.find((other) => idsOf(other).includes('good_hope'))
        expect(byCape?.why).toMatch(/^Via Cape of Good Hope instead of Strait of Gibraltar, Suez Canal, .* nm more$/)
        for (const { stretch, sharing, distance_nm } of reply.alternatives) {
          expect(distance_nm).toBeGreaterThan(reply.distance_nm)
          expect(stretch).toBeCloseTo(distance_nm / reply.distance_nm - 1, 2)
          expect(sharing).toBeGreaterThanOrEqual(0)
          expect(sharing).toBeLessThan(1)
        }
        for (const { depart_at, arrive_at, eta_min } of reply.alternatives) {
          expect(depart_at).toBe(reply.depart_at)
          expect(Date.parse(arrive_at) - Date.parse(depart_at)).toBeCloseTo(eta_min * 60_000, -3)
        }
      })

      test('has the distance of both ends to water, and the matched ports', () => {
        const { from, via, to } = reply.snapped
        expect([from.port, via[0]?.port, to.port]).toEqual([
          { name: 'Rotterdam', code: 'NLRTM' },
          undefined,
          { name: 'Singapore', code: 'SGSIN' },
        ])
        for (const end of [from, ...via, to]) expect(end.distance_m).toBeGreaterThanOrEqual(0)
        expect([from, ...via, to].map(({ name }) => name)).toEqual(['Rotterdam', 'Laccadive Sea', 'Singapore'])
      })
    })

    describe('across the antimeridian', () => {
      const request = { from: 'JPYOK', to: 'USSFO', alternatives: 0 }

      test('splits GeoJSON into two parts, each within 180 degrees', async () => {
        const { geometry, bbox } = await sail(service, { ...request, geometry: 'geojson' })
        const { type, coordinates } = geometry as { type: string; coordinates: number[][][] }
        expect([type, coordinates.length]).toEqual(['MultiLineString', 2])
        expect(coordinates[0]?.at(-1)?.[0]).toBe(180)
        expect(coordinates[1]?.[0]?.[0]).toBe(-180)
        for (const [longitude = 999] of coordinates.flat()) expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
        expect(bbox[1]).toBeGreaterThan(bbox[3] ?? 0)
      })

      test('stays in one part when unwrapped, as GeoJSON and as points', async () => {
        const { geometry } = await sail(service, { ...request, geometry: 'geojson', unwrap: true })
        const { type, coordinates } = geometry as { type: string; coordinates: number[][] }
        expect(type).toBe('LineString')
        expect(coordinates.at(-1)?.[0]).toBeCloseTo(237.61, 1)
        const { geometry: points } = await sail(service, { ...request, unwrap: true })
        expect(points).toEqual(coordinates.map(([longitude, latitude]) => [latitude, longitude]))
      })

      test('wraps points', async () => {
        const { geometry } = await sail(service, request)
        expect((geometry as number[][]).at(-1)?.[1]).toBeCloseTo(-122.39, 1)
      })
    })

    describe('vessels and passages', () => {
      test('routes a vessel with too much draft for Panama around it, and reports it', async () => {
        const { closed, passages } = await sail(service, { from: 'USNYC', to: 'USSFO', vessel: { draft_m: 15.25 } })
        expect(passages.map(({ id }) => id)).not.toContain('panama')
        expect(closed).toEqual([
          { id: 'panama', name: 'Panama Canal', why: expect.stringContaining('with a draft of at most 15.24 m') },
        ])
        const fitting = await sail(service, { from: 'USNYC', to: 'USSFO', vessel: { draft_m: 15.24 } })
        expect([idsOf(fitting).includes('panama'), fitting.closed]).toEqual([true, []])
      })

      test('closes the Saint Lawrence in winter, and not in summer', async () => {
        const request = { from: 'DEHAM', to: 'USCHI', alternatives: 0, steps: false }
        const summer = await sail(service, { ...request, depart_at: '2026-06-01T00:00:00Z' })
        expect(idsOf(summer)).toContain('saint_lawrence_seaway')
        const winter = await askVoyage(service, { ...request, depart_at: '2027-01-10T00:00:00Z' })
        expect(winter.statusCode).toBe(422)
        expect(winter.json().detail).toBe(
          'The destination (to) cannot be reached: Saint Lawrence Seaway is closed from 6 January to 21 March, but the ship would be there on 19 January; choose another depart_at; Welland Canal is closed from 6 January to 21 March, but the ship would be there on 21 January; choose another depart_at',
        )
      })

      test('computes the departure from arrive_by', async () => {
        const arrive_by = '2026-12-24T12:00:00.000Z'
        const reply = await sail(service, { from: 'DEHAM', to: 'NLRTM', arrive_by })
        expect(reply.arrive_at).toBe(arrive_by)
        expect(Date.parse(arrive_by) - Date.parse(reply.depart_at)).toBeCloseTo(reply.eta_min * 60_000, -3)
      })

      test('accepts passages by name', async () => {
        const request = { from: 'NLRTM', to: 'SGSIN', alternatives: 0, steps: false }
        expect(idsOf(await sail(service, { ...request, avoid: ['Suez Canal'] }))).toContain('good_hope')
        expect(idsOf(await sail(service, { ...request, via: ['Cape of Good Hope'] }))).toContain('good_hope')
      })

      test('warns about an ambiguous port name', async () => {
        const { warnings } = await sail(service, { from: 'Rotterdam', to: 'DEHAM', alternatives: 0 })
        expect(warnings).toEqual([
          'from is "Rotterdam", which was interpreted as NLRTM (Netherlands); other ports with that name: USRAJ (United States)',
          DEPTHS_UNCHECKED,
        ])
        const narrowed = await sail(service, { from: 'Rotterdam, Netherlands', to: 'DEHAM', alternatives: 0 })
        expect(narrowed.warnings).toEqual([DEPTHS_UNCHECKED])
      })

      test('warns about depths and bridge clearances that were not checked', async () => {
        const request = { from: 'NLRTM', to: 'SGSIN', alternatives: 0, steps: false }
        const bridgesUnchecked = 'bridge clearances were not checked because vessel.air_draft_m is not given'
        const getWarnings = async (more: object) => (await sail(service, { ...request, ...more })).warnings
        expect(await getWarnings({})).toEqual([DEPTHS_UNCHECKED, bridgesUnchecked])
        expect(await getWarnings({ avoid: ['suez'] })).toEqual([DEPTHS_UNCHECKED])
        expect(await getWarnings({ vessel: { air_draft_m: 50 } })).toEqual([DEPTHS_UNCHECKED])
        expect(await getWarnings({ vessel: { draft_m: 12 } })).toEqual([
          expect.stringMatching(/^depths were checked only in passages .* for a draft of 12 m$/),
          bridgesUnchecked,
        ])
      })
    })
  },
  ['embedded'],
)
