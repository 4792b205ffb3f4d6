import { encodePolyline, parsePolylinePoints } from '@fairway/geo'
import { languages, maneuverTypes } from '@fairway/road'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeObjects } from '../../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../../tests/api/contract.ts'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../../tests/support/maps/maps.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, signUp } from '../../../accounts/tests/sample-accounts.ts'
import { noRoute, noSegment, threeSteps } from '../../upstream/testing/replies.ts'
import { type OsrmProcess, startOsrm } from '../../upstream/testing/start-osrm.ts'
import { geometryFormats } from '../api/schemas.ts'
import { independencia, type Point, portones, postRoute, type RouteReply, toRing } from './trips.ts'

/** The trip is in Berlin, which the provider's default reply covers but no local map does. */
const trip: { from: Point; to: Point } = { from: [52.517037, 13.38886], to: [52.520112, 13.392021] }

/** Returns the default reply with changes in its first route or in its second step. */
function changed({
  route = {},
  step = {},
  maneuver = {},
}: {
  route?: object
  step?: object
  maneuver?: object
}): object {
  const copy = structuredClone(threeSteps)
  const [first] = copy.routes
  const second = first?.legs[0]?.steps[1]
  if (!first || !second) throw new Error('the usual reply has three steps')
  Object.assign(first, route)
  Object.assign(second, step)
  Object.assign(second.maneuver, maneuver)
  return copy
}
/** Returns a reply that contains the default leg twice. */
function createOneStopReply(): object {
  const [route] = threeSteps.routes
  const [start, end] = threeSteps.waypoints
  if (!route || !start || !end) throw new Error('the usual reply has a route and two ends')
  const legs = [...route.legs, ...route.legs]
  return {
    ...threeSteps,
    routes: [{ ...route, legs, distance: 2 * route.distance, duration: 2 * route.duration }],
    waypoints: [start, { ...end, name: 'the stop' }, end],
  }
}

