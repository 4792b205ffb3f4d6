import { mkdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type ResponseHandler,
  sendBody,
  startFeedServer,
} from '../../apps/server/maps/traffic/feeds/testing/feed-server.ts'
import { putFile } from '../../apps/server/maps/traffic/testing/traffic-service.ts'
import { call } from '../faults/support/calls.ts'
import { openDoor } from '../faults/support/plans.ts'
import { publishMap } from '../support/maps/small-map.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { closeAll, openConnections } from '../threads/connections.ts'
import { logLines, threadsSeen } from '../threads/log.ts'
import { between, ladder, type RouteInTraffic } from './serve.ts'

// Servers start and stop on a machine with other load.

const patiently = { timeout: 120_000, interval: 50 }
const map = ladder()
const trip = { from: between(map, 'B', 'C', 0.1), to: between(map, 'B', 'C', 0.9), alternatives: 0 }
/** Returns a feed line. B is node 2, and C is node 3. */
const at = (kmh: number) => `2,3,${kmh}\n`

const feeds = startFeedServer()
let stores: Stores
let store: StoreSettings
let file: string
beforeAll(async () => {
  stores = await startStores('embedded')
  store = await stores.fresh()
  await mkdir(store.dataDir, { recursive: true })
  await publishMap(store.dataDir, 'ladder', map)
  file = join(store.dataDir, 'speeds.csv')
})
afterAll(() => stores.dispose())

function serve(sources: readonly string[]): Promise<ServerProcess> {
  const settings = {
    FAIRWAY_TRAFFIC_FEEDS: sources.join(','),
    FAIRWAY_TRAFFIC_REFRESH_SECONDS: '1',
    FAIRWAY_TRAFFIC_MAX_AGE_MINUTES: '1',
  }
  return startServer({ store, env: { ...openDoor, ...settings }, args: ['--threads', '2'] })
}

async function route({ url }: ServerProcess): Promise<RouteInTraffic> {
  const { status, body, text } = await call(url, '/v1/route', { body: trip })
  expect(status, text).toBe(200)
  return body as unknown as RouteInTraffic
}
const kmhOf = ({ distance_km, eta_min }: RouteInTraffic) => Math.round((distance_km / eta_min) * 60)
const kmh = async (server: ServerProcess) => kmhOf(await route(server))

/** Returns the value of a line such as `name{labels} 1`. */
async function metric({ url }: ServerProcess, name: string, ...labels: string[]): Promise<number | undefined> {
  const { text } = await call(url, '/metrics')
  const lines = text.split('\n').filter((line) => line.startsWith(`fairway_traffic_${name}`))
  const line = lines.find((one) => labels.every((label) => one.includes(`"${label}"`)))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}
const isUp = (server: ServerProcess, feed: string) => metric(server, 'feed_up', feed)

/** Requests routes continuously and collects failures. */
function askOnAndOn(server: ServerProcess): () => Promise<{ readonly count: number; readonly failures: string[] }> {
  let [stopping, count] = [false, 0]
  const failures: string[] = []
  const working = (async () => {
    while (!stopping) {
      const { status, text } = await call(server.url, '/v1/route', { body: trip })
      if (status !== 200) failures.push(text)
      count++
    }
  })()
  return async () => {
    stopping = true
    await working
    return { count, failures }
  }
}

