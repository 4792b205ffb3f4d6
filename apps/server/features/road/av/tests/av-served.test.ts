import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../../tests/support/maps/maps.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { cerro, independencia, portones, prado, tresCruces } from '../../route/tests/trips.ts'
import { OddStore } from '../domains/odd-store.ts'
import { baseOdd, box, exampleOdds } from './av-cabs.ts'

describeOnStores(
  'when, and in which of several domains, the service engages',
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
    const inPrado = { from: prado, to: [-34.8465, -56.204] }

    test('applies permits and hours from departure to arrival', async () => {
      const sun = { from: portones, to: [-34.8856, -56.0835] }
      expectProblem(
        await postAv({ ...sun, depart_at: '2026-12-01T15:00:00Z' }),
        422,
        /permit" \(observed: 2026-12-01T15:00:00Z, which no permit covers; allowed: City from 2026-01-01T00:00:00Z until 2026-12-01T00:00:00Z\)\./,
      )
      // The trip starts before the permit ends but arrives after it ends.
      expectProblem(
        await postAv({ ...sun, conditions: { light: 'daylight' }, depart_at: '2026-11-30T23:59:50Z' }),
        422,
        /permit" \(observed: 2026-12-01T00:00:00Z/,
      )
      const day = { ...inPrado, odd: 'prado-day' }
      expectServed(await postAv({ ...day, depart_at: '2026-11-16T17:50:00-03:00' }))
      expectProblem(
        await postAv({ ...day, depart_at: '2026-11-16T17:59:00-03:00' }),
        422,
        /hours" \(observed: Mon 18:00 \(America\/Montevideo\)/,
      )
      expectProblem(
        await postAv({ ...day, depart_at: '2026-11-16T07:59:00-03:00' }),
        422,
        /hours" \(observed: Mon 07:59/,
      )
      expectServed(await postAv({ ...day, arrive_by: '2026-11-16T18:00:00-03:00' }))
      expectProblem(
        await postAv({ ...day, arrive_by: '2026-11-16T18:00:01-03:00' }),
        422,
        /hours" \(observed: Mon 18:00/,
      )
      expectProblem(await postAv({ ...day, arrive_by: '2026-11-16T08:01:00-03:00' }), 422, /hours" \(observed: Mon 07:/)
    })

    test('uses the one of several domains that allows the trip', async () => {
      const oddAt = async (depart_at: string, body: object = inPrado) =>
        expectServed(await postAv({ ...body, depart_at })).json().odd.id
      expect(await oddAt('2026-11-16T12:00:00-03:00')).toBe('prado-day')
      expect(await oddAt('2026-11-16T23:00:00-03:00')).toBe('prado-night')
      expect(await oddAt('2026-11-17T05:00:00-03:00')).toBe('prado-night')
      expect(await oddAt('2026-11-16T12:00:00-03:00', { ...inPrado, operator: 'day cabs' })).toBe('prado-day')
      // The smallest domain has no suitable roads, so the router tries the next domain.
      const motorways = { ...inPrado, odd: 'prado-motorways' }
      expectProblem(
        await postAv(motorways),
        422,
        /prado-motorways \(Fast Cabs\) because of the rule "road_class" at .*allowed: motorway\)\./,
      )
      // All domains are closed. The smallest domain that contains the trip determines the reason.
      expectProblem(
        await postAv({ ...inPrado, depart_at: '2026-11-16T19:00:00-03:00' }),
        422,
        /prado-motorways \(Fast Cabs\) because of the rule "hours" \(observed: Mon 19:00 \(America\/Montevideo\); allowed: every day 11:00–14:00\)\./,
      )
      expectProblem(
        await postAv({ ...inPrado, operator: 'Night Cabs' }),
        422,
        /prado-night \(Night Cabs\) because of the rule "hours" \(observed:/,
      )
    })

    test('rejects unknown domains and operators', async () => {
      expectProblem(
        await postAv({ ...trip, odd: 'mars' }),
        422,
        'odd is "mars", which does not match any operational design domain of this service (known values: daylight-only, montevideo-sample, prado-day, prado-motorways, prado-night). The service does not engage.',
      )
      expectProblem(
        await postAv({ ...trip, operator: 'Nobody' }),
        422,
        /^operator is "Nobody", which does not match any operational design domain of this service \(known values: Day Cabs, Fast Cabs, Night Cabs, Sample operator, Sun Cabs\)\. /,
      )
      expectProblem(
        await postAv({ ...trip, odd: 'prado-day', operator: 'Night Cabs' }),
        422,
        /^odd is "prado-day", which does not match any operational design domain of Night Cabs \(known value: prado-night\)\. /,
      )
    })

    test('picks up an added or removed domain within seconds, without a restart', async () => {
      const home = await createTempDir()
      const otherService = await start({ maps, config: { dataDir: home.path, anonymousBurst: 100_000 } })
      const store = new OddStore(home.path)
      const far = { from: cerro, to: [-34.8767, -56.2527] }
      expectProblem(await postAv(far, otherService), 422, /area" at the start \(from\)/)
      const domain = { ...baseOdd, id: 'cerro', operator: 'Hill Cabs', areas: box(-56.27, -34.89, -56.24, -34.86) }
      await store.put(domain)
      await expect.poll(async () => (await postAv(far, otherService)).statusCode).toBe(200)
      // A new version has new rules, so it needs a new metric.
      await store.put({ ...domain, version: '2', roads: { classes: ['motorway'] } })
      const refusal = async () => (await postAv(far, otherService)).json().detail
      await expect.poll(refusal).toMatch(/road_class" at the start \(from\) .* \(observed: \w+; allowed: motorway/)
      await store.remove('cerro')
      await expect.poll(refusal).toMatch(/area" at the start \(from\)/)
      await home.dispose()
    })
  },
  ['embedded'],
)
