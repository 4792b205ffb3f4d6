import type { PlanName } from '../../platform/config/plans.ts'

export interface Account {
  readonly number: number
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly phone: string | null
  readonly plan: PlanName
  readonly createdAt: number
  /** The end of a trial; null when the account does not expire. */
  readonly expiresAt: number | null
  /** Whether the speeds of its vehicles may contribute to road speeds. */
  readonly sharesTraffic: boolean
}

export interface Key {
  readonly id: string
  readonly hint: string
  readonly label: string | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

/** A new key. The key itself is available only now, because only a hash is stored. */
export interface IssuedKey {
  readonly key: Key
  readonly apiKey: string
}

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'

export function keyState(key: Key, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt === null) return 'active'
  return key.expiresAt <= now ? 'expired' : 'expiring'
}
