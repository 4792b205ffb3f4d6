import { encodePolyline, seededRandom } from '@fairway/geo'
import { blur } from '@fairway/road/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, signUp } from '../../../accounts/tests/sample-accounts.ts'
import {
  getRoute,
  independencia,
  metersBetween,
  type Point,
  portones,
  river,
  tresCruces,
} from '../../route/tests/trips.ts'
import { matchExample, matchRequests } from '../examples.ts'

interface Reply {
  readonly confidence: number
  readonly distance_km: number
  readonly noise_m: number
  readonly routes: readonly {
    readonly id: string
    readonly confidence: number
    readonly distance_km: number
    readonly geometry: readonly Point[]
    readonly first_point: number
    readonly last_point: number
    readonly observed_min?: number
    readonly depart_at: string
    readonly steps?: readonly unknown[]
    readonly legs: readonly unknown[]
  }[]
  readonly points: readonly { readonly status: string; readonly distance_m?: number; readonly along_km?: number }[]
  readonly gaps: readonly { readonly distance_km: number | null }[]
  readonly warnings?: readonly string[]
}

/** Returns noisy positions at regular intervals along a line. */
function drive(line: readonly Point[], everyMeters: number, noiseMeters: number, random: () => number): Point[] {
  const points: Point[] = []
  let rest = 0
  for (let i = 1; i < line.length; i++) {
    const [a, b]: [Point, Point] = [line[i - 1] ?? [0, 0], line[i] ?? [0, 0]]
    const meters = metersBetween(a, b)
    for (; rest < meters; rest += everyMeters) {
      const share = rest / meters
      points.push(blur([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])], noiseMeters, random))
    }
    rest -= meters
  }
  return points
}

const toInstant = (index: number) => new Date(Date.UTC(2026, 5, 16, 8, 30) + 1000 * index).toISOString()

