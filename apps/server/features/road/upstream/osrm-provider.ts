import type { Clock } from '../../../platform/clock.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { version } from '../../../platform/version.ts'
import { createUnavailable, type UpstreamAdapter, type UpstreamRequestFailure } from './adapter.ts'
import { HttpClient, type HttpExchange } from './http-get.ts'
import { toAnswer } from './osrm-answer.ts'
import { toReplyFailure, toStatusFailure } from './osrm-failure.ts'
import { readReply } from './osrm-reply.ts'
import { toRouteUrl } from './osrm-request.ts'
import type { UpstreamAnswer, UpstreamQuery } from './provider.ts'
import { parseRetryAfterSeconds } from './retry-after.ts'

/** Maximum size of a reply in bytes. A route across a continent with all steps takes about 1 MB. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024

type AnsweredExchange = Extract<HttpExchange, { readonly kind: 'answered' }>

export interface OsrmOptions {
  /** URL before /route/v1. The URL may contain credentials or a key as a parameter. */
  readonly url: string
  readonly clock: Clock
  readonly maxReplyBytes?: number
}

/** Creates an adapter for any server with OSRM's HTTP API. */
export function createOsrmProvider(options: OsrmOptions): UpstreamAdapter {
  const { clock, maxReplyBytes: maxBytes = MAX_REPLY_BYTES } = options
  const base = new URL(options.url)
  const connections = new HttpClient(base.protocol, createHeaders(base))
  base.username = base.password = base.hash = ''
  return {
    name: 'osrm',
    async request(query, signal) {
      const url = toRouteUrl(base, query)
      if (!url.ok) return url
      const exchange = await connections.get(url.value, { signal, maxBytes })
      if (exchange.kind === 'broken') return fail(createUnavailable(exchange.why, { isRetryable: !signal.aborted }))
      if (exchange.kind === 'too-large') return fail(createUnavailable(`its reply is larger than ${maxBytes} bytes`))
      return readAnswer(exchange, query, clock.now())
    },
    async close() {
      connections.close()
    },
  }
}

/**
 * Creates the headers. The function builds the authorization header, because Node throws on a stray percent sign in URL
 * credentials.
 */
function createHeaders({ username, password }: URL): Record<string, string> {
  const headers = { accept: 'application/json', 'user-agent': `fairway/${version}` }
  if (username === '' && password === '') return headers
  const pair = Buffer.from(`${decodeUrlPart(username)}:${decodeUrlPart(password)}`).toString('base64')
  return { ...headers, authorization: `Basic ${pair}` }
}

function decodeUrlPart(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

function readAnswer(
  exchange: AnsweredExchange,
  query: UpstreamQuery,
  nowMs: number,
): Result<UpstreamAnswer, UpstreamRequestFailure> {
  const { status, body } = exchange
  const failure = toStatusFailure(status, parseRetryAfterSeconds(exchange.retryAfter, nowMs))
  if (failure) return fail(failure)
  const json = parseJson(body)
  if (status === 200 && json === undefined) return fail(createUnavailable('its reply is not JSON'))
  if (status !== 200 || !hasOkCode(json)) return fail(toReplyFailure(status, json))
  const reply = readReply(json)
  const result = reply.ok ? toAnswer(reply.value, query) : reply
  return result.ok ? ok(result.value) : fail(createUnavailable(`its reply is not usable: ${result.failure}`))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hasOkCode(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'code' in json && json.code === 'Ok'
}
