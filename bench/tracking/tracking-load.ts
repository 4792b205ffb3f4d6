import { Agent, request } from 'node:http'

export interface TrackingRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

export interface TrackingLoad {
  readonly port: number
  readonly key: string
  readonly connections: number
  readonly seconds: number
  /** Returns the n-th request. */
  readonly next: (count: number) => TrackingRequest
}

export interface TrackingLoadReport {
  readonly answered: number
  /** Number of replies other than 200, by status. */
  readonly failed: ReadonlyMap<number, number>
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Sends requests over persistent connections for the given number of seconds. Each connection sends its next request
 * when it has received the previous reply.
 */
export async function loadTracking(load: TrackingLoad): Promise<TrackingLoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const failed = new Map<number, number>()
  const times: number[] = []
  let count = 0
  const started = performance.now()
  const until = started + load.seconds * 1000
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now()
      const { status } = await send(agent, load.port, load.key, load.next(count++))
      times.push(performance.now() - begun)
      if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, worker))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { answered: times.length, failed, seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

export function send(
  agent: Agent,
  port: number,
  key: string,
  { method, path, body }: TrackingRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      response.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
