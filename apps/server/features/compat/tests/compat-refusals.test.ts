import type { DirectionsResponseData } from '@googlemaps/google-maps-services-js'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectErrorCode } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import type { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { getAccountService, issueKey, signUp } from '../../accounts/tests/sample-accounts.ts'
import { expectOfficial } from './compat-official.ts'

const path = '/v1/compat/google/directions/json'
const start = '-34.9066,-56.1671'
const goal = '-34.9094,-56.1653'
const trip = `origin=${start}&destination=${goal}`

describeOnStores(
  'refusals in the format of another provider',
  ({ startShared, start: startOne }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, maps: await openMaps() })
    })

    test.each([
      ['', 'INVALID_REQUEST', /^origin is missing/],
      [`origin=${start}`, 'INVALID_REQUEST', /^destination is missing/],
      [
        `${trip}&mode=transit`,
        'INVALID_REQUEST',
        /^mode is "transit"; this service supports driving, walking and bicycling$/,
      ],
      [`${trip}&alternatives=yes`, 'INVALID_REQUEST', /^alternatives is "yes"; this service supports false and true$/],
      [`${trip}&units=feet`, 'INVALID_REQUEST', /^units is "feet"; this service supports metric and imperial$/],
      [`${trip}&avoid=hills`, 'INVALID_REQUEST', /^avoid is "hills"; it must be one of tolls/],
      [`${trip}&avoid=constructor`, 'INVALID_REQUEST', /^avoid is "constructor"; it must be one of tolls/],
      [`${trip}&departure_time=soon`, 'INVALID_REQUEST', /^departure_time is "soon"; it must be now, or seconds/],
      [`${trip}&departure_time=5`, 'INVALID_REQUEST', /^departure_time is 5, which is in the past/],
      [`${trip}&departure_time=1900000000000`, 'INVALID_REQUEST', /^departure_time is 1900000000000; times up to 2199/],
      [`${trip}&arrival_time=1000`, 'INVALID_REQUEST', /^arrival_time is 1000, which is in the past/],
      [`${trip}&arrival_time=now`, 'INVALID_REQUEST', /^arrival_time is "now"; it must be seconds since 1970$/],
      [`origin=91,5&destination=${goal}`, 'INVALID_REQUEST', /^The latitude of origin is 91; latitude ranges from -90/],
      [`origin=${start}&destination=5,181`, 'INVALID_REQUEST', /^The longitude of destination is 181/],
      [`origin=0,0&destination=${goal}`, 'INVALID_REQUEST', /^origin is 0,0, which usually means that the position/],
      [`origin=-34.9059,&destination=${goal}`, 'INVALID_REQUEST', /^origin is "-34.9059,"; a position is two numbers/],
      [`origin=${start},17z&destination=${goal}`, 'INVALID_REQUEST', /^origin is .*; a position is two numbers/],
      [`origin=NaN,NaN&destination=${goal}`, 'INVALID_REQUEST', /^origin is "NaN,NaN"; a position is two numbers/],
      [`origin=enc:abc Montevideo&destination=${goal}`, 'INVALID_REQUEST', /^origin is .*between enc: and a colon/],
      [
        `${trip}&waypoints=${goal}|enc:a:`,
        'INVALID_REQUEST',
        /^waypoints\[1\] is "enc:a:", which is not an encoded polyl/,
      ],
      [`${trip}&waypoints=heading=900:${goal}`, 'INVALID_REQUEST', /^The heading of waypoints\[0\] is "900"/],
      [`${trip}&waypoints=via:`, 'INVALID_REQUEST', /^waypoints\[0\] is "via:", which is not a place/],
      [
        `${trip}&waypoints=optimize:true|${goal}|via:${goal}`,
        'INVALID_REQUEST',
        /^waypoints\[1\] has via:, but optimize/,
      ],
      [`origin=xyzzyplugh&destination=${goal}`, 'NOT_FOUND', /^origin is "xyzzyplugh", and no place matches it$/],
      [`${trip}&waypoints=xyzzyplugh`, 'NOT_FOUND', /^waypoints\[0\] is "xyzzyplugh"/],
      [
        `origin=place_id:ChIJ0&destination=${goal}`,
        'NOT_FOUND',
        /^origin is "place_id:ChIJ0", an id that this service/,
      ],
      [`origin=place_id:Montevideo&destination=${goal}`, 'NOT_FOUND', /^origin is "place_id:Montevideo", an id/],
      [`origin=10,10&destination=${goal}`, 'ZERO_RESULTS', /^origin is outside the loaded maps/],
      [`origin=.5,-.5&destination=${goal}`, 'ZERO_RESULTS', /^origin is outside the loaded maps/],
      [`${trip}&waypoints=${goal}|10,10`, 'ZERO_RESULTS', /^waypoints\[1\] is outside the loaded maps/],
      [`${trip}&waypoints=${Array(26).fill(goal).join('|')}`, 'MAX_WAYPOINTS_EXCEEDED', /26/],
      // The schema rejects this request before any handler runs.
      [
        `origin=${'x'.repeat(400)}&destination=${goal}`,
        'INVALID_REQUEST',
        /^origin is .* at most 300 characters; it has 400/,
      ],
      [`${trip}&origin=${start}`, 'INVALID_REQUEST', /^origin appears 2 times; send it once$/],
      [
        `origin=${'ab '.repeat(80)}&destination=${goal}`,
        'INVALID_REQUEST',
        /^origin is an address of 239 characters; the maximum/,
      ],
    ])('reports %s in the format', async (query, status, message) => {
      const reply = await service.app.inject({ url: `${path}?${query}` })
      expect(reply.statusCode).toBe(200)
      expectOfficial(reply.json<DirectionsResponseData>())
      expect(reply.json()).toMatchObject({ status, error_message: expect.stringMatching(message), routes: [] })
      expectErrorCode(422, reply.headers['x-error-code'])
    })

    describe('errors of keys and limits', () => {
      /** Expects a reply in the format only, with HTTP status 200 and the code of an error with another status. */
      const expectOk = (reply: LightMyRequestResponse, usualStatus: number, status: string, detail: RegExp) => {
        expectOfficial(reply.json<DirectionsResponseData>())
        expect([reply.statusCode, reply.json()]).toEqual([
          200,
          { status, error_message: expect.stringMatching(detail), geocoded_waypoints: [], routes: [] },
        ])
        expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
        expectErrorCode(usualStatus, reply.headers['x-error-code'])
      }
      /** Expects a reply with an error status and the body of both formats. */
      const expectBoth = (reply: LightMyRequestResponse, code: number, status: string, detail: RegExp) => {
        expectOfficial(reply.json<DirectionsResponseData>())
        const { error_message } = reply.json()
        expect([reply.statusCode, reply.json()]).toEqual([
          code,
          {
            busy: code === 429,
            detail: error_message,
            status,
            error_message: expect.stringMatching(detail),
            geocoded_waypoints: [],
            routes: [],
          },
        ])
        expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
        expectErrorCode(code, reply.headers['x-error-code'])
      }
      const call = (one: TestService, key?: string) =>
        one.app.inject({ url: `${path}?${trip}`, headers: key === undefined ? {} : { 'x-api-key': key } })

      test('include an unknown key', async () => {
        expectOk(await call(service, 'fw_live_wrong'), 401, 'REQUEST_DENIED', /^The key in X-API-Key is unknown/)
      })

      test('include a missing key where one is required', async () => {
        const closed = await startOne({ config: { requireKey: true } })
        expectOk(await call(closed), 401, 'REQUEST_DENIED', /^This request requires an API key in the X-API-Key header/)
      })

      test('include an ended trial', async () => {
        const separateService = await startOne()
        const { key } = await signUp(separateService)
        const clock = separateService.clock as FakeClock
        clock.advance(30 * 86_400_000)
        expectOk(await call(separateService, key), 401, 'REQUEST_DENIED', /^The trial of this account ended/)
      })

      test('include too many requests', async () => {
        const { key } = await issueKey(service, 'starter')
        let reply = await service.app.inject({ url: `${path}?`, headers: { 'x-api-key': key } })
        for (let count = 0; count < 120 && reply.statusCode === 200; count++) reply = await call(service, key)
        expectBoth(reply, 429, 'OVER_QUERY_LIMIT', /^Rate limit exceeded: \d+ requests per second/)
        expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      })

      test('report an exhausted monthly quota with 200', async () => {
        const { plans } = service.config
        const config = { plans: { ...plans, starter: { ...plans.starter, routesPerMonth: 1 } } }
        const separateService = await startOne({ config, maps: await openMaps() })
        const issued = await getAccountService(separateService).issueByOperator({
          email: 'few@example.com',
          plan: 'starter',
        })
        if (!issued.ok) throw new Error(issued.failure.kind)
        const { apiKey } = issued.value.issued
        expect((await call(separateService, apiKey)).json()).toMatchObject({ status: 'OK' })
        const reply = await call(separateService, apiKey)
        expectOk(reply, 429, 'OVER_QUERY_LIMIT', /^The one route for this month is used up; the quota resets at /)
        expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      })
    })
  },
  ['embedded'],
)
