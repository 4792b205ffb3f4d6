import { Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import { CALL_PATH, CALL_TYPE } from './node-call.ts'

export interface NodeRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Aborts the request if the client of this node disconnects. */
  readonly signal: AbortSignal
}

/** Maximum number of connections from one thread to one node. More requests wait for a free connection. */
const MAX_SOCKETS = 128
/** Time after which an unused connection is closed, well before the other node would close it. */
const IDLE_MS = 30_000
const CONNECT_TIMEOUT_MS = 2000

/** Connections of one thread to the other nodes. */
export class NodeClient {
  private readonly agents = new Map<string, Agent | SecureAgent>()

  /** Sends a request. Resolves when the head of the reply has arrived. */
  async send(url: string, request: NodeRequest): Promise<IncomingMessage> {
    try {
      return await this.sendOnce(url, request)
    } catch (error) {
      // The other node may close an idle connection at the moment when this node reuses it.
      if (!(error instanceof StaleConnectionError) || request.signal.aborted) throw error
      return await this.sendOnce(url, request)
    }
  }

  /** Abandons all requests to a node that no longer responds. */
  abandon(url: string): void {
    this.agents.get(url)?.destroy()
    this.agents.delete(url)
  }

  close(): void {
    for (const url of [...this.agents.keys()]) this.abandon(url)
  }

  private sendOnce(url: string, { headers, body, signal }: NodeRequest): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const open = url.startsWith('https:') ? requestHttps : requestHttp
    const request = open(`${url}${CALL_PATH}`, {
      method: 'POST',
      agent: this.getAgent(url),
      signal,
      headers: { ...headers, 'content-type': CALL_TYPE, 'content-length': body.length },
    })
    request.once('response', resolve)
    request.on('error', (error) => {
      const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
      reject(isStale ? new StaleConnectionError(error.message) : error)
    })
    request.once('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(() => request.destroy(new Error('the node accepts no connections')), CONNECT_TIMEOUT_MS)
      const stopTimer = () => clearTimeout(timer)
      socket.once('connect', stopTimer).once('close', stopTimer)
    })
    request.end(body)
    return promise
  }

  private getAgent(url: string): Agent | SecureAgent {
    const existing = this.agents.get(url)
    if (existing) return existing
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_MS }
    const agent = url.startsWith('https:') ? new SecureAgent(options) : new Agent(options)
    this.agents.set(url, agent)
    return agent
  }
}

class StaleConnectionError extends Error {}
