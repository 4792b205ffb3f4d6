import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, issueKey } from '../../../accounts/tests/sample-accounts.ts'
import { independencia, river, tresCruces } from '../../route/tests/trips.ts'
import { isochroneExample, isochroneRequests } from '../examples.ts'

type Position = readonly [longitude: number, latitude: number]

interface Contour {
  readonly properties: {
    readonly minutes?: number
    readonly kilometers?: number
    readonly area_km2?: number
    readonly reached_km: number
    readonly times_min?: readonly (readonly [number, number])[]
    readonly distances_km?: readonly (readonly [number, number])[]
  }
  readonly geometry: { readonly type: string; readonly coordinates: readonly (readonly Position[])[] }
}

interface Isochrone {
  readonly contours: readonly Contour[]
  readonly smooth_m: number | null
  readonly snapped: readonly object[]
  readonly data: { readonly region: string }
}

/** Returns whether a line is longer than about 30 m. */
function isLong([first, last]: readonly Position[]): boolean {
  return first !== undefined && last !== undefined && Math.hypot(first[0] - last[0], first[1] - last[1]) > 0.0003
}

describeOnStores(
  'an isochrone',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
    })
    const ask = (payload: object, headers: Record<string, string> = {}) =>
      service.app.inject({ method: 'POST', url: '/v1/isochrone', payload, headers })
    const get = async (payload: object): Promise<Isochrone> => expectServed(await ask(payload)).json()
    const routeMinutes = async (from: readonly number[], to: readonly number[], terms: object): Promise<number> => {
      const payload = { from, to, alternatives: 0, steps: false, geometry: 'none', ...terms }
      return expectServed(await service.app.inject({ method: 'POST', url: '/v1/route', payload })).json().eta_min
    }

    test('matches the example', async () => {
      const { data, ...rest } = isochroneExample
      const reply = await get(isochroneRequests[0] ?? {})
      expect(reply).toMatchObject(rest)
      expect(reply.data.region).toBe(data.region)
      expectServed(await ask(isochroneRequests[1] ?? {}))
    })

    test('has a contour for every limit, in ascending order and each once', async () => {
      const { contours } = await get({ from: tresCruces, minutes: [4, 2, 4, 3] })
      expect(contours.map(({ properties }) => properties.minutes)).toEqual([2, 3, 4])
      const areas = contours.map(({ properties }) => properties.area_km2 ?? 0)
      const lengths = contours.map(({ properties }) => properties.reached_km)
      expect([areas, lengths]).toEqual([[...areas].sort((a, b) => a - b), [...lengths].sort((a, b) => a - b)])
      expect(areas[0]).toBeGreaterThan(0.1)
      expect(contours[0]?.geometry.type).toBe('MultiPolygon')
    })

    test('accepts one number, or a list of one number', async () => {
      expect(await get({ from: tresCruces, minutes: 2 })).toEqual(await get({ from: [tresCruces], minutes: [2] }))
    })

    test('covers the areas of all of several points', async () => {
      const single = await get({ from: tresCruces, kilometers: 1, smooth_m: 50 })
      const both = await get({ from: [tresCruces, independencia], kilometers: 1, smooth_m: 50 })
      expect(both.snapped).toHaveLength(2)
      const reached = ({ contours }: Isochrone) => contours[0]?.properties.reached_km ?? 0
      expect(reached(both)).toBeGreaterThan(1.5 * reached(single))
    })

    test.each([
      ['from', {}],
      ['to', {}],
      ['from', { profile: 'foot' }],
      ['to', { profile: 'bicycle' }],
      ['from', { profile: 'truck', avoid: ['unpaved'] }],
      ['from', { model: { rules: [{ if: {}, speed: { multiply: 0.5 } }] } }],
    ])('gives roads the time of the route %s the center with %j', async (direction, terms) => {
      const center = tresCruces
      let [checked, different] = [0, 0]
      const { contours, smooth_m } = await get({
        from: center,
        minutes: [2, 5],
        geometry: 'network',
        direction,
        ...terms,
      })
      expect(smooth_m).toBeNull()
      for (const [index, { geometry, properties }] of contours.entries()) {
        expect(properties.times_min).toHaveLength(geometry.coordinates.length)
        // The test uses the middle of a straight road, because a route to a junction may end on any of the adjoining
        // roads.
        const lines = [...geometry.coordinates.entries()].filter(([, line]) => line.length === 2 && isLong(line))
        const step = Math.ceil(lines.length / 8)
        for (let i = 0; i < lines.length; i += step) {
          const [line, [first, last] = []] = lines[i] ?? [0]
          const [startMin = 0, endMin = 0] = properties.times_min?.[line] ?? []
          expect(Math.max(startMin, endMin)).toBeLessThanOrEqual([2, 5][index] ?? 0)
          if (!first || !last) throw new Error('a line has no points')
          const place = [(first[1] + last[1]) / 2, (first[0] + last[0]) / 2]
          const minutes = await (direction === 'from'
            ? routeMinutes(center, place, terms)
            : routeMinutes(place, center, terms))
          if (Math.abs(minutes - (startMin + endMin) / 2) > 0.01) different++
          checked++
        }
      }
      expect(checked).toBeGreaterThan(6)
      // Another road may exist at the same position, for example on a bridge.
      expect(different).toBeLessThanOrEqual(1)
    })

    test('outlines are lines on request', async () => {
      const polygons = await get({ from: tresCruces, minutes: 2 })
      const lines = await get({ from: tresCruces, minutes: 2, geometry: 'lines' })
      expect(lines.contours[0]?.geometry).toEqual({
        type: 'MultiLineString',
        coordinates: polygons.contours[0]?.geometry.coordinates.flat(),
      })
    })

    test('counts as one route per contour', async () => {
      const { key } = await issueKey(service, 'pro')
      const headers = { 'x-api-key': key }
      expectServed(await ask({ from: tresCruces, minutes: [1, 2, 3] }, headers))
      expectProblem(await ask({ from: tresCruces, minutes: [1, 2, 0] }, headers), 422)
      expect((await getUsage(service, key)).json()).toMatchObject({ quota: { used: 3 } })
    })

    test('accepts the largest limits, the most contours and the most points', async () => {
      const from = Array.from({ length: 25 }, () => tresCruces)
      expectServed(await ask({ from, minutes: [1, 2, 3, 4, 5, 6, 7, 240] }))
      expectServed(await ask({ from: tresCruces, kilometers: 400, smooth_m: 2000 }))
      expectServed(await ask({ from: tresCruces, minutes: 0.1, smooth_m: 10 }))
    })

    test.each([
      [{}, 'minutes and kilometers are both missing; give one of them, such as "minutes": [10, 20, 30]'],
      [{ minutes: 1, kilometers: 1 }, 'minutes and kilometers are both set; use only one of them'],
      [{ minutes: [] }, 'minutes has 0 values; give 1 to 8 values'],
      [{ minutes: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, 'minutes has 9 values; give 1 to 8 values'],
      [{ minutes: 0 }, 'minutes is 0; it must be more than 0 and at most 240 minutes'],
      [{ minutes: [5, -1] }, 'minutes[1] is -1; it must be more than 0 and at most 240 minutes'],
      [{ minutes: 240.1 }, 'minutes is 240.1; it must be more than 0 and at most 240 minutes'],
      [{ kilometers: [401] }, 'kilometers[0] is 401; it must be more than 0 and at most 400 kilometers'],
      [{ from: [], minutes: 1 }, 'from has 0 points; give a point, or a list of 1 to 25 points'],
      [
        { from: Array.from({ length: 26 }, () => tresCruces), minutes: 1 },
        'from has 26 points; give a point, or a list of 1 to 25 points',
      ],
      [{ from: [tresCruces, [91, 0]], minutes: 1 }, /^from\[1\]\[0\] is 91; latitude ranges from -90 to 90/],
      [{ from: [1, 1], minutes: 1 }, /^from is outside the loaded maps/],
      [{ from: river, minutes: 1 }, /^from has no road within 1000 m;/],
      [
        { from: 'here', minutes: 1 },
        /^from is "here"; it must be a point \[latitude, longitude\], or a list of points/,
      ],
      [{ minutes: '5 min' }, /^minutes is "5 min"; it must be a number, or a list of up to 8 numbers/],
      [{ minutes: 1, smooth_m: 9 }, /^smooth_m /],
      [{ minutes: 1, smooth_m: 2001 }, /^smooth_m /],
      [{ minutes: 1, geometry: 'circle' }, /^geometry /],
    ])('rejects %j', async (body, detail) => {
      expectProblem(await ask({ from: tresCruces, ...body }), 422, detail)
    })
  },
  ['embedded'],
)
