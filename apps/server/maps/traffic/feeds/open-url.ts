import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { version as ownVersion } from '../../../platform/version.ts'
import { FeedError } from './feed-failure.ts'
import type { FeedVersion, OpenFeedResult } from './opened-feed.ts'

export interface OpenUrlOptions {
  readonly previousVersion?: FeedVersion | undefined
  readonly signal: AbortSignal
  readonly maxBytes: number
}

export const MAX_REDIRECTS = 5

/** Opens a feed URL. Throws FeedError or the signal's abort reason. */
export async function openUrl(startUrl: URL, options: OpenUrlOptions): Promise<OpenFeedResult> {
  const credentials = toCredentials(startUrl)
  let url = startUrl
  for (let redirectCount = 0; redirectCount <= MAX_REDIRECTS; redirectCount++) {
    // Credentials are sent only to the configured server, not to redirect targets.
    const requestCredentials = url.origin === startUrl.origin ? credentials : {}
    const response = await sendGet(
      url,
      { ...toConditionalHeaders(options.previousVersion), ...requestCredentials },
      options.signal,
    )
    const target = findRedirectTarget(response, url)
    if (target === undefined) return toOpenedFeed(response, options)
    response.destroy()
    url = target
  }
  throw new FeedError({ kind: 'bad-redirect', what: `the server redirects more than ${MAX_REDIRECTS} times` })
}

function toConditionalHeaders(previousVersion: FeedVersion | undefined): Record<string, string> {
  const defaultHeaders = { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': `fairway/${ownVersion}` }
  if (previousVersion?.kind !== 'url') return defaultHeaders
  const { etag, lastModified } = previousVersion
  return {
    ...defaultHeaders,
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  }
}

/**
 * Builds the authorization header. Node could build it from the URL, but throws an error for a stray percent sign in
 * the credentials.
 */
function toCredentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const encodedCredentials = Buffer.from(`${decodePercent(username)}:${decodePercent(password)}`).toString('base64')
  return { authorization: `Basic ${encodedCredentials}` }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function sendGet(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
  const urlWithoutCredentials = new URL(url)
  urlWithoutCredentials.username = urlWithoutCredentials.password = urlWithoutCredentials.hash = ''
  return new Promise((resolve, reject) => {
    const sendRequest = urlWithoutCredentials.protocol === 'https:' ? requestHttps : requestHttp
    // The request uses a separate connection, because minutes pass until the next request.
    const request = sendRequest(urlWithoutCredentials, { agent: false, headers, signal })
    const rejectUnreachable = (code: string) => reject(new FeedError({ kind: 'unreachable', code }))
    // The listener stays attached, because an unhandled error on a broken connection would end the process.
    request
      .once('response', resolve)
      .on('error', (error: NodeJS.ErrnoException) => rejectUnreachable(error.code ?? 'no response'))
    // A response such as 101 closes the connection without an error event.
    request.once('close', () => rejectUnreachable('closed without a response'))
    request.end()
  })
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function findRedirectTarget({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (!redirectStatuses.has(statusCode)) return undefined
  const target = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
  if (target?.protocol === 'http:' || target?.protocol === 'https:') return target
  throw new FeedError({ kind: 'bad-redirect', what: 'the server redirects to something that is not a web URL' })
}

const supportedEncodings: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip'])

function toOpenedFeed(response: IncomingMessage, { previousVersion, maxBytes }: OpenUrlOptions): OpenFeedResult {
  const { statusCode: status = 0, headers } = response
  if (status === 200) {
    const { 'content-encoding': encoding = 'identity' } = headers
    if (!supportedEncodings.has(encoding.toLowerCase())) {
      return rejectResponse(response, {
        kind: 'unknown-format',
        found: 'the reply uses a compression that was not requested',
      })
    }
    if (Number(headers['content-length'] ?? 0) > maxBytes)
      return rejectResponse(response, { kind: 'too-large', maxBytes })
    return {
      kind: 'open',
      chunks: readBody(response),
      version: async () => toVersion(response),
      close: async () => void response.destroy(),
    }
  }
  if (status === 304 && previousVersion?.kind === 'url') {
    response.destroy()
    return { kind: 'unchanged' }
  }
  const isNotFound = status === 404 || status === 410
  return rejectResponse(response, { kind: isNotFound ? 'gone' : 'bad-status', status })
}

function rejectResponse(response: IncomingMessage, failure: FeedError['failure']): never {
  response.destroy()
  throw new FeedError(failure)
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
    // Fewer bytes arrived than announced. If the timeout is the cause, the signal of the caller is aborted.
    throw new FeedError({ kind: 'cut-off' })
  }
}
