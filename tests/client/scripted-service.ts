import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Service with fixed replies, for failures that a real service does not produce on demand. */
export interface ScriptedService {
  readonly url: string
  /** Method and path of the requests since the last reset. */
  readonly calls: readonly string[]
  readonly connections: number
  reset(): void
  dispose(): Promise<void>
}

/**
 * The first route and every registration of an asset get a 503 with `Retry-After: 1`. Requests for the usage never get
 * a reply. All other requests succeed.
 */
export async function startScriptedService(): Promise<ScriptedService> {
  let calls: string[] = []
  let connections = 0
  const server = createServer(({ method, url = '' }, reply) => {
    const call = `${method} ${url}`
    calls.push(call)
    if (call === 'GET /v1/account/usage') return
    const isFirstRoute = call === 'POST /v1/route' && calls.filter((one) => one === call).length === 1
    if (isFirstRoute || call === 'POST /v1/assets') {
      reply.writeHead(503, { 'retry-after': '1', 'x-error-code': 'overloaded', 'x-request-id': 'r1' })
      reply.end(JSON.stringify({ busy: true, detail: 'The service is busy.' }))
      return
    }
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify({ id: url, distance_km: 1.5, geometry: [[1, 2]] }))
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls
    },
    get connections() {
      return connections
    },
    reset() {
      calls = []
      connections = 0
    },
    async dispose() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
