import { type IssuedKey, type Key, NO_SCOPES } from '../account.ts'
import { createApiKey, createRandomString, hashKey, toKeyHint } from '../api-key.ts'
import type { NewKey } from './key-store.ts'

/** Properties of a new key that depend on its creator. */
export type KeyOrigin = Pick<Key, 'label' | 'keptAt' | 'network' | 'expiresAt' | 'scopes'>

export const UNRESTRICTED_KEY = { expiresAt: null, scopes: NO_SCOPES } as const

/** Creates a random key. Only `issued` contains the key itself. */
export function makeKey(account: number, origin: KeyOrigin, createdAt: number): { row: NewKey; issued: IssuedKey } {
  const apiKey = createApiKey()
  const key: Key = {
    id: `key_${createRandomString(12)}`,
    account,
    hint: toKeyHint(apiKey),
    label: origin.label?.trim() || null,
    createdAt,
    expiresAt: origin.expiresAt,
    rotatedAt: null,
    revokedAt: null,
    keptAt: origin.keptAt,
    network: origin.network,
    scopes: origin.scopes,
  }
  return { row: { ...key, hash: hashKey(apiKey) }, issued: { key, apiKey } }
}

/** Returns the properties of a key that the owner or the operator accepts implicitly. */
export function describeKeptKey(label: string | null, now: number): KeyOrigin {
  return { ...UNRESTRICTED_KEY, label, keptAt: now, network: null }
}