describeOnStores(
  'a provider is used where there is no map',
  ({ start, startShared }) => {
    let osrm: OsrmProcess
    let maps: TestMaps
    let service: TestService
    let operation: Described
    beforeAll(async () => {
      osrm = await startOsrm()
      maps = await openMaps()
      service = await startShared({ maps, config: { ...config(), anonymousBurst: 100_000 } })
      const operations = listOperations(closeObjects(await readDocument(service)))
      operation = operations.find(({ name }) => name === 'POST /v1/route') ?? expect.unreachable()
    })
    afterAll(() => osrm?.kill())
    beforeEach(() => osrm.reset())

    /** The cache is disabled, because each test needs separate replies. */
    const config = () => ({
      upstreamUrl: `${osrm.url}/some/path?key=SECRET`,
      upstreamCacheSeconds: 0,
      upstreamTimeoutMs: 2000,
    })
    const get = async <G = Point[]>(body: object): Promise<RouteReply<G>> => {
      const reply = expectServed(await postRoute(service, body))
      expect(operation.findFault('200', 'application/json', reply.json())).toBeUndefined()
      return reply.json()
    }
    const answers = (json: object) => osrm.next({ does: 'answer', json })

    test('returns its route in the format of this service', async () => {
      const route = await get(trip)
      expect(route).toMatchObject({
        mode: 'road',
        source: 'upstream',
        distance_km: 0.5636,
        eta_min: 1.328,
        depart_at: '2026-11-15T12:00:00.000Z',
        arrive_at: '2026-11-15T12:01:19.700Z',
        bbox: [52.516771, 13.388799, 52.520112, 13.392003],
        alternatives: [],
        snapped: {
          from: { at: [52.517033, 13.388799], distance_m: 4.2, name: 'Friedrichstraße' },
          via: [],
          to: { at: [52.520112, 13.392003], distance_m: 1.3, name: 'Charlottenstraße' },
        },
        data: { region: 'osrm', attribution: expect.stringContaining('© OpenStreetMap contributors') },
      })
      expect(route.steps.map(({ instruction }) => instruction)).toEqual([
        'Head southeast on Friedrichstraße',
        'Turn left towards A 100: Wedding',
        'You have arrived at your destination, on the right',
      ])
      const [{ url } = { url: '' }] = (await osrm.state()).requests
      expect(url).toMatch(/^\/some\/path\/route\/v1\/driving\/13\.388860,52\.517037;13\.392021,52\.520112\?key=SECRET&/)
      expect(url).toContain('alternatives=2&steps=true')
    })

    test('is not used for routes on the local maps, but is for routes partly on them', async () => {
      expect((await get({ from: independencia, to: portones })).source).toBe('local')
      expect((await osrm.state()).requests).toHaveLength(0)
      expect((await get({ ...trip, from: independencia })).source).toBe('upstream')
      expect((await osrm.state()).requests).toHaveLength(1)
    })

    test('is used for everything without any map', async () => {
      const bare = await start({ config: config() })
      expect(expectServed(await postRoute(bare, { from: independencia, to: portones })).json().source).toBe('upstream')
    })

    describe.each(geometryFormats)('geometry %s', (geometry) => {
      test.each([
        ['with steps', {}],
        ['without steps', { steps: false }],
        ['with units', { units: 'imperial' }],
        ['arriving by a time', { arrive_by: '2026-06-16T08:30:00Z' }],
      ])('is documented %s', async (_title, change) => {
        const [points, route] = [await get(trip), await get<unknown>({ ...trip, geometry, ...change })]
        if (geometry === 'polyline6') expect(parsePolylinePoints(String(route.geometry), 6)).toEqual(points.geometry)
        if (geometry === 'none') expect(route.geometry).toBeNull()
        expect(route).toMatchObject({ distance_km: points.distance_km, legs: points.legs })
      })
    })

    test('has two legs that meet at a stop, with and without steps', async () => {
      for (const steps of [true, false]) {
        await answers(createOneStopReply())
        const route = await get({ ...trip, via: [trip.to], steps })
        const [first, stop, last] = [route.snapped.from.at, route.snapped.via[0]?.at, route.snapped.to.at]
        expect(route.legs.map(({ from, to }) => [from, to])).toEqual([
          [first, stop],
          [stop, last],
        ])
        if (steps) expect(new Set(route.steps.map(({ leg }) => leg))).toEqual(new Set([0, 1]))
      }
    })

    test('returns alternatives up to the requested number, never shorter than the best', async () => {
      const [route] = threeSteps.routes
      const slow = { ...route, duration: 100 }
      const fast = { ...route, duration: 70 }
      await answers({ ...threeSteps, routes: [route, slow, fast, slow, slow] })
      const { alternatives } = await get({ ...trip, alternatives: 2 })
      expect(alternatives.map(({ stretch, sharing, why }) => [stretch, sharing, why])).toEqual([
        [0.255, 1, 'another route'],
        [0, 1, 'another route (2)'],
      ])
      await answers({ ...threeSteps, routes: [route, slow] })
      expect((await get({ ...trip, alternatives: 0 })).alternatives).toEqual([])
    })

    describe('unknown OSRM words', () => {
      test.each(['teleport', '__proto__', 'constructor', 'toString', 'TURN', ' ', '🛸', 'ramp'])(
        'treat the maneuver %j as a turn',
        async (type) => {
          await answers(changed({ maneuver: { type } }))
          const { steps } = await get(trip)
          expect(steps[1]).toMatchObject({ maneuver: { type: 'turn', modifier: 'left' } })
          expect(steps[1]?.instruction).toMatch(/^Turn left/)
        },
      )

      test.each(['sideways', '__proto__', '', 'hasOwnProperty'])('drop the modifier %j', async (modifier) => {
        await answers(changed({ maneuver: { modifier } }))
        const { steps } = await get(trip)
        expect(steps[1]?.maneuver).not.toHaveProperty('modifier')
        expect(steps[1]?.instruction).toMatch(/^\S.+\S$/)
      })

      test('writes every known word in every language, with and without a modifier', async () => {
        for (const type of maneuverTypes) {
          for (const modifier of ['left', 'uturn', undefined]) {
            await answers(changed({ maneuver: { type, modifier, exit: 40 } }))
            const { steps } = await get({ ...trip, language: languages[type.length] })
            expect(steps[1]?.maneuver.type).toBe(type)
            expect(steps[1]?.instruction).toMatch(/\S/)
          }
        }
      })
    })

    test('returns bearings as integers below 360', async () => {
      await answers(changed({ maneuver: { bearing_before: 359.7, bearing_after: 360 } }))
      const { steps } = await get(trip)
      expect(steps[1]?.maneuver).toMatchObject({ bearing_before: 0, bearing_after: 0 })
    })

    test('has its western end in the west for a bounding box across the antimeridian', async () => {
      const [route] = threeSteps.routes
      const crossing = {
        ...route,
        geometry: encodePolyline(
          [
            [-17, 179.99],
            [-17.01, -179.98],
          ],
          6,
        ),
      }
      await answers({ ...threeSteps, routes: [crossing] })
      expect((await get({ ...trip, steps: false })).bbox).toEqual([-17.01, 179.99, -17, -179.98])
    })

    describe('422', () => {
      test.each([
        [{ vehicle: { height_m: 4 } }, 'vehicle'],
        [{ avoid_areas: [toRing(1, 1, 2, 2)] }, 'avoid_areas'],
        [{ vehicle: { hazmat: true }, avoid_areas: [toRing(1, 1, 2, 2)] }, 'vehicle, avoid_areas'],
      ])('rejects an unsupported option: %j', async (change, fields) => {
        expectProblem(
          await postRoute(service, { ...trip, ...change }),
          422,
          `The points are outside the maps of this service, and the provider used there does not support ${fields.includes(',') ? 'these fields' : 'this field'}: ${fields}. Leave ${fields.includes(',') ? 'them' : 'it'} out.`,
        )
        expect((await osrm.state()).requests).toHaveLength(0)
      })

      test('is not the reply to an unsupported option while the maps of the service cannot be used', async () => {
        const damaged = await start({ hasUnusableMaps: true, config: config() })
        expectProblem(await postRoute(damaged, { ...trip, vehicle: { height_m: 4 } }), 503, /^This service cannot use/)
        expect((await postRoute(damaged, trip)).statusCode).toBe(200)
      })

      test('rejects features that the provider cannot avoid', async () => {
        expectProblem(
          await postRoute(service, { ...trip, avoid: ['unpaved', 'tolls'] }),
          422,
          'The points are outside the maps of this service, and the provider used there rejected the request: it cannot avoid unpaved',
        )
      })

      test.each([
        [noRoute, 'There is no road route between the points (NoRoute: Impossible route between points)'],
        [
          noSegment,
          'There is no road route between the points (NoSegment: Could not find a matching segment for coordinate 1)',
        ],
        [
          { code: 'TooBig', message: 'Too many coordinates' },
          'The points are outside the maps of this service, and the provider used there rejected the request: TooBig: Too many coordinates',
        ],
      ])('%j', async (json, detail) => {
        await osrm.next({ does: 'answer', status: 400, json })
        expectProblem(await postRoute(service, trip), 422, detail)
      })
    })

    describe('502', () => {
      const UNAVAILABLE =
        /^The points are outside the maps of this service, and the provider used there is unavailable \(.+\); try again later$/
      /** Each failing provider needs a separate service, because a failed provider is not called again for a while. */
      const failing = async (change: object = {}) => await start({ maps, config: { ...config(), ...change } })

      test('is returned while it is down; local maps still work, and the rest works when it is back', async () => {
        const clock = new FakeClock()
        const separateService = await start({ maps, clock, config: config() })
        await osrm.kill()
        const reply = expectProblem(await postRoute(separateService, trip), 502, UNAVAILABLE)
        expect(reply.json().detail).toContain('connection failed: ECONNREFUSED')
        for (let call = 0; call < 20; call++) expectProblem(await postRoute(separateService, trip), 502, UNAVAILABLE)
        expectServed(await postRoute(separateService, { from: independencia, to: portones }))
        await osrm.restart()
        clock.advance(3_600_000)
        expect(expectServed(await postRoute(separateService, trip)).json().source).toBe('upstream')
      })

      test('has its retry time', async () => {
        await osrm.next({ does: 'write', status: 503, headers: { 'retry-after': '17' }, text: 'busy' })
        const reply = expectProblem(await postRoute(await failing(), trip), 502, UNAVAILABLE)
        expect(reply.headers['retry-after']).toBe('17')
      })

      test('is returned when it times out', async () => {
        const separateService = await failing({ upstreamTimeoutMs: 200 })
        await osrm.next({ does: 'hang' }, { does: 'hang' })
        const { detail } = expectProblem(await postRoute(separateService, trip), 502, UNAVAILABLE).json()
        expect(detail).toContain('no response within 200 ms')
        await osrm.release()
      })

      test.each([
        ['text that is no JSON', { does: 'write', text: '<html>' }],
        ['half an answer', { does: 'drop' }],
        ['an answer of another shape', { does: 'answer', json: { code: 'Ok', routes: 'none' } }],
        ['a trip of more years than a calendar has', { does: 'answer', json: changed({ route: { duration: 1e300 } }) }],
        ['a step that long', { does: 'answer', json: changed({ step: { duration: 1e300 } }) }],
        ['a trip to the moon', { does: 'answer', json: changed({ route: { distance: 4e8 } }) }],
      ] as const)('%s', async (_title, behaviour) => {
        await osrm.next(behaviour, behaviour)
        expectProblem(await postRoute(await failing(), trip), 502, UNAVAILABLE)
      })

      test('never contains its URL or key', async () => {
        const separateService = await failing()
        await osrm.next({ does: 'hang-up' }, { does: 'hang-up' })
        const { payload } = expectProblem(await postRoute(separateService, trip), 502)
        for (const secret of ['SECRET', '127.0.0.1', 'some/path']) {
          expect(payload).not.toContain(secret)
          expect(JSON.stringify(separateService.log)).not.toContain(secret)
        }
      })
    })

    test('counts a route of the provider as one, and a failed one as none', async () => {
      const { key } = await signUp(service)
      const headers = { 'x-api-key': key }
      expectServed(await postRoute(service, trip, headers))
      await osrm.next({ does: 'answer', status: 400, json: noRoute })
      expectProblem(await postRoute(service, trip, headers), 422)
      expect(expectServed(await getUsage(service, key)).json().quota.used).toBe(1)
    })
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)
