import { AccountStore } from '../../features/accounts/store.ts'
import type { Database } from '../../platform/storage/database.ts'

/** Creates a check for account or key changes by another machine or an operator command. */
export function createRevisionWatch(database: Database, announce: () => void): () => Promise<void> {
  const accounts = new AccountStore(database.db)
  let last: number | undefined
  return async () => {
    const current = await accounts.getRevision()
    if (last !== undefined && current !== last) announce()
    last = current
  }
}
