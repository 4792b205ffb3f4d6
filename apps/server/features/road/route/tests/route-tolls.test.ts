import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { publishMap, type SmallMap } from '../../../../../../tests/support/maps/small-map.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { type Point, postRoute, type RouteReply } from './trips.ts'

const at = (letter: string): Point => [45.2, 7.1 + 0.01 * 'ABCDEF'.indexOf(letter)]
const road = { highway: 'secondary', maxspeed: '60' }

/** A road with a bridge, a booth and a toll section. The map does not contain the amount of the section's toll. */
const tollRoad: SmallMap = {
  places: Object.fromEntries([...'ABCDEF'].map((letter) => [letter, at(letter)])),
  ways: {
    AB: { ...road, name: 'West Road' },
    BC: { ...road, name: 'Toll Bridge', toll: 'yes', charge: '2.50 EUR;3 CHF', 'charge:hgv': '12 EUR' },
    CDE: { ...road, name: 'Middle Road' },
    EF: { ...road, ref: 'A 7', toll: 'yes' },
  },
  nodeTags: { D: { barrier: 'toll_booth', charge: '1.20 EUR' } },
}

interface Amount {
  readonly currency: string
  readonly amount: number
}
type TollReply = RouteReply & {
  readonly details?: { readonly toll: readonly { readonly value: boolean; readonly amounts?: readonly Amount[] }[] }
  readonly tolls?: {
    readonly amounts: readonly Amount[]
    readonly sections_without_amount: number
    readonly sections: readonly object[]
  }
}

describeOnStores(
  'the tolls of a route',
  ({ startShared }) => {
    let folder: TempDir
    let service: TestService
    beforeAll(async () => {
      folder = await createTempDir()
      await publishMap(folder.path, 'tolls', tollRoad)
      service = await startShared({ maps: await openMaps(folder.path), config: { anonymousBurst: 100_000 } })
    })
    afterAll(() => folder.dispose())
    const get = async (body: object): Promise<TollReply> =>
      expectServed(await postRoute(service, { from: at('A'), to: at('F'), ...body })).json() as TollReply
    const eur = (amount: number) => ({ currency: 'EUR', amount })

    test('have amounts by section and in total', async () => {
      const { geometry, tolls, details } = await get({ details: ['toll'] })
      const pointAt = (letter: string) =>
        (geometry as unknown as Point[]).findIndex(([, longitude]) => Math.abs(longitude - at(letter)[1]) < 1e-6)
      const [b, c, d, e, f] = [...'BCDEF'].map(pointAt)
      const bridge = [eur(2.5), { currency: 'CHF', amount: 3 }]
      expect(tolls).toEqual({
        amounts: [eur(3.7)],
        sections_without_amount: 1,
        sections: [
          { geometry_range: [b, c], name: 'Toll Bridge', distance_km: expect.closeTo(0.784, 2), amounts: bridge },
          { geometry_range: [d, d], name: '', distance_km: 0, amounts: [eur(1.2)] },
          { geometry_range: [e, f], name: 'A 7', distance_km: expect.closeTo(0.784, 2), amounts: [] },
        ],
      })
      expect(details?.toll).toEqual([
        { geometry_range: [0, b], value: false },
        { geometry_range: [b, c], value: true, amounts: bridge },
        { geometry_range: [c, e], value: false },
        { geometry_range: [e, f], value: true },
      ])
    })

    test('depend on the vehicle', async () => {
      expect((await get({ details: ['toll'], profile: 'truck' })).tolls?.amounts).toEqual([eur(13.2)])
      expect((await get({ details: ['toll'], profile: 'motorcycle' })).tolls?.amounts).toEqual([eur(3.7)])
      const none = { amounts: [], sections_without_amount: 0, sections: [] }
      const bicycle = await get({ details: ['toll'], profile: 'bicycle' })
      expect(bicycle.tolls).toEqual(none)
      expect(bicycle.details?.toll.map(({ value }) => value)).toEqual([false])
      expect((await get({ to: at('B'), details: ['toll'] })).tolls).toEqual(none)
      const nowhere = await get({ from: at('F'), details: ['toll'] })
      expect(nowhere.tolls).toEqual(none)
      expect(nowhere.details?.toll).toEqual([{ geometry_range: [0, 1], value: false }])
    })

    test('are returned only on request, also without a line, and for matched tracks', async () => {
      expect(await get({})).not.toHaveProperty('tolls')
      expect(await get({ details: ['name'] })).not.toHaveProperty('tolls')
      expect((await get({ details: ['toll'], geometry: 'none', steps: false })).tolls?.amounts).toEqual([eur(3.7)])
      const payload = { points: [...'ABCDEF'].map(at), details: ['toll'], gaps: 'bridge' }
      const matched = await service.app.inject({ method: 'POST', url: '/v1/match', payload })
      expect(expectServed(matched).json().routes[0].tolls).toMatchObject({
        amounts: [eur(3.7)],
        sections_without_amount: 1,
      })
    })
  },
  ['embedded'],
)
