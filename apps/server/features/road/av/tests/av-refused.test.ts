import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../../tests/support/maps/maps.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { cerro, independencia, pocitos, portones, river, tresCruces } from '../../route/tests/trips.ts'
import { OddStore } from '../domains/odd-store.ts'
import { exampleOdds } from './av-cabs.ts'

describeOnStores(
  'outside the domain the service does not engage',
  ({ start, startShared }) => {
    let service: TestService
    let folder: TempDir
    let maps: TestMaps
    beforeAll(async () => {
      folder = await createTempDir()
      maps = await openMaps()
      const store = new OddStore(folder.path)
      for (const domain of exampleOdds) await store.put(domain)
      const config = { dataDir: folder.path, anonymousBurst: 100_000 }
      service = await startShared({ maps, config, clock: new FakeClock('2026-11-16T15:00:00Z') })
    })
    afterAll(() => folder.dispose())
    const postAv = (body: object | string, on = service) =>
      on.app.inject({
        method: 'POST',
        url: '/v1/av/route',
        headers: { 'content-type': 'application/json' },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const trip = { from: independencia, to: tresCruces }

    test('reports which stop is outside the area, where, and the nearest valid point inside', async () => {
      const reply = await postAv({ from: independencia, to: cerro })
      expectProblem(
        reply,
        422,
        /^The trip is outside the operational design domain montevideo-sample \(Sample operator\) because of the rule "area" at the destination \(to\) \[-34\.8746, -56\.2554\] \(observed: outside; allowed: inside Centre of Montevideo\)\. The nearest point inside is \[-34\.\d{6}, -56\.\d{6}\], \d\.\d km away\. The service does not engage\.$/,
      )
      const [, latitude, longitude] = /inside is \[([-\d.]+), ([-\d.]+)\]/.exec(reply.json().detail) ?? []
      expectServed(await postAv({ from: independencia, to: [Number(latitude), Number(longitude)] }))
      expectProblem(await postAv({ from: cerro, to: independencia }), 422, /area" at the start \(from\) \[/)
      expectProblem(await postAv({ ...trip, via: [pocitos, cerro] }), 422, /area" at the stop via\[1\] \[/)
    })

    test('reports the nearest border when far from all domains', async () => {
      const berlin = [52.52, 13.405]
      expectProblem(
        await postAv({ from: berlin, to: berlin }),
        422,
        /area" at the start \(from\) .* nearest point inside is \[.*\], \d{5}\.\d km away/,
      )
    })

    test('reports unlisted weather, light and visibility with the given value and the list', async () => {
      expectProblem(
        await postAv({ ...trip, conditions: { weather: 'snow' } }),
        422,
        'The trip is outside the operational design domain montevideo-sample (Sample operator) because of the rule "weather" (observed: snow; allowed: dry, light_rain, rain). The service does not engage.',
      )
      expectProblem(
        await postAv({ ...trip, conditions: { visibility_m: 99 } }),
        422,
        /visibility" \(observed: 99 m; allowed: at least 100 m\)\./,
      )
      expectServed(await postAv({ ...trip, conditions: { visibility_m: 100 } }))
      const sun = { from: portones, to: [-34.8856, -56.0835] }
      expectServed(await postAv(sun))
      expectProblem(
        await postAv({ ...sun, conditions: { weather: 'fog' } }),
        422,
        /visibility" \(observed: 100 m; allowed: at least 150 m/,
      )
      expectProblem(
        await postAv({ ...sun, conditions: { light: 'night' } }),
        422,
        /light" \(observed: night; allowed: daylight\)\./,
      )
      expectProblem(
        await postAv({ ...sun, depart_at: '2026-11-17T01:00:00Z' }),
        422,
        /light" \(observed: night at 2026-11-17T01:00:00Z, according to the position of the sun; allowed: daylight\)\./,
      )
    })

    describe('invalid request for a self-driving route', () => {
      test.each([
        [{}, 422, /from/],
        [{ from: independencia }, 422, /to/],
        [{ ...trip, to: [91.2, 0] }, 422, /^to\[0\] is 91\.2; latitude ranges from -90 to 90/],
        [{ ...trip, from: [0, 0] }, 422, /^from is \[0, 0\]/],
        [{ ...trip, to: [1, 2, 3] }, 422, /to/],
        [{ ...trip, to: river }, 422, /does not engage/],
        [{ ...trip, conditions: 'dry' }, 422, /conditions/],
        [
          { ...trip, conditions: { weather: 'sunny' } },
          422,
          /^conditions\.weather is "sunny"; it must be one of dry, light_rain, rain, heavy_rain, fog, snow/,
        ],
        [{ ...trip, conditions: { weather: ['dry'] } }, 422, /conditions\.weather/],
        [
          { ...trip, conditions: { light: 'dim' } },
          422,
          /conditions\.light is "dim"; it must be one of daylight, twilight, night/,
        ],
        [{ ...trip, conditions: { visibility_m: -1 } }, 422, /conditions\.visibility_m/],
        [{ ...trip, conditions: { visibility_m: '100' } }, 422, /conditions\.visibility_m/],
        [{ ...trip, depart_at: 'tomorrow' }, 422, /depart_at/],
        [{ ...trip, depart_at: '2026-11-16T12:00:00Z', arrive_by: '2026-11-16T12:00:00Z' }, 422, /both set/],
        [{ ...trip, odd: 'x'.repeat(65) }, 422, /odd/],
        [{ ...trip, odd: 7 }, 422, /odd/],
        [{ ...trip, language: 'tlh' }, 422, /language is "tlh"/],
        ['{"from":[1,2', 400, /JSON/],
        [`{"from":[NaN,1],"to":[1,2]}`, 400, /JSON/],
        [`{"from":[1e999,1],"to":[1,2]}`, 422, /from/],
      ] as const)('%j', async (body, status, detail) => {
        expectProblem(await postAv(body as object | string), status, detail)
      })
    })

    test('treats every position as outside without a domain', async () => {
      const otherService = await start({ maps, config: { samples: false } })
      expectProblem(
        await postAv(trip, otherService),
        422,
        /^This service has no operational design domain.*ask the operator to add a domain\. The service does not engage\.$/,
      )
    })

    test('rejects a position inside a domain without a map', async () => {
      const otherService = await start({})
      expectProblem(
        await postAv(trip, otherService),
        422,
        /^The points are inside the operational design domain montevideo-sample, but no road map/,
      )
    })

    test('fails only for now while no map can be used', async () => {
      const otherService = await start({ hasUnusableMaps: true })
      const reply = expectProblem(
        await postAv(trip, otherService),
        503,
        /^This service cannot use any of its road maps/,
      )
      expect(reply.headers['x-error-code']).toBe('maps-unavailable')
    })
  },
  ['embedded'],
)
