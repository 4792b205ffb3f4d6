import { Agent, request } from 'node:http'

export interface LoadOptions {
  readonly url: string
  readonly requests: number
  readonly connections: number
  readonly headers?: Record<string, string>
  /** One body for all requests, or several bodies or requests in rotation. */
  readonly body: string | readonly string[] | readonly LoadRequest[]
}

/** Request with its own path, which is appended to the URL. The method is GET if there is no body. */
export interface LoadRequest {
  readonly path: string
  readonly body?: string
}

export interface LoadReport {
  /** Number of replies by status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Sends a fixed number of requests over persistent connections. Each connection sends its next request when it has
 * received the previous reply.
 */
export async function sendLoad(options: LoadOptions): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const statuses = new Map<number, number>()
  const times: number[] = []
  let left = options.requests
  const bodies = typeof options.body === 'string' ? [options.body] : options.body
  const started = performance.now()
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const body = bodies[left % bodies.length] ?? ''
      const begun = performance.now()
      const status = await post(agent, options, body)
      times.push(performance.now() - begun)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: options.connections }, worker))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { statuses, seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

export function post(
  agent: Agent,
  { url, headers }: Pick<LoadOptions, 'url' | 'headers'>,
  bodyOrRequest: string | LoadRequest,
): Promise<number> {
  const { path, body } = typeof bodyOrRequest === 'string' ? { path: '', body: bodyOrRequest } : bodyOrRequest
  const bodyHeaders = body !== undefined && {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { agent, method: body === undefined ? 'GET' : 'POST', headers: { ...bodyHeaders, ...headers } },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
