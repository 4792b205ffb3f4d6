import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Increments a revision. The row stays locked until the transaction ends. On both databases, this lock serializes
 * transactions that use the same name, across all servers.
 */
export async function incrementRevision(trx: Transaction<Tables>, name: string): Promise<void> {
  await trx
    .insertInto('revisions')
    .values({ name, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`revisions.value + 1` }))
    .execute()
}
