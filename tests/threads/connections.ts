import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface WireReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WireRequest {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** Persistent connection. The thread that accepted the connection handles all its requests. */
export interface Connection {
  send(path: string, options?: WireRequest): Promise<WireReply>
  close(): void
}

/** Opens a connection. `from` is another loopback address, for callers with separate limits. */
export function openConnection(url: string, from = '127.0.0.1'): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: from })
  return {
    send: (path, options = {}) => send(agent, `${url}${path}`, options),
    close: () => agent.destroy(),
  }
}

/** Opens many connections, which together reach every thread of a server. */
export function openConnections(url: string, count: number, from?: string): Connection[] {
  return Array.from({ length: count }, () => openConnection(url, from))
}

export function closeAll(connections: readonly Connection[]): void {
  for (const connection of connections) connection.close()
}

/** Counts the replies by status when every connection sends the given number of probes. */
export async function probeAll(
  connections: readonly Connection[],
  timesEach: number,
  headers: Record<string, string> = {},
): Promise<Record<number, number>> {
  const countByStatus: Record<number, number> = {}
  const worker = async (connection: Connection): Promise<void> => {
    for (let time = 0; time < timesEach; time++) {
      const { status } = await connection.send('/v1/probe', { headers, body: {} })
      countByStatus[status] = (countByStatus[status] ?? 0) + 1
    }
  }
  await Promise.all(connections.map(worker))
  return countByStatus
}

function send(agent: Agent, url: string, { method, headers = {}, body }: WireRequest): Promise<WireReply> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      agent,
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      headers: { ...headers, ...(content === undefined ? {} : { 'content-type': 'application/json' }) },
    })
    outgoing.once('error', reject)
    outgoing.once('response', (response) => {
      text(response).then(
        (received) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        reject,
      )
    })
    outgoing.end(content)
  })
}
