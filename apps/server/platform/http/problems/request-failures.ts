import { type ProblemTable, shorten } from '../problem.ts'
import { joinWords } from './wording.ts'

/** Maximum length of a path or a header in a message. */
export const MAX_SHOWN_LENGTH = 80

/** Failures of requests that are malformed, too large or invalid. */
export type RequestFailure =
  | { readonly kind: 'path-unknown'; readonly path: string }
  | { readonly kind: 'method-not-allowed'; readonly method: string; readonly allowed: readonly string[] }
  | { readonly kind: 'address-malformed' }
  | { readonly kind: 'http-malformed' }
  | { readonly kind: 'headers-too-large'; readonly limitBytes: number }
  | { readonly kind: 'request-too-slow' }
  | { readonly kind: 'content-type-wrong'; readonly given: string | undefined }
  /** `accepted` is empty if the URL accepts no compressed bodies. */
  | { readonly kind: 'content-encoding-unknown'; readonly given: string; readonly accepted: readonly string[] }
  | { readonly kind: 'body-damaged'; readonly encoding: string; readonly why: string }
  | { readonly kind: 'not-json'; readonly why: string }
  | { readonly kind: 'field-forbidden' }
  | { readonly kind: 'nested-too-deeply'; readonly maxLevels: number }
  | { readonly kind: 'host-missing' }
  | { readonly kind: 'host-repeated'; readonly count: number }
  | { readonly kind: 'http-version'; readonly given: string }
  | { readonly kind: 'upload-aborted' }
  | { readonly kind: 'expectation-unknown'; readonly given: string }
  | { readonly kind: 'body-too-large'; readonly limitBytes: number }
  /**
   * `heldBytes` is the number of bytes that the same caller has in progress. Undefined if the limit for all callers
   * together is reached.
   */
  | {
      readonly kind: 'bodies-in-flight'
      readonly heldBytes: number | undefined
      readonly bodyBytes: number
      readonly limitBytes: number
    }
  | { readonly kind: 'invalid'; readonly fault: string }

