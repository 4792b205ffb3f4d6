import { passageIds } from '@fairway/sea'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openSeas } from '../../../../../tests/support/maps/seas.ts'
import { askVoyage, sail } from '../../../../../tests/support/operations/maritime.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { signUp } from '../../accounts/tests/sample-accounts.ts'

const hamburg = [53.54, 9.97]
const rotterdam = [51.95, 4.05]

describeOnStores(
  'POST /v1/maritime/route refuses',
  ({ start, startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, seas: await openSeas() })
    })

    test.each<[string, object, string | RegExp]>([
      ['nothing', {}, /^from is missing/],
      [
        'a point of three',
        { from: [1, 2, 3], to: hamburg },
        /^from is \[1,2,3\]; it must be \[latitude, longitude\], or the name or UN\/LOCODE of a port/,
      ],
      ['a number', { from: 5, to: hamburg }, /^from is 5; it must be/],
      ['a latitude', { from: rotterdam, to: [91.2, 5] }, /^to\[0\] is 91.2; latitude ranges from -90 to 90/],
      ['null island', { from: [0, 0], to: hamburg }, /^from is \[0, 0\]/],
      ['null island on the way', { from: rotterdam, to: hamburg, via: [[0, 0]] }, /^via\[0\] is \[0, 0\]/],
      [
        'a place inland',
        { from: [48.14, 11.58], to: hamburg },
        /^The start \(from\) lies \d+ km from the nearest navigable water, more than the 30 km allowed; the nearest port is .* \([A-Z]{5}\), \d+ km away$/,
      ],
      ['a place inland on the way', { from: rotterdam, to: hamburg, via: [[48.14, 11.58]] }, /^The stop via\[0\] lies/],
      [
        'the Caspian Sea from outside',
        { from: [40.35, 49.9], to: hamburg },
        'The start (from) lies on the Caspian Sea, which no navigable waterway connects to the rest of the route; choose points on the same body of water',
      ],
      [
        'a negative draft',
        { from: rotterdam, to: hamburg, vessel: { draft_m: -1 } },
        'vessel.draft_m is -1; it must be at least 0.01 (Draft in meters)',
      ],
      [
        'a speed of nothing',
        { from: rotterdam, to: hamburg, vessel: { speed_kn: 0 } },
        'vessel.speed_kn is 0; it must be at least 0.1 (Speed through open water in knots. Default: 14)',
      ],
      ['a huge beam', { from: rotterdam, to: hamburg, vessel: { beam_m: 1e9 } }, /^vessel.beam_m is 1000000000; .*200/],
      [
        'a draft in words',
        { from: rotterdam, to: hamburg, vessel: { draft_m: 'deep' } },
        /^vessel.draft_m is "deep"; it must be a number/,
      ],
      [
        'what is both avoided and wished for',
        { from: rotterdam, to: hamburg, avoid: ['kiel'], via: ['Kiel Canal'] },
        'avoid and via both contain "kiel"; remove it from one of them',
      ],
      [
        'an unknown passage, with the list',
        { from: rotterdam, to: hamburg, avoid: ['suess'] },
        `avoid contains "suess", which is not a known passage; allowed values: ${passageIds.join(', ')}`,
      ],
      [
        'an unknown port, with those like it',
        { from: 'Rotterdamm', to: hamburg },
        /^from is "Rotterdamm", which is not a known port \(similar names: Rotterdam \(NLRTM\).*\); give the UN\/LOCODE or name of the port, or \[latitude, longitude\]$/,
      ],
      [
        'a port in a country that has none of that name, with those of the name',
        { from: 'Montevideo, Norway', to: hamburg },
        'from is "Montevideo, Norway", but there is no port with that name there, only UYMVD (Uruguay); correct the country or region, or give the UN/LOCODE or [latitude, longitude]',
      ],
      [
        'a port of the table that has no water, with where it is thought to be',
        { from: rotterdam, to: 'ESMAD' },
        /^to is "ESMAD", which the port table lists as ESMAD \(Spain\) at \[40\.\d+, -3\.\d+\]\. The destination \(to\) lies \d+ km from the nearest navigable water, more than the 30 km allowed; the nearest port is .*\. Give \[latitude, longitude\] if the docks of the port are elsewhere\.$/,
      ],
      [
        'a city without water, rather than a village of the same name',
        { from: rotterdam, to: 'Paris' },
        /^to is "Paris", which the port table lists as FRPAR \(France\) at \[48\.\d+, 2\.\d+\]\. The destination \(to\) lies/,
      ],
      [
        'what is neither a port nor a passage on the way, with the passages',
        { from: rotterdam, to: hamburg, via: ['Qwertzuiop'] },
        `via[0] is "Qwertzuiop", which is neither a known port nor a known passage; for a port, give the UN/LOCODE or name of the port, or [latitude, longitude], or choose one of the passages ${passageIds.join(', ')}`,
      ],
      ['a port without letters', { from: '  ', to: hamburg }, /^from is " {2}", which is not a known port; give/],
      [
        'a name without end',
        { from: 'x'.repeat(101), to: hamburg },
        /^from is "x+…"; it must be .* at most 100 characters/,
      ],
      [
        'a ship that does not fit',
        { from: hamburg, to: 'USCHI', vessel: { draft_m: 12 }, depart_at: '2026-06-01T00:00:00Z' },
        /^The destination \(to\) cannot be reached: Saint Lawrence Seaway accepts ships with a draft of at most 8.08 m, but the vessel's draft is 12 m/,
      ],
      [
        'a ship that is too large for the fairway, without passages that do not help',
        { from: hamburg, to: 'FRLEH', vessel: { draft_m: 17 } },
        "The destination (to) cannot be reached: Elbe below Hamburg accepts ships with a draft of at most 15.4 m, but the vessel's draft is 17 m; Kiel Canal accepts ships with a draft of at most 7 m, but the vessel's draft is 17 m",
      ],
      [
        'more stops than allowed',
        { from: rotterdam, to: hamburg, via: Array(51).fill(hamburg) },
        /^via is .*; it must have at most 50 items; it has 51/,
      ],
      [
        'more alternatives',
        { from: rotterdam, to: hamburg, alternatives: 4 },
        /^alternatives is 4; it must be a whole number from 0 to 3/,
      ],
      ['two times', { from: rotterdam, to: hamburg, ...bothTimes() }, /^depart_at and arrive_by are both set/],
      [
        'a time of no calendar',
        { from: rotterdam, to: hamburg, depart_at: 'soon' },
        /^depart_at is "soon"; it must be a timestamp/,
      ],
    ])('%s', async (_title, payload, detail) => {
      expectProblem(await askVoyage(service, payload), 422, detail)
    })

    test('accepts the same point twice, the poles, and unknown fields', async () => {
      const nowhere = await sail(service, { from: hamburg, to: hamburg })
      expect([nowhere.distance_nm, nowhere.eta_min, nowhere.steps.length]).toEqual([0, 0, 1])
      const fromPole = await sail(service, { from: [90, 12], to: 'NOTRD', alternatives: 0 })
      expect(fromPole.distance_nm).toBeGreaterThan(1500)
      expectProblem(
        await askVoyage(service, { from: [-90, 12], to: hamburg }),
        422,
        /^The start \(from\) (lies|has no)/,
      )
      const { warnings } = await sail(service, { from: hamburg, to: rotterdam, avoidd: ['kiel'], alternatives: false })
      expect(warnings).toEqual([
        "unknown field 'avoidd' was ignored; did you mean avoid?",
        'depths were not checked because vessel.draft_m is not given',
      ])
    })

    test('accepts the maximum number of stops', async () => {
      const via = Array.from({ length: 50 }, (_, at) => (at % 2 ? rotterdam : hamburg))
      expect((await sail(service, { from: rotterdam, to: hamburg, via, alternatives: 0 })).legs).toHaveLength(51)
    })

    test('rejects all requests where the sea map is disabled, failed to build, or is still loading', async () => {
      const request = { from: rotterdam, to: hamburg }
      const off = await start({ config: { seas: false } })
      expectProblem(await askVoyage(off, request), 422, /^This service does not plan ship routes/)
      const awaited = await start({ config: { seas: true } })
      expect(expectProblem(await askVoyage(awaited, request), 503, /still being built/).headers['retry-after']).toBe(
        '5',
      )
      const failed = await start({ seas: { version: 'seas-failed', attribution: '', sea: undefined } })
      expectProblem(await askVoyage(failed, request), 503, /could not be built; the service log states the reason/)
    })

    describe('usage counting', () => {
      test('counts a voyage as one route, and a rejection as none', async () => {
        const { key } = await signUp(service)
        const headers = { 'x-api-key': key }
        const postMaritime = (payload: object) =>
          service.app.inject({ method: 'POST', url: '/v1/maritime/route', payload, headers })
        expect((await postMaritime({ from: rotterdam, to: hamburg, alternatives: 0 })).statusCode).toBe(200)
        expect((await postMaritime({ from: [48.14, 11.58], to: hamburg })).statusCode).toBe(422)
        const usage = await service.app.inject({ url: '/v1/account/usage', headers })
        expect(usage.json()).toMatchObject({
          quota: { used: 1 },
          usage: { by_operation: [{ operation: 'maritime', routes: 1 }] },
        })
      })
    })
  },
  ['embedded'],
)

function bothTimes() {
  return { depart_at: '2026-06-01T00:00:00Z', arrive_by: '2026-07-01T00:00:00Z' }
}
