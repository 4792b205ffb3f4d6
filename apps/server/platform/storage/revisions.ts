import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Counts a change. The row stays locked until the transaction ends, so that transactions with the same name are
 * serialized, on both databases and across servers.
 */
export async function incrementRevision(trx: Transaction<Tables>, name: string): Promise<void> {
  await trx
    .insertInto('revisions')
    .values({ name, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`revisions.value + 1` }))
    .execute()
}
