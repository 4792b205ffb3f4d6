import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import { parseUrl } from '../osrm/request/url.ts'
import { findRoute } from '../osrm/services/route.ts'
import type { ServiceSource } from './format-case.ts'

const ROUTES = 150
const seed = Number(process.env.SEED ?? 20_261_118)

/** Values of every option, most of which are valid for all requests. */
const options: Readonly<Record<string, readonly string[]>> = {
  steps: ['true', 'true', 'false'],
  overview: ['full', 'simplified', 'false', 'by_legs'],
  geometries: ['polyline', 'polyline6', 'geojson'],
  annotations: ['true', 'false', 'duration', 'distance,speed', 'nodes', 'weight,datasources'],
  alternatives: ['true', 'false', '2', '3'],
  continue_straight: ['true', 'false'],
  generate_hints: ['true', 'false'],
  skip_waypoints: ['true', 'false'],
  exclude: ['toll', 'motorway', 'ferry', 'none'],
}

/** Creates a random URL of a route in Montevideo. */
function drawUrl(random: () => number): string {
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? ''
  const count = random() < 0.5 ? 2 : 3 + Math.floor(random() * 2)
  const points = Array.from({ length: count }, () =>
    [-56.2 + 0.08 * random(), -34.915 + 0.04 * random()].map((degrees) => degrees.toFixed(6)).join(),
  )
  const inner = points.slice(1, -1).map((_point, index) => index + 1)
  const query = Object.entries(options)
    .filter(() => random() < 0.4)
    .map(([name, values]) => `${name}=${pick(values)}`)
  if (random() < 0.3) query.push(`waypoints=${[0, ...inner.filter(() => random() < 0.5), count - 1].join(';')}`)
  if (random() < 0.1) query.push(`approaches=${points.map(() => pick(['curb', 'unrestricted', ''])).join(';')}`)
  const profile = pick(['driving', 'driving', 'cycling', 'walking'])
  return `/route/v1/${profile}/${points.join(';')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

export function describeOsrmRandom(getService: ServiceSource): void {
  describe('OSRM routes written from the plan', () => {
    test(`equal routes written from the JSON of POST /v1/route (seed ${seed})`, async () => {
      const { app } = getService()
      const callByHttp: OperationCaller = async (_operation, _caller, { body = {} }) => {
        const reply = await app.inject({ method: 'POST', url: '/v1/route', payload: body })
        expect(reply.statusCode).toBe(200)
        return { ok: true, body: reply.json() }
      }
      const random = seededRandom(seed)
      let compared = 0
      for (let index = 0; index < ROUTES; index++) {
        const address = drawUrl(random)
        const written = await app.inject({ url: `/v1/compat/osrm${address}` })
        // Errors are not compared, because only routes are written from the plan.
        if (written.statusCode !== 200) continue
        const url = parseUrl(address)
        if (!url.ok) throw new Error(url.failure.message)
        const { body } = await findRoute(callByHttp, { kind: 'anonymous', address: '' }, url.value)
        const expected = Buffer.from((body as () => Uint8Array)()).toString('utf8')
        expect(written.payload, address).toBe(expected)
        compared++
      }
      expect(compared).toBeGreaterThan(ROUTES / 2)
    })
  })
}
