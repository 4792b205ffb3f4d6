import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Counts of the replies to an attack. */
export interface AttackCounts {
  /** Number of replies by status. Status 0 means no reply. */
  readonly statuses: Map<number, number>
  /** Number of 429 and 503 replies without Retry-After. */
  withoutRetryAfter: number
}

export interface Attack {
  readonly name: string
  /** Pricing plan of the attacking accounts. */
  readonly plan: 'trial' | 'pro'
  /** Runs until the signal is aborted, and resolves when all its connections are closed. */
  run(target: AttackTarget, counts: AttackCounts, signal: AbortSignal): Promise<void>
}

export interface AttackTarget {
  readonly url: string
  readonly keys: readonly string[]
}

const CONNECTIONS_PER_ACCOUNT = 4

type Point = readonly [number, number]

export function makePoints(count: number): Point[] {
  return Array.from({ length: count }, (_, index) => [-34.86 - (index % 31) * 1e-3, -56.2 + (index % 37) * 1e-3])
}

interface RepeatOptions {
  readonly plan?: Attack['plan']
  /** Number of connections per account. */
  readonly perAccount?: number
}

/**
 * Creates an attack in which every account repeats one request. Each connection sends the next request after the
 * previous reply.
 */
function repeat(name: string, path: string, body: Buffer, options: RepeatOptions = {}): Attack {
  const { plan = 'trial', perAccount = CONNECTIONS_PER_ACCOUNT } = options
  return {
    name,
    plan,
    async run({ url, keys }, counts, signal) {
      const agent = new Agent({ keepAlive: true, maxSockets: perAccount * keys.length })
      const work = async (key: string): Promise<void> => {
        while (!signal.aborted) {
          const { status, retryAfter } = await postBody(agent, `${url}${path}`, key, body)
          if (signal.aborted) return
          count(counts, status, retryAfter)
          // If rejected clients repeated their requests immediately, the benchmark would measure the client instead of
          // the server.
          if (status !== 200) await pause(20, signal)
        }
      }
      signal.addEventListener('abort', () => agent.destroy())
      await Promise.all(keys.flatMap((key) => Array.from({ length: perAccount }, () => work(key))))
    },
  }
}

function count(counts: AttackCounts, status: number, retryAfter: string | undefined): void {
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
  if ([429, 503].includes(status) && retryAfter === undefined) counts.withoutRetryAfter++
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

interface AttackReply {
  readonly status: number
  readonly retryAfter: string | undefined
}

function postBody(agent: Agent, url: string, key: string, body: Buffer): Promise<AttackReply> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-api-key': key }
    let reply: AttackReply = { status: 0, retryAfter: undefined }
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      reply = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }
      response.resume()
      response.once('close', () => resolve(reply))
    })
    // The server does not read a rejected body completely, so writing may fail after the reply has arrived.
    sent.once('error', () => setImmediate(() => resolve(reply)))
    sent.end(body)
  })
}

/**
 * Creates an attack with connections that send a request and then either never read the reply or keep the stream open.
 * Closed connections are reopened.
 */
function hold(name: string, perAccount: number, makeRequest: (key: string) => string, isReading: boolean): Attack {
  return {
    name,
    plan: 'trial',
    async run({ url, keys }, counts, signal) {
      const { hostname, port } = new URL(url)
      const open = (key: string): Promise<void> =>
        new Promise((resolve) => {
          const socket: Socket = connect(Number(port), hostname)
          const end = () => socket.destroy()
          signal.addEventListener('abort', end)
          socket.once('connect', () => socket.write(makeRequest(key)))
          if (isReading) socket.once('data', (head: Buffer) => countHead(counts, head.toString('latin1')))
          else socket.pause()
          socket.on('error', () => {})
          socket.once('close', () => {
            signal.removeEventListener('abort', end)
            // The server has dropped a connection that does not read.
            if (!isReading && !signal.aborted) count(counts, 0, undefined)
            resolve()
          })
        })
      const work = async (key: string): Promise<void> => {
        while (!signal.aborted) {
          await open(key)
          await pause(100, signal)
        }
      }
      await Promise.all(keys.flatMap((key) => Array.from({ length: perAccount }, () => work(key))))
    },
  }
}

function countHead(counts: AttackCounts, head: string): void {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  count(counts, status, /^retry-after: (.*)$/im.exec(head)?.[1])
}

function toJsonBody(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function makeOptimizeBody(stops: number, budgetMs: number): Buffer {
  return toJsonBody({ stops: makePoints(stops), vehicles: 3, budget_ms: budgetMs })
}

/** Returns a valid problem with a matrix of about this size. */
function makeLargeBody(megabytes: number): Buffer {
  const size = Math.floor(Math.sqrt((megabytes * 1e6) / '12345.678901,'.length))
  const row = Array.from({ length: size }, (_, index) => 12_345.678901 + index)
  const matrix = { distances_km: Array.from({ length: size }, () => row) }
  return toJsonBody({ stops: makePoints(size), matrix, budget_ms: 10 })
}

export function listAttacks(): Attack[] {
  const matrix = { origins: makePoints(100), destinations: makePoints(100) }
  const voyage = {
    from: [-34.95, -56.2],
    to: [1.2, 103.9],
    avoid: ['suez', 'panama'],
    alternatives: 2,
    vessel: { draft_m: 14 },
  }
  const stream = (key: string) =>
    `GET /v1/assets/stream HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\nx-service-live-channel: web\r\n\r\n`
  const text = JSON.stringify(matrix)
  const largeMatrix = { origins: makePoints(1000), destinations: makePoints(1000) }
  const isochrone = { from: makePoints(25), minutes: [10, 20, 30, 60, 90, 120, 180, 240] }
  const unread = (key: string) =>
    `POST /v1/matrix HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  return [
    repeat('optimize', '/v1/optimize', makeOptimizeBody(100, 10_000)),
    repeat('matrix', '/v1/matrix', Buffer.from(text)),
    repeat('1,000² matrix of pro', '/v1/matrix', toJsonBody(largeMatrix), { plan: 'pro' }),
    repeat('isochrones', '/v1/isochrone', toJsonBody(isochrone)),
    repeat('sea routes', '/v1/maritime/route', toJsonBody(voyage)),
    repeat('4 MB bodies', '/v1/optimize', makeLargeBody(4), { perAccount: 1 }),
    repeat('13 MB bodies of pro', '/v1/optimize', makeLargeBody(13), { plan: 'pro', perAccount: 1 }),
    hold('streams', 20, stream, true),
    hold('slow readers', 10, (key) => unread(key).repeat(4), false),
  ]
}
