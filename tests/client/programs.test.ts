import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleClient } from '../../scripts/client-pack/bundle.ts'
import { findChromium, requireOrSkip } from '../support/servers/backends.ts'
import { complaintsOf, machinesNode, programOf, run } from './examples.ts'
import { type Served, serveAll } from './served.ts'

const FLAGS = '--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync'

/**
 * These tests run user programs: a page in a browser, a script in an older Node, and the examples of the documentation.
 */

const pages = ['packages/client/README.md', 'docs/guides/client.md', 'docs/guides/moving.md']

let served: Served
let bundle: string
let site: Server
beforeAll(async () => {
  ;[served, bundle] = await Promise.all([serveAll(), bundleClient({ minify: true })])
  // The page is on a different host from the service, as for most callers.
  site = createServer(({ url }, reply) => {
    const isModule = url === '/client.js'
    reply.writeHead(200, { 'content-type': isModule ? 'text/javascript' : 'text/html' })
    reply.end(isModule ? bundle : '<!doctype html><title>Map</title><link rel="icon" href="data:,">')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  site.close()
  await served.dispose()
})

/**
 * Program that uses features that differ between browsers and Node: fetch, streams, cross-origin headers and aborting.
 */
const program = `async ({ createClient, toGpx }, baseUrl, apiKey) => {
  const client = createClient({ baseUrl, apiKey })
  const trip = { from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] }
  const route = await client.route(trip)
  const refused = await client.route({ ...trip, to: [91, 0] }).catch((error) => error)
  const aborted = await client.route(trip, { signal: AbortSignal.abort() }).catch((error) => error)
  const lost = await createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 }).usage().catch((error) => error)
  const { id } = await client.assets.register({ name: 'Van', kind: 'vehicle' })
  await client.assets.push(id, { at: trip.from })
  let state
  for await (const event of client.assets.stream(id)) { state = event.data.state; break }
  await client.assets.remove(id)
  const health = [(await client.health()).status, (await client.readiness()).status]
  return { health, km: route.distance_km, gpx: toGpx(route).startsWith('<?xml'), state, aborted: aborted.name,
    refused: [refused.name, refused.status, typeof refused.requestId], lost: [lost.kind, lost.detail] }
}`
const expected = {
  health: ['ok', 'ready'],
  km: expect.closeTo(0.459, 2),
  gpx: true,
  state: 'idle',
  aborted: 'AbortError',
  refused: ['FairwayError', 422, 'string'],
  lost: ['network', expect.stringMatching(/^GET http:\/\/127\.0\.0\.1:1\/v1\/account\/usage could not be reached/)],
}

test.skipIf(!requireOrSkip('chromium'))('can be imported by a page that calls a service on another host', async () => {
  const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: FLAGS.split(' ') })
  try {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    const call = `import('/client.js').then((client) => (${program})(client, '${served.url}', '${served.key}'))`
    expect(await page.evaluate(call)).toEqual(expected)
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})

test('runs the same module in any installed Node', async () => {
  const module = `data:text/javascript;base64,${Buffer.from(bundle).toString('base64')}`
  const script = `import('${module}').then((client) => (${program})(client, '${served.url}', '${served.key}')).then((result) => console.log(JSON.stringify(result)))`
  const output = await new Promise<string>((resolve, reject) => {
    execFile(machinesNode(), ['--input-type=module', '-e', script], (error, stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(stdout),
    )
  })
  expect(JSON.parse(output)).toEqual(expected)
})

test('is smaller than 17.5 kB compressed', () => {
  expect(gzipSync(bundle).length).toBeLessThan(17_500)
  expect(bundle).not.toMatch(/node:|process\.|require\(/)
})

test('compiles with all examples and browser types alone', async () => {
  const files = pages.map((page, index) => [`page-${index}.ts`, programOf(page, { url: '', key: '' })])
  expect(await complaintsOf(Object.fromEntries(files))).toBe('')
})

test('runs the README', async () => {
  expect(await run(programOf('packages/client/README.md', served))).toEqual([
    expect.stringMatching(/^1\d\.\d+ km, \d+(\.\d+)? min, \d{3} points$/),
    '422 latitude-out-of-range to[0] is 91.2; latitude ranges from -90 to 90 (points are [latitude, longitude])',
    'LineString true',
    expect.stringMatching(/^\[ 0, [12], [12] \] true$/),
    expect.stringMatching(/^idle \[ -34\.9059, -56\.1913 \]$/),
  ])
})

test('runs the guide', async () => {
  expect(await run(programOf('docs/guides/client.md', served))).toEqual([
    expect.stringMatching(/^\d{3} [0-3] \d{3,4}$/),
    '0',
    expect.stringMatching(/^The destination \(to\) is outside the loaded maps of this service/),
    'AbortError',
    expect.stringMatching(/^\d+ \w+ \d+(\.\d+)?$/),
    'delta true',
  ])
})

test('runs the migration guide from another provider', async () => {
  expect(await run(programOf('docs/guides/moving.md', served))).toEqual([
    'OK 459',
    expect.stringMatching(/^1\d\.\d+ \d+(\.\d+)? \S.* \d{3,4}$/),
    '2 2',
    expect.stringMatching(/^\[ -34\.9\d+, -56\.\d+ \] Avenida 18 de Julio 1234, Montevideo, Uruguay 1234$/),
    expect.stringMatching(/^\[ 0, .* \] \[ 0, .* \] true$/),
  ])
})