describe('server with a file, a URL, and feeds that are silent or missing', () => {
  let server: ServerProcess
  beforeAll(async () => {
    await putFile(file, at(10), Date.now())
    feeds.respond = (response, { url }) => {
      if (url === '/speeds') response.writeHead(500).end()
    }
    server = await serve([file, feeds.url('/speeds'), feeds.url('/silent'), join(store.dataDir, 'none.csv')])
  })
  afterAll(() => server.stop())
  /** Writes the speed to the file and waits until routes use it. */
  const say = async (speed: number) => {
    await putFile(file, at(speed), Date.now())
    await vi.waitFor(async () => expect(await kmh(server)).toBe(speed), patiently)
  }

  test('starts normally, and applies the other feeds', async () => {
    expect(await kmh(server)).toBe(10)
    expect(await isUp(server, join(store.dataDir, 'none.csv'))).toBe(0)
    expect((await call(server.url, '/readyz')).status).toBe(200)
  })

  test('applies a changed file within a second on all threads, at most one reply later', async () => {
    await say(40)
    const connections = openConnections(server.url, 8)
    const speeds = async () => {
      const replies = await Promise.all(connections.map((one) => one.send('/v1/route', { body: trip })))
      return replies.map(({ body }) => kmhOf(JSON.parse(body)))
    }
    expect(new Set(await speeds())).toEqual(new Set([40]))
    const times: number[] = []
    for (const speed of [20, 30, 10]) {
      await putFile(file, at(speed), Date.now())
      const begun = performance.now()
      await vi.waitFor(async () => expect(new Set(await speeds())).toEqual(new Set([speed])), {
        timeout: 120_000,
        interval: 10,
      })
      times.push(performance.now() - begun)
    }
    closeAll(connections)
    console.info(
      `from the change of a file to routes of all threads that use it: ${times.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`,
    )
    expect(Math.max(...times)).toBeLessThan(3000)
    expect(threadsSeen(server)).toEqual([0, 1])
  })

  test('closes the road for all vehicles when a closure arrives during requests, without errors', async () => {
    await say(40)
    const stop = askOnAndOn(server)
    const long = { from: between(map, 'A', 'B', 0.1), to: between(map, 'C', 'D', 0.9), alternatives: 0 }
    const streets = async (more: object) => {
      const { body } = await call(server.url, '/v1/route', { body: { ...long, ...more } })
      return (body as unknown as RouteInTraffic).steps.map(({ name }) => name)
    }
    const kinds = [{}, { vehicle: { weight_t: 12 } }, { avoid: ['tolls'] }]
    for (const kind of kinds) expect(await streets(kind)).toContain('Middle')
    await putFile(file, '2,3,0\n', Date.now())
    await vi.waitFor(async () => expect(await streets({})).not.toContain('Middle'), patiently)
    // Other profiles follow immediately, because they wait for their metric instead of using the previous metric.
    for (const kind of kinds) expect(await streets(kind)).not.toContain('Middle')
    const { failures } = await stop()
    expect(failures).toEqual([])
  })

  test('skips, counts and reports invalid rows', async () => {
    await putFile(file, `from,to,km/h\n${at(25)}1,x,30\n5,6\n900001,900002,50\n`, Date.now())
    await vi.waitFor(async () => expect(await kmh(server)).toBe(25), patiently)
    const records = (which: string) => metric(server, 'feed_records', file, which)
    await vi.waitFor(async () => expect(await records('skipped')).toBe(2), patiently)
    expect([await records('segments'), await records('segments_found')]).toEqual([2, 1])
    expect(await isUp(server, file)).toBe(1)
    expect(await metric(server, 'feed_age_seconds', file)).toBeLessThan(30)
    expect(await metric(server, 'roads', 'live')).toBe(1)
  })

  test('keeps the last content of a file that is missing, a web page or truncated, reports it in metrics, and recovers', async () => {
    await say(25)
    const stop = askOnAndOn(server)
    const breaks: (() => Promise<unknown>)[] = [
      () => rm(file),
      () => putFile(file, '<!doctype html><html>sign in', Date.now()),
      () => putFile(file, '{"incidents":[{"kind":', Date.now()),
    ]
    for (const [index, spoil] of breaks.entries()) {
      await spoil()
      await vi.waitFor(async () => expect(await isUp(server, file)).toBe(0), patiently)
      expect(await kmh(server)).toBe(25 + index)
      await putFile(file, at(26 + index), Date.now())
      await vi.waitFor(async () => expect(await kmh(server)).toBe(26 + index), patiently)
      await vi.waitFor(async () => expect(await isUp(server, file)).toBe(1), patiently)
    }
    const { count, failures } = await stop()
    expect([failures, count > 50]).toEqual([[], true])
    const told = (text: string) => logLines(server, text).filter(({ feed }) => feed === file)
    await vi.waitFor(() => expect(told('a traffic feed works again')).toHaveLength(3), patiently)
    expect(told('a traffic feed failed; its last content remains in use').map(({ why }) => why)).toEqual([
      expect.stringMatching(/^there is no such file/),
      expect.stringMatching(/^the reply is a web page/),
      expect.stringMatching(/^the feed is truncated/),
    ])
  })

  test('fades old speeds: half at one and a half times the age, nothing at twice; the metrics follow', async () => {
    const old = async (seconds: number) => {
      const time = Date.now() / 1000 - seconds
      await utimes(file, time, time)
    }
    await say(10)
    const fresh = await route(server)
    expect(kmhOf(fresh)).toBe(10)
    const usual = fresh.typical_min
    await old(90)
    await vi.waitFor(async () => {
      const { eta_min } = await route(server)
      // The feed ages during the check.
      expect((eta_min - usual) / (fresh.eta_min - usual)).toBeLessThan(0.51)
      expect(eta_min).toBeGreaterThan(usual * 1.2)
    }, patiently)
    // Within seconds, the feed becomes too old although the file does not change.
    await old(118)
    await vi.waitFor(async () => expect((await route(server)).eta_min).toBeLessThan(usual * 1.5), patiently)
    await vi.waitFor(async () => expect((await route(server)).traffic.coverage).toBe(0), patiently)
    expect((await route(server)).eta_min).toBe(usual)
    await vi.waitFor(async () => expect(await metric(server, 'roads', 'live')).toBe(0), patiently)
    expect(await isUp(server, file)).toBe(1)
  })

  test('keeps the last content of a URL that fails, is a web page, oversized or slow, while other feeds apply', async () => {
    await putFile(file, '3,2,15\n', Date.now())
    let speed = 25
    const good: ResponseHandler = (response) => void response.end(at(speed))
    feeds.respond = good
    await vi.waitFor(async () => expect(await kmh(server)).toBe(25), patiently)
    const stop = askOnAndOn(server)
    const large = { 'content-length': String(2 ** 30) }
    const words = () => logLines(server, 'a traffic feed failed; its last content remains in use').map(({ why }) => why)
    for (const [answer, why] of [
      [sendBody('', {}, 500), /^the server returned 500/],
      [sendBody('<html>'), /^the reply is a web page/],
      [sendBody(at(5), large), /^the feed is larger than/],
    ] as const) {
      feeds.respond = answer
      await vi.waitFor(() => expect(words().at(-1)).toMatch(why), patiently)
      expect(await isUp(server, feeds.url('/speeds'))).toBe(0)
      expect([await kmh(server), await isUp(server, file)]).toEqual([speed, 1])
    }
    speed++
    feeds.respond = good
    await vi.waitFor(async () => expect(await kmh(server)).toBe(speed), patiently)
    // The URL feed does not respond, but the file is still read.
    const asked = () => feeds.requests.filter(({ url }) => url === '/speeds').length
    const before = asked()
    feeds.respond = () => undefined
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), patiently)
    const back = { ...trip, from: trip.to, to: trip.from }
    await putFile(file, '3,2,12\n', Date.now())
    await vi.waitFor(async () => {
      const { body } = await call(server.url, '/v1/route', { body: back })
      expect(kmhOf(body as unknown as RouteInTraffic)).toBe(12)
    }, patiently)
    expect(await kmh(server)).toBe(speed)
    const { failures } = await stop()
    expect(failures).toEqual([])
  })
})
