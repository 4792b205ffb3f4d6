import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { ToolContext } from './define-tool.ts'
import { createMcpServer } from './server.ts'

export interface McpHttpOptions {
  readonly port: number
  readonly host: string
  /** Creates the context for the key of a caller. The key is undefined for callers without a key. */
  readonly createContext: (apiKey: string | undefined) => ToolContext
}

const MCP_PATH = '/mcp'
const LOCAL_HOSTS = ['127.0.0.1', 'localhost', '::1']

function toHostName(host = ''): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

/** Serves MCP over streamable HTTP. Every request is self-contained, so there are no sessions. */
export async function serveMcp({ port, host, createContext }: McpHttpOptions): Promise<Server> {
  const isLocal = LOCAL_HOSTS.includes(host)
  const server = createServer((request, response) => {
    // A website could point its host name at this machine. Browsers would then treat its requests as same-origin.
    if (isLocal && !LOCAL_HOSTS.includes(toHostName(request.headers.host))) {
      response.writeHead(403, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error: 'Only requests to localhost are allowed.' }))
    }
    handleMcpRequest(request, response, createContext).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

async function handleMcpRequest(
  request: IncomingMessage,
  response: ServerResponse,
  createContext: McpHttpOptions['createContext'],
): Promise<void> {
  const [path] = (request.url ?? '').split('?')
  if (path !== MCP_PATH) {
    response.writeHead(404, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ error: `There is nothing here; MCP is at ${MCP_PATH}.` }))
  }
  const mcp = createMcpServer(createContext(findKey(request)))
  // Without a session id generator, the transport keeps no state.
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.on('close', () => {
    void transport.close()
    void mcp.close()
  })
  await mcp.connect(transport as Parameters<typeof mcp.connect>[0])
  await transport.handleRequest(request, response)
}

/** Returns the key from X-API-Key, as in the Fairway API, or from a bearer token, as sent by MCP clients. */
function findKey({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
