import { join } from 'node:path'
import { fromRoadSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { isActiveWithin } from '@fairway/road'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistentRoute } from '../../apps/server/features/road/route/tests/check-path.ts'
import { type Point, postRoute, type RouteReply } from '../../apps/server/features/road/route/tests/trips.ts'
import type { TrafficHandle } from '../../apps/server/maps/regions/handles.ts'
import { describeOnStores } from '../../apps/server/platform/http/tests/suite.ts'
import { expectServed } from '../support/expect-problem.ts'
import { openMaps } from '../support/maps/maps.ts'
import { FakeClock } from '../support/servers/fake-clock.ts'
import type { TestService } from '../support/servers/service.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { RandomFeeds } from './random-feeds.ts'
import { openTraffic, type RouteInTraffic } from './serve.ts'

/** These tests plan trips through heavy traffic in Montevideo. */

const SEED = 81
const TRIPS = 60
const clock = new FakeClock('2026-11-16T11:00:00Z')
const random = seededRandom(SEED)

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir()
})
afterAll(() => folder.dispose())

/** Returns the line segments that are closed at any time between two instants, each from a point to the next. */
function closedPieces(
  handle: TrafficHandle,
  network: ReturnType<typeof fromRoadSections>['network'],
  fromMs: number,
  toMs: number,
) {
  const { flags, events, takenAtMs } = handle.state
  const isSoon = fromMs - takenAtMs < 30 * 60_000
  const arcs = new Set([...flags.keys()].filter((arc) => isSoon && ((flags[arc] ?? 0) & 2) !== 0))
  const always = (event: number) =>
    isActiveWithin(events, event, fromMs, toMs) &&
    (events.startsAtMs[event] ?? 0) <= fromMs &&
    (events.endsAtMs[event] ?? 0) > toMs
  events.sectionArc.forEach((arc, place) => {
    const event = events.sectionEvent[place] ?? 0
    if (events.closes[event] === 1 && always(event)) arcs.add(arc)
  })
  const { shapeFirst, shapeLatitude, shapeLongitude } = network.edges
  const pieces = new Set<string>()
  for (const arc of arcs) {
    const side = network.arcs.edgeSide[arc] ?? 0
    const at = (i: number) => `${shapeLatitude[i]} ${shapeLongitude[i]}`
    for (let i = shapeFirst[side >>> 1] ?? 0; i < (shapeFirst[(side >>> 1) + 1] ?? 0) - 1; i++) {
      pieces.add((side & 1) === 0 ? `${at(i)} ${at(i + 1)}` : `${at(i + 1)} ${at(i)}`)
    }
  }
  return pieces
}

const toPieces = (line: readonly Point[]) =>
  line.slice(1).map((end, i) =>
    [line[i] ?? end, end]
      .flat()
      .map((degrees) => Math.round(degrees * 1e6))
      .join(' '),
  )

describeOnStores(
  'routes through much traffic',
  ({ startShared }) => {
    test(`are complete, including alternatives, and never on closed roads (seed ${SEED}, ${TRIPS} trips)`, async () => {
      const [handle] = (await openMaps()).regions
      if (!handle) throw new Error('tests/global-setup.ts did not compile a map')
      const bare = await openTraffic(clock, join(folder.path, 'bare'), handle, { feeds: {} })
      const feeds = new RandomFeeds(bare.customizer.get(handle.dataset), random)
      const speeds = Array.from({ length: 12 }, () => feeds.speeds(4000)).join('')
      const more = {
        'a.csv': speeds,
        'i.json': feeds.incidents(clock.now(), 300),
        'z.json': feeds.workZones(clock.now(), 100),
      }
      const maps = await openTraffic(clock, join(folder.path, 'feeds'), handle, { feeds: more })
      const traffic = maps.regions[0]?.traffic as TrafficHandle
      const service: TestService = await startShared({ maps, clock, config: { anonymousBurst: 1_000_000 } })
      const { network } = fromRoadSections(handle.sections)
      const seen = { closed: 0, routes: 0, alternatives: 0, incidents: 0, live: 0 }
      for (let trip = 0; trip < TRIPS; trip++) {
        const stops = Array.from({ length: 2 + feeds.below(2) }, () => feeds.junction())
        const later =
          random() < 0.3 ? { depart_at: new Date(clock.now() + feeds.below(2 * 86_400_000)).toISOString() } : {}
        const vehicle = random() < 0.2 ? { vehicle: { weight_t: 8, height_m: 3 } } : {}
        const body = {
          from: stops[0],
          via: stops.slice(1, -1),
          to: stops.at(-1),
          alternatives: 3,
          ...later,
          ...vehicle,
        }
        const what = `seed ${SEED}, trip ${trip}: ${JSON.stringify(body)}`
        const reply = await postRoute(service, body)
        if (reply.statusCode === 422) {
          expect(reply.json().detail, what).toMatch(/^All routes between|^There is no route/)
          continue
        }
        const route: RouteInTraffic = expectServed(reply).json()
        expectConsistentRoute(route as unknown as RouteReply)
        const [departMs, arriveMs] = [Date.parse(route.depart_at), Date.parse(route.arrive_at)]
        for (const way of [route, ...route.alternatives] as RouteInTraffic[]) {
          // A speed of 0 closes a road for trips that depart soon. Events close a road while they are active, which is
          // the whole time in this test.
          const closed = closedPieces(traffic, network, departMs, arriveMs + 3_600_000)
          seen.closed += closed.size
          expect(
            toPieces(way.geometry).filter((piece) => closed.has(piece)),
            what,
          ).toEqual([])
          for (const { at, geometry_range, delay_min } of way.incidents) {
            const [first = -1, last = -1] = geometry_range ?? []
            expect(at, what).toEqual(way.geometry[first])
            expect(first <= last && last < way.geometry.length && delay_min >= 0, what).toBe(true)
            seen.incidents++
          }
        }
        expect(route.traffic, what).toMatchObject({ snapshot_at: '2026-11-16T11:00:00.000Z' })
        seen.routes++
        seen.alternatives += route.alternatives.length
        if (route.traffic.coverage > 0) seen.live++
      }
      console.info(`${TRIPS} trips in Montevideo: ${JSON.stringify(seen)}`)
      expect(seen.routes).toBeGreaterThan(TRIPS / 2)
      expect(Math.min(seen.alternatives, seen.incidents, seen.live, seen.closed), JSON.stringify(seen)).toBeGreaterThan(
        10,
      )
    })
  },
  ['embedded'],
)
