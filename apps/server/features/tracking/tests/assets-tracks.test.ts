import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

interface TrackReply {
  readonly at: readonly [number, number]
  readonly time: string
  readonly flag?: string
}

describeOnStores('tracks', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  let fleet: Fleet
  let id: string
  beforeAll(async () => {
    clock = new FakeClock()
    const plans = defaultPlans(7)
    const live = { ...plans.pro.live, apiLivePollsPerSecond: 1e6, gpsPushPerSecond: 1e6 }
    service = await startShared({ clock, config: { plans: { ...plans, pro: { ...plans.pro, live } } } })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    fleet = new Fleet(service, (await issueKey(service, 'pro')).key)
    id = await fleet.register({ kind: 'vehicle' })
  })
  const iso = (ms: number) => new Date(ms).toISOString()
  const get = async (query: string) => (await fleet.get(`/${id}/track?${query}`)).json()

  describe('track pages', () => {
    async function pages(query: string): Promise<TrackReply[][]> {
      const all: TrackReply[][] = []
      let after = ''
      for (;;) {
        const { positions, next } = await get(`${query}${after}`)
        all.push(positions)
        if (next === undefined) return all
        after = `&after=${next}`
      }
    }

    test.each([1, 10, 49, 50, 51])('of %i contain fifty positions of one instant once each', async (limit) => {
      const time = clock.now() - 5000
      const positions = Array.from({ length: 50 }, (_, at) => ({ at: [48 + at * 1e-5, 11], time }))
      await fleet.push(id, { positions })
      const told = await pages(`limit=${limit}`)
      expect(told.map((page) => page.length)).toEqual(
        Array.from({ length: Math.ceil(50 / limit) }, (_, page) => Math.min(limit, 50 - page * limit)),
      )
      expect(told.flat().map(({ at }) => at)).toEqual(positions.map(({ at }) => at))
    })

    test('keep the order of equal and different times, each once, within the requested range', async () => {
      const now = clock.now()
      const times = [9000, 8000, 8000, 8000, 7000, 6000, 6000, 5000, 4000].map((ago) => now - ago)
      await fleet.push(id, { positions: times.map((time, at) => ({ at: [48 + at * 1e-5, 11], time })) })
      const range = `from=${iso(now - 8000)}&until=${iso(now - 5000)}`
      for (const limit of [1, 2, 3, 5]) {
        const told = (await pages(`limit=${limit}&${range}`)).flat()
        expect(told.map(({ time }) => Date.parse(time))).toEqual(times.slice(1, 8))
      }
    })

    test('have a next link in every format, which stays valid', async () => {
      const time = clock.now() - 80_000_000
      await fleet.push(id, { positions: [0, 1, 2].map((at) => ({ at: [48 + at * 1e-5, 11], time: time + at })) })
      const [first] = await pages('limit=2')
      expect(first).toHaveLength(2)
      const reply = await fleet.get(`/${id}/track?limit=2&format=geojson`)
      const [, query = ''] = /^<\?(.*)>; rel="next"$/.exec(String(reply.headers.link)) ?? []
      clock.advance(10_000_000)
      const rest = await fleet.get(`/${id}/track?${query}`)
      expect(rest.json()).toMatchObject({ geometry: { type: 'Point' }, properties: { times: [iso(time + 2)] } })
      expect(rest.headers.link).toBeUndefined()
    })

    test('reject an invalid page', async () => {
      for (const after of ['2026-11-15T12:00:00Z', 'p1', 'n1', '', 'p-1-1']) {
        const reply = await fleet.get(`/${id}/track?after=${after}`)
        expectProblem(reply, 422, `after is ${JSON.stringify(after)}; give the value of next from the previous reply`)
      }
    })
  })

  describe('drawn track', () => {
    const coordinates = async () => (await get('format=geojson')).geometry?.coordinates
    const gpxPoints = async () => {
      const { payload } = await fleet.get(`/${id}/track?format=gpx`)
      return [...payload.matchAll(/lat="([\d.-]+)" lon="([\d.-]+)"/g)].map(([, lat, lon]) => [Number(lon), Number(lat)])
    }

    test('includes late positions where they are plausible, and no others', async () => {
      const now = clock.now()
      const drive = [40, 30, 20, 10].map((ago, at) => ({ at: [-34.9 + at * 1e-3, -56.1], time: now - ago * 1000 }))
      await fleet.push(id, { positions: drive })
      const between = { at: [-34.8995, -56.1], time: now - 35_000 }
      const away = [40, 35, 30, 15, 10].map((ago) => ({ at: [-34.5, -56.1], time: now - ago * 1000 }))
      await fleet.push(id, { positions: [between, ...away] })
      const { positions } = (await get('')) as { positions: TrackReply[] }
      expect(positions.filter(({ flag }) => flag === 'late')).toHaveLength(6)
      const line = [-34.9, -34.8995, -34.899, -34.898, -34.897]
      expect(await coordinates()).toEqual(line.map((latitude) => [-56.1, expect.closeTo(latitude, 9)]))
      expect(await gpxPoints()).toEqual(line.map((latitude) => [-56.1, latitude]))
    })

    test('does not include all of the late positions that contradict each other', async () => {
      const now = clock.now()
      await fleet.push(id, { positions: [7200, 1].map((ago) => ({ at: [-34.9, -56.1], time: now - ago * 1000 })) })
      const there = [3600, 3598, 3596].map((ago, at) => ({
        at: [-34.9 - (at % 2) * 0.4, -56.1],
        time: now - ago * 1000,
      }))
      await fleet.push(id, { positions: there })
      expect(await coordinates()).toEqual(Array(4).fill([-56.1, -34.9]))
    })

    test('includes duplicates once', async () => {
      const now = clock.now()
      const positions = [30, 20, 10].map((ago, at) => ({ at: [-34.9 + at * 1e-3, -56.1], time: now - ago * 1000 }))
      for (let turn = 0; turn < 3; turn++) await fleet.push(id, { positions })
      expect((await get('')).positions).toHaveLength(9)
      expect(await coordinates()).toHaveLength(3)
      expect(await gpxPoints()).toHaveLength(3)
      expect((await get('format=geojson')).properties.times).toHaveLength(3)
    })

    test('has a time for every point across the antimeridian, and the altitude where known', async () => {
      id = await fleet.register({ kind: 'drone' })
      const now = clock.now()
      const positions = [179.999, 179.9995, -179.9995, -179.999].map((longitude, at) => ({
        at: [-17, longitude],
        time: now - 30_000 + 10_000 * at,
        ...(at > 0 && { altitude_m: 100 + 10 * at }),
      }))
      await fleet.push(id, { positions })
      const { geometry, properties } = await get('format=geojson')
      expect(geometry.type).toBe('MultiLineString')
      expect(geometry.coordinates).toEqual([
        [
          [179.999, -17],
          [179.9995, -17, 110],
          [180, -17, expect.closeTo(115, 6)],
        ],
        [
          [-180, -17, expect.closeTo(115, 6)],
          [-179.9995, -17, 120],
          [-179.999, -17, 130],
        ],
      ])
      expect(properties.times).toEqual([
        [iso(now - 30_000), iso(now - 20_000), iso(now - 15_000)],
        [iso(now - 15_000), iso(now - 10_000), iso(now)],
      ])
    })

    test('handles one position, and none', async () => {
      expect(await get('format=geojson')).toMatchObject({ geometry: null, properties: { times: [] } })
      await fleet.push(id, { at: [-34.9, -56.1], altitude_m: 12.5 })
      expect(await get('format=geojson')).toMatchObject({
        geometry: { type: 'Point', coordinates: [-56.1, -34.9, 12.5] },
        properties: { times: [iso(clock.now())] },
      })
    })
  })
})
