import { beforeAll, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../../../tests/api/hostile-queries.ts'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { askPlaces } from '../../../../../tests/support/maps/places.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { signUp } from '../../accounts/tests/sample-accounts.ts'
import { geocodeExample } from '../geocode/api/examples.ts'
import { smallWorld } from '../testing/small-index.ts'

interface Result {
  readonly at: readonly [number, number]
  readonly label: string
  readonly name: string
  readonly kind: string
  readonly address: Readonly<Record<string, string>>
  readonly confidence: number
  readonly distance_km?: number
  readonly interpolated?: boolean
  readonly source: string
}

describeOnStores(
  'GET /v1/geocode',
  ({ start, startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({
        config: { anonymousBurst: 100_000 },
        maps: await openMaps(),
        world: smallWorld(),
      })
    })
    const getGeocode = (fields: Record<string, string | number>) => askPlaces(service, 'geocode', fields)
    const findResults = async (q: string, fields: Record<string, string | number> = {}): Promise<Result[]> => {
      const reply = await getGeocode({ q, ...fields })
      expect([reply.statusCode, reply.payload.slice(0, 300)]).toEqual([200, expect.any(String)])
      return reply.json().results
    }

    describe('search results', () => {
      test('returns an address, as in the example', async () => {
        const reply = await getGeocode({ q: geocodeExample.query, near: '-34.9,-56.19', limit: 1 })
        expect(reply.json()).toEqual(geocodeExample)
      })

      test.each([
        ['a typo', '18 de jluio 1234'],
        ['the number first', '1234 18 de julio, montevideo'],
        ['words swapped', 'julio 18 de 1234'],
        ['an unknown word', '18 de julio 1234 xyzzyq, montevideo'],
        ['lines pasted from a letter', 'Avenida 18 de Julio 1234\r\n11200 Montevideo\r\nURUGUAY'],
        ['control characters', '18 de julio\u0000\u0007 1234'],
      ])('returns an address with %s', async (_title, q) => {
        const [best] = await findResults(q)
        expect([best?.address.street, best?.address.house_number]).toEqual(['Avenida 18 de Julio', '1234'])
      })

      test.each([
        ['gas station', '-34.88,-56.06', 'ANCAP, Avenida Italia 6740, Montevideo, Uruguay'],
        ['gas station near me', '-34.88,-56.06', 'ANCAP, Avenida Italia 6740, Montevideo, Uruguay'],
        ['estaciones de servicio', '-34.88,-56.06', 'ANCAP, Avenida Italia 6740, Montevideo, Uruguay'],
        ['gas station near Pocitos', undefined, 'Servicentro La Gaceta, 26 de Marzo 3181, Montevideo, Uruguay'],
        ['farmacia', undefined, 'Britanica, Centro, Montevideo, Uruguay'],
        ['farmacia pocitos', undefined, 'Farmashop 8, 26 de Marzo 1393, Montevideo, Uruguay'],
        ['carasco airport', undefined, 'Aeropuerto Internacional de Carrasco, Montevideo, Uruguay'],
        ['Parque Rodó', undefined, 'Parque Rodo, Montevideo, Uruguay'],
      ])('returns the nearest place of a kind: %s near %s', async (q, near, label) => {
        const [best] = await findResults(q, near === undefined ? {} : { near })
        expect(best?.label).toBe(label)
        expect(best?.distance_km === undefined).toBe(near === undefined)
      })

      test('returns no place of a kind where no map is loaded', async () => {
        expect(await findResults('gas station', { near: '48.85,2.35' })).toEqual([])
      })

      test('returns an intersection', async () => {
        const [best] = await findResults('18 de julio y ejido')
        expect(best).toMatchObject({
          kind: 'crossing',
          name: 'Avenida 18 de Julio & Ejido',
          confidence: expect.any(Number),
        })
      })

      test.each([
        { street: 'Avenida 18 de Julio', housenumber: '1234', city: 'Montevideo', country: 'UY' },
        { street: '18 de julio', housenumber: '1234' },
        { street: '18 de julio 1234', postcode: '11100', city: 'Montevideo' },
        { street: '1234 18 de Julio', city: 'montevideo' },
        { q: '18 de julio 1234', city: 'Montevideo' },
        { q: '18 de julio 1234', postcode: '11200', city: 'Montevideo' },
      ])('returns an address that is given in parts: %j', async (fields) => {
        const [best] = (await getGeocode(fields)).json().results
        expect([best?.address.street, best?.address.house_number]).toEqual(['Avenida 18 de Julio', '1234'])
      })

      test('returns the city, and not a shop or a kind of place, for a city alone', async () => {
        expect((await getGeocode({ city: 'Montevideo' })).json().results[0]).toMatchObject({ kind: 'city' })
        expect((await getGeocode({ city: 'farmacia' })).json().results).not.toContainEqual(
          expect.objectContaining({ kind: 'poi' }),
        )
      })

      test.each([
        ['18 de jul', 'Avenida 18 de Julio'],
        ['Pocit', 'Pocitos'],
        ['av brasi', 'Avenida Brasil'],
        ['Monte', 'Montevideo'],
      ])('completes the word that is being typed: %s', async (q, name) => {
        const names = (await findResults(q, { autocomplete: 'true' })).map((result) => result.name)
        expect(names).toContain(name)
        expect(await findResults(q, { autocomplete: 'false' })).not.toContainEqual(
          expect.objectContaining({ name, confidence: 1 }),
        )
      })

      test('returns an unmapped house, interpolated between its neighbors', async () => {
        const [best] = await findResults('18 de julio 1239')
        expect(best).toMatchObject({ kind: 'address', interpolated: true, address: { house_number: '1239' } })
      })

      test('returns cities of the world, with typos and in the requested language', async () => {
        expect((await findResults('pariss'))[0]).toMatchObject({ label: 'Paris, Île-de-France, France', kind: 'city' })
        expect((await findResults('paris', { lang: 'de' }))[0]?.label).toBe('Paris, Île-de-France, Frankreich')
        expect((await findResults('paris', { lang: 'pt_br' }))[0]?.address.country).toBe('França')
      })

      test('returns results of one country only', async () => {
        expect((await findResults('montevideo', { country: 'uy' })).length).toBeGreaterThan(0)
        expect(await findResults('montevideo', { country: 'FR' })).toEqual([])
      })

      test('returns coordinates, labeled by what is there', async () => {
        for (const q of ['-34.905783,-56.188198', '34.905783 S 56.188198 W', 'geo:-34.905783,-56.188198']) {
          const results = await findResults(q)
          expect(results).toMatchObject([
            {
              at: [-34.905783, -56.188198],
              label: expect.stringMatching(/^Avenida 18 de Julio 1296, (11200 )?Montevideo, Uruguay$/),
              kind: 'position',
              confidence: 1,
            },
          ])
        }
      })

      test('returns an intersection written like an address', async () => {
        const [best] = await findResults('18 de julio y ejido')
        expect(best?.label).toMatch(/^Avenida 18 de Julio & Ejido, (11\d00 )?Montevideo, Uruguay$/)
      })

      test('returns an empty list when nothing matches', async () => {
        const reply = await getGeocode({ q: 'qqqqqqqqqqqqqqqqqqqqwwwwwwwwww' })
        expect([reply.statusCode, reply.json().results]).toEqual([200, []])
        expect(reply.json().data.attribution).toBe('© OpenStreetMap contributors (ODbL 1.0); © GeoNames (CC BY 4.0)')
      })
    })

    describe('result metadata', () => {
      test('returns at most the limit, the best first, each with its source', async () => {
        for (const limit of [1, 20]) {
          const results = await findResults('avenida', { limit })
          expect(results.length).toBe(limit)
          expect(new Set(results.map(({ source }) => source))).toEqual(new Set(['local']))
        }
        expect(await findResults('avenida')).toHaveLength(5)
      })

      test.each(['aeropuerto', 'puerto', 'universidad', 'estacion', 'hospital'])(
        'prefers a nearby %s to a town of that name',
        async (q) => {
          const [first] = await findResults(q, { near: '-34.9,-56.19' })
          expect(first?.distance_km, JSON.stringify(first)).toBeLessThan(25)
        },
      )

      test('returns the distance from near, and prefers the nearer of equals', async () => {
        const [far, near] = [
          await findResults('farmashop'),
          await findResults('farmashop', { near: '-34.8836, -56.0819' }),
        ]
        expect(far[0]?.distance_km).toBeUndefined()
        expect(near[0]?.distance_km).toBeLessThan(3)
      })

      test('warns about unknown fields that were ignored', async () => {
        expect((await getGeocode({ q: 'paris', limitt: 1 })).json().warnings).toEqual([
          "unknown field 'limitt' was ignored; did you mean limit?",
        ])
        expect((await getGeocode({ q: 'paris' })).json().warnings).toBeUndefined()
      })

      test('warns that the world index is not loaded, next to ignored fields', async () => {
        const waiting = await start({ config: { gazetteer: true, anonymousBurst: 1000 } })
        const missing = expect.stringMatching(
          /^places outside .* because the world index is still being built; try again in a few seconds$/,
        )
        const reply = await askPlaces(waiting, 'geocode', { q: 'paris', x: 1 })
        expect(reply.json()).toMatchObject({ results: [], warnings: ["unknown field 'x' was ignored", missing] })
        waiting.places.setWorld(smallWorld())
        const after = (await askPlaces(waiting, 'geocode', { q: 'paris' })).json()
        expect([after.results[0].name, after.warnings]).toEqual(['Paris', undefined])
      })

      test('uses no quota, but counts calls', async () => {
        const { key } = await signUp(service)
        const headers = { 'x-api-key': key }
        await service.app.inject({ url: '/v1/geocode?q=paris', headers })
        const { quota, usage } = (await service.app.inject({ url: '/v1/account/usage', headers })).json()
        expect([quota.used, usage.by_operation]).toEqual([0, [{ operation: 'geocode', calls: 1, routes: 0 }]])
      })
    })

    describe('invalid requests', () => {
      const NEEDS_TWO = 'a search needs at least 2'
      test.each([
        [{ q: 'a' }, `q is "a", which has 1 letter or digit; ${NEEDS_TWO}`],
        [{ q: '' }, `q is "", which has 0 letters or digits; ${NEEDS_TWO}`],
        [{ q: '  é ' }, `q is "é", which has 1 letter or digit; ${NEEDS_TWO}`],
        [{ q: '.,;!?-–' }, `q is ".,;!?-–", which has 0 letters or digits; ${NEEDS_TWO}`],
        [{ q: '😀🚢' }, `q is "😀🚢", which has 0 letters or digits; ${NEEDS_TWO}`],
        [{ q: 'paris', limit: 0 }, 'limit is 0; it must be at least 1 (Maximum number of results, 1 to 20)'],
        [{ q: 'paris', limit: 21 }, 'limit is 21; it must be at most 20 (Maximum number of results, 1 to 20)'],
        [{ q: 'paris', limit: '2.5' }, 'limit is "2.5"; it must be an integer (Maximum number of results, 1 to 20)'],
        [
          { q: 'paris', near: 'home' },
          'near is "home"; give latitude and longitude in degrees, separated by a comma, such as -34.9,-56.19',
        ],
        [
          { q: 'paris', near: '-90.1,2' },
          'The latitude of near is -90.1; latitude ranges from -90 to 90 (near is latitude,longitude)',
        ],
        [
          { q: 'paris', near: '48,180.5' },
          'The longitude of near is 180.5; longitude ranges from -180 to 180 (near is latitude,longitude)',
        ],
        [
          { q: 'paris', near: '0,0' },
          'near is 0,0, which usually means that the position is missing; give the intended position, or leave out near',
        ],
        [{ q: 'paris', lang: 'en-a' }, /^lang is "en-a"; it must be a language code such as en, de or pt-BR/],
        [
          { q: 'paris', lang: 'en-aa-11-aa-11' },
          'lang is "en-aa-11-aa-11"; give a language code such as en, de or pt-BR',
        ],
        [{ q: 'paris', country: 'FRA' }, /^country is "FRA"; it must be a two-letter country code, such as UY/],
        [{ q: 'paris', country: 'uk' }, 'country is "uk", which is not an ISO 3166-1 code; use GB for United Kingdom'],
        [
          { q: 'paris', country: 'XX' },
          'country is "XX", which is not an ISO 3166-1 code; give a two-letter country code, such as UY',
        ],
        [{ q: 'paris', limit: '0x3' }, 'limit is "0x3"; write the number in decimal digits'],
        [
          {},
          'q is missing; give the search text as q, or an address in parts as street, housenumber, city and postcode',
        ],
        [
          { q: 'paris', street: 'Rue' },
          'q and street are both set; give the whole address as q, or leave out q and give its parts as street, housenumber, city and postcode',
        ],
        [{ q: 'paris', housenumber: '1' }, /^q and housenumber are both set/],
        [
          { housenumber: '12', postcode: '11200' },
          'housenumber is "12", but street and city are both missing; give the street, or give the village as city if its addresses have no street',
        ],
        [{ street: '...' }, 'street is "...", which has 0 letters or digits; a search needs at least 1'],
        [{ street: '' }, /^street is ""; it must have at least 1 character/],
        [{ city: 'a'.repeat(101) }, /; it must have at most 100 characters; it has 101/],
        [{ q: 'a', city: 'Montevideo' }, `q is "a", which has 1 letter or digit; ${NEEDS_TWO}`],
        [{ q: 'paris', autocomplete: 'perhaps' }, /^autocomplete is "perhaps"; it must be a boolean/],
      ] as const)('%j', async (fields, detail) => {
        expectProblem(await getGeocode(fields as Record<string, string>), 422, detail)
      })

      test.each(['q=%FF%FE', 'q=%zz', 'q=paris%', 'q=%C3', 'q=paris&near=%E0%A4%A', '%FF=1&q=paris'])(
        'rejects an invalid encoding: %s',
        async (query) => {
          const encodedPart = query.split('&').find((one) => /%/.test(one))
          const detail = `The query contains "${encodedPart}", which is not valid percent-encoded UTF-8; write each byte as % and two hexadecimal digits, and % itself as %25`
          expectProblem(await service.app.inject(`/v1/geocode?${query}`), 422, detail)
        },
      )

      test('accepts proper escapes', async () => {
        for (const query of ['q=100%25+pizza', 'q=%E6%9D%B1%E4%BA%AC', 'q=a=b+paris', 'q=paris&&x', 'q=paris&']) {
          expect((await service.app.inject(`/v1/geocode?${query}`)).statusCode, query).toBe(200)
        }
      })

      test('rejects a query one character too long, and accepts the maximum', async () => {
        expect((await getGeocode({ q: 'a'.repeat(200) })).statusCode).toBe(200)
        expectProblem(
          await getGeocode({ q: 'a'.repeat(201) }),
          422,
          /; it must have at most 200 characters; it has 201/,
        )
        expectProblem(
          await getGeocode({ q: 'a'.repeat(10_000) }),
          422,
          /; it must have at most 200 characters; it has 10000/,
        )
      })

      test('accepts two letters', async () => {
        expect((await getGeocode({ q: 'ab' })).statusCode).toBe(200)
        expect((await getGeocode({ q: '東京' })).statusCode).toBe(200)
      })

      test('rejects a duplicate parameter', async () => {
        expectProblem(await service.app.inject('/v1/geocode?q=a&q=b'), 422, /^q is \["a","b"\]; it must be a string/)
      })
    })

    test.each(hostileTexts)('searches for %j or rejects it', async (q) => {
      const reply = await getGeocode({ q })
      expect([200, 422]).toContain(reply.statusCode)
      if (reply.statusCode === 200) for (const { at } of reply.json().results) expect(at).toHaveLength(2)
    })
  },
  ['embedded'],
)
