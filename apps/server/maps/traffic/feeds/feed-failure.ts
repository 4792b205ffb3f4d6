import type { SkippedSummary } from './feed-content.ts'

/** Reason why a feed has no content. Messages never contain a URL, because it may contain a password. */
export type FeedFailure =
  | { readonly kind: 'bad-address'; readonly what: string }
  | { readonly kind: 'gone'; readonly status?: number }
  | { readonly kind: 'bad-status'; readonly status: number }
  | { readonly kind: 'bad-redirect'; readonly what: string }
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'unreadable-file'; readonly code: string }
  | { readonly kind: 'too-slow'; readonly timeoutMs: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'damaged-gzip' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'web-page' }
  | { readonly kind: 'unknown-format'; readonly found: string }
  | { readonly kind: 'broken-json'; readonly atByte: number; readonly what: string }
  | { readonly kind: 'device-feed' }
  | { readonly kind: 'too-much-content'; readonly of: 'segments' | 'events' | 'points'; readonly max: number }
  | { readonly kind: 'nothing-readable'; readonly skipped: SkippedSummary }

type FailureMessages = {
  readonly [K in FeedFailure['kind']]: (failure: Extract<FeedFailure, { readonly kind: K }>) => string
}

const SUPPORTED_FORMATS = 'a segment-speed CSV, a WZDx work zone feed or incidents as JSON'

const failureMessages: FailureMessages = {
  'bad-address': ({ what }) => `${what}; give a file path or a URL that starts with http:// or https://`,
  gone: ({ status }) =>
    status === undefined
      ? 'there is no such file; check the path'
      : `the server has no such feed (${status}); check the URL`,
  'bad-status': ({ status }) => `the server returned ${status}; ${suggestRemedy(status)}`,
  'bad-redirect': ({ what }) => `${what}; give the final URL of the feed`,
  unreachable: ({ code }) => `the connection failed (${code}); check the URL, and check that the server is running`,
  'unreadable-file': ({ code }) => `the file cannot be read (${code}); give a regular file that the server can read`,
  'too-slow': ({ timeoutMs }) =>
    `the feed was not read completely within ${timeoutMs / 1000} s; use a smaller feed, or one on a faster server`,
  stopped: () => 'the feed was not read completely because the server is stopping',
  'too-large': ({ maxBytes }) => `the feed is larger than ${toMegabytes(maxBytes)} MB; split it into several feeds`,
  'cut-off': () => 'the feed is truncated; it will be retried at the next refresh',
  'damaged-gzip': () => 'the compressed feed is damaged or truncated; it will be retried at the next refresh',
  empty: () => `the feed is empty; it must be ${SUPPORTED_FORMATS}`,
  'web-page': () =>
    'the reply is a web page, not a feed; give the URL of the data itself, with a key if it requires one',
  'unknown-format': ({ found }) => `${found}; it must be ${SUPPORTED_FORMATS}`,
  'broken-json': ({ atByte, what }) =>
    `the feed is not valid JSON: at byte ${atByte} ${what}; correct it and publish it again`,
  'device-feed': () =>
    "the feed lists devices such as arrow boards and cameras, not work zones; give the URL of the publisher's work zone feed",
  'too-much-content': ({ of, max }) => `the feed has more than ${max} ${of}; split it into several feeds`,
  'nothing-readable': ({ skipped: { count, first } }) =>
    `no part of the feed can be read: ${count} ${count === 1 ? 'record is' : 'records are'} invalid. First error: ${first[0]}`,
}

export function describeFeedFailure<K extends FeedFailure['kind']>(
  failure: Extract<FeedFailure, { readonly kind: K }>,
): string {
  const describe: FailureMessages[K] = failureMessages[failure.kind as K]
  return describe(failure)
}

function suggestRemedy(status: number): string {
  if (status === 401 || status === 403) return 'check the key or the password in the URL'
  return status === 429 || status >= 500 ? 'it will be retried at the next refresh' : 'check the URL'
}

function toMegabytes(bytes: number): number {
  return Math.round((bytes / 1_048_576) * 100) / 100
}

/** Error that carries a failure out of streams and generators. Only code in this folder uses this error. */
export class FeedError extends Error {
  readonly failure: FeedFailure
  constructor(failure: FeedFailure) {
    super(failure.kind)
    this.failure = failure
  }
}
