import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly atMs: number
}

/** Handles one request. */
export type ScriptedReply = (reply: ServerResponse, request: ReceivedRequest) => void

export interface ScriptedServer {
  readonly url: string
  readonly received: readonly ReceivedRequest[]
  close(): Promise<void>
}

/** Answers each request with the next scripted reply. When the replies run out, the last reply is repeated. */
export async function startScriptedServer(...replies: readonly ScriptedReply[]): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const receivedRequest = { method, url, headers, body, atMs: performance.now() }
      received.push(receivedRequest)
      replies[Math.min(received.length, replies.length) - 1](reply, receivedRequest)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function replyWith(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ScriptedReply {
  return (reply) => {
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

export const replyBusy = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  replyWith(status, { busy: true, detail: `busy with ${status}` }, { 'x-request-id': 'req_7', ...headers })

/** Never responds. */
export const neverReply: ScriptedReply = () => undefined

/** Closes the connection before responding. */
export const breakConnection: ScriptedReply = (reply) => void reply.destroy()
