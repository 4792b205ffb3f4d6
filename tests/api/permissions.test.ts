import { fileURLToPath } from 'node:url'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  findCodeInLog,
  issueKey,
  newEmail,
  requestChallenge,
  signIn,
  signUp,
  type TestAccount,
  type TestSession,
} from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { readConsoleFiles } from '../../apps/server/features/console/pages.ts'
import { servedRoutes } from '../../apps/server/features/road/route/tests/served-routes.ts'
import { defaultPlans } from '../../apps/server/platform/config/plans.ts'
import { describeOnStores } from '../../apps/server/platform/http/tests/suite.ts'
import { openMaps } from '../support/maps/maps.ts'
import { openSeas } from '../support/maps/seas.ts'
import { openSky } from '../support/operations/drone.ts'
import { FakeClock } from '../support/servers/fake-clock.ts'
import type { TestService } from '../support/servers/service.ts'

const CONSOLE_FOLDER = fileURLToPath(new URL('../../apps/console/dist', import.meta.url))

/**
 * Permissions of each route for anonymous callers, a key, a key whose trial has ended, a session, and anonymous callers
 * where keys are required. A route without a row fails the test below, so every new route needs a decision here. HEAD
 * has the same permissions as GET.
 */
const GOLDEN = `
                                 nobody  key  ended  session  closed
  DELETE /account                   401  401    401      200     401
  DELETE /account/keys/:id          401  401    401      200     401
  DELETE /account/phone             401  401    401      200     401
  DELETE /account/sessions          401  401    401      200     401
  DELETE /v1/assets/:id             401  200    401      401     401
  DELETE /v1/geofences/:id          401  404    401      401     401
  DELETE /v1/jobs/:id               401  409    401      401     401
  DELETE /v1/shares/:id             401  404    401      401     401
  DELETE /v1/webhooks/:id           401  404    401      401     401
  GET /                             200  200    200      200     200
  GET /account                      401  401    401      200     401
  GET /account/audit                401  401    401      200     401
  GET /account/export               401  401    401      200     401
  GET /account/keys                 401  401    401      200     401
  GET /account/local-key            200  200    200      200     200
  GET /account/usage                401  401    401      200     401
  GET /assets/*                     200  200    200      200     200
  GET /docs                         200  200    200      200     200
  GET /docs/*                       200  200    200      200     200
  GET /embed.js                     200  200    200      200     200
  GET /fonts/:stack/:file           200  200    200      200     200
  GET /healthz                      200  200    200      200     200
  GET /icon.svg                     200  200    200      200     200
  GET /icons/*                      200  200    200      200     200
  GET /manifest.webmanifest         200  200    200      200     200
  GET /maps/downloads               403  403    403      403     403
  GET /maps/uploads                 200  200    200      200     200
  GET /metrics                      200  200    200      200     200
  GET /openapi.json                 200  200    200      200     200
  GET /readyz                       200  200    200      200     200
  GET /service-worker.js            200  200    200      200     200
  GET /share/:token                 200  200    200      200     200
  GET /sprites/:file                200  200    200      200     200
  GET /styles/:file                 200  200    200      200     200
  GET /tiles/:z/:x/:file            200  200    200      200     200
  GET /tiles/map.json               200  200    200      200     200
  GET /tiles/traffic/:z/:x/:file    204  204    204      204     204
  GET /v1/account/usage             401  200    401      401     401
  GET /v1/assets                    401  200    401      401     401
  GET /v1/assets/:id                401  200    401      401     401
  GET /v1/assets/:id/live           401  200    401      401     401
  GET /v1/assets/:id/position       401  200    401      401     401
  GET /v1/assets/:id/route          401  200    401      401     401
  GET /v1/assets/:id/stops          401  200    401      401     401
  GET /v1/assets/:id/stream         401  200    401      401     401
  GET /v1/assets/:id/track          401  200    401      401     401
  GET /v1/assets/:id/trips          401  200    401      401     401
  GET /v1/assets/stream             401  200    401      401     401
  GET /v1/compat/google/*  404  404    200      404     200
  GET /v1/compat/google/directions/json  200  200    200      200     200
  GET /v1/compat/google/distancematrix/json  200  200    200      200     200
  GET /v1/compat/google/elevation/json  200  200    200      200     200
  GET /v1/compat/google/geocode/json  200  200    200      200     200
  GET /v1/compat/google/place/details/json  200  200    200      200     200
  GET /v1/compat/google/place/nearbysearch/json  200  200    200      200     200
  GET /v1/compat/nominatim/*  404  404    401      404     401
  GET /v1/compat/nominatim/lookup  200  200    401      200     401
  GET /v1/compat/nominatim/reverse  200  200    401      200     401
  GET /v1/compat/nominatim/search  200  200    401      200     401
  GET /v1/compat/nominatim/status  200  200    401      200     401
  GET /v1/compat/osrm/*  400  400    401      400     401
  GET /v1/compat/osrm/match/*  200  200    401      200     401
  GET /v1/compat/osrm/nearest/*  200  200    401      200     401
  GET /v1/compat/osrm/route/*  200  200    401      200     401
  GET /v1/compat/osrm/table/*  200  200    401      200     401
  GET /v1/compat/osrm/trip/*  200  200    401      200     401
  GET /v1/compat/pelias/*  404  404    401      404     401
  GET /v1/compat/pelias/v1/autocomplete  200  200    401      200     401
  GET /v1/compat/pelias/v1/reverse  200  200    401      200     401
  GET /v1/compat/pelias/v1/search  200  200    401      200     401
  GET /v1/compat/pelias/v1/search/structured  200  200    401      200     401
  GET /v1/compat/photon/*  404  404    401      404     401
  GET /v1/compat/photon/api  200  200    401      200     401
  GET /v1/compat/photon/reverse  200  200    401      200     401
  GET /v1/compat/valhalla/*  404  404    401      404     401
  GET /v1/compat/valhalla/height  200  200    401      200     401
  GET /v1/compat/valhalla/isochrone  200  200    401      200     401
  GET /v1/compat/valhalla/locate  200  200    401      200     401
  GET /v1/compat/valhalla/optimized_route  200  200    401      200     401
  GET /v1/compat/valhalla/route  200  200    401      200     401
  GET /v1/compat/valhalla/sources_to_targets  200  200    401      200     401
  GET /v1/compat/valhalla/status  200  200    401      200     401
  GET /v1/compat/valhalla/trace_attributes  200  200    401      200     401
  GET /v1/compat/valhalla/trace_route  200  200    401      200     401
  GET /v1/compat/vroom/*  404  404    401      404     401
  GET /v1/compat/vroom/health  200  200    401      200     401
  GET /v1/events                    401  200    401      401     401
  GET /v1/events/settings           401  200    401      401     401
  GET /v1/geocode                   200  200    401      200     401
  GET /v1/geofences                 401  200    401      401     401
  GET /v1/geofences/:id             401  404    401      401     401
  GET /v1/jobs                      401  200    401      401     401
  GET /v1/jobs/:id                  401  200    401      401     401
  GET /v1/jobs/:id/result           401  200    401      401     401
  GET /v1/nearby                    200  200    401      200     401
  GET /v1/optimize/:id              401  404    401      401     401
  GET /v1/places/:id                404  404    401      404     401
  GET /v1/places/:id/:number        404  404    401      404     401
  GET /v1/reports/days              401  200    401      401     401
  GET /v1/reports/summary           401  200    401      401     401
  GET /v1/reverse                   200  200    401      200     401
  GET /v1/share/:token              404  404    404      404     404
  GET /v1/webhooks                  401  200    401      401     401
  GET /v1/webhooks/:id              401  404    401      401     401
  GET /v1/webhooks/:id/deliveries   401  404    401      401     401
  OPTIONS /healthz                  204  204    204      204     204
  OPTIONS /readyz                   204  204    204      204     204
  OPTIONS /v1/*                     204  204    204      204     204
  PATCH /account/keys/:id           401  401    401      200     401
  PATCH /v1/assets/:id              401  200    401      401     401
  PATCH /v1/geofences/:id           401  404    401      401     401
  PATCH /v1/webhooks/:id            401  404    401      401     401
  POST /account/keys                401  401    401      200     401
  POST /account/keys/:id/keep       401  401    401      200     401
  POST /account/keys/:id/rotate     401  401    401      200     401
  POST /account/local-key           403  403    403      403     403
  POST /account/phone/verify        401  401    401      422     401
  POST /account/sign-in             200  200    200      200     200
  POST /account/sign-in/verify      200  200    200      200     200
  POST /account/sign-out            200  200    200      200     200
  POST /maps/downloads              403  403    403      403     403
  POST /v1/account/signup           200  200    200      200     200
  POST /v1/assets                   401  200    401      401     401
  POST /v1/assets/:id/position      401  200    401      401     401
  POST /v1/assets/:id/route         401  200    401      401     401
  POST /v1/assets/:id/stops/:stop   401  404    401      401     401
  POST /v1/assets/:id/stops/:stop/share  401  404    401      401     401
  POST /v1/assets/positions         401  200    401      401     401
  POST /v1/av/route                 200  200    401      200     401
  POST /v1/compat/google/*  404  404    200      404     200
  POST /v1/compat/google/directions/*  404  404    401      404     401
  POST /v1/compat/google/distanceMatrix/*  404  404    401      404     401
  POST /v1/compat/nominatim/*  404  404    401      404     401
  POST /v1/compat/osrm/*  400  400    401      400     401
  POST /v1/compat/pelias/*  404  404    401      404     401
  POST /v1/compat/photon/*  404  404    401      404     401
  POST /v1/compat/valhalla/*  404  404    401      404     401
  POST /v1/compat/valhalla/height  200  200    401      200     401
  POST /v1/compat/valhalla/isochrone  200  200    401      200     401
  POST /v1/compat/valhalla/locate  200  200    401      200     401
  POST /v1/compat/valhalla/optimized_route  200  200    401      200     401
  POST /v1/compat/valhalla/route  200  200    401      200     401
  POST /v1/compat/valhalla/sources_to_targets  200  200    401      200     401
  POST /v1/compat/valhalla/status  200  200    401      200     401
  POST /v1/compat/valhalla/trace_attributes  200  200    401      200     401
  POST /v1/compat/valhalla/trace_route  200  200    401      200     401
  POST /v1/compat/vroom  200  200    401      200     401
  POST /v1/compat/vroom/*  404  404    401      404     401
  POST /v1/drone/route              200  200    401      200     401
  POST /v1/elevation                200  200    401      200     401
  POST /v1/geocode/batch            200  200    401      200     401
  POST /v1/geofences                401  200    401      401     401
  POST /v1/isochrone                200  200    401      200     401
  POST /v1/jobs                     401  200    401      401     401
  POST /v1/maritime/route           200  200    401      200     401
  POST /v1/match                    200  200    401      200     401
  POST /v1/matrix                   200  200    401      200     401
  POST /v1/nearest                  200  200    401      200     401
  POST /v1/optimise                 200  200    401      200     401
  POST /v1/optimize                 200  200    401      200     401
  POST /v1/optimize/:id/dispatch    401  404    401      401     401
  POST /v1/probe                    200  200    401      200     401
  POST /v1/reroute                  200  200    401      200     401
  POST /v1/route                    200  200    401      200     401
  POST /v1/webhooks                 401  200    401      401     401
  POST /v1/webhooks/:id/replay      401  404    401      401     401
  POST /v1/webhooks/:id/test        401  404    401      401     401
  PUT /account/phone                401  401    401      200     401
  PUT /account/traffic              401  401    401      200     401
  PUT /maps/uploads/:region         403  403    403      403     403
  PUT /v1/events/settings           401  200    401      401     401
`
const trip = [
  [-34.9066, -56.1671],
  [-34.9094, -56.1653],
]
/** Routes that end a session. */
const ENDING = ['DELETE /account', 'DELETE /account/sessions', 'POST /account/sign-out']
const CALLERS = ['nobody', 'key', 'ended', 'session'] as const

