import { beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { askPlaces } from '../../../../../tests/support/maps/places.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { signUp } from '../../accounts/tests/sample-accounts.ts'
import { placeExample } from '../place/examples.ts'
import { smallWorld } from '../testing/small-index.ts'

describeOnStores(
  'GET /v1/places/{id}',
  ({ start, startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({
        config: { anonymousBurst: 100_000 },
        maps: await openMaps(),
        world: smallWorld(),
      })
    })
    const getPlace = (id: string, query = '') => service.app.inject(`/v1/places/${encodeURIComponent(id)}${query}`)

    test('returns the place of the example, with the slash of its id escaped or not', async () => {
      expect((await getPlace(placeExample.id)).json()).toEqual(placeExample)
      expect((await service.app.inject(`/v1/places/${placeExample.id}`)).json()).toEqual(placeExample)
    })

    test.each([
      '18 de julio 1234, montevideo',
      '18 de julio 1239, montevideo',
      '18 de julio, montevideo',
      '18 de julio y ejido',
      'Pocitos',
      'Montevideo',
      'Uruguay',
      'Paris',
      'farmacia',
      '-34.905783,-56.188198',
    ])('returns what geocode returned: %s', async (q) => {
      const [result] = (await askPlaces(service, 'geocode', { q })).json().results
      const { id, at, label, name, kind, address } = result
      expect((await getPlace(id)).json()).toMatchObject({ id, at, label, name, kind, address })
    })

    test('returns what reverse and nearby returned', async () => {
      const position = { lat: -34.9058, lon: -56.1882 }
      const { id, at, label, address } = (await askPlaces(service, 'reverse', position)).json()
      expect((await getPlace(id)).json()).toMatchObject({ id, at, label, address })
      for (const place of (await askPlaces(service, 'nearby', { ...position, limit: 100 })).json().places) {
        const { name, tags, categories, open } = place
        expect((await getPlace(place.id)).json()).toMatchObject({ id: place.id, at: place.at, name, tags, categories })
        expect((await getPlace(place.id)).json().open).toBe(open)
      }
    })

    test('returns names in the requested language', async () => {
      expect((await getPlace('country/UY', '?lang=ar')).json().name).toBe('أورغواي')
      expectProblem(await getPlace('country/UY', '?lang=1'), 422, /^lang is "1"; it must be a language/)
    })

    test.each(['node/1', 'x', 'geonames/1', 'street/1,1,a'])('rejects an unknown id: %s', async (id) => {
      expectProblem(
        await getPlace(id),
        404,
        `No place has the id "${id}"; use an id from /v1/geocode, /v1/reverse or /v1/nearby, or search again if the place or its map was removed`,
      )
    })

    test('accepts an id of 120 characters, and rejects a longer one', async () => {
      expectProblem(await getPlace('a'.repeat(120)), 404, /^No place has the id "a{57}…"/)
      expectProblem(await getPlace('a'.repeat(121)), 422, /; it must have at most 120 characters; it has 121/)
    })

    test('returns a retry time while the world index is being built', async () => {
      const waiting = await start({ config: { gazetteer: true }, maps: await openMaps() })
      const reply = await waiting.app.inject('/v1/places/geonames/2988507')
      expectProblem(
        reply,
        503,
        'The place "geonames/2988507" is not on the maps of this service, and the index of the rest of the world is still being built; try again after the number of seconds in Retry-After',
      )
      expect(reply.headers['retry-after']).toBe('5')
    })

    test('counts as a call, and not as a route', async () => {
      const { key } = await signUp(service)
      const headers = { 'x-api-key': key }
      await service.app.inject({ url: `/v1/places/${placeExample.id}`, headers })
      const { quota, usage } = (await service.app.inject({ url: '/v1/account/usage', headers })).json()
      expect([quota.used, usage.by_operation]).toEqual([0, [{ operation: 'place', calls: 1, routes: 0 }]])
    })
  },
  ['embedded'],
)
