import { planNames } from '../../platform/config/plans.ts'
import type { ProblemTable } from '../../platform/http/problem.ts'
import { formatCount, joinWords } from '../../platform/http/problems/wording.ts'
import type { KeyState } from './account.ts'

type InactiveKeyState = Exclude<KeyState, 'active'>

/** Account errors that are reported to the caller. */
export type AccountFailure =
  | { readonly kind: 'email-invalid'; readonly given: string }
  | { readonly kind: 'email-taken' }
  | {
      readonly kind: 'too-many-signups'
      readonly network: string
      readonly perHour: number
      readonly retryAfterSeconds: number
    }
  | { readonly kind: 'phone-invalid'; readonly given: string }
  | { readonly kind: 'plan-unknown'; readonly given: string }
  | { readonly kind: 'plan-not-self-serve'; readonly plan: string }
  | { readonly kind: 'too-many-keys'; readonly max: number }
  | { readonly kind: 'key-not-found'; readonly id: string }
  | { readonly kind: 'key-not-active'; readonly id: string; readonly state: InactiveKeyState }
  | { readonly kind: 'key-not-usable'; readonly id: string; readonly state: InactiveKeyState }
  | { readonly kind: 'key-ended'; readonly id: string; readonly state: InactiveKeyState }
  | { readonly kind: 'key-rotated'; readonly id: string; readonly expiresAt: string }
  | { readonly kind: 'expiry-invalid'; readonly given: string; readonly latest: string }
  | { readonly kind: 'scope-invalid'; readonly field: string; readonly given: string; readonly allowed: string }
  | { readonly kind: 'scope-length'; readonly field: string; readonly count: number; readonly max: number }
  | {
      readonly kind: 'too-many-codes'
      readonly perHour: number
      /** Limit that is reached: the limit of the requesting network or the limit of the address. */
      readonly scope: 'network' | 'address'
      readonly retryAfterSeconds: number
    }
  | { readonly kind: 'code-wrong'; readonly triesLeft: number }
  | { readonly kind: 'code-ended' }
  | { readonly kind: 'phone-code-ended' }
  | {
      readonly kind: 'too-many-sms'
      readonly scope: 'account' | 'number' | 'service'
      readonly perDay: number
      readonly retryAfterSeconds: number
    }
  | { readonly kind: 'not-signed-in' }
  | { readonly kind: 'sign-in-too-old'; readonly minutes: number; readonly maxMinutes: number }
  | { readonly kind: 'confirmation-wrong'; readonly given: string }
  | { readonly kind: 'export-running'; readonly retryAfterSeconds: number }
  | { readonly kind: 'foreign-origin'; readonly origin: string }

/** Predicates that say how a key became inactive. After a rotation, the expiring key remains valid for some time. */
const keyStateTexts = { expiring: 'was already rotated', expired: 'has expired', revoked: 'was revoked' } as const

const SMS_SCOPES = { account: 'for this account', number: 'to this number', service: 'by this service' } as const

