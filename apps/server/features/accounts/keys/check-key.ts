import type { Plans } from '../../../platform/config/plans.ts'
import type { KeyRecord } from '../../../platform/http/guard/caller.ts'
import { createKeyScope } from '../../../platform/http/guard/key-scope.ts'
import { hashKey } from '../api-key.ts'
import type { AccountStore } from '../store.ts'

/**
 * Finds the account of a key by the hash of the key. A key that neither the owner nor the operator has accepted has the
 * limits of the trial, whatever the plan of the account is.
 */
export async function checkKey(key: string, accounts: AccountStore, plans: Plans): Promise<KeyRecord | undefined> {
  const storedKey = await accounts.findByKeyHash(hashKey(key))
  if (!storedKey) return undefined
  const { account, key: keyRecord } = storedKey
  const isKept = keyRecord.keptAt !== null
  const plan = isKept ? account.plan : 'trial'
  return {
    caller: {
      kind: 'account',
      account: account.number,
      accountId: account.id,
      plan,
      terms: plans[plan],
      hasPhone: isKept && account.phoneProvedAt !== null,
      ...(!isKept && keyRecord.network !== null && { network: keyRecord.network }),
      scope: createKeyScope(keyRecord.scopes),
    },
    revokedAt: keyRecord.revokedAt,
    keyExpiresAt: keyRecord.expiresAt,
    isRotated: keyRecord.rotatedAt !== null,
    accountExpiresAt: account.expiresAt,
  }
}
