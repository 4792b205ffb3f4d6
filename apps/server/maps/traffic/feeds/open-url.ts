import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { version as ownVersion } from '../../../platform/version.ts'
import { FeedBroken } from './feed-failure.ts'
import type { FeedVersion, OpenedFeed } from './opened-feed.ts'

export interface UrlOptions {
  readonly known?: FeedVersion | undefined
  readonly signal: AbortSignal
  readonly maxBytes: number
}

export const MAX_REDIRECTS = 5

/** Throws FeedBroken, or the reason of the signal. */
export async function openUrl(address: URL, options: UrlOptions): Promise<OpenedFeed> {
  const credentials = toCredentials(address)
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    // Credentials are sent only to the configured server, not to redirect targets.
    const own = url.origin === address.origin ? credentials : {}
    const response = await sendGet(url, { ...toHeaders(options.known), ...own }, options.signal)
    const target = findTarget(response, url)
    if (target === undefined) return toOpened(response, options)
    response.destroy()
    url = target
  }
  throw new FeedBroken({ kind: 'bad-redirect', what: `the server redirects more than ${MAX_REDIRECTS} times` })
}

function toHeaders(known: FeedVersion | undefined): Record<string, string> {
  const usual = { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': `fairway/${ownVersion}` }
  if (known?.kind !== 'url') return usual
  const { etag, lastModified } = known
  return {
    ...usual,
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  }
}

/** The header is built here because Node throws on a stray percent sign in URL credentials. */
function toCredentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function sendGet(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
  const bare = new URL(url)
  bare.username = bare.password = bare.hash = ''
  return new Promise((resolve, reject) => {
    const send = bare.protocol === 'https:' ? requestHttps : requestHttp
    // A separate connection, because minutes pass until the next request.
    const request = send(bare, { agent: false, headers, signal })
    const refuse = (code: string) => reject(new FeedBroken({ kind: 'unreachable', code }))
    // The listener stays attached: otherwise a connection that breaks later would crash the process as an unhandled
    // error.
    request.once('response', resolve).on('error', (error: NodeJS.ErrnoException) => refuse(error.code ?? 'no response'))
    // A response such as 101 closes the connection without an error event.
    request.once('close', () => refuse('closed without a response'))
    request.end()
  })
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function findTarget({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (!redirectStatuses.has(statusCode)) return undefined
  const target = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
  if (target?.protocol === 'http:' || target?.protocol === 'https:') return target
  throw new FeedBroken({ kind: 'bad-redirect', what: 'the server redirects to something that is not a web URL' })
}

const encodings: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip'])

function toOpened(response: IncomingMessage, { known, maxBytes }: UrlOptions): OpenedFeed {
  const { statusCode: status = 0, headers } = response
  if (status === 200) {
    const { 'content-encoding': encoding = 'identity' } = headers
    if (!encodings.has(encoding.toLowerCase())) {
      return refuse(response, { kind: 'unknown-format', found: 'the reply uses a compression that was not requested' })
    }
    if (Number(headers['content-length'] ?? 0) > maxBytes) return refuse(response, { kind: 'too-large', maxBytes })
    return {
      kind: 'open',
      chunks: readBody(response),
      version: async () => toVersion(response),
      close: async () => void response.destroy(),
    }
  }
  if (status === 304 && known?.kind === 'url') {
    response.destroy()
    return { kind: 'unchanged' }
  }
  const isGone = status === 404 || status === 410
  return refuse(response, { kind: isGone ? 'gone' : 'bad-status', status })
}

function refuse(response: IncomingMessage, failure: FeedBroken['failure']): never {
  response.destroy()
  throw new FeedBroken(failure)
}

function toVersion({ headers }: IncomingMessage): FeedVersion | undefined {
  const { etag, 'last-modified': lastModified } = headers
  if (etag === undefined && lastModified === undefined) return undefined
  return {
    kind: 'url',
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  }
}

async function* readBody(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Buffer>
  } catch {
    // Fewer bytes arrived than announced. If our own timeout was the cause, the caller sees it on the signal.
    throw new FeedBroken({ kind: 'cut-off' })
  }
}
