import { AccountStore } from '../features/accounts/store.ts'
import type { Database } from '../platform/storage/database.ts'

/** Looks whether accounts or keys were changed by another machine or an operator's command. */
export function revisionWatch(database: Database, announce: () => void): () => Promise<void> {
  const accounts = new AccountStore(database.db)
  let last: number | undefined
  return async () => {
    const current = await accounts.revision()
    if (last !== undefined && current !== last) announce()
    last = current
  }
}