describeOnStores(
  'a match',
  ({ startShared }) => {
    let service: TestService
    let line: readonly Point[]
    let points: readonly Point[]
    let distanceKm: number
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
      const route = await getRoute(service, { from: independencia, to: tresCruces, alternatives: 0 })
      line = route.geometry
      distanceKm = route.distance_km
      points = drive(line, 14, 6, seededRandom(8))
    })
    const ask = async (payload: object, headers: Record<string, string> = {}) =>
      await service.app.inject({ method: 'POST', url: '/v1/match', headers, payload })
    const match = async (payload: object, headers = {}): Promise<Reply> =>
      expectServed(await ask(payload, headers)).json()

    test('equals the example', async () => {
      const reply = await match(matchRequests[0] ?? {})
      const text = JSON.stringify(reply)
        .replaceAll(/"dataset":"[^"]*"/g, `"dataset":"${matchExample.data.dataset}"`)
        .replaceAll(/"id":"rt_[^"]*"/g, `"id":"${matchExample.routes[0]?.id}"`)
      expect(JSON.parse(text)).toEqual(matchExample)
    })

    test('finds the driven route, and a position on it for every point', async () => {
      const reply = await match({ points, times: points.map((_, i) => toInstant(i)) })
      const [route] = reply.routes
      expect(reply.routes.length).toBe(1)
      expect(Math.abs((route?.distance_km ?? 0) - distanceKm)).toBeLessThan(0.05)
      expect(route).toMatchObject({ first_point: 0, last_point: points.length - 1, depart_at: toInstant(0) })
      expect(route?.observed_min).toBeCloseTo((points.length - 1) / 60, 2)
      expect(route?.confidence).toBeGreaterThan(0.8)
      expect(route?.steps).toBeUndefined()
      expect(route?.legs.length).toBe(1)
      expect(reply.points.length).toBe(points.length)
      expect(reply.noise_m).toBeGreaterThan(4.9)
      expect(reply.noise_m).toBeLessThan(9)
      for (const { status, distance_m } of reply.points) {
        expect(status).toBe('matched')
        expect(distance_m).toBeLessThan(30)
      }
      for (const point of route?.geometry ?? []) {
        expect(Math.min(...line.map((other) => metersBetween(point, other)))).toBeLessThan(150)
      }
    })

    test('is the same for points, GPX, GeoJSON with times and polylines', async () => {
      const times = points.map((_, i) => toInstant(i))
      const gpx = `<gpx><trk><trkseg>${points
        .map(([lat, lon], i) => `<trkpt lat="${lat}" lon="${lon}"><time>${times[i]}</time></trkpt>`)
        .join('')}</trkseg></trk></gpx>`
      const geometry = { type: 'LineString', coordinates: points.map(([lat, lon]) => [lon, lat, 12]) }
      const geojson = { type: 'Feature', geometry, properties: { coordTimes: times } }
      const expected = (await match({ points, times })).routes[0]?.geometry
      for (const body of [{ gpx }, { geojson }]) expect((await match(body)).routes[0]?.geometry).toEqual(expected)
      const [polyline, polyline6] = [encodePolyline(points, 5), encodePolyline(points, 6)]
      for (const body of [{ polyline6 }, { polyline }, { geojson: geometry }]) {
        expect(Math.abs((await match(body)).distance_km - distanceKm)).toBeLessThan(0.06)
      }
    })

    test('returns a route that can be rerouted by its id, with steps on request', async () => {
      const { routes } = await match({ points, steps: true, geometry: 'polyline6' })
      expect(routes[0]?.steps?.length).toBeGreaterThan(2)
      const payload = { route_id: routes[0]?.id }
      const rerouted = expectServed(await service.app.inject({ method: 'POST', url: '/v1/reroute', payload })).json()
      expect(rerouted.reason).not.toBe('previous-lost')
      expect(rerouted.receipt.previous_eta_min).toBeGreaterThan(0)
    })

    test.each(['bicycle', 'foot', 'truck', 'wheelchair'])('works for profile %s', async (profile) => {
      const route = await getRoute(service, { from: independencia, to: [-34.9047, -56.1851], profile, alternatives: 0 })
      const trace = drive(route.geometry, 5, 3, seededRandom(9))
      const reply = await match({ points: trace, profile })
      expect(reply.routes.length).toBe(1)
      expect(Math.abs(reply.distance_km - route.distance_km)).toBeLessThan(0.1)
    })

    test('splits at a gap, or bridges it', async () => {
      const half = Math.floor(points.length / 3)
      const parts = [...points.slice(0, half), ...points.slice(2 * half)]
      const times = parts.map((_, i) => i + (i < half ? 0 : 3000))
      const split = await match({ points: parts, times })
      expect([split.routes.length, split.gaps.length, split.gaps[0]?.distance_km]).toEqual([2, 1, null])
      const bridged = await match({ points: parts, times, gaps: 'bridge' })
      expect(bridged.routes.length).toBe(1)
      expect(bridged.distance_km).toBeGreaterThan(split.distance_km)
    })

    test('reads epoch times in seconds and in milliseconds', async () => {
      const seconds = points.map((_, i) => 1_794_990_000 + i)
      const [bySeconds, byMilliseconds] = [
        await match({ points, times: seconds }),
        await match({ points, times: seconds.map((time) => 1000 * time) }),
      ]
      expect(bySeconds.routes).toHaveLength(1)
      expect(byMilliseconds.routes[0]?.geometry).toEqual(bySeconds.routes[0]?.geometry)
    })

    test('reads times without a time zone at the first point, and reports it', async () => {
      const toLocal = (_: unknown, i: number) => new Date(Date.UTC(2026, 5, 16, 5, 30, i)).toISOString().slice(0, 19)
      const { routes, warnings } = await match({ points, times: points.map(toLocal) })
      expect(routes[0]?.depart_at).toBe('2026-06-16T08:30:00.000Z')
      expect(warnings).toEqual([
        `times[0] and ${points.length - 1} other times have no time zone and were read as local time in America/Montevideo`,
      ])
      const mixed = points.map((_, i) => (i === 1 ? '2026-06-16T05:30' : toInstant(i === 0 ? 0 : i)))
      expect((await match({ points, times: mixed })).warnings).toContain(
        'times[1] has no time zone and was read as local time in America/Montevideo',
      )
      const epochs = points.map((_, i) => String(1_781_598_600 + i))
      const zoned = await match({ points, times: epochs })
      expect([zoned.routes[0]?.depart_at, zoned.warnings]).toEqual(['2026-06-16T08:30:00.000Z', undefined])
    })

    test('reads times of GPX and its converters in UTC', async () => {
      const toUtc = (_: unknown, i: number) => new Date(Date.UTC(2026, 5, 16, 8, 30, i)).toISOString().slice(0, 19)
      const geometry = { type: 'LineString', coordinates: points.map(([lat, lon]) => [lon, lat]) }
      const geojson = { type: 'Feature', geometry, properties: { coordTimes: points.map(toUtc) } }
      const trackPoints = points.map(
        ([lat, lon], i) => `<trkpt lat="${lat}" lon="${lon}"><time>${toUtc(0, i)}</time></trkpt>`,
      )
      const gpx = `<gpx><trk><trkseg>${trackPoints.join('')}</trkseg></trk></gpx>`
      for (const body of [{ geojson }, { gpx }]) {
        const { routes, warnings } = await match(body)
        expect([routes[0]?.depart_at, warnings]).toEqual(['2026-06-16T08:30:00.000Z', undefined])
      }
    })

    test('sorts times that run backwards, and reports it', async () => {
      const times = points.map((_, i) => 5000 - i)
      const { warnings, routes } = await match({ points: points.toReversed(), times })
      expect(routes.length).toBe(1)
      expect(Math.abs((routes[0]?.distance_km ?? 0) - distanceKm)).toBeLessThan(0.05)
      expect(warnings).toEqual([
        `${points.length - 1} points of points are earlier than a preceding point; the trace was sorted by time`,
      ])
    })

    test('leaves out points that are on no map, and reports it', async () => {
      const far: Point = [48.2, 16.3]
      const trace = [...points.slice(0, 9), far, ...points.slice(9)]
      const { warnings, routes, points: matched } = await match({ points: trace, wrong_field: 1 })
      expect(routes.length).toBe(1)
      expect(matched[9]).toEqual({ status: 'outside' })
      expect(warnings?.at(-1)).toBe(
        `1 point of ${trace.length} in points is outside the map montevideo and was left out`,
      )
      expect(warnings?.length).toBe(2)
    })

    test('counts as one route per 100 points', async () => {
      const { key } = await signUp(service)
      const headers = { 'x-api-key': key }
      const before = (await getUsage(service, key)).json().quota.used
      await match({ points: points.slice(0, 100) }, headers)
      await match({ points: points.slice(0, 101) }, headers)
      expect((await getUsage(service, key)).json().quota.used - before).toBe(3)
    })

    describe('is rejected', () => {
      const [a, b] = [independencia, portones]
      const many = (count: number) => Array.from({ length: count }, (_, i): Point => [a[0] + 1e-6 * (i % 1000), a[1]])
      test.each<[string, object, string | RegExp]>([
        ['without a trace', {}, 'The trace is missing; give it as points, gpx, geojson, polyline or polyline6'],
        [
          'with two',
          { points: [a, b], polyline: '' },
          'points and polyline are both set; send the trace in only one of them',
        ],
        [
          'with three',
          { points: [a, b], polyline: '', polyline6: '' },
          'points, polyline and polyline6 are all set; send the trace in only one of them',
        ],
        ['with one point', { points: [a] }, 'points has 1 point; a trace needs at least 2'],
        ['with no point', { points: [] }, 'points has 0 points; a trace needs at least 2'],
        [
          'with 10,001 points',
          { points: many(10_001) },
          'points has 10,001 points, but at most 10,000 are allowed; split the trace into parts that overlap by a few points',
        ],
        [
          'at one place',
          { points: Array.from({ length: 12 }, () => a) },
          'points has 12 points, all within a few meters of each other, so there is no route; a trace must contain movement',
        ],
        [
          'on another continent',
          { points: [[48.2, 16.3], [48.21, 16.31]] }, // biome-ignore format: one line
          'points is outside the loaded maps of this service (montevideo); ask the operator to add a map that contains it',
        ],
        [
          'with swapped coordinates',
          { points: [[a[1], a[0]], [b[1], b[0]]] }, // biome-ignore format: one line
          /with the two values swapped, the point would be in montevideo$/,
        ],
        [
          'in the river',
          { points: [river, [river[0] + 0.001, river[1]]] },
          /^points has 2 points, but none is near a road that the profile can use; check the profile/,
        ],
        ['with half a point', { points: [a, [1]] }, 'points[1] is [1]; it must be two numbers, [latitude, longitude]'],
        ['with a text', { points: 'here' }, /^points is "here"; it must be an array/],
        ['with a latitude of 91', { points: [a, [91, 0]] }, /^points\[1\]\[0\] is 91; latitude ranges from -90 to 90/],
        [
          'with a latitude of 91 in GeoJSON',
          { geojson: { type: 'LineString', coordinates: [[0, 91], a] } },
          'geojson.coordinates[0][1] is 91; latitude ranges from -90 to 90 (points are [longitude, latitude])',
        ],
        [
          'with a longitude of 181 in GeoJSON',
          { geojson: { type: 'LineString', coordinates: [[181, 9], a] } },
          'geojson.coordinates[0][0] is 181; longitude ranges from -180 to 180 (points are [longitude, latitude])',
        ],
        [
          'that is swapped in GeoJSON',
          { geojson: { type: 'LineString', coordinates: [a, b] } },
          /points are \[longitude, latitude\], and with the two values swapped, the point would be in montevideo$/,
        ],
        ['at null island', { points: [a, [0, 0]] }, /^points\[1\] is \[0, 0\]/],
        [
          'with fewer times',
          { points: [a, b], times: [1] },
          'times has 1 value, but points has 2 points; give one value per point',
        ],
        [
          'with a time in words',
          { points: [a, b], times: [1, 'noon'] },
          'times[1] is "noon"; it must be a timestamp such as 2026-06-16T08:30:00Z or a number of seconds or milliseconds',
        ],
        [
          'with a day that does not exist',
          { points: [a, b], times: ['2026-02-28T08:30', '2026-02-30T08:30'] },
          'times[1] is "2026-02-30T08:30"; it must be a timestamp such as 2026-06-16T08:30:00Z or a number of seconds or milliseconds',
        ],
        [
          'with a negative accuracy',
          { points: [a, b], accuracies: [null, -1] },
          'accuracies[1] is -1; it must be a number of meters from 0 to 10000, or null',
        ],
        [
          'with a heading of 361',
          { points: [a, b], headings: [361, null] },
          'headings[0] is 361; it must be a number of degrees from 0 to 360, or null',
        ],
        [
          'with a heading tolerance of 181',
          { points: [a, b], headings: [90, null], heading_tolerances: [181, null] },
          'heading_tolerances[0] is 181; it must be a number of degrees from 0 to 180, or null',
        ],
        [
          'with heading tolerances but no headings',
          { points: [a, b], heading_tolerances: [10, null] },
          'heading_tolerances is set, but headings is missing; give headings, or leave heading_tolerances out',
        ],
        ['with a broken polyline', { polyline: '~~~' }, /^polyline is not a valid polyline encoded with 5 decimals/],
        [
          'with a polygon',
          { geojson: { type: 'Polygon' } },
          'geojson is a Polygon; it must be a LineString, or a Feature that contains one',
        ],
        [
          'with a time that is no timestamp',
          { points: [a, b], times: ['1', '2'] },
          'times[0] is "1"; it must be a timestamp such as 2026-06-16T08:30:00Z or a number of seconds or milliseconds',
        ],
        [
          'with headings next to GPX',
          { gpx: '<gpx></gpx>', headings: [1, 2] },
          'headings is given together with gpx, whose points have their own values; leave headings out, or send points instead of gpx',
        ],
        [
          'with times twice',
          {
            geojson: {
              type: 'Feature',
              geometry: { type: 'LineString', coordinates: [[a[1], a[0]], [b[1], b[0]]] }, // biome-ignore format: one line
              properties: { coordTimes: [1, 2] },
            },
            times: [1, 2],
          },
          'times is given, but geojson already contains times; leave out one of them',
        ],
        [
          'with entities in GPX',
          { gpx: '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>&a;</gpx>' },
          'gpx cannot be read: it has a document type declaration (DOCTYPE), which is not allowed; remove it',
        ],
        ['with an unknown profile', { points: [a, b], profile: 'plane' }, /^profile is "plane"/],
        ['with an unknown language', { points: [a, b], language: 'tlh' }, /^language is "tlh"/],
        ['with an unknown rule for gaps', { points: [a, b], gaps: 'jump' }, /^gaps is "jump"/],
      ])('%s', async (_, body, detail) => {
        expectProblem(await ask(body), 422, detail)
      })

      test('with 10,001 points, but not with 10,000', async () => {
        const reply = await match({ points: many(10_000), geometry: 'none' })
        expect(reply.points.length).toBe(10_000)
      })
    })
  },
  ['embedded'],
)
