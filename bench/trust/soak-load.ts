import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@fairway/geo'

interface SoakRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

export interface SoakLoadOptions {
  readonly url: string
  /** Keys that the requests use in turn, so that no key exceeds its rate. */
  readonly keys: readonly string[]
  /** One asset for the account of each key. */
  readonly assets: readonly string[]
}

const random = seededRandom(70)
const CONNECTION_COUNT = 16
/**
 * Maximum number of unanswered requests. When other programs slow down the server, the client would otherwise collect
 * an unlimited backlog and need minutes to finish.
 */
const MAX_UNANSWERED = 1000

function drawPoint(): [number, number] {
  return [-34.9 + 0.05 * random(), -56.2 + 0.1 * random()]
}

/** Returns a random request. Most requests ask for routes, as in production, and the others call fast operations. */
function drawRequest(asset: string): SoakRequest {
  const dice = random()
  if (dice < 0.5) return { method: 'POST', path: '/v1/route', body: { from: drawPoint(), to: drawPoint() } }
  if (dice < 0.6) {
    const points = Array.from({ length: 10 }, drawPoint)
    return { method: 'POST', path: '/v1/matrix', body: { points } }
  }
  const [lat, lon] = drawPoint()
  if (dice < 0.7) return { method: 'GET', path: `/v1/reverse?lat=${lat}&lon=${lon}` }
  if (dice < 0.8) return { method: 'GET', path: `/v1/nearby?lat=${lat}&lon=${lon}&q=farmacia` }
  if (dice < 0.85) return { method: 'GET', path: '/v1/geocode?q=avenida+italia' }
  if (dice < 0.95) return { method: 'POST', path: `/v1/assets/${asset}/position`, body: { at: drawPoint() } }
  return { method: 'GET', path: `/v1/assets/${asset}/live` }
}

/** Sends random requests over persistent connections, either as fast as possible or at a fixed rate. */
export class SoakLoad {
  readonly statuses = new Map<number, number>()
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 * CONNECTION_COUNT })
  private readonly options: SoakLoadOptions
  /** Number of requests that were left out because too many others were unanswered. */
  omittedCount = 0
  private sent = 0
  private unanswered = 0

  constructor(options: SoakLoadOptions) {
    this.options = options
  }

  /**
   * Returns the replies per second when every connection sends its next request as soon as it receives the previous
   * reply.
   */
  async measureMaximum(ms: number): Promise<number> {
    const startedAt = performance.now()
    let replies = 0
    const work = async () => {
      while (performance.now() < startedAt + ms) {
        await this.send()
        replies++
      }
    }
    await Promise.all(Array.from({ length: CONNECTION_COUNT }, work))
    return (1000 * replies) / (performance.now() - startedAt)
  }

  /** Sends requests at fixed times without waiting for replies, until the time is over. */
  async keepPace(perSecond: number, untilMs: number): Promise<void> {
    const startedAt = performance.now()
    for (let count = 0; Date.now() < untilMs; count++) {
      const waitMs = startedAt + (1000 * count) / perSecond - performance.now()
      if (waitMs > 1) await sleep(waitMs)
      if (this.unanswered < MAX_UNANSWERED) void this.send()
      else this.omittedCount++
    }
  }

  close(): void {
    this.agent.destroy()
  }

  private async send(): Promise<void> {
    const index = this.sent++ % this.options.keys.length
    const { method, path, body } = drawRequest(this.options.assets[index] ?? '')
    this.unanswered++
    const status = await this.exchange(method, path, this.options.keys[index] ?? '', body)
    this.unanswered--
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  /** Sends a request and returns the status, or 0 if there was no reply. */
  private exchange(method: string, path: string, key: string, body: unknown): Promise<number> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      'x-api-key': key,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    return new Promise((resolve) => {
      const outgoing = request(`${this.options.url}${path}`, { agent: this.agent, method, headers }, (response) => {
        response.resume()
        response.once('close', () => resolve(response.statusCode ?? 0))
      })
      outgoing.once('error', () => resolve(0))
      outgoing.end(text)
    })
  }
}
