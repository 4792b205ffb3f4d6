import { type Kysely, sql, type Transaction } from 'kysely'
import { incrementRevision } from '../../platform/storage/revisions.ts'
import type { AccountRow } from '../../platform/storage/tables/accounts.ts'
import type { Tables } from '../../platform/storage/tables.ts'

/** Changes accounts or keys in one transaction. The revision shows running servers that something has changed. */
export function changeAccounts<T>(db: Kysely<Tables>, change: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const result = await change(trx)
    await incrementRevision(trx, 'accounts')
    return result
  })
}

/**
 * Locks the account until the end of the transaction, so that the data read afterward stays valid. Returns undefined if
 * the account is deleted. Callers must then write nothing, because the row must not contain personal data again.
 */
export async function lockAccount(trx: Transaction<Tables>, account: number): Promise<AccountRow | undefined> {
  return await trx
    .updateTable('accounts')
    .set({ number: sql`number` })
    .where('number', '=', account)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