export const accountProblems: ProblemTable<AccountFailure> = {
  'email-invalid': {
    code: 'email-invalid',
    status: 422,
    detail: (f) => `email is ${JSON.stringify(f.given)}; give a valid email address, such as you@example.com`,
    example: { kind: 'email-invalid', given: 'nobody' },
  },
  'email-taken': {
    code: 'email-taken',
    status: 409,
    detail: () =>
      'This email address cannot be used to sign up. If it is yours, sign in to the account area to create, rotate or revoke keys.',
    example: { kind: 'email-taken' },
  },
  'too-many-signups': {
    code: 'too-many-signups',
    status: 429,
    detail: (f) =>
      `The network ${f.network} has reached the maximum of ${formatCount(f.perHour, 'signup')} per hour; try again after the number of seconds in Retry-After, or sign in if you have an account`,
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'too-many-signups', network: '203.0.113.7', perHour: 5, retryAfterSeconds: 1800 },
  },
  'phone-invalid': {
    code: 'phone-invalid',
    status: 422,
    detail: (f) =>
      `phone is ${JSON.stringify(f.given)}; give the number with its country code, such as +598 2 123 4567 (7 to 15 digits)`,
    example: { kind: 'phone-invalid', given: '12' },
  },
  'plan-unknown': {
    code: 'plan-unknown',
    status: 422,
    detail: (f) => `plan is ${JSON.stringify(f.given)}; the plans are ${joinWords(planNames)}`,
    example: { kind: 'plan-unknown', given: 'gold' },
  },
  'plan-not-self-serve': {
    code: 'plan-not-self-serve',
    status: 403,
    detail: (f) =>
      `The ${f.plan} plan is assigned by the operator of this service. Sign up for the trial plan, then ask the operator to change the plan.`,
    example: { kind: 'plan-not-self-serve', plan: 'aviation' },
  },
  'too-many-keys': {
    code: 'too-many-keys',
    status: 409,
    detail: (f) => `The account has ${f.max} active keys, which is the maximum; revoke one first`,
    example: { kind: 'too-many-keys', max: 20 },
  },
  'key-not-found': {
    code: 'key-not-found',
    status: 404,
    detail: (f) =>
      f.id.startsWith('fw_live_')
        ? 'Give the id of the key (key_…) instead of the key itself; GET /account/keys lists the ids'
        : `The account has no key ${JSON.stringify(f.id)}; GET /account/keys lists its keys`,
    example: { kind: 'key-not-found', id: 'key_1' },
  },
  'key-not-active': {
    code: 'key-not-active',
    status: 409,
    detail: (f) => `The key ${f.id} ${keyStateTexts[f.state]}; only an active key can be rotated`,
    example: { kind: 'key-not-active', id: 'key_1', state: 'revoked' },
  },
  'key-not-usable': {
    code: 'key-not-usable',
    status: 409,
    detail: (f) => `The key ${f.id} ${keyStateTexts[f.state]}; only a valid key can be kept. Create a new key instead.`,
    example: { kind: 'key-not-usable', id: 'key_1', state: 'revoked' },
  },
  'key-ended': {
    code: 'key-ended',
    status: 409,
    detail: (f) =>
      `The key ${f.id} ${keyStateTexts[f.state]}; only a valid key can be changed. Create a new key instead.`,
    example: { kind: 'key-ended', id: 'key_1', state: 'revoked' },
  },
  'key-rotated': {
    code: 'key-rotated',
    status: 409,
    detail: (f) =>
      `The key ${f.id} was rotated and is valid until ${f.expiresAt}; its expiry cannot be changed. Use the new key, or revoke this key.`,
    example: { kind: 'key-rotated', id: 'key_1', expiresAt: '2026-06-18T08:30:00.000Z' },
  },
  'expiry-invalid': {
    code: 'expiry-invalid',
    status: 422,
    detail: (f) => `expires_at is ${JSON.stringify(f.given)}; give a future time no later than ${f.latest}`,
    example: { kind: 'expiry-invalid', given: '2020-01-01T00:00:00Z', latest: '2036-06-13T08:30:00.000Z' },
  },
  'scope-invalid': {
    code: 'scope-invalid',
    status: 422,
    detail: (f) => `scopes.${f.field} is ${JSON.stringify(f.given)}; ${f.allowed}`,
    example: {
      kind: 'scope-invalid',
      field: 'networks[0]',
      given: '203.0.113.0/33',
      allowed: 'give an IP address or a network in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32',
    },
  },
  'scope-length': {
    code: 'scope-too-long',
    status: 422,
    detail: (f) => `scopes.${f.field} has ${f.count} entries; give 1 to ${f.max}, or remove the restriction`,
    example: { kind: 'scope-length', field: 'operations', count: 0, max: 50 },
  },
  'too-many-codes': {
    code: 'too-many-codes',
    status: 429,
    detail: (f) =>
      `The maximum of ${f.perHour} codes per hour for this email address ${f.scope === 'network' ? 'from your network ' : ''}has been reached; use a code that was already sent, or try again after the number of seconds in Retry-After`,
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'too-many-codes', perHour: 5, scope: 'network', retryAfterSeconds: 1800 },
  },
  'code-wrong': {
    code: 'code-wrong',
    status: 422,
    detail: (f) => `code is wrong; ${formatCount(f.triesLeft, 'attempt is', 'attempts are')} left`,
    example: { kind: 'code-wrong', triesLeft: 4 },
  },
  'code-ended': {
    code: 'code-expired',
    status: 422,
    detail: () => 'This code was already used, has expired or is unknown; request a new one with POST /account/sign-in',
    example: { kind: 'code-ended' },
  },
  'phone-code-ended': {
    code: 'phone-code-expired',
    status: 422,
    detail: () =>
      'There is no valid code, because no code was sent, the code was already used or has expired, or too many wrong codes were entered; request a new code with PUT /account/phone',
    example: { kind: 'phone-code-ended' },
  },
  'too-many-sms': {
    code: 'too-many-sms',
    status: 429,
    detail: (f) =>
      `The maximum of ${f.perDay} SMS messages per day ${SMS_SCOPES[f.scope]} has been reached; use a code that was already sent, or try again after 00:00 UTC (see Retry-After)`,
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'too-many-sms', scope: 'number', perDay: 5, retryAfterSeconds: 43_200 },
  },
  'not-signed-in': {
    code: 'not-signed-in',
    status: 401,
    detail: () => 'You are not signed in, or the session has expired; sign in with POST /account/sign-in',
    example: { kind: 'not-signed-in' },
  },
  'sign-in-too-old': {
    code: 'sign-in-too-old',
    status: 403,
    detail: (f) =>
      `You signed in ${f.minutes} minutes ago; the account can be deleted only within ${f.maxMinutes} minutes of signing in. Sign in again, or send the challenge and the code from a new sign-in email (POST /account/sign-in).`,
    example: { kind: 'sign-in-too-old', minutes: 40, maxMinutes: 15 },
  },
  'confirmation-wrong': {
    code: 'confirmation-wrong',
    status: 422,
    detail: (f) =>
      `confirm is ${JSON.stringify(f.given)}, which is not the email address of this account; to delete the account, enter the account's own address`,
    example: { kind: 'confirmation-wrong', given: 'me@example.com' },
  },
  'export-running': {
    code: 'export-running',
    status: 429,
    detail: () =>
      'An export of this account is already running, and only one can run at a time; try again when it has finished. If the connection of that export is lost, the export stops within the number of seconds in Retry-After.',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'export-running', retryAfterSeconds: 60 },
  },
  'foreign-origin': {
    code: 'foreign-origin',
    status: 403,
    detail: (f) =>
      `The account area accepts requests only from its own pages; this request comes from ${JSON.stringify(f.origin)}`,
    example: { kind: 'foreign-origin', origin: 'https://elsewhere.example' },
  },
}
