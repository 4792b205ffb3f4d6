import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type CreatedRequest, createRequest, type RequestOptions } from './create-request.ts'
import { EarlierReplies } from './earlier-replies.ts'
import { type Fields, parseJson, splitWords } from './json.ts'

/** A request and its reply, as stored in a recording. */
export interface RecordedReply {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly body: string
  readonly status: number
  readonly headers: Fields
  /** Text of the reply, or the hash of a reply that is not text. */
  readonly reply: string
}

const RECORDED_HEADERS = splitWords(
  'content-type x-error-code allow link cache-control content-disposition www-authenticate vary',
)
const JSON_BODY = { 'content-type': 'application/json' }

/** Sends requests to a server, one after the other, and writes the replies to a file. */
export async function record(
  base: string,
  file: string,
  { count, ...options }: RequestOptions & { readonly count: number },
): Promise<void> {
  await waitUntilReady(base)
  const sharedAgent = new Agent({ keepAlive: true, maxSockets: 1 })
  const plainAgent = new Agent({ keepAlive: true, maxSockets: 1 })
  const earlier = new EarlierReplies()
  const lines: string[] = []
  for (let index = 0; index < count; index++) {
    const created = createRequest(index, earlier, options)
    // On a connection without other requests, plain calls of some operations use the fast path.
    const isPlain = /^POST \/v1\/(av\/|re)?(route|matrix)$/.test(created.operation) && index % 3 > 0
    const { recorded, cookie } = await send(base, isPlain ? plainAgent : sharedAgent, created)
    earlier.add(created.operation, { ...(recorded.status === 200 && (parseJson(recorded.reply) as Fields)), cookie })
    lines.push(JSON.stringify(recorded))
  }
  writeFileSync(file, gzipSync(lines.join('\n')))
  sharedAgent.destroy()
  plainAgent.destroy()
}

/** Waits for the sea map and the map of Montevideo, which the first start builds in the background. */
async function waitUntilReady(base: string): Promise<void> {
  for (const [path, body] of [
    ['/v1/maritime/route', '{"from":"UYMVD","to":"Santos"}'],
    ['/v1/route', '{"from":[-34.9,-56.19],"to":[-34.89,-56.16]}'],
  ] as const) {
    const probe = () => fetch(`${base}${path}`, { method: 'POST', headers: JSON_BODY, body })
    while (!(await probe().catch(() => undefined))?.ok) await delay(1000)
  }
}

async function send(
  base: string,
  agent: Agent,
  { operation, method, path, fields, rawBody, headers }: CreatedRequest,
): Promise<{ readonly recorded: RecordedReply; readonly cookie: string | undefined }> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  const hasQuery = /^(GET|DELETE)/.test(operation)
  const target = hasQuery && query.size > 0 ? `${path}?${query}` : path
  const body = hasQuery || /^(GET|HEAD|OPTIONS)$/.test(method) ? '' : (rawBody ?? JSON.stringify(fields))
  const bodyHeaders = body && { ...JSON_BODY, 'content-length': Buffer.byteLength(body) }
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { agent, method, path: target, headers: { ...bodyHeaders, ...headers } }
    request(base, options, resolve).on('error', reject).end(body)
  })
  const bytes = await buffer(message)
  const isText = /json|text|xml/.test(message.headers['content-type'] ?? '')
  const recordedHeaders: Fields = {
    ...Object.fromEntries(RECORDED_HEADERS.map((name) => [name, message.headers[name]])),
    'retry-after': 'retry-after' in message.headers,
  }
  return {
    recorded: {
      operation,
      method,
      path: target,
      body,
      status: message.statusCode ?? 0,
      headers: recordedHeaders,
      reply: isText ? bytes.toString() : hash('sha256', bytes),
    },
    cookie: message.headers['set-cookie']?.[0]?.split(';')[0],
  }
}
