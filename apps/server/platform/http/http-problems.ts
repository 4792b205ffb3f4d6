import { type Problem, type ProblemTable, toProblem } from './problem.ts'

/** Whether a request without X-API-Key could have used HTTP Basic authentication, or did use it. */
type BasicAuthUse = { readonly basic?: 'possible' | 'sent' }

/** Failures that can occur before or around any operation. */
export type HttpFailure =
  | { readonly kind: 'path-unknown'; readonly path: string }
  | { readonly kind: 'method-not-allowed'; readonly method: string; readonly allowed: readonly string[] }
  | { readonly kind: 'address-malformed' }
  | { readonly kind: 'http-malformed' }
  | { readonly kind: 'headers-too-large'; readonly limitBytes: number }
  | { readonly kind: 'request-too-slow' }
  | { readonly kind: 'content-type-wrong'; readonly given: string | undefined }
  | { readonly kind: 'content-encoding-unknown'; readonly given: string }
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
   * `held` is the number of bytes that the same caller has in progress. Undefined if the limit of the whole service is
   * reached.
   */
  | {
      readonly kind: 'bodies-in-flight'
      readonly held: number | undefined
      readonly bytes: number
      readonly limitBytes: number
    }
  | { readonly kind: 'invalid'; readonly fault: string }
  | ({ readonly kind: 'key-missing' } & BasicAuthUse)
  | ({ readonly kind: 'key-unknown' } & BasicAuthUse)
  | ({ readonly kind: 'key-revoked' } & BasicAuthUse)
  | ({ readonly kind: 'key-expired'; readonly at: string; readonly isRotated: boolean } & BasicAuthUse)
  | { readonly kind: 'trial-ended'; readonly at: string }
  /** The scope of the key does not allow this request. `allowed` lists the values in the scope. */
  | { readonly kind: 'scope-operation'; readonly given: string | undefined; readonly allowed: readonly string[] }
  | { readonly kind: 'scope-origin'; readonly given: string | undefined; readonly allowed: readonly string[] }
  | { readonly kind: 'scope-network'; readonly given: string; readonly allowed: readonly string[] }
  | {
      readonly kind: 'rate-limited'
      readonly perSecond: number
      readonly burst: number
      readonly hasKey: boolean
      /** Network whose unconfirmed keys share the rate. */
      readonly network?: string
      readonly retryAfterMs: number
    }
  | {
      readonly kind: 'quota-used'
      readonly quota: number
      readonly used: number
      readonly units: number
      readonly resetsAt: string
      readonly retryAfterMs: number
    }
  | { readonly kind: 'overloaded' }
  | { readonly kind: 'storage-away'; readonly store: string }
  | { readonly kind: 'storage-refused' }
  | { readonly kind: 'region-unavailable'; readonly region: string }
  | { readonly kind: 'connections-used' }
  | { readonly kind: 'connections-of-address'; readonly max: number }
  | { readonly kind: 'not-ready'; readonly why: string }
  | { readonly kind: 'crashed'; readonly requestId: string }

