import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { threadTurns } from '../../../platform/compute/turns.ts'
import { MAX_BYTES_WITHOUT_TURN } from '../../../platform/http/body/read-json-bodies.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import type { TrackingOptions } from '../options.ts'
import { type ApiReply, AssetSocket } from './asset-socket.ts'
import { MAX_MESSAGE_BYTES } from './message-watch.ts'
import { type OpenedSocket, type SocketAccess, SocketCalls } from './socket-calls.ts'

const SOCKET_PATH = '/v1/assets/socket'
/** WebSocket subprotocol. Browsers cannot send headers with a WebSocket, so the key can be a second subprotocol. */
const SOCKET_PROTOCOL = 'fairway'

/**
 * Serves WebSockets for positions. Each received message becomes a call to `POST /v1/assets/positions`, and the sent
 * messages come from `GET /v1/assets/stream`. The calls pass through the whole HTTP layer, so that keys, scopes,
 * limits, usage and logs apply.
 */
export class AssetSockets {
  private readonly options: SocketAccess & Pick<TrackingOptions, 'bytesInFlight'>
  private readonly open = new Set<AssetSocket>()

  constructor(options: SocketAccess & Pick<TrackingOptions, 'bytesInFlight'>) {
    this.options = options
  }

  attach(app: FastifyInstance): void {
    const maxMessageBytes = Math.min(MAX_MESSAGE_BYTES, app.initialConfig.bodyLimit ?? MAX_MESSAGE_BYTES)
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: maxMessageBytes,
      handleProtocols: (protocols) => (protocols.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
    })
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (!isSocketRequest(request)) return answerAsRequest(app, request, socket as Socket)
      socket.on('error', () => socket.destroy())
      const calls = new SocketCalls(app, this.options, request)
      const accept = (opened: OpenedSocket): void => {
        let isAccepted = false
        server.handleUpgrade(request, socket, head, (webSocket) => {
          isAccepted = true
          this.add({ webSocket, connection: socket, calls, opened, maxMessageBytes })
        })
        // The handshake is invalid, or the client has disconnected.
        if (!isAccepted) opened.release()
      }
      calls.open().then(
        (opened) => ('refusal' in opened ? refuseSocket(socket, opened.refusal) : accept(opened)),
        () => socket.destroy(),
      )
    })
  }

  /** Closes all connections. Clients reconnect to another server. */
  stop(): void {
    for (const socket of this.open) socket.stop()
  }

  private add({ webSocket, connection, calls, opened, maxMessageBytes }: AcceptedSocket): void {
    const ownerId = toTaskOwner(opened.caller).id
    const socket = new AssetSocket(webSocket, {
      connection,
      stream: opened.stream,
      maxMessageBytes,
      reserveBytes: (bytes) => this.options.bytesInFlight.acquire(ownerId, bytes),
      takeTurn: (bytes) => (bytes > MAX_BYTES_WITHOUT_TURN ? threadTurns.take(ownerId) : undefined),
      pushPositions: (body) => calls.pushPositions(body),
    })
    this.open.add(socket)
    webSocket.on('close', () => {
      this.open.delete(socket)
      opened.release()
    })
  }
}

interface AcceptedSocket {
  readonly webSocket: WebSocket
  readonly connection: Duplex
  readonly calls: SocketCalls
  readonly opened: OpenedSocket
  readonly maxMessageBytes: number
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
