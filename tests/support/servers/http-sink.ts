import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RecordedRequest {
  readonly method: string
  /** Path, including the query string. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Reply of the sink. `hang` never replies, and `reset` closes the connection. */
export type SinkReply =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang'
  | 'reset'

export type Respond = (request: RecordedRequest) => SinkReply | Promise<SinkReply>

export interface HttpSink {
  readonly url: string
  readonly port: number
  readonly requests: RecordedRequest[]
  /** Function that creates the replies. Tests can replace it at any time, with effect from the next request. */
  respond: Respond
  /** Waits up to two minutes until `requests` contains `count` entries, counted from the start, and returns them. */
  next(count: number): Promise<RecordedRequest[]>
  dispose(): Promise<void>
}

const PATIENCE_MS = 120_000

export async function startHttpSink(respond: Respond = () => ({ status: 200 })): Promise<HttpSink> {
  const requests: RecordedRequest[] = []
  const arrivals = new EventEmitter()
  const server = createServer(async (incoming, response) => {
    const request = await record(incoming)
    // The sender aborted the request, so there is nothing to record or answer.
    if (request === undefined) return
    requests.push(request)
    arrivals.emit('request')
    await answer(response, request, sink.respond)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo
  const sink: HttpSink = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    respond,
    async next(count) {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      while (requests.length < count) {
        await once(arrivals, 'request', { signal }).catch((cause) => {
          throw new Error(`${requests.length} of ${count} requests arrived within ${PATIENCE_MS} ms`, { cause })
        })
      }
      return requests.slice(0, count)
    },
    async dispose() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      // Hanging requests and idle keep-alive connections would keep the server open.
      server.closeAllConnections()
      await closed
    },
  }
  return sink
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest | undefined> {
  const { method = '', url = '', headers } = incoming
  try {
    return { method, path: url, headers, body: await text(incoming) }
  } catch {
    return undefined
  }
}

async function answer(response: ServerResponse, request: RecordedRequest, respond: Respond): Promise<void> {
  const reply = await toReply(request, respond)
  if (reply === 'hang') return
  if (reply === 'reset') response.socket?.resetAndDestroy()
  else response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
}

/**
 * Returns the reply. If `respond` throws, the sender gets an error reply, because a rejection would end the whole test
 * run.
 */
async function toReply(request: RecordedRequest, respond: Respond): Promise<SinkReply> {
  try {
    return await respond(request)
  } catch (error) {
    return { status: 500, body: `the sink's respond function threw: ${error}` }
  }
}