export const httpProblems: ProblemTable<HttpFailure> = {
  'path-unknown': {
    code: 'path-unknown',
    status: 404,
    detail: (f) =>
      `There is nothing at ${shorten(f.path)}; /openapi.json lists all operations, and /docs explains them`,
    example: { kind: 'path-unknown', path: '/v1/rout' },
  },
  'method-not-allowed': {
    code: 'method-not-allowed',
    status: 405,
    detail: (f) => `${f.method} is not supported here; allowed: ${f.allowed.join(', ')}`,
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
    detail: () => 'The request did not arrive completely in time; send it again',
    example: { kind: 'request-too-slow' },
  },
  'content-type-wrong': {
    code: 'content-type-unsupported',
    status: 400,
    detail: (f) =>
      `content-type is ${f.given ? JSON.stringify(shorten(f.given)) : 'missing'}; send the body as application/json`,
    example: { kind: 'content-type-wrong', given: 'text/plain' },
  },
  'content-encoding-unknown': {
    code: 'content-encoding-unsupported',
    status: 400,
    detail: (f) =>
      `content-encoding is ${JSON.stringify(shorten(f.given))}, but compressed request bodies are not supported; send the body uncompressed`,
    example: { kind: 'content-encoding-unknown', given: 'gzip' },
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
    detail: () => 'The body has a field named __proto__ or constructor.prototype, which is not allowed; leave it out',
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
    detail: () => 'The request has no Host header, which HTTP/1.1 requires',
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
    detail: (f) => `HTTP/${f.given} is not supported here; use HTTP/1.1 or HTTP/1.0`,
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
    detail: (f) => `expect is ${JSON.stringify(shorten(f.given))}; only 100-continue is supported`,
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
      f.held === undefined
        ? `The body has ${f.bytes} bytes, but the service is already processing as many large bodies as it can (at most ${f.limitBytes} bytes at once); try again shortly`
        : `The body has ${f.bytes} bytes, and ${f.held} bytes of your other requests are still being processed, but at most ${f.limitBytes} bytes are allowed at once; wait for your other requests to finish`,
    retryAfterSeconds: () => 2,
    example: { kind: 'bodies-in-flight', held: 27_600_000, bytes: 13_800_000, limitBytes: 33_554_432 },
  },
  invalid: {
    code: 'input-invalid',
    status: 422,
    detail: (f) => f.fault,
    example: { kind: 'invalid', fault: 'email is missing; it must be a string (The e-mail address of the account)' },
  },
  'key-missing': {
    code: 'key-missing',
    status: 401,
    detail: (f) =>
      `This request requires an API key in the X-API-Key header${f.basic ? ', or as the HTTP Basic password' : ''}${f.basic === 'sent' ? ' (the Authorization header that was sent contains none)' : ''}; get one with POST /v1/account/signup`,
    example: { kind: 'key-missing' },
  },
  'key-unknown': {
    code: 'key-unknown',
    status: 401,
    detail: (f) =>
      `${describeSentKey(f)} is unknown; check that it was copied completely, or get one with POST /v1/account/signup`,
    example: { kind: 'key-unknown' },
  },
  'key-revoked': {
    code: 'key-revoked',
    status: 401,
    detail: (f) => `${describeSentKey(f)} was revoked; use another key, or create one in the account area`,
    example: { kind: 'key-revoked' },
  },
  'key-expired': {
    code: 'key-expired',
    status: 401,
    detail: (f) =>
      f.isRotated
        ? `${describeSentKey(f)} was rotated and expired at ${f.at}; use the new key`
        : `${describeSentKey(f)} expired at ${f.at}; use another key, or create one in the account area`,
    example: { kind: 'key-expired', at: '2026-11-15T12:00:00.000Z', isRotated: true },
  },
  'trial-ended': {
    code: 'trial-ended',
    status: 401,
    detail: (f) => `The trial of this account ended at ${f.at}; ask the operator to extend it or to change the plan`,
    example: { kind: 'trial-ended', at: '2026-11-15T12:00:00.000Z' },
  },
  'scope-operation': {
    code: 'key-not-for-operation',
    status: 403,
    detail: (f) =>
      `This key may not be used for ${f.given === undefined ? 'this operation' : `the operation ${f.given}`}; it is restricted to ${listAllowed(f.allowed)}. ${SCOPE_ADVICE}`,
    example: { kind: 'scope-operation', given: 'matrix', allowed: ['route', 'geocode'] },
  },
  'scope-origin': {
    code: 'key-not-for-origin',
    status: 403,
    detail: (f) =>
      `This key may only be used by web pages from ${listAllowed(f.allowed)}; the Origin header of the request is ${f.given === undefined ? 'missing' : JSON.stringify(shorten(f.given))}. ${SCOPE_ADVICE}`,
    example: { kind: 'scope-origin', given: 'https://elsewhere.example', allowed: ['https://app.example.com'] },
  },
  'scope-network': {
    code: 'key-not-for-network',
    status: 403,
    detail: (f) =>
      `This key may only be used from ${listAllowed(f.allowed)}; the request comes from ${f.given}. ${SCOPE_ADVICE}`,
    example: { kind: 'scope-network', given: '198.51.100.7', allowed: ['203.0.113.0/24'] },
  },
  'rate-limited': {
    code: 'rate-limited',
    status: 429,
    detail: (f) =>
      `Rate limit exceeded: ${f.perSecond} requests per second (bursts of ${f.burst}) ${describeRateScope(f)}; try again after the number of seconds in Retry-After`,
    retryAfterSeconds: (f) => f.retryAfterMs / 1000,
    example: { kind: 'rate-limited', perSecond: 5, burst: 100, hasKey: false, retryAfterMs: 200 },
  },
  'quota-used': {
    code: 'quota-exceeded',
    status: 429,
    detail: (f) =>
      f.used >= f.quota
        ? `${describeUsedQuota(f.quota)}; the quota resets at ${f.resetsAt}`
        : `This request counts as ${f.units} routes, but only ${f.quota - f.used} of ${f.quota} ${f.quota - f.used === 1 ? 'is' : 'are'} left this month; send a smaller request, or wait until ${f.resetsAt}`,
    retryAfterSeconds: (f) => f.retryAfterMs / 1000,
    example: {
      kind: 'quota-used',
      quota: 25_000,
      used: 25_000,
      units: 1,
      resetsAt: '2026-12-01T00:00:00.000Z',
      retryAfterMs: 86_400_000,
    },
  },
  overloaded: {
    code: 'overloaded',
    status: 503,
    detail: () => 'The service is overloaded; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'overloaded' },
  },
  'storage-away': {
    code: 'storage-unavailable',
    status: 503,
    detail: (f) => `The service cannot reach its ${f.store} at the moment; try again shortly`,
    retryAfterSeconds: () => 2,
    example: { kind: 'storage-away', store: 'database' },
  },
  'storage-refused': {
    code: 'storage-failed',
    status: 503,
    detail: () => 'The service cannot read or save its data at the moment; try again in a few seconds',
    retryAfterSeconds: () => 5,
    example: { kind: 'storage-refused' },
  },
  'region-unavailable': {
    code: 'region-unavailable',
    status: 503,
    detail: (f) =>
      `The map ${f.region} is currently unavailable, because no server that has this map is responding; try again in a few seconds (other maps are not affected)`,
    retryAfterSeconds: () => 5,
    example: { kind: 'region-unavailable', region: 'porto' },
  },
  'connections-used': {
    code: 'too-many-connections',
    status: 503,
    detail: () => 'The service has no free connections at the moment; try again in a few seconds',
    retryAfterSeconds: () => 5,
    example: { kind: 'connections-used' },
  },
  'connections-of-address': {
    code: 'too-many-connections-per-address',
    status: 503,
    detail: (f) =>
      `Your network address has ${f.max} open connections, which is the maximum; close some, or send several requests over one connection`,
    retryAfterSeconds: () => 5,
    example: { kind: 'connections-of-address', max: 1000 },
  },
  'not-ready': {
    code: 'not-ready',
    status: 503,
    detail: (f) => `The service is not ready: ${f.why}`,
    example: { kind: 'not-ready', why: 'database: unavailable (ECONNREFUSED)' },
  },
  crashed: {
    code: 'internal-error',
    status: 500,
    detail: (f) =>
      `The service failed on this request and logged the error; report it with the request id ${f.requestId}`,
    example: { kind: 'crashed', requestId: 'r-1' },
  },
}

export function toHttpProblem(failure: HttpFailure): Problem {
  return toProblem(httpProblems, failure)
}

function describeSentKey({ basic }: BasicAuthUse): string {
  return basic ? 'The key sent as the HTTP Basic password' : 'The key in X-API-Key'
}

const SCOPE_ADVICE = 'Use another key, or change the scopes of this key in the account area.'

function listAllowed(allowedValues: readonly string[]): string {
  return allowedValues.join(', ')
}

function describeRateScope({ hasKey, network }: { readonly hasKey: boolean; readonly network?: string }): string {
  if (!hasKey) return 'without a key (a key has its own limit)'
  if (network === undefined) return 'on this plan'
  return `for all unconfirmed keys from the network ${network} (to give this key its own limit, sign in to the account area and keep it)`
}

function describeUsedQuota(quota: number): string {
  return quota === 1 ? 'The one route for this month is used up' : `All ${quota} routes for this month are used up`
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
