import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { askPlaces } from '../../../../../tests/support/maps/places.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { type HttpSink, type SinkReply, startHttpSink } from '../../../../../tests/support/servers/http-sink.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores, type StartOptions } from '../../../platform/http/tests/suite.ts'
import { smallWorld } from '../testing/small-index.ts'
import { RateLimitedGeocoder } from '../upstream/rate-limited-geocoder.ts'
import { GeocoderStore } from '../upstream/store.ts'

/** The place has the format of a Nominatim reply. */
const street = {
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  lat: '52.5170365',
  lon: '13.3888599',
  addresstype: 'road',
  name: 'Unter den Linden',
  display_name: 'Unter den Linden, Mitte, Berlin, 10117, Deutschland',
  address: { road: 'Unter den Linden', suburb: 'Mitte', city: 'Berlin', country: 'Deutschland', country_code: 'de' },
}
const json = (body: unknown, status = 200): SinkReply => ({ status, body: JSON.stringify(body) })
const DAY_MS = 86_400_000
const Q = 'Unter den Linden, Berlin'

describeOnStores(
  'another geocoder',
  ({ start }) => {
    let sink: HttpSink
    let clock: FakeClock
    let service: TestService
    beforeEach(async () => {
      sink = await startHttpSink(() => json([street]))
      clock = new FakeClock()
    })
    afterEach(() => sink.dispose())

    const serve = async (config: StartOptions['config'] = {}): Promise<void> => {
      service = await start({
        clock,
        world: smallWorld(),
        config: {
          anonymousBurst: 100_000,
          geocoderUrl: sink.url,
          geocoderPerSecond: 1000,
          geocoderTimeoutMs: 60_000,
          geocoderContact: 'ops@fairway.test',
          ...config,
        },
      })
    }
    const getPlaces = (fields: Record<string, string | number>, path = 'geocode') => askPlaces(service, path, fields)
    const sourceOf = async (q = Q) => (await getPlaces({ q })).json().results[0]?.source

    describe('upstream requests', () => {
      test('are sent for unknown places, and the source is named', async () => {
        await serve()
        const reply = await getPlaces({ q: Q, near: '52.5,13.4' })
        expect(reply.json()).toEqual({
          query: Q,
          results: [
            {
              at: [52.517037, 13.38886],
              label: 'Unter den Linden, Berlin, Deutschland',
              name: 'Unter den Linden',
              kind: 'street',
              address: {
                street: 'Unter den Linden',
                suburb: 'Mitte',
                city: 'Berlin',
                country: 'Deutschland',
                country_code: 'DE',
              },
              confidence: 1,
              distance_km: expect.any(Number),
              source: 'upstream',
            },
          ],
          data: { attribution: street.licence },
        })
        const [request] = sink.requests
        expect(request?.path).toMatch(/^\/search\?format=jsonv2&/)
        expect(request?.headers['user-agent']).toMatch(/^fairway\/[\d.]+ \(ops@fairway.test\)$/)
      })

      test('are not sent for known places', async () => {
        await serve()
        expect((await getPlaces({ q: 'Paris' })).json().results[0]).toMatchObject({ name: 'Paris', source: 'local' })
        expect((await getPlaces({ q: '48.85,2.35' })).json().results[0].source).toBe('local')
        expect(sink.requests).toEqual([])
      })

      test('are limited to one country, and results from others are dropped', async () => {
        await serve()
        expect((await getPlaces({ q: Q, country: 'fr' })).json().results).toEqual([])
        expect((await getPlaces({ q: Q, country: 'de' })).json().results).toMatchObject([{ name: 'Unter den Linden' }])
        expect(sink.requests.map(({ path }) => /countrycodes=(..)/.exec(path)?.[1])).toEqual(['fr', 'de'])
      })

      test('are sent once: replies are cached, also for other servers, until they expire', async () => {
        await serve({ geocoderCacheDays: 2 })
        expect([await sourceOf(), await sourceOf(), await sourceOf(' unter den LINDEN,  berlin')]).toEqual([
          'upstream',
          'cache',
          'cache',
        ])
        // After the server's own cache expires, the database cache answers.
        clock.advance(DAY_MS)
        expect(await sourceOf()).toBe('cache')
        expect(sink.requests).toHaveLength(1)
        clock.advance(DAY_MS + 1)
        expect(await sourceOf()).toBe('upstream')
      })

      test('are sent every time when caching is disabled', async () => {
        await serve({ geocoderCacheDays: 0 })
        expect([await sourceOf(), await sourceOf()]).toEqual(['upstream', 'upstream'])
      })

      test('cache an empty result for a day', async () => {
        sink.respond = () => json([])
        await serve()
        for (let i = 0; i < 3; i++) expect((await getPlaces({ q: 'Nirgendwo 7' })).json().results).toEqual([])
        expect(sink.requests).toHaveLength(1)
        clock.advance(DAY_MS + 1)
        await getPlaces({ q: 'Nirgendwo 7' })
        expect(sink.requests).toHaveLength(2)
      })

      test('are shared by concurrent identical requests', async () => {
        const query = vi.spyOn(RateLimitedGeocoder.prototype, 'query')
        onTestFinished(() => query.mockRestore())
        sink.respond = async () => {
          await expect.poll(() => query.mock.calls.length).toBe(10)
          return json([street])
        }
        await serve()
        const sources = await Promise.all(Array.from({ length: 10 }, () => sourceOf()))
        expect([new Set(sources), sink.requests.length]).toEqual([new Set(['upstream']), 1])
      })

      test('respect the rate limit: requests that would wait too long get local results', async () => {
        // The rate is one request in 100 seconds, and the maximum wait is one minute.
        await serve({ geocoderPerSecond: 0.01 })
        const ask = () => Promise.all([...'abcdefgh'].map((word) => getPlaces({ q: `${Q} ${word}${word}` })))
        for (const sent of [1, 2]) {
          expect((await ask()).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
          expect(sink.requests).toHaveLength(sent)
          clock.advance(100_000)
        }
      })
    })

    describe('upstream failures, which leave local results', () => {
      const failures: readonly (readonly [string, SinkReply])[] = [
        ['500', { status: 500, body: 'oops' }],
        ['403', { status: 403, body: '<html>' }],
        ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
        ['no JSON', { body: '<!doctype html>' }],
        ['half of JSON', { body: '[{"lat":' }],
        ['other JSON', json({ places: [street] })],
        ['places without positions', json([{ display_name: 'x' }])],
        ['too much', { body: `[${' '.repeat(1_100_000)}]` }],
        ['a connection cut', 'reset'],
        ['silence', 'hang'],
      ]
      test.each(failures)('%s', async (_title, reply) => {
        sink.respond = () => reply
        await serve(reply === 'hang' ? { geocoderTimeoutMs: 1000 } : {})
        const geocoded = await getPlaces({ q: 'Rue Inconnue 5, Paris' })
        expect(geocoded.statusCode).toBe(200)
        expect(geocoded.json().results[0]).toMatchObject({ name: 'Paris', source: 'local' })
        const reversed = await getPlaces({ lat: 48.8534, lon: 2.3488 }, 'reverse')
        expect(reversed.json()).toMatchObject({ label: 'Paris, Île-de-France, France', source: 'local' })
        // The provider is called again, because the result was not cached.
        sink.respond = () => json([{ ...street, display_name: 'Rue Inconnue, Paris', lat: '48.86', lon: '2.34' }])
        expect((await getPlaces({ q: 'Rue Inconnue 5, Paris' })).json().results[0].source).toBe('upstream')
      })

      test('suspend an unreachable geocoder after several failures', async () => {
        await serve()
        sink.respond = () => ({ status: 500 })
        for (let i = 0; i < 8; i++) expect((await getPlaces({ q: `Nirgendwo ${i}${i}` })).statusCode).toBe(200)
        expect(sink.requests).toHaveLength(5)
        clock.advance(10_001)
        sink.respond = () => json([street])
        expect(await sourceOf()).toBe('upstream')
        await sink.dispose()
        expect((await getPlaces({ q: 'Nirgends 99' })).statusCode).toBe(200)
      })

      test('honor its Retry-After', async () => {
        sink.respond = () => ({ status: 429, headers: { 'retry-after': '120' } })
        await serve()
        for (let i = 0; i < 3; i++) await getPlaces({ q: `Nirgendwo ${i}${i}` })
        expect(sink.requests).toHaveLength(1)
        clock.advance(120_001)
        sink.respond = () => json([street])
        expect(await sourceOf()).toBe('upstream')
      })

      test('still return cached replies', async () => {
        await serve()
        expect(await sourceOf()).toBe('upstream')
        sink.respond = () => 'reset'
        expect(await sourceOf()).toBe('cache')
      })
    })

    describe('reverse geocoding', () => {
      const house = { ...street, addresstype: 'building', name: '', address: { ...street.address, house_number: '1' } }

      test('is sent upstream where no street is known, and its reply is cached', async () => {
        sink.respond = () => json(house)
        await serve()
        const fields = { lat: 52.517, lon: 13.3889, lang: 'de' }
        const first = (await getPlaces(fields, 'reverse')).json()
        expect(first).toMatchObject({
          at: [52.517037, 13.38886],
          label: 'Unter den Linden 1, Berlin, Deutschland',
          kind: 'address',
          source: 'upstream',
        })
        expect(first.distance_m).toBeLessThan(10)
        expect((await getPlaces(fields, 'reverse')).json().source).toBe('cache')
        expect(sink.requests.map(({ path }) => path)).toEqual([
          '/reverse?format=jsonv2&addressdetails=1&accept-language=de&lat=52.517000&lon=13.388900',
        ])
      })

      test('drops a reply that names something far away, or nothing', async () => {
        await serve()
        for (const body of [{ ...house, lat: '53.5' }, { error: 'Unable to geocode' }]) {
          sink.respond = () => json(body)
          const reply = (await getPlaces({ lat: 52.4 + Math.random() / 100, lon: 13.3889 }, 'reverse')).json()
          expect(reply).toMatchObject({ kind: 'country', source: 'local', address: { country_code: 'DE' } })
        }
      })
    })

    test('limits the cache, and evicts the oldest first', async () => {
      await serve()
      const store = new GeocoderStore(service.database.db)
      for (let i = 0; i < 10; i++) await store.save(`key-${i}`, '{}', 1000 + i)
      await store.save('key-3', '{"new":true}', 2000)
      await store.trim(1000, 4)
      const storedRows = []
      for (let i = 0; i < 10; i++) if ((await store.find(`key-${i}`, 0)) !== undefined) storedRows.push(i)
      expect([storedRows, await store.find('key-3', 0)]).toEqual([[3, 7, 8, 9], '{"new":true}'])
      expect(await store.find('key-3', 2000)).toBeUndefined()
      await store.trim(5000, 4)
      expect(await store.find('key-9', 0)).toBeUndefined()
    })
  },
  ['embedded'],
)

test('uses no upstream geocoder by default', async () => {
  const { testConfig } = await import('../../../../../tests/support/servers/service.ts')
  expect(testConfig({}).geocoderUrl).toBeUndefined()
})
