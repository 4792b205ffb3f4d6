import type { PlanName } from '../../platform/config/plans.ts'
import type { KeyScopes } from '../../platform/http/guard/key-scope.ts'

export interface Account {
  readonly number: number
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly phone: string | null
  /** When the owner confirmed the number with a code; null if it is not confirmed. */
  readonly phoneProvedAt: number | null
  readonly plan: PlanName
  readonly createdAt: number
  /** The end of a trial; null when the account does not expire. */
  readonly expiresAt: number | null
  /** Whether the speeds of its vehicles may contribute to road speeds. */
  readonly sharesTraffic: boolean
  /** When the owner first signed in with a code sent to the address. */
  readonly provedAt: number | null
}

export interface Key {
  readonly id: string
  /** The number of the account whose data the key can use. */
  readonly account: number
  readonly hint: string
  readonly label: string | null
  readonly createdAt: number
  readonly expiresAt: number | null
  /** When a new key replaced this one. It then expires at the end of the overlap. */
  readonly rotatedAt: number | null
  readonly revokedAt: number | null
  /**
   * When the owner or the operator accepted the key. null for a key from signup that nobody has vouched for: it has the
   * limits of the trial and can use only its own data.
   */
  readonly keptAt: number | null
  /** The network that the key was signed up from. */
  readonly network: string | null
  readonly scopes: KeyScopes
}

export const NO_SCOPES: KeyScopes = { operations: null, origins: null, networks: null }

/** A new key. The key itself is available only now, because only a hash is stored. */
export interface IssuedKey {
  readonly key: Key
  readonly apiKey: string
}

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'

export function keyState(key: Key, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired'
  return key.rotatedAt === null ? 'active' : 'expiring'
}
