import { AccountStore } from '../../features/accounts/store.ts'
import type { Database } from '../../platform/storage/database.ts'

/** Checks whether another machine or an operator command has changed accounts or keys. */
export function createRevisionWatch(database: Database, announce: () => void): () => Promise<void> {
  const accounts = new AccountStore(database.db)
  let last: number | undefined
  return async () => {
    const current = await accounts.getRevision()
    if (last !== undefined && current !== last) announce()
    last = current
  }
}
