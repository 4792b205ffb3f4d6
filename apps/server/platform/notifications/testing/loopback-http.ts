import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface LoopbackHttp {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  close(): Promise<void>
}

type RequestResponder = (response: ServerResponse, request: ReceivedRequest) => void

/** Starts an HTTP server on a free loopback port. The server replies when the whole request has arrived. */
export async function startLoopbackHttp(answer: RequestResponder): Promise<LoopbackHttp> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming)
    requests.push(request)
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns a loopback URL without a listener. */
export async function findClosedUrl(): Promise<string> {
  const server = await startLoopbackHttp(() => undefined)
  await server.close()
  return server.url
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
  return { method: incoming.method ?? '', url, headers: incoming.headers, body }
}
