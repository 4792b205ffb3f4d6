import { MAX_DAYS } from '../../../platform/config/plans.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type Key, NO_SCOPES } from '../account.ts'
import type { AccountFailure } from '../failures.ts'
import { type GivenScopes, parseScopes } from './parse-scopes.ts'

/** Key restrictions in a request. An omitted restriction stays unchanged, and null removes a restriction. */
export interface GivenRestrictions {
  readonly scopes?: GivenScopes | null | undefined
  /** ISO 8601 timestamp. */
  readonly expiresAt?: string | null | undefined
}

const DAY_MS = 86_400_000

/** Checks the given restrictions and applies them to the existing restrictions. */
export function parseRestrictions(
  givenRestrictions: GivenRestrictions = {},
  now: number,
  current: Pick<Key, 'scopes' | 'expiresAt'> = { scopes: NO_SCOPES, expiresAt: null },
): Result<Pick<Key, 'scopes' | 'expiresAt'>, AccountFailure> {
  const scopes = parseScopes(givenRestrictions.scopes, current.scopes)
  if (!scopes.ok) return scopes
  if (givenRestrictions.expiresAt === undefined) return ok({ scopes: scopes.value, expiresAt: current.expiresAt })
  if (givenRestrictions.expiresAt === null) return ok({ scopes: scopes.value, expiresAt: null })
  const expiresAt = Date.parse(givenRestrictions.expiresAt)
  const latest = now + MAX_DAYS * DAY_MS
  if (!(expiresAt > now && expiresAt <= latest)) {
    return fail({ kind: 'expiry-invalid', given: givenRestrictions.expiresAt, latest: new Date(latest).toISOString() })
  }
  return ok({ scopes: scopes.value, expiresAt })
}