const rows = GOLDEN.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method, path, ...statuses] = line.trim().split(/ +/)
    return { route: `${method} ${path}`, statuses: statuses.map(Number) }
  })

/**
 * Matches routes that read or write the store, and one route that only counts requests there. All routes look up keys
 * and sessions in the same way, so these routes are enough on the other store.
 */
const STORED = / \/(account|v1\/(account|assets|events|geofences|jobs|optimize\/:id|reports|route|shares?|webhooks)\b)/

/** Creates a request that succeeds if the caller has permission. */
type MakeRequest = (service: TestService, owner: TestSession) => Promise<Pick<InjectOptions, 'url' | 'payload'>>
const REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'DELETE /account': async (_service, owner) => ({ payload: { confirm: owner.email } }),
  'DELETE /account/keys/:id': async (service, owner) => ({ url: `/account/keys/${await createKey(service, owner)}` }),
  'PATCH /account/keys/:id': async (service, owner) => ({
    url: `/account/keys/${await createKey(service, owner)}`,
    payload: { label: 'golden' },
  }),
  'POST /account/keys': async () => ({ payload: { label: 'golden' } }),
  'POST /account/keys/:id/keep': async (service, owner) => ({
    url: `/account/keys/${await createKey(service, owner)}/keep`,
  }),
  'POST /account/keys/:id/rotate': async (service, owner) => ({
    url: `/account/keys/${await createKey(service, owner)}/rotate`,
    payload: {},
  }),
  'POST /account/sign-in': async () => ({ payload: { email: newEmail() } }),
  'POST /account/sign-in/verify': async (service) => {
    const { email } = await signUp(service)
    const challenge = await requestChallenge(service, email)
    return { payload: { challenge, code: findCodeInLog(service, email) } }
  },
  'DELETE /v1/assets/:id': async (service, owner) => ({ url: `/v1/assets/${await registerAsset(service, owner)}` }),
  'GET /v1/assets/:id': async (service, owner) => ({ url: `/v1/assets/${await registerAsset(service, owner)}` }),
  'GET /v1/assets/:id/live': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}/live`,
  }),
  'GET /v1/assets/:id/position': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}/position?lat=-34.9066&lon=-56.1671`,
  }),
  'GET /v1/assets/:id/route': async (service, owner) => {
    const url = `/v1/assets/${await registerAsset(service, owner)}/route`
    const headers = { 'x-api-key': owner.key }
    await service.app.inject({ method: 'POST', url, headers, payload: { from: trip[0], to: trip[1] } })
    return { url }
  },
  'GET /v1/assets/:id/stream': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}/stream?seconds=0`,
  }),
  'GET /v1/assets/:id/track': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}/track`,
  }),
  'GET /v1/assets/:id/trips': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}/trips`,
  }),
  'GET /v1/assets/:id/stops': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}/stops`,
  }),
  'GET /v1/assets/stream': async () => ({ url: '/v1/assets/stream?seconds=0' }),
  'PATCH /v1/assets/:id': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}`,
    payload: { name: 'Van' },
  }),
  'PATCH /v1/geofences/:id': async () => ({ payload: {} }),
  'POST /v1/geofences': async () => ({
    payload: { name: 'Depot', circle: { center: [-34.9, -56.2], radius_m: 100 } },
  }),
  'PATCH /v1/webhooks/:id': async () => ({ payload: {} }),
  'POST /v1/webhooks': async () => ({ payload: { url: 'https://example.com/hook' } }),
  'POST /v1/webhooks/:id/replay': async () => ({ payload: {} }),
  'PUT /v1/events/settings': async () => ({ payload: { stale: true } }),
  'POST /v1/assets/positions': async () => ({ payload: { positions: [{ asset: 'none' }] } }),
  'POST /v1/assets': async () => ({ payload: { name: 'Van', kind: 'vehicle' } }),
  'POST /v1/assets/:id/position': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}/position`,
    payload: { at: trip[0] },
  }),
  'POST /v1/assets/:id/stops/:stop/share': async () => ({ url: '/v1/assets/as_1/stops/1/share', payload: {} }),
  'DELETE /v1/shares/:id': async () => ({ url: '/v1/shares/sh_1' }),
  'POST /v1/assets/:id/stops/:stop': async () => ({ url: '/v1/assets/as_1/stops/1', payload: { status: 'done' } }),
  'POST /v1/assets/:id/route': async (service, owner) => ({
    url: `/v1/assets/${await registerAsset(service, owner)}/route`,
    payload: { from: trip[0], to: trip[1] },
  }),
  // The job is done, so it is too late to cancel.
  'DELETE /v1/jobs/:id': async (service, owner) => ({ url: `/v1/jobs/${await runJob(service, owner)}` }),
  'GET /v1/jobs/:id': async (service, owner) => ({ url: `/v1/jobs/${await runJob(service, owner)}` }),
  'GET /v1/jobs/:id/result': async (service, owner) => ({ url: `/v1/jobs/${await runJob(service, owner)}/result` }),
  'POST /v1/jobs': async () => ({ payload: { operation: 'matrix', body: { points: trip } } }),
  // These file names change with the content, so the test reads them from the page.
  'GET /icons/*': async () => ({ url: '/icons/192.png' }),
  'GET /assets/*': async ({ app }) => ({ url: /\/assets\/[^"]+/.exec((await app.inject('/')).body)?.[0] ?? 'none' }),
  'GET /docs/*': async () => ({ url: '/docs/search.json' }),
  'GET /v1/compat/google/directions/json': async () => ({
    url: '/v1/compat/google/directions/json?origin=-34.9066,-56.1671&destination=-34.9094,-56.1653',
  }),
  ...Object.fromEntries(Object.entries(compatRequests()).map(([route, made]) => [route, async () => made])),
  'GET /fonts/:stack/:file': async () => ({ url: '/fonts/Noto%20Sans%20Regular/20224-20479.pbf' }),
  'GET /sprites/:file': async () => ({ url: '/sprites/light.json' }),
  'GET /styles/:file': async () => ({ url: '/styles/light.json' }),
  'GET /tiles/:z/:x/:file': async () => ({ url: '/tiles/0/0/0.mvt' }),
  'GET /tiles/traffic/:z/:x/:file': async () => ({ url: '/tiles/traffic/0/0/0.mvt' }),
  'GET /v1/optimize/:id': async () => ({ url: '/v1/optimize/so_1' }),
  'GET /v1/geocode': async () => ({ url: '/v1/geocode?q=montevideo' }),
  'GET /v1/places/:id': async () => ({ url: '/v1/places/w.1' }),
  'GET /v1/places/:id/:number': async () => ({ url: '/v1/places/node/1' }),
  'GET /v1/nearby': async () => ({ url: '/v1/nearby?lat=-34.9066&lon=-56.1671' }),
  'GET /v1/reverse': async () => ({ url: '/v1/reverse?lat=-34.9066&lon=-56.1671' }),
  'OPTIONS /v1/*': async () => ({ url: '/v1/probe' }),
  'POST /v1/account/signup': async () => ({ payload: { email: newEmail() } }),
  'POST /v1/geocode/batch': async () => ({ payload: { queries: [{ q: 'montevideo' }] } }),
  'POST /v1/av/route': async () => ({ payload: { from: trip[0], to: trip[1] } }),
  'POST /v1/drone/route': async () => ({ payload: { from: [-34.9066, -56.1996], to: [-34.8979, -56.0575] } }),
  'POST /v1/elevation': async () => ({ payload: { points: trip } }),
  'POST /v1/maritime/route': async () => ({ payload: { from: [51.95, 4.05], to: 'DEHAM', alternatives: 0 } }),
  'POST /v1/match': async () => ({ payload: { points: trip } }),
  'POST /v1/matrix': async () => ({ payload: { points: trip } }),
  'POST /v1/nearest': async () => ({ payload: { point: trip[0] } }),
  'POST /v1/isochrone': async () => ({ payload: { from: trip[0], minutes: 3 } }),
  'POST /v1/optimise': async () => ({ payload: { stops: trip } }),
  'POST /v1/optimize': async () => ({ payload: { stops: trip } }),
  'POST /v1/optimize/:id/dispatch': async () => ({
    url: '/v1/optimize/so_1/dispatch',
    payload: { assets: [{ vehicle: 0, asset: 'as_1' }] },
  }),
  'POST /v1/probe': async () => ({ payload: {} }),
  'POST /v1/reroute': async () => ({
    payload: {
      geometry: [
        [-34.906626, -56.167483],
        [-34.909044, -56.165342],
      ],
    },
  }),
  'POST /v1/route': async () => ({ payload: { from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] } }),
  'POST /account/phone/verify': async () => ({ payload: { code: '123456' } }),
  'PUT /account/phone': async () => ({ payload: { phone: '+59821234567' } }),
  'PUT /account/traffic': async () => ({ payload: { shares_traffic: true } }),
}

/** Returns requests in the formats of other providers. */
function compatRequests(): Record<string, Pick<InjectOptions, 'url' | 'payload'>> {
  const line = '-56.1671,-34.9066;-56.1653,-34.9094'
  const [from, to] = trip.map(([lat, lon]) => ({ lat, lon }))
  const route = { locations: [from, to], costing: 'auto' }
  const matrix = { sources: [from], targets: [to], costing: 'auto' }
  const trace = { shape: [from, to], costing: 'auto' }
  const area = { locations: [from], costing: 'auto', contours: [{ time: 1 }] }
  const toUrl = (action: string, body: object) => ({
    url: `/v1/compat/valhalla/${action}?json=${encodeURIComponent(JSON.stringify(body))}`,
  })
  return {
    'GET /v1/compat/google/distancematrix/json': {
      url: '/v1/compat/google/distancematrix/json?origins=-34.9066,-56.1671&destinations=-34.9094,-56.1653',
    },
    'GET /v1/compat/nominatim/reverse': { url: '/v1/compat/nominatim/reverse?lat=-34.9066&lon=-56.1671' },
    'GET /v1/compat/nominatim/search': { url: '/v1/compat/nominatim/search?q=montevideo' },
    'GET /v1/compat/osrm/*': { url: '/v1/compat/osrm/fly/v1/driving/1,2' },
    'GET /v1/compat/osrm/match/*': { url: `/v1/compat/osrm/match/v1/driving/${line}` },
    'GET /v1/compat/osrm/nearest/*': { url: '/v1/compat/osrm/nearest/v1/driving/-56.1671,-34.9066' },
    'GET /v1/compat/osrm/route/*': { url: `/v1/compat/osrm/route/v1/driving/${line}` },
    'GET /v1/compat/osrm/table/*': { url: `/v1/compat/osrm/table/v1/driving/${line}` },
    'GET /v1/compat/osrm/trip/*': { url: `/v1/compat/osrm/trip/v1/driving/${line}` },
    'GET /v1/compat/pelias/v1/autocomplete': { url: '/v1/compat/pelias/v1/autocomplete?text=montevideo' },
    'GET /v1/compat/pelias/v1/reverse': { url: '/v1/compat/pelias/v1/reverse?point.lat=-34.9066&point.lon=-56.1671' },
    'GET /v1/compat/pelias/v1/search': { url: '/v1/compat/pelias/v1/search?text=montevideo' },
    'GET /v1/compat/pelias/v1/search/structured': { url: '/v1/compat/pelias/v1/search/structured?locality=montevideo' },
    'GET /v1/compat/photon/api': { url: '/v1/compat/photon/api?q=montevideo' },
    'GET /v1/compat/photon/reverse': { url: '/v1/compat/photon/reverse?lat=-34.9066&lon=-56.1671' },
    'GET /v1/compat/valhalla/*': { url: '/v1/compat/valhalla/fly' },
    'POST /v1/compat/osrm/*': { url: '/v1/compat/osrm/fly/v1/driving/1,2' },
    'GET /v1/compat/valhalla/height': toUrl('height', { shape: [from] }),
    'GET /v1/compat/valhalla/isochrone': toUrl('isochrone', area),
    'GET /v1/compat/valhalla/locate': toUrl('locate', { locations: [from], costing: 'auto' }),
    'GET /v1/compat/valhalla/trace_attributes': toUrl('trace_attributes', trace),
    'GET /v1/compat/valhalla/trace_route': toUrl('trace_route', trace),
    'POST /v1/compat/valhalla/height': { payload: { shape: [from] } },
    'POST /v1/compat/valhalla/isochrone': { payload: area },
    'POST /v1/compat/valhalla/locate': { payload: { locations: [from], costing: 'auto' } },
    'POST /v1/compat/valhalla/trace_attributes': { payload: trace },
    'POST /v1/compat/valhalla/trace_route': { payload: trace },
    'GET /v1/compat/valhalla/optimized_route': toUrl('optimized_route', route),
    'GET /v1/compat/valhalla/route': toUrl('route', route),
    'GET /v1/compat/valhalla/sources_to_targets': toUrl('sources_to_targets', matrix),
    'POST /v1/compat/valhalla/optimized_route': { payload: route },
    'POST /v1/compat/valhalla/route': { payload: route },
    'POST /v1/compat/valhalla/sources_to_targets': { payload: matrix },
    'POST /v1/compat/vroom': {
      payload: {
        vehicles: [{ id: 1, start: [-56.1671, -34.9066] }],
        jobs: [{ id: 1, location: [-56.1653, -34.9094] }],
      },
    },
  }
}

async function registerAsset({ app }: TestService, { key }: TestSession): Promise<string> {
  const headers = { 'x-api-key': key }
  const payload = { name: 'Van', kind: 'vehicle' }
  return (await app.inject({ method: 'POST', url: '/v1/assets', headers, payload })).json().id
}

/** Creates a job that is done. A caller whose trial has ended cannot create a job. */
async function runJob({ app, database }: TestService, { key }: TestSession): Promise<string> {
  const headers = { 'x-api-key': key }
  const payload = { operation: 'matrix', body: { points: trip } }
  const { id } = (await app.inject({ method: 'POST', url: '/v1/jobs', headers, payload })).json()
  if (id === undefined) return 'none'
  const job = database.db.selectFrom('jobs').select('state').where('id', '=', id)
  await expect.poll(() => job.executeTakeFirst(), { interval: 20 }).toEqual({ state: 'done' })
  return id
}

async function createKey({ app }: TestService, { headers }: TestSession): Promise<string> {
  const reply = await app.inject({ method: 'POST', url: '/account/keys', headers, payload: {} })
  return reply.json().key.id
}

async function ask(service: TestService, route: string, owner: TestSession, headers: Record<string, string>) {
  const [method, path] = route.split(' ') as [InjectOptions['method'], string]
  const made = await (REQUESTS[route] ?? REQUESTS[route.replace(/^HEAD/, 'GET')])?.(service, owner)
  const reply = await service.app.inject({ url: path, ...made, ...(method && { method }), headers })
  return reply.statusCode
}

describeOnStores('access to routes', ({ kind, startShared }) => {
  const testedRows = kind === 'embedded' ? rows : rows.filter(({ route }) => STORED.test(route))
  let service: TestService
  let closed: TestService
  let owner: TestSession
  let closedOwner: TestSession
  let headers: Readonly<Record<(typeof CALLERS)[number], Record<string, string>>>
  beforeAll(async () => {
    const clock = new FakeClock()
    const plans = defaultPlans(7)
    const config = { anonymousBurst: 100_000, plans: { ...plans, aviation: { ...plans.aviation, burst: 10_000 } } }
    const maps = await openMaps()
    const seas = await openSeas()
    const sky = await openSky()
    const served = { maps, seas, sky, consoleFiles: readConsoleFiles(CONSOLE_FOLDER) }
    service = await startShared({ clock, config, ...served })
    closed = await startShared({ config: { ...config, requireKey: true }, ...served })
    const ended: TestAccount = await signUp(service)
    clock.advance(8 * 86_400_000)
    owner = await signIn(service, await issueKey(service, 'aviation'))
    closedOwner = await signIn(closed, await issueKey(closed, 'aviation'))
    headers = {
      nobody: {},
      key: { 'x-api-key': owner.key },
      ended: { 'x-api-key': ended.key },
      session: owner.headers,
    }
  })

  test('lists every served route, and no other', () => {
    const served = servedRoutes(service).filter((route) => !route.startsWith('HEAD '))
    expect(served).toEqual(rows.map(({ route }) => route))
  })

  test('serves HEAD next to every GET, and nowhere else', () => {
    const served = servedRoutes(service)
    const paths = (method: string) =>
      served.filter((route) => route.startsWith(method)).map((route) => route.split(' ')[1])
    expect(paths('HEAD ')).toEqual(paths('GET '))
  })

  describe.each(testedRows)('$route', ({ route, statuses }) => {
    test.each(CALLERS.map((caller, index) => ({ caller, status: statuses[index] })))(
      '$caller gets $status',
      async ({ caller, status }) => {
        // These routes would end the session that the other rows need.
        const visitor = ENDING.includes(route) ? await signIn(service, await signUp(service)) : owner
        const mine = ENDING.includes(route) ? visitor.headers : {}
        const sent = caller === 'session' ? { ...headers.session, ...mine } : headers[caller]
        expect(await ask(service, route, visitor, sent)).toBe(status)
      },
    )

    test(`an anonymous caller gets ${statuses[4]} where keys are required`, async () => {
      expect(await ask(closed, route, closedOwner, {})).toBe(statuses[4])
    })
  })

  const readRows = testedRows.filter(({ route }) => route.startsWith('GET '))
  test.each(readRows)('HEAD equals $route', async ({ route, statuses }) => {
    for (const [index, caller] of CALLERS.entries()) {
      expect(await ask(service, route.replace(/^GET/, 'HEAD'), owner, headers[caller])).toBe(statuses[index])
    }
  })
})
