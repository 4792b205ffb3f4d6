import type { AddressInfo } from 'node:net'
import { Client } from '@googlemaps/google-maps-services-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectErrorCode } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { getUsage, issueKey } from '../../accounts/tests/sample-accounts.ts'

const START = '-34.9066,-56.1671'
const GOAL = '-34.9094,-56.1653'
const ABROAD = '51.5,0.5'
const UNKNOWN_KEY = 'fw_live_nope'
const ROUTES_PATH = 'directions/v2:computeRoutes?fields=*'
const toWaypoint = (position: string) => {
  const [latitude, longitude] = position.split(',').map(Number)
  return { location: { latLng: { latitude, longitude } } }
}
const toTrip = (origin: string, destination: string) => ({
  origin: toWaypoint(origin),
  destination: toWaypoint(destination),
})

describeOnStores(
  'keys and quota in the Google formats',
  ({ startShared }) => {
    describe.each([true, false])('with the fast path: %s', (fastPath) => {
      let service: TestService
      let base: string
      beforeAll(async () => {
        service = await startShared({ config: { fastPath, anonymousBurst: 100_000 }, maps: await openMaps() })
        await service.app.listen({ port: 0, host: '127.0.0.1' })
        base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/v1/compat/google`
      })

      async function send(path: string, key: string, body?: object) {
        const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
        const reply = await fetch(`${base}/${path}`, {
          headers,
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        })
        const json = (await reply.json()) as { readonly status?: string }
        return { httpStatus: reply.status, headers: reply.headers, body: json }
      }

      test.each([
        `directions/json?origin=${START}&destination=${GOAL}`,
        `distancematrix/json?origins=${START}&destinations=${GOAL}`,
        `elevation/json?locations=${START}`,
        'geocode/json?address=montevideo',
        `place/nearbysearch/json?location=${START}&radius=500`,
        'place/details/json?place_id=fw_1',
      ])('a rejected key is REQUEST_DENIED with HTTP status 200: %s', async (path) => {
        const { httpStatus, headers, body } = await send(path, UNKNOWN_KEY)
        expect([httpStatus, body]).toEqual([
          200,
          expect.objectContaining({
            status: 'REQUEST_DENIED',
            error_message: expect.stringMatching(/^The key in X-API-Key is unknown/),
          }),
        ])
        expect(body).not.toHaveProperty('busy')
        expect(body).not.toHaveProperty('detail')
        expect(headers.get('x-error-code')).toBe('key-unknown')
      })

      test('a rejected key has an HTTP error status in the Routes API', async () => {
        const { httpStatus, body } = await send(ROUTES_PATH, UNKNOWN_KEY, toTrip(START, GOAL))
        expect([httpStatus, body]).toMatchObject([401, { error: { code: 401, status: 'UNAUTHENTICATED' } }])
      })

      // The client replaces HTTP status 200 with the usual one for `status`, and leaves other HTTP statuses unchanged.
      test('the official client reports a rejected key as it does for Google', async () => {
        const directions = new Client({}).directions({
          url: `${base}/directions/json`,
          params: { key: 'AIza', origin: START, destination: GOAL },
          headers: { 'x-api-key': UNKNOWN_KEY },
        })
        await expect(directions).rejects.toMatchObject({
          response: { status: 403, data: { status: 'REQUEST_DENIED', routes: [] } },
        })
      })

      test.each([
        ['INVALID_REQUEST', `directions/json?origin=${START}&destination=0,0`],
        ['INVALID_REQUEST', `directions/json?origin=${START}&destination=${GOAL}&origin=${START}`],
        ['NOT_FOUND', `directions/json?origin=${START}&destination=xyzzyplugh`],
        ['ZERO_RESULTS', `directions/json?origin=${START}&destination=${ABROAD}`],
        ['INVALID_REQUEST', `distancematrix/json?origins=${START}&destinations=0,0`],
        ['INVALID_REQUEST', `distancematrix/json?origins=${START}&destinations=${GOAL}&units=furlong`],
      ])('a request whose status is %s uses no quota: %s', async (status, path) => {
        const { key } = await issueKey(service, 'starter')
        const { httpStatus, headers, body } = await send(path, key)
        expect([httpStatus, body.status]).toEqual([200, status])
        expectErrorCode(422, headers.get('x-error-code'))
        expect((await getUsage(service, key)).json()).toMatchObject({ quota: { used: 0 }, usage: { by_operation: [] } })
      })

      test('an empty reply of the Routes API uses no quota', async () => {
        const { key } = await issueKey(service, 'starter')
        const { httpStatus, headers, body } = await send(ROUTES_PATH, key, toTrip(START, ABROAD))
        expect([httpStatus, body, headers.get('x-error-code')]).toEqual([200, {}, 'outside-maps'])
        expect((await getUsage(service, key)).json().quota.used).toBe(0)
      })

      test('successful requests use quota and have no error code', async () => {
        const { key } = await issueKey(service, 'starter')
        const replies = [
          await send(`directions/json?origin=${START}&destination=${GOAL}`, key),
          await send(`distancematrix/json?origins=${START}&destinations=${GOAL}`, key),
          await send(ROUTES_PATH, key, toTrip(START, GOAL)),
          await send('geocode/json?address=qqqqqqqqqqqq', key),
        ]
        expect(replies.map(({ body }) => body.status)).toEqual(['OK', 'OK', undefined, 'ZERO_RESULTS'])
        expect(replies.map(({ headers }) => headers.get('x-error-code'))).toEqual([null, null, null, null])
        const { quota, usage } = (await getUsage(service, key)).json()
        expect([quota.used, usage.by_operation.length]).toEqual([3, 4])
      })
    })
  },
  ['embedded'],
)
