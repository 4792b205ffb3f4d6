import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type ResponseHandler = (response: ServerResponse, request: IncomingMessage) => void

export interface FeedServer {
  url(path?: string): string
  /** Handler for all later requests. */
  respond: ResponseHandler
  readonly requests: IncomingMessage[]
}

/** Starts an HTTP server on the loopback interface for the duration of the suite. */
export function startFeedServer(): FeedServer {
  const server = createServer((request, response) => {
    feeds.requests.push(request)
    feeds.respond(response, request)
  })
  let port = 0
  const respondEmpty: ResponseHandler = (response) => void response.end()
  const feeds: FeedServer = {
    url: (path = '/feed') => `http://127.0.0.1:${port}${path}`,
    respond: respondEmpty,
    requests: [],
  }
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  beforeEach(() => {
    feeds.respond = respondEmpty
    feeds.requests.length = 0
  })
  afterAll(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return feeds
}

export function sendBody(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  status = 200,
): ResponseHandler {
  return (response) => void response.writeHead(status, headers).end(body)
}

/** Sends the same chunk repeatedly until the client stops. */
export function sendEndlessly(chunk: string | Uint8Array): ResponseHandler {
  return (response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.writeHead(200).on('drain', more)
    more()
  }
}