export const requestProblems: ProblemTable<RequestFailure> = {
  'path-unknown': {
    code: 'path-unknown',
    status: 404,
    detail: (f) =>
      `There is nothing at ${shorten(f.path, MAX_SHOWN_LENGTH)}; /openapi.json lists all operations, and /docs explains them`,
    example: { kind: 'path-unknown', path: '/v1/rout' },
  },
  'method-not-allowed': {
    code: 'method-not-allowed',
    status: 405,
    detail: (f) => `${f.method} is not supported at this URL; use ${joinWords(f.allowed, 'or')}`,
    example: { kind: 'method-not-allowed', method: 'GET', allowed: ['POST'] },
  },
  'address-malformed': {
    code: 'url-malformed',
    status: 400,
    detail: () => 'The URL of the request is malformed; check its percent-encoding',
    example: { kind: 'address-malformed' },
  },
  'http-malformed': {
    code: 'http-malformed',
    status: 400,
    detail: () => 'The request is not valid HTTP',
    example: { kind: 'http-malformed' },
  },
  'headers-too-large': {
    code: 'headers-too-large',
    status: 431,
    detail: (f) => `The headers of the request exceed the limit of ${f.limitBytes} bytes in total`,
    example: { kind: 'headers-too-large', limitBytes: 16_384 },
  },
  'request-too-slow': {
    code: 'request-timeout',
    status: 408,
    detail: () => 'The complete request did not arrive in time; send it again',
    example: { kind: 'request-too-slow' },
  },
  'content-type-wrong': {
    code: 'content-type-unsupported',
    status: 400,
    detail: (f) =>
      `The Content-Type header is ${f.given ? JSON.stringify(shorten(f.given, MAX_SHOWN_LENGTH)) : 'missing'}; send the body as application/json`,
    example: { kind: 'content-type-wrong', given: 'text/plain' },
  },
  'content-encoding-unknown': {
    code: 'content-encoding-unsupported',
    status: 400,
    detail: (f) =>
      `The Content-Encoding header is ${JSON.stringify(shorten(f.given, MAX_SHOWN_LENGTH))}, ${f.accepted.length > 0 ? `which is not supported; use ${joinWords(f.accepted, 'or')}, or send the body uncompressed` : 'but this URL accepts only uncompressed bodies; send the body uncompressed'}`,
    example: { kind: 'content-encoding-unknown', given: 'compress', accepted: ['gzip', 'deflate', 'br', 'zstd'] },
  },
  'body-damaged': {
    code: 'body-damaged',
    status: 400,
    detail: (f) =>
      `The body cannot be decompressed as ${f.encoding}: ${f.why}; check that it is complete and that Content-Encoding names its format`,
    example: { kind: 'body-damaged', encoding: 'gzip', why: 'incorrect header check' },
  },
  'not-json': {
    code: 'not-json',
    status: 400,
    detail: (f) => `The body is not valid JSON: ${f.why}`,
    example: { kind: 'not-json', why: 'Unexpected end of JSON input' },
  },
  'field-forbidden': {
    code: 'field-forbidden',
    status: 400,
    detail: () =>
      'The body contains a field named __proto__ or constructor.prototype, which is not allowed; remove the field',
    example: { kind: 'field-forbidden' },
  },
  'nested-too-deeply': {
    code: 'nested-too-deeply',
    status: 400,
    detail: (f) => `The body nests arrays and objects more than ${f.maxLevels} levels deep; send a flatter body`,
    example: { kind: 'nested-too-deeply', maxLevels: 100 },
  },
  'host-missing': {
    code: 'host-missing',
    status: 400,
    detail: () => 'The request has no Host header; HTTP/1.1 requires one',
    example: { kind: 'host-missing' },
  },
  'host-repeated': {
    code: 'host-repeated',
    status: 400,
    detail: (f) => `The request has ${f.count} Host headers; send exactly one`,
    example: { kind: 'host-repeated', count: 2 },
  },
  'http-version': {
    code: 'http-version-unsupported',
    status: 400,
    detail: (f) => `HTTP/${f.given} is not supported; use HTTP/1.1 or HTTP/1.0`,
    example: { kind: 'http-version', given: '0.9' },
  },
  'upload-aborted': {
    code: 'upload-aborted',
    status: 400,
    detail: () => 'The connection was closed before the whole body arrived; send the request again',
    example: { kind: 'upload-aborted' },
  },
  'expectation-unknown': {
    code: 'expectation-unsupported',
    status: 417,
    detail: (f) =>
      `The Expect header is ${JSON.stringify(shorten(f.given, MAX_SHOWN_LENGTH))}; only 100-continue is supported`,
    example: { kind: 'expectation-unknown', given: 'a-miracle' },
  },
  'body-too-large': {
    code: 'body-too-large',
    status: 413,
    detail: (f) => `The body exceeds the limit of ${f.limitBytes} bytes; send a smaller request`,
    example: { kind: 'body-too-large', limitBytes: 1_048_576 },
  },
  'bodies-in-flight': {
    code: 'too-many-bodies',
    status: 503,
    detail: (f) =>
      f.heldBytes === undefined
        ? `The body is ${f.bodyBytes} bytes long, but the service is already processing as many large bodies as it can (at most ${f.limitBytes} bytes at once); try again shortly`
        : `The body is ${f.bodyBytes} bytes long, and ${f.heldBytes} bytes of your other requests are still being processed, but at most ${f.limitBytes} bytes are allowed at once; wait for your other requests to finish`,
    retryAfterSeconds: () => 2,
    example: { kind: 'bodies-in-flight', heldBytes: 27_600_000, bodyBytes: 13_800_000, limitBytes: 33_554_432 },
  },
  invalid: {
    code: 'input-invalid',
    status: 422,
    detail: (f) => f.fault,
    example: { kind: 'invalid', fault: 'email is missing; it must be a string (The email address of the account)' },
  },
}
