import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { river, tresCruces } from '../../route/tests/trips.ts'
import { nearestExample, nearestRequests } from '../examples.ts'

interface Nearest {
  readonly roads: readonly { readonly at: readonly number[]; readonly distance_m: number; readonly bearing: number }[]
  readonly data: { readonly region: string }
}

describeOnStores(
  'nearest roads',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
    })
    const ask = (payload: object) => service.app.inject({ method: 'POST', url: '/v1/nearest', payload })
    const get = async (payload: object): Promise<Nearest> => expectServed(await ask(payload)).json()

    test('match the example', async () => {
      const { data, ...rest } = nearestExample
      const reply = await get(nearestRequests[0] ?? {})
      expect(reply).toMatchObject(rest)
      expect(reply.data.region).toBe(data.region)
    })

    test('begin with the road that a route starts on', async () => {
      const payload = { from: tresCruces, to: [-34.9066, -56.1671], geometry: 'none', steps: false }
      const route = expectServed(await service.app.inject({ method: 'POST', url: '/v1/route', payload })).json()
      const { roads } = await get({ point: tresCruces })
      expect(roads).toHaveLength(1)
      expect(roads[0]).toMatchObject(route.snapped.from)
    })

    test('are as many as requested, nearest first', async () => {
      const { roads } = await get({ point: tresCruces, number: 100, profile: 'foot' })
      const distances = roads.map(({ distance_m }) => distance_m)
      expect(distances).toEqual([...distances].sort((a, b) => a - b))
      expect(distances).toHaveLength(100)
    })

    test('lead in a direction within the given tolerance', async () => {
      const request = { point: tresCruces, number: 20, heading: 90 }
      const { roads } = await get({ ...request, heading_tolerance: 20 })
      for (const { bearing } of roads) expect(Math.abs(((90 - bearing + 540) % 360) - 180)).toBeLessThanOrEqual(20)
      expect(roads).not.toEqual((await get(request)).roads)
      expect(await get({ ...request, heading_tolerance: 60 })).toEqual(await get(request))
    })

    test.each([0, 90, 180, 270])('lead in the direction %i', async (heading) => {
      const { roads } = await get({ point: tresCruces, number: 5, heading })
      for (const { bearing } of roads) expect(Math.abs(((heading - bearing + 540) % 360) - 180)).toBeLessThanOrEqual(60)
    })

    test.each([
      [{ point: river }, /^The position \(point\) has no road within 1000 m/],
      [{ point: [1, 1] }, /^The position \(point\) is outside/],
      [{ point: [91, 1] }, /^point\[0\] is 91; latitude ranges from -90 to 90/],
      [{ point: tresCruces, number: 0 }, /^number /],
      [{ point: tresCruces, number: 101 }, /^number /],
      [{ point: tresCruces, heading: 361 }, /^heading /],
      [{ point: tresCruces, heading: 1, heading_tolerance: 181 }, /^heading_tolerance /],
      [{}, /^point /],
    ])('rejects %j', async (body, detail) => {
      expectProblem(await ask(body), 422, detail)
    })
  },
  ['embedded'],
)
