import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { closeObjects } from '../../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../../tests/api/contract.ts'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { expectConsistentRoute } from './check-path.ts'
import { type Point, postRoute, type RouteReply } from './trips.ts'

/** Set FAIRWAY_TEST_SEED to replay a failure. */
const SEED = Number(process.env.FAIRWAY_TEST_SEED ?? randomInt(2 ** 31))
const TIME_LIMIT_MS = 20_000

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true })
/** Positions are in the town, around it, or anywhere on earth, where some positions have no road or no map. */
const inTown = fc.tuple(degrees(-34.905, -34.85), degrees(-56.19, -56.1))
const anywhere = fc.oneof(
  { weight: 8, arbitrary: inTown },
  { weight: 2, arbitrary: fc.tuple(degrees(-35, -34.7), degrees(-56.4, -55.9)) },
  { weight: 1, arbitrary: fc.tuple(degrees(-91, 91), degrees(-181, 181)) },
)
const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const area = fc
  .tuple(inTown, degrees(0.0005, 0.01), fc.integer({ min: 3, max: 12 }))
  .map(([[latitude, longitude], size, corners]) =>
    Array.from({ length: corners }, (_, index): Point => {
      const angle = (index / corners) * 2 * Math.PI
      return [latitude + size * Math.sin(angle), longitude + size * Math.cos(angle)]
    }),
  )
const options = {
  via: option(fc.array(anywhere, { maxLength: 4 })),
  alternatives: option(fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 3 }))),
  heading: option(degrees(0, 360)),
  language: option(fc.constantFrom('en', 'de', 'ja', 'ar', 'ru', 'pt-PT', 'nonsense')),
  units: option(fc.constantFrom('metric', 'imperial')),
  depart_at: option(
    fc
      .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString()),
  ),
  avoid: option(fc.subarray(['tolls', 'motorways', 'ferries', 'tunnels', 'unpaved'])),
  avoid_areas: option(fc.array(area, { maxLength: 3 })),
  vehicle: option(
    fc.record({
      height_m: degrees(0, 6),
      weight_t: degrees(0, 40),
      hazmat: fc.oneof(fc.boolean(), fc.constantFrom('water', 'explosive')),
    }),
  ),
}

describeOnStores(
  'any route',
  ({ startShared }) => {
    let service: TestService
    let operation: Described
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 1_000_000 } })
      const operations = listOperations(closeObjects(await readDocument(service)))
      operation = operations.find(({ name }) => name === 'POST /v1/route') ?? expect.unreachable()
    })

    test(`through the city is consistent (seed ${SEED})`, async () => {
      const stops = fc.record({ from: inTown, to: inTown, via: fc.array(inTown, { maxLength: 3 }) })
      const property = fc.asyncProperty(stops, async (body) => {
        expectConsistentRoute(expectServed(await postRoute(service, { ...body, alternatives: 3 })).json() as RouteReply)
      })
      await fc.assert(property, { seed: SEED, numRuns: 100, interruptAfterTimeLimit: TIME_LIMIT_MS })
    })

    test(`with any options is served completely as documented, or rejected with a message (seed ${SEED})`, async () => {
      const request = fc.record({ from: anywhere, to: anywhere, ...options })
      const statuses: Record<number, number> = {}
      const property = fc.asyncProperty(request, async (body) => {
        const reply = await postRoute(service, body)
        statuses[reply.statusCode] = (statuses[reply.statusCode] ?? 0) + 1
        operation.expectDocumented(reply)
        if (reply.statusCode === 200) expectConsistentRoute(reply.json() as RouteReply)
        else expect([reply.statusCode, reply.json().detail]).toEqual([422, expect.stringMatching(/^\S.{20,}\S$/)])
      })
      await fc.assert(property, { seed: SEED, numRuns: 100, interruptAfterTimeLimit: TIME_LIMIT_MS })
      expect(statuses[200]).toBeGreaterThan(10)
    })
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)
