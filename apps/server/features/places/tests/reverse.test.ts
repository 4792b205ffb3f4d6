import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { askPlaces } from '../../../../../tests/support/maps/places.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { reverseExample } from '../geocode/api/examples.ts'
import { smallWorld } from '../testing/small-index.ts'

describeOnStores(
  'GET /v1/reverse',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({
        config: { anonymousBurst: 100_000 },
        maps: await openMaps(),
        world: smallWorld(),
      })
    })
    const getReverse = (fields: Record<string, string | number>) => askPlaces(service, 'reverse', fields)

    test('returns an address, as in the example', async () => {
      expect((await getReverse({ lat: -34.9058, lon: -56.1882 })).json()).toEqual(reverseExample)
    })

    test('finds again what geocode finds', async () => {
      for (const q of ['18 de julio 1234', 'ejido 1401', 'avenida italia 2500']) {
        const [found] = (await askPlaces(service, 'geocode', { q, limit: 1 })).json().results
        if (found.interpolated) continue
        const [lat, lon] = found.at
        const reverseReply = (await getReverse({ lat, lon })).json()
        expect([reverseReply.label, reverseReply.distance_m]).toEqual([found.label, 0])
      }
    })

    test('returns the country in uninhabited areas, and the sea at sea', async () => {
      expect((await getReverse({ lat: -33, lon: -57.1, lang: 'es' })).json()).toMatchObject({
        at: [-33, -57.1],
        label: '-33, -57.1, 68 km northwest of Durazno, Uruguay',
        kind: 'country',
        distance_m: 0,
        nearest: { name: 'Durazno', at: [-33.3806, -56.5236], distance_km: 68.322 },
        address: { country: 'Uruguay', country_code: 'UY' },
      })
      const sea = (await getReverse({ lat: 30, lon: -45 })).json()
      expect(sea).toMatchObject({ kind: 'sea', distance_m: 0, nearest: { name: expect.any(String) } })
      expect(sea.label).toMatch(/^30, -45, at sea, [\d,]+ km \w+ of /)
      expect(sea).not.toHaveProperty('address')
    })

    test.each(['-34.9058', '-34.9058e0', '-349058e-4'])(
      'accepts numbers with a decimal point or an exponent: %s',
      async (lat) => {
        expect((await getReverse({ lat, lon: '-56.1882' })).json()).toEqual(reverseExample)
      },
    )

    test('returns the sea where country borders reach far offshore', async () => {
      const reply = (await getReverse({ lat: 0.1, lon: -30 })).json()
      expect(reply).toMatchObject({ kind: 'sea', label: expect.stringMatching(/^0.1, -30, at sea, /) })
      expect(reply).not.toHaveProperty('address')
    })

    test('warns about unknown fields', async () => {
      const reply = await getReverse({ lat: -34.9058, lon: -56.1882, zoom: 3 })
      expect(reply.json().warnings).toEqual(["unknown field 'zoom' was ignored"])
    })

    describe('invalid requests', () => {
      const NUMBER = 'it must be a number'
      test.each([
        [{ lon: 1 }, `lat is missing; ${NUMBER} (Latitude in degrees, -90 to 90)`],
        [{ lat: 1 }, `lon is missing; ${NUMBER} (Longitude in degrees, -180 to 180)`],
        [{}, `lat is missing; ${NUMBER} (Latitude in degrees, -90 to 90)`],
        [{ lat: 'north', lon: 1 }, `lat is "north"; ${NUMBER} (Latitude in degrees, -90 to 90)`],
        [{ lat: '', lon: 1 }, `lat is ""; ${NUMBER} (Latitude in degrees, -90 to 90)`],
        [{ lat: '1,5', lon: 1 }, `lat is "1,5"; ${NUMBER} (Latitude in degrees, -90 to 90)`],
        [{ lat: 'NaN', lon: 1 }, `lat is "NaN"; ${NUMBER} (Latitude in degrees, -90 to 90)`],
        [{ lat: 90.01, lon: 1 }, 'lat is 90.01; it must be at most 90 (Latitude in degrees, -90 to 90)'],
        [{ lat: -91, lon: 1 }, 'lat is -91; it must be at least -90 (Latitude in degrees, -90 to 90)'],
        [{ lat: 1, lon: 180.5 }, 'lon is 180.5; it must be at most 180 (Longitude in degrees, -180 to 180)'],
        [{ lat: 1, lon: -181 }, 'lon is -181; it must be at least -180 (Longitude in degrees, -180 to 180)'],
        [{ lat: '1e999', lon: 1 }, 'lat is Infinity; it must be at most 90 (Latitude in degrees, -90 to 90)'],
        [
          { lat: 0, lon: 0 },
          'lat and lon are both 0, which usually means that the position is missing; give the intended position',
        ],
        [{ lat: '0x10', lon: 1 }, 'lat is "0x10"; write the number in decimal digits'],
        [{ lat: 1, lon: '0b11' }, 'lon is "0b11"; write the number in decimal digits'],
        [{ lat: 1, lon: 1, lang: 'klingon!' }, /^lang is "klingon!"; it must be a language code such as en/],
      ] as const)('%j', async (fields, detail) => {
        expectProblem(await getReverse(fields as Record<string, string>), 422, detail)
      })

      test('rejects an invalid encoding', async () => {
        const reply = await service.app.inject('/v1/reverse?lat=1&lon=2&lang=en&x=%FF')
        expectProblem(
          reply,
          422,
          /^The query contains "x=%FF", which is not valid percent-encoded UTF-8; write each byte as %/,
        )
      })

      test('rejects a duplicate parameter', async () => {
        const reply = await service.app.inject('/v1/reverse?lat=1&lat=2&lon=3')
        expectProblem(reply, 422, 'lat is ["1","2"]; it must be a number (Latitude in degrees, -90 to 90)')
      })
    })

    test.each([
      [90, 0],
      [-90, 180],
      [0, 180],
      [0, -180],
      [1e-9, 0],
      [89.999999, -179.999999],
    ])('serves extreme positions: %f, %f', async (lat, lon) => {
      expect((await getReverse({ lat, lon })).statusCode).toBe(200)
    })
  },
  ['embedded'],
)
