import { join } from 'node:path'
import { seededRandom } from '@fairway/geo'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { expectRoutes, type Point } from '../../../../../../tests/support/operations/matrix.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { RandomFeeds } from '../../../../../../tests/traffic/random-feeds.ts'
import { openTraffic } from '../../../../../../tests/traffic/serve.ts'
import type { RegionHandle } from '../../../../maps/regions/handles.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { SingleTripRouter } from '../cells/single-trips.ts'

/** These tests check that every cell equals the single route between its two points. */

const SEED = 2026
const SIZE = 6
const clock = new FakeClock('2026-11-16T11:00:00Z')
const config = { anonymousBurst: 10_000_000 }
let drawNumber = seededRandom(SEED)
const random = () => drawNumber()

let folder: TempDir
let handle: RegionHandle
let feeds: RandomFeeds
beforeAll(async () => {
  folder = await createTempDir()
  const [served] = (await openMaps()).regions
  if (!served) throw new Error('tests/global-setup.ts did not compile a map')
  handle = served
  const bare = await openTraffic(clock, join(folder.path, 'bare'), handle, { feeds: {} })
  feeds = new RandomFeeds(bare.customizer.get(handle.dataset), random)
})
afterAll(() => folder.dispose())

/** Draws points at junctions, on streets and next to streets, including some duplicates. */
function drawPoints(count: number): Point[] {
  const points: Point[] = []
  while (points.length < count) {
    const [latitude, longitude] = feeds.junction()
    const spread = [0, 0.0002, 0.002][feeds.below(3)] ?? 0
    const again = points[feeds.below(points.length)]
    if (again && random() < 0.1) points.push(again)
    else points.push([latitude + spread * (random() - 0.5), longitude + spread * (random() - 0.5)])
  }
  return points
}

const around = ([latitude, longitude]: Point, degrees: number): Point[] => [
  [latitude - degrees, longitude - degrees],
  [latitude - degrees, longitude + degrees],
  [latitude + degrees, longitude + degrees],
  [latitude + degrees, longitude - degrees],
]

const terms: readonly [string, () => object][] = [
  ['as they are', () => ({})],
  ['without unpaved roads and motorways', () => ({ avoid: ['unpaved', 'motorways', 'tolls'] })],
  ['for a lorry', () => ({ vehicle: { height_m: 3.9, weight_t: 18, axle_load_t: 9 } })],
  ['by truck', () => ({ profile: 'truck', vehicle: { preset: '12t' } })],
  ['by motorcycle', () => ({ mode: 'motorcycle' })],
  ['by wheelchair', () => ({ profile: 'wheelchair' })],
  ['by electric bicycle', () => ({ profile: 'bicycle', vehicle: { electric: true } })],
  [
    'with a model',
    () => ({
      model: {
        rules: [
          { if: { road_class: ['primary', 'secondary'] }, speed: { multiply: 1.5, limit: 70 } },
          { if: { max_speed: { max: 45 } }, speed: { multiply: 0.6 }, priority: { multiply: 0.5 } },
          { if: { area: around(feeds.junction(), 0.01) }, speed: { limit: 12 } },
        ],
      },
    }),
  ],
  ['around areas', () => ({ avoid_areas: [around(feeds.junction(), 0.004), around(feeds.junction(), 0.002)] })],
  ['tonight', () => ({ depart_at: '2026-11-17T02:30:00Z', vehicle: { weight_t: 8 } })],
]

describeOnStores(
  'cells of matrices are routes',
  ({ startShared }) => {
    const expectAll = async (service: TestService) => {
      for (const [title, draw] of terms) {
        const what = `seed ${SEED}, ${title}`
        const found = await expectRoutes(service, drawPoints(SIZE), drawPoints(SIZE), draw(), what)
        expect(found, what).toBeGreaterThan(SIZE ** 2 / 3)
      }
    }

    test('in free flow', async () => {
      const service = await startShared({ maps: await openMaps(), clock, config })
      await expectAll(service)
    })

    test('with live speeds', async () => {
      const speeds = Array.from({ length: 12 }, () => feeds.speeds(4000)).join('')
      const maps = await openTraffic(clock, join(folder.path, 'live'), handle, { feeds: { 'a.csv': speeds } })
      await expectAll(await startShared({ maps, clock, config }))
    })

    test('with open-ended rain over the town: most cells need no separate trip', async () => {
      // The number of separate trips depends on the points, which must not depend on the tests before this one.
      drawNumber = seededRandom(SEED)
      const area = [
        [-34.93, -56.25],
        [-34.82, -56.25],
        [-34.82, -56.05],
        [-34.93, -56.05],
      ]
      const at = (minutes: number) => new Date(clock.now() + 60_000 * minutes).toISOString()
      const incidents = [
        { id: 'rain', kind: 'weather', area, speed_kmh: 17 },
        { id: 'jam', kind: 'congestion', at: [-34.8941, -56.1527], speed_kmh: 8, ends_at: at(20) },
        { id: 'works', kind: 'hazard', at: [-34.9059, -56.1713], speed_kmh: 9, ends_at: at(80) },
      ]
      const files = { 'a.csv': feeds.speeds(500), 'i.json': { incidents } }
      const maps = await openTraffic(clock, join(folder.path, 'rain'), handle, { feeds: files })
      const service = await startShared({ maps, clock, config })
      const singly = vi.spyOn(SingleTripRouter.prototype, 'find')
      const points = [drawPoints(14), drawPoints(14)] as const
      expect(await expectRoutes(service, ...points, {}, `seed ${SEED}, rain`)).toBeGreaterThan(60)
      // The matrix has 196 cells.
      expect(singly.mock.calls.length).toBeLessThan(50)
      singly.mockRestore()
      await expectAll(service)
    })

    test('with closures, roadworks and incidents that begin and end', async () => {
      const files = {
        'a.csv': feeds.speeds(4000),
        'i.json': feeds.incidents(clock.now(), 200),
        'z.json': feeds.workZones(clock.now(), 60),
      }
      const maps = await openTraffic(clock, join(folder.path, 'events'), handle, { feeds: files })
      await expectAll(await startShared({ maps, clock, config }))
    })
  },
  ['embedded'],
)
