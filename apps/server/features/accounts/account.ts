import type { PlanName } from '../../platform/config/plans.ts'
import type { KeyScopes } from '../../platform/http/guard/key-scope.ts'

export interface Account {
  readonly number: number
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly phone: string | null
  /** Time at which the owner confirmed the number with a code, or null if it is not confirmed. */
  readonly phoneProvedAt: number | null
  readonly plan: PlanName
  readonly createdAt: number
  /** End of a trial, or null if the account does not expire. */
  readonly expiresAt: number | null
  /** Whether the speeds of the account's vehicles may contribute to road speeds. */
  readonly sharesTraffic: boolean
  /** Time at which the owner first signed in with a code sent to the address. */
  readonly provedAt: number | null
}

export interface Key {
  readonly id: string
  /** Number of the account whose data the key can use. */
  readonly account: number
  readonly hint: string
  readonly label: string | null
  readonly createdAt: number
  readonly expiresAt: number | null
  /** Time at which a new key replaced this key. This key then expires at the end of the overlap. */
  readonly rotatedAt: number | null
  readonly revokedAt: number | null
  /**
   * Time at which the owner or the operator accepted the key. Null for a signup key that neither of them has accepted.
   * An unaccepted key has the limits of the trial and can access only the data that was created with it.
   */
  readonly keptAt: number | null
  /** Network from which the signup that created the key was sent. */
  readonly network: string | null
  readonly scopes: KeyScopes
}

export const NO_SCOPES: KeyScopes = { operations: null, origins: null, networks: null }

/** Newly issued key. The plain key is available only in this object, because only its hash is stored. */
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
