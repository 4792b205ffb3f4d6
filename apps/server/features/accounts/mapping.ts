import { getNextMonthStart } from '../../platform/clock.ts'
import type { LiveTrackingLimits, PlanTerms } from '../../platform/config/plans.ts'
import type { UsageLine } from '../../platform/metering/tally.ts'
import { type Account, type IssuedKey, type Key, keyState } from './account.ts'

/** The functions in this file convert internal types to API fields. */

export function toIsoTime(ms: number): string {
  return new Date(ms).toISOString()
}

export function toAccountFields(account: Account) {
  return {
    id: account.id,
    email: account.email,
    plan: account.plan,
    created_at: toIsoTime(account.createdAt),
    expires_at: account.expiresAt === null ? null : toIsoTime(account.expiresAt),
  }
}

export function toLimits(terms: PlanTerms) {
  return {
    routes_per_month: terms.routesPerMonth,
    per_second: terms.perSecond,
    burst: terms.burst,
    live_tracking: toLiveTrackingLimits(terms.live),
  }
}

export function toLiveTrackingLimits(live: LiveTrackingLimits) {
  return {
    web_polls_per_s: live.webPollsPerSecond,
    api_live_polls_per_s: live.apiLivePollsPerSecond,
    gps_push_per_s: live.gpsPushPerSecond,
    max_assets: live.maxAssets,
  }
}

export function toKeyIdentity({ id, hint, label, createdAt, network }: Key) {
  return { id, hint, label, created_at: toIsoTime(createdAt), network }
}

export function toKeyFields(key: Key, now: number) {
  return {
    ...toKeyIdentity(key),
    state: keyState(key, now),
    expires_at: key.expiresAt === null ? null : toIsoTime(key.expiresAt),
    revoked_at: key.revokedAt === null ? null : toIsoTime(key.revokedAt),
    kept: key.keptAt !== null,
    scopes: key.scopes,
  }
}

export function toIssuedKey({ key, apiKey }: IssuedKey, now: number) {
  return { key: toKeyFields(key, now), api_key: apiKey }
}

export function toQuota(terms: PlanTerms, usedUnits: number, now: number) {
  return {
    routes_per_month: terms.routesPerMonth,
    used: usedUnits,
    remaining: Math.max(0, terms.routesPerMonth - usedUnits),
    resets_at: toIsoTime(getNextMonthStart(now)),
  }
}

/** Sums usage lines by the values of one field, in the order in which the values first occur. */
export function sumUsageBy<F extends 'day' | 'operation'>(lines: readonly UsageLine[], field: F) {
  const sums = new Map<string, { calls: number; routes: number }>()
  for (const line of lines) {
    const sum = sums.get(line[field]) ?? { calls: 0, routes: 0 }
    sums.set(line[field], { calls: sum.calls + line.calls, routes: sum.routes + line.units })
  }
  return [...sums].map(([value, sum]) => ({ [field]: value, ...sum }) as { [K in F]: string } & typeof sum)
}

/**
 * Masks a phone number, because someone other than the account owner may see it. The last digits are enough to
 * distinguish numbers.
 */
export function maskPhone(phone: string | null): string | null {
  return phone && `${phone.slice(0, 3)}${'•'.repeat(Math.max(0, phone.length - 5))}${phone.slice(-2)}`
}
