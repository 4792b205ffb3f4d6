import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { publishMap, type SmallMap } from '../../../../../../tests/support/maps/small-map.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { openTraffic } from '../../../../../../tests/traffic/serve.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import type { RouteReply } from '../../route/tests/trips.ts'
import { OddStore } from '../domains/odd-store.ts'

type Tags = Readonly<Record<string, string>>
const street = { highway: 'residential', maxspeed: '40', name: 'Middle Street' }
const classes = ['residential', 'motorway', 'primary']

/** Each entry contains the tags of the middle street, the rule that forbids them and the expected message. */
const flips: readonly [string, Tags, object, RegExp][] = [
  [
    'road-class',
    { highway: 'primary' },
    { classes: ['residential'] },
    /road_class" at .*\(Middle Street\) \(observed: primary; allowed: residential/,
  ],
  [
    'speed',
    { maxspeed: '60' },
    { classes, max_speed_limit_kmh: 50 },
    /max_speed_limit" at .* \(observed: 60 km\/h; allowed: up to 50 km\/h/,
  ],
  [
    'tunnel',
    { tunnel: 'yes' },
    { classes, exclude: ['tunnels', 'bridges'] },
    /tunnels" at .* \(observed: a tunnel; allowed: plain roads, unpaved, roundabouts/,
  ],
  [
    'bridge',
    { bridge: 'yes' },
    { classes, exclude: ['bridges'] },
    /bridges" at .* \(observed: a bridge; allowed: plain roads, tunnels, unpaved, roundabouts/,
  ],
  ['unpaved', { surface: 'gravel' }, { classes, exclude: ['unpaved'] }, /unpaved" at .* \(observed: an unpaved road/],
  [
    'roundabout',
    { junction: 'roundabout', oneway: 'no' },
    { classes, exclude: ['roundabouts'] },
    /roundabouts" at .* \(observed: a roundabout/,
  ],
]

/**
 * Creates a map with A, B, C and D on a line and side streets at B and C. The optional detour leads through E and F.
 */
function createLineMap(south: number, tags: Tags, detour: boolean): SmallMap {
  const at = (row: number, column: number) => [south + row * 0.002, -155 + column * 0.002] as const
  const plain = { highway: 'residential', maxspeed: '40' }
  return {
    places: { A: at(1, 0), B: at(1, 1), C: at(1, 2), D: at(1, 3), E: at(0, 0), F: at(0, 3), G: at(2, 1), H: at(2, 2) },
    ways: {
      AB: plain,
      BC: { ...street, ...tags },
      CD: plain,
      BG: plain,
      CH: plain,
      ...(detour ? { AEFD: plain } : {}),
    },
  }
}

function domain(id: string, south: number, roads: object) {
  const [north, west, east] = [south + 0.01, -155.01, -154.98]
  return {
    id,
    version: '1',
    operator: 'Tester',
    areas: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south - 0.005],
          [east, south - 0.005],
          [east, north],
          [west, north],
          [west, south - 0.005],
        ],
      ],
    },
    permits: [{ authority: 'City', from: '2020-01-01T00:00:00Z' }],
    roads,
    conditions: { weather: ['dry'], light: ['daylight', 'twilight', 'night'] },
  }
}

describeOnStores(
  'one attribute of one road',
  ({ start, startShared }) => {
    let service: TestService
    let folder: TempDir
    const southOf = (index: number, kind: number) => 10 + index * 0.3 + kind * 0.1
    beforeAll(async () => {
      folder = await createTempDir()
      const store = new OddStore(folder.path)
      for (const [index, [name, tags, roads]] of flips.entries()) {
        for (const [kind, map] of [
          [0, createLineMap(southOf(index, 0), {}, true)],
          [1, createLineMap(southOf(index, 1), tags, true)],
          [2, createLineMap(southOf(index, 2), tags, false)],
        ] as const) {
          await publishMap(folder.path, `${name}-${kind}`, map)
          await store.put(domain(`${name}-${kind}`, southOf(index, kind), roads))
        }
      }
      service = await startShared({
        maps: await openMaps(folder.path),
        config: { dataDir: folder.path, anonymousBurst: 10_000 },
      })
    })
    afterAll(() => folder.dispose())
    const trip = (south: number) => ({ from: [south + 0.002, -155], to: [south + 0.002, -154.994], alternatives: 0 })
    const postAv = (body: object, on = service) => on.app.inject({ method: 'POST', url: '/v1/av/route', payload: body })
    const kilometres = async (south: number) => expectServed(await postAv(trip(south))).json<RouteReply>().distance_km

    test.each(flips.map(([name, , , detail], index) => [name, index, detail] as const))(
      '%s changes the route, and is named where there is no alternative',
      async (_, index, detail) => {
        const straight = await kilometres(southOf(index, 0))
        expect(await kilometres(southOf(index, 1))).toBeGreaterThan(straight * 1.5)
        const south = southOf(index, 2)
        const refused = expectProblem(await postAv(trip(south)), 422, detail)
        expect(refused.json().detail).toMatch(/nearest point inside is .* The service does not engage\.$/)
        // An ordinary route, which is not limited to the domain, uses the street.
        expectServed(await service.app.inject({ method: 'POST', url: '/v1/route', payload: trip(south) }))
      },
    )

    describe('live traffic', () => {
      test('applies inside a domain as it does outside', async () => {
        const clock = new FakeClock()
        const home = await createTempDir()
        const [south = 0] = [southOf(0, 0)]
        await publishMap(home.path, 'town', createLineMap(south, {}, true))
        await new OddStore(home.path).put(domain('town', south, { classes }))
        const [handle] = (await openMaps(home.path)).regions
        if (!handle) throw new Error('a map was published')
        const before = await start({ maps: await openMaps(home.path), clock, config: { dataDir: home.path } })
        const free = expectServed(await postAv(trip(south), before)).json<RouteReply>()
        // Nodes are numbered in the order of `places`, so B is 2 and C is 3.
        const slow = { 'slow.csv': '2,3,1\n3,2,1\n' }
        const maps = await openTraffic(clock, join(home.path, 'feeds'), handle, { feeds: slow })
        const otherFolder = await createTempDir()
        await new OddStore(otherFolder.path).put(domain('town', south, { classes }))
        const after = await start({ maps, clock, config: { dataDir: otherFolder.path } })
        const jammed = expectServed(await postAv(trip(south), after)).json<
          RouteReply & { traffic: { snapshot_at: string } }
        >()
        expect(jammed.traffic.snapshot_at).not.toBeNull()
        expect(jammed.distance_km).toBeGreaterThan(free.distance_km * 1.5)
        await home.dispose()
        await otherFolder.dispose()
      })
    })
  },
  ['embedded'],
)
