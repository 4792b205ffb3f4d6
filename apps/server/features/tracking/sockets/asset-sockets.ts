import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ApiReply, AssetSocket } from './asset-socket.ts'

const SOCKET_PATH = '/v1/assets/socket'
/** WebSocket subprotocol. Browsers cannot send headers with a WebSocket, so the key can be a second subprotocol. */
const SOCKET_PROTOCOL = 'fairway'
const KEY_PROTOCOL_PATTERN = /^key\.([\w-]+)$/
/** Handshake headers that API calls must not repeat. */
const HANDSHAKE_HEADER_PATTERN = /^(connection|upgrade|host|content-.*|transfer-encoding|sec-websocket-.*|expect|te)$/
/** Query parameters that replace stream headers, for browsers. */
const headerByParameter = { channel: 'x-service-live-channel', last_event_id: 'last-event-id' } as const

/**
 * Serves WebSockets for positions. Each received message becomes a call to `POST /v1/assets/positions`, and the sent
 * messages come from `GET /v1/assets/stream`. The calls pass through the whole HTTP layer, so that keys, scopes,
 * limits, usage and logs apply.
 */
export class AssetSockets {
  private readonly open = new Set<AssetSocket>()

  attach(app: FastifyInstance): void {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: app.initialConfig.bodyLimit ?? 0,
      handleProtocols: (protocols) => (protocols.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
    })
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (!isSocketRequest(request)) return answerAsRequest(app, request, socket as Socket)
      socket.on('error', () => socket.destroy())
      const calls = new SocketCalls(app, request)
      const accept = (stream: Readable | undefined) =>
        server.handleUpgrade(request, socket, head, (webSocket) => this.add(webSocket, calls, stream))
      calls.begin().then(
        (begun) => ('refusal' in begun ? refuseSocket(socket, begun.refusal) : accept(begun.stream)),
        () => socket.destroy(),
      )
    })
  }

  /** Closes all connections. Clients reconnect to another server. */
  stop(): void {
    for (const socket of this.open) socket.stop()
  }

  private add(webSocket: WebSocket, calls: SocketCalls, stream: Readable | undefined): void {
    const socket = new AssetSocket(webSocket, { pushPositions: (body) => calls.pushPositions(body), stream })
    this.open.add(socket)
    webSocket.on('close', () => this.open.delete(socket))
  }
}

function isSocketRequest({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?')[0] === SOCKET_PATH && String(headers.upgrade).toLowerCase() === 'websocket'
}

/** Answers an upgrade request as a normal request. HTTP allows a server to ignore an upgrade. */
function answerAsRequest(app: FastifyInstance, request: IncomingMessage, socket: Socket): void {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => socket.end())
  app.server.emit('request', request, response)
}

function refuseSocket(socket: Duplex, { status, headers, body }: ApiReply): void {
  const names = ['content-type', 'x-error-code', 'x-request-id', 'retry-after', 'www-authenticate']
  const lines = names.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}\r\n`]))
  const length = Buffer.byteLength(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}content-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Calls the API on behalf of one connection. */
class SocketCalls {
  private readonly app: FastifyInstance
  private readonly headers: Record<string, string>
  private readonly remoteAddress: string
  private readonly parameters: URLSearchParams

  constructor(app: FastifyInstance, { headers, socket, url = '' }: IncomingMessage) {
    this.app = app
    this.remoteAddress = socket.remoteAddress ?? ''
    this.parameters = new URL(url, 'http://localhost').searchParams
    const keptHeaders = Object.entries(headers).filter(([name]) => !HANDSHAKE_HEADER_PATTERN.test(name))
    const protocols = String(headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/)
    const key = protocols
      .map((protocol) => KEY_PROTOCOL_PATTERN.exec(protocol)?.[1])
      .find((apiKey) => apiKey !== undefined)
    this.headers = {
      ...(key !== undefined && { 'x-api-key': key }),
      ...Object.fromEntries(keptHeaders.map(([name, value]) => [name, String(value)])),
    }
  }

  /** Opens the stream, or checks that the key may send positions. */
  async begin(): Promise<{ readonly stream: Readable | undefined } | { readonly refusal: ApiReply }> {
    if (this.parameters.get('stream') !== 'false') return await this.openStream()
    const reply = await this.pushPositions({ positions: [] })
    return [401, 403, 429, 503].includes(reply.status) ? { refusal: reply } : { stream: undefined }
  }

  async pushPositions(payload: object): Promise<ApiReply> {
    const {
      statusCode,
      headers,
      payload: body,
    } = await this.inject({
      method: 'POST',
      url: '/v1/assets/positions',
      payload,
    })
    return { status: statusCode, headers, body }
  }

  private async openStream(): Promise<{ readonly stream: Readable } | { readonly refusal: ApiReply }> {
    const asset = this.parameters.get('asset')
    const headers: Record<string, string> = {}
    for (const [parameter, header] of Object.entries(headerByParameter)) {
      const value = this.parameters.get(parameter)
      if (value !== null) headers[header] = value
    }
    const url = asset === null ? '/v1/assets/stream' : `/v1/assets/${encodeURIComponent(asset)}/stream`
    const reply = await this.inject({ method: 'GET', url, headers, payloadAsStream: true })
    const stream = reply.stream()
    if (reply.statusCode === 200) return { stream }
    const body = (await stream.toArray()).join('')
    return { refusal: { status: reply.statusCode, headers: reply.headers, body } }
  }

  private inject({ headers, ...options }: InjectOptions) {
    return this.app.inject({
      ...options,
      remoteAddress: this.remoteAddress,
      headers: { ...this.headers, ...headers },
    })
  }
}
