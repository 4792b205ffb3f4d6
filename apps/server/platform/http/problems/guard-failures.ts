import { type ProblemTable, shorten } from '../problem.ts'
import { MAX_SHOWN_LENGTH } from './request-failures.ts'
import { formatCount, introduceList } from './wording.ts'

/** Whether a request without X-API-Key could have used HTTP Basic authentication, or did use it. */
type BasicAuthUse = { readonly basic?: 'possible' | 'sent' }

/** Failures of requests that a key, a rate or a quota does not allow. */
export type GuardFailure =
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
      readonly hasApiKey: boolean
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

export const guardProblems: ProblemTable<GuardFailure> = {
  'key-missing': {
    code: 'key-missing',
    status: 401,
    detail: (f) =>
      `This request requires an API key in the X-API-Key header${f.basic ? ', or as the HTTP Basic password' : ''}${f.basic === 'sent' ? ' (the Authorization header of this request contains no key)' : ''}; get one with POST /v1/account/signup`,
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
    detail: (f) =>
      `The trial of this account ended at ${f.at}; ask the operator to extend the trial or to change the plan`,
    example: { kind: 'trial-ended', at: '2026-11-15T12:00:00.000Z' },
  },
  'scope-operation': {
    code: 'key-not-for-operation',
    status: 403,
    detail: (f) =>
      `This key may not be used for ${f.given === undefined ? 'this operation' : `the ${f.given} operation`}; it is restricted to ${introduceList(f.allowed, 'operation')}. ${SCOPE_ADVICE}`,
    example: { kind: 'scope-operation', given: 'matrix', allowed: ['route', 'geocode'] },
  },
  'scope-origin': {
    code: 'key-not-for-origin',
    status: 403,
    detail: (f) =>
      `This key may be used only by web pages from ${introduceList(f.allowed, 'origin')}; the Origin header of the request is ${f.given === undefined ? 'missing' : JSON.stringify(shorten(f.given, MAX_SHOWN_LENGTH))}. ${SCOPE_ADVICE}`,
    example: { kind: 'scope-origin', given: 'https://elsewhere.example', allowed: ['https://app.example.com'] },
  },
  'scope-network': {
    code: 'key-not-for-network',
    status: 403,
    detail: (f) =>
      `This key may be used only from ${introduceList(f.allowed, 'network')}; the request comes from ${f.given}. ${SCOPE_ADVICE}`,
    example: { kind: 'scope-network', given: '198.51.100.7', allowed: ['203.0.113.0/24'] },
  },
  'rate-limited': {
    code: 'rate-limited',
    status: 429,
    detail: (f) =>
      `Rate limit exceeded: ${formatCount(f.perSecond, 'request')} per second (bursts of ${f.burst}) ${describeRateScope(f)}; try again after the number of seconds in Retry-After`,
    retryAfterSeconds: (f) => f.retryAfterMs / 1000,
    example: { kind: 'rate-limited', perSecond: 5, burst: 100, hasApiKey: false, retryAfterMs: 200 },
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
}

function describeSentKey({ basic }: BasicAuthUse): string {
  return basic ? 'The key sent as the HTTP Basic password' : 'The key in X-API-Key'
}

const SCOPE_ADVICE = 'Use another key, or change the scopes of this key in the account area.'

function describeRateScope({ hasApiKey, network }: { readonly hasApiKey: boolean; readonly network?: string }): string {
  if (!hasApiKey) return 'without a key (a key has its own limit)'
  if (network === undefined) return 'on this plan'
  return `for all unconfirmed keys from the network ${network} (to give this key its own limit, sign in to the account area and keep the key)`
}

function describeUsedQuota(quota: number): string {
  return quota === 1 ? 'The one route for this month is used up' : `All ${quota} routes for this month are used up`
}
