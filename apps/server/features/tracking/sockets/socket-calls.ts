import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { toHttpProblem } from '../../../platform/http/http-problems.ts'
import { ERROR_CODE_HEADER, type Problem, toProblem } from '../../../platform/http/problem.ts'
import { trackingProblems } from '../api/failures.ts'
import { getPushesPerSecond } from '../api/limits.ts'
import type { TrackingOptions } from '../options.ts'
import type { ApiReply } from './asset-socket.ts'

const PUSH_PATH = '/v1/assets/positions'
const KEY_PROTOCOL_PATTERN = /^key\.([\w-]+)$/
/** Handshake headers that API calls must not repeat. */
const HANDSHAKE_HEADER_PATTERN = /^(connection|upgrade|host|content-.*|transfer-encoding|sec-websocket-.*|expect|te)$/
/** Query parameters that replace stream headers, for browsers. */
const headerByParameter = { channel: 'x-service-live-channel', last_event_id: 'last-event-id' } as const

export type SocketAccess = Pick<TrackingOptions, 'findKeyStanding' | 'openStreams' | 'maxStreams'>

/** Access of a connection, which occupies one of the account's streams until it is released. */
export interface OpenedSocket {
  readonly caller: AccountCaller
  /** Stream sent over this connection, if any. */
  readonly stream: Readable | undefined
  readonly release: () => void
}

interface Refused {
  readonly refusal: ApiReply
}

/** Calls the API on behalf of one connection. */
export class SocketCalls {
  private readonly app: FastifyInstance
  private readonly access: SocketAccess
  private readonly headers: Record<string, string>
  private readonly remoteAddress: string
  private readonly parameters: URLSearchParams

  constructor(app: FastifyInstance, access: SocketAccess, { headers, socket, url = '' }: IncomingMessage) {
    this.app = app
    this.access = access
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
  async open(): Promise<OpenedSocket | Refused> {
    return await (this.parameters.get('stream') === 'false' ? this.openForPushes() : this.openStream())
  }

  async pushPositions(payload: object): Promise<ApiReply> {
    const { statusCode, headers, payload: body } = await this.inject({ method: 'POST', url: PUSH_PATH, payload })
    return { status: statusCode, headers, body }
  }

  private async openForPushes(): Promise<OpenedSocket | Refused> {
    // The server checks the key, its scopes, the rate and the load before the body, which has no position to store.
    const reply = await this.pushPositions({ positions: [] })
    if (reply.status !== 422) return { refusal: reply }
    const caller = await this.findCaller()
    if (caller.kind !== 'account') return toRefusal(reply, toHttpProblem(caller))
    const pushRate = getPushesPerSecond(caller)
    if (!pushRate.ok) return toRefusal(reply, toProblem(trackingProblems, pushRate.failure))
    const { openStreams, maxStreams } = this.access
    if (!openStreams.tryOpen(caller.account, maxStreams))
      return toRefusal(reply, toProblem(trackingProblems, { kind: 'too-many-streams' as const, max: maxStreams }))
    return { caller, stream: undefined, release: () => openStreams.close(caller.account) }
  }

  private async openStream(): Promise<OpenedSocket | Refused> {
    const asset = this.parameters.get('asset')
    const headers: Record<string, string> = {}
    for (const [parameter, header] of Object.entries(headerByParameter)) {
      const value = this.parameters.get(parameter)
      if (value !== null) headers[header] = value
    }
    const url = asset === null ? '/v1/assets/stream' : `/v1/assets/${encodeURIComponent(asset)}/stream`
    const reply = await this.inject({ method: 'GET', url, headers, payloadAsStream: true })
    const stream = reply.stream()
    if (reply.statusCode !== 200) {
      const body = (await stream.toArray()).join('')
      return { refusal: { status: reply.statusCode, headers: reply.headers, body } }
    }
    const caller = await this.findCaller()
    // If only the stream ended, the API would keep its reply open, and the account would have one stream less.
    const release = () => void reply.raw.res.destroy()
    if (caller.kind === 'account') return { caller, stream, release }
    release()
    return toRefusal(reply, toHttpProblem(caller))
  }

  private findCaller() {
    return this.access.findKeyStanding(this.headers['x-api-key'] ?? '')
  }

  private inject({ headers, ...options }: InjectOptions) {
    return this.app.inject({
      ...options,
      remoteAddress: this.remoteAddress,
      headers: { ...this.headers, ...headers },
    })
  }
}

/** Returns the refusal of a handshake whose call succeeded. It keeps the request id of the call. */
function toRefusal(
  { headers }: Pick<ApiReply, 'headers'>,
  { status, code, body, retryAfterSeconds }: Problem,
): Refused {
  const refusalHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': headers['x-request-id'],
    [ERROR_CODE_HEADER]: code,
    'retry-after': retryAfterSeconds,
  }
  return { refusal: { status, headers: refusalHeaders, body: JSON.stringify(body) } }
}
