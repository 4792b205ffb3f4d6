import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly atMs: number
}

/** Handles one request. */
export type Scene = (reply: ServerResponse, request: Received) => void

export interface ScriptedServer {
  readonly url: string
  readonly received: readonly Received[]
  close(): Promise<void>
}

/** Answers each request with the next scene, and all further requests with the last one. */
export async function startScripted(...scenes: readonly Scene[]): Promise<ScriptedServer> {
  const received: Received[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body, atMs: performance.now() }
      received.push(one)
      scenes[Math.min(received.length, scenes.length) - 1](reply, one)
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

export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Scene {
  return (reply) => {
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

export const busy = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  answer(status, { busy: true, detail: `busy with ${status}` }, { 'x-request-id': 'req_7', ...headers })

/** Never responds. */
export const silent: Scene = () => undefined

/** Closes the connection before responding. */
export const broken: Scene = (reply) => void reply.destroy()
