import type { Clock } from '../../../platform/clock.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { version } from '../../../platform/version.ts'
import { type AskFailure, type UpstreamAdapter, unavailable } from './adapter.ts'
import { type Exchange, HttpConnections } from './http-get.ts'
import { toAnswer } from './osrm-answer.ts'
import { failureOfReply, failureOfStatus } from './osrm-failure.ts'
import { readReply } from './osrm-reply.ts'
import { toRouteUrl } from './osrm-request.ts'
import type { UpstreamAnswer, UpstreamQuery } from './provider.ts'
import { readRetryAfterSeconds } from './retry-after.ts'

/** Across a continent with all steps a reply is about 1 MB. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024

type Answered = Extract<Exchange, { readonly kind: 'answered' }>

export interface OsrmOptions {
  /** Before /route/v1; may hold a user and a password, or a key as a parameter. */
  readonly url: string
  readonly clock: Clock
  readonly maxReplyBytes?: number
}

/** Any server that speaks OSRM's HTTP API: osrm-routed itself, or a service that imitates it. */
export function createOsrmProvider(options: OsrmOptions): UpstreamAdapter {
  const { clock, maxReplyBytes: maxBytes = MAX_REPLY_BYTES } = options
  const base = new URL(options.url)
  const connections = new HttpConnections(base.protocol, headersFor(base))
  base.username = base.password = base.hash = ''
  return {
    name: 'osrm',
    async ask(query, signal) {
      const url = toRouteUrl(base, query)
      if (!url.ok) return url
      const exchange = await connections.get(url.value, { signal, maxBytes })
      if (exchange.kind === 'broken') return fail(unavailable(exchange.why, { worthAnotherTry: !signal.aborted }))
      if (exchange.kind === 'too-large') return fail(unavailable(`its reply is larger than ${maxBytes} bytes`))
      return readAnswer(exchange, query, clock.now())
    },
    async close() {
      connections.close()
    },
  }
}

/** Credentials as a header made once: Node would take them from the address too, but throws at a stray per cent sign. */
function headersFor({ username, password }: URL): Record<string, string> {
  const headers = { accept: 'application/json', 'user-agent': `fairway/${version}` }
  if (username === '' && password === '') return headers
  const pair = Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')
  return { ...headers, authorization: `Basic ${pair}` }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readAnswer(exchange: Answered, query: UpstreamQuery, nowMs: number): Result<UpstreamAnswer, AskFailure> {
  const { status, body } = exchange
  const failure = failureOfStatus(status, readRetryAfterSeconds(exchange.retryAfter, nowMs))
  if (failure) return fail(failure)
  const json = parseJson(body)
  if (status === 200 && json === undefined) return fail(unavailable('its reply is not JSON'))
  if (status !== 200 || !saysOk(json)) return fail(failureOfReply(status, json))
  const reply = readReply(json)
  const answer = reply.ok ? toAnswer(reply.value, query) : reply
  return answer.ok ? ok(answer.value) : fail(unavailable(`its reply is not usable: ${answer.failure}`))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function saysOk(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'code' in json && json.code === 'Ok'
}
