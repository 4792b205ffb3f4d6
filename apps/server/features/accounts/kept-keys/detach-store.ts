import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import { createRandomString } from '../api-key.ts'
import { lockAccount } from '../transaction-store.ts'

/** Selects the account records that contain the keys that neither the owner nor the operator has accepted. */
export function detachedNumbers(db: Kysely<Tables>, account: number) {
  return db.selectFrom('accounts').select('number').where('detached_from', '=', account)
}

/**
 * Separates an account from the keys that neither its owner nor the operator has accepted, and returns the new number
 * of the account. These keys and all existing data stay with the old number, whose email address is removed. The
 * account continues under a new number without data. Queries for assets, positions, streams and usage therefore need
 * not handle such keys.
 */
export async function detachUnkeptKeys(
  trx: Transaction<Tables>,
  account: number,
  trialEnd: number | null,
): Promise<number> {
  const row = await lockAccount(trx, account)
  if (!row) return account
  const unkeptKey = await trx
    .selectFrom('keys')
    .select('id')
    .where('account', '=', account)
    .where('kept_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()
  if (!unkeptKey) return account
  await trx
    .updateTable('accounts')
    .set({
      id: `acc_${createRandomString(16)}`,
      // The column is unique. The value has no @, so it never equals an email address.
      email: `detached ${unkeptKey.id}`,
      name: null,
      phone: null,
      phone_proved_at: null,
      plan: 'trial',
      expires_at: row.expires_at ?? trialEnd,
      proved_at: null,
    })
    .where('number', '=', account)
    .execute()
  const { number: _number, ...identity } = row
  const { number } = await trx.insertInto('accounts').values(identity).returning('number').executeTakeFirstOrThrow()
  await trx.updateTable('accounts').set({ detached_from: number }).where('number', '=', account).execute()
  await trx
    .updateTable('keys')
    .set({ account: number })
    .where('account', '=', account)
    .where('kept_at', 'is not', null)
    .execute()
  for (const table of ['sessions', 'sign_in_codes', 'outbox', 'phone_codes', 'audit_log'] as const) {
    await trx.updateTable(table).set({ account: number }).where('account', '=', account).execute()
  }
  return number
}

/**
 * Moves assets, their tracks and the usage from a detached record to its account. Returns the units used in the month.
 */
export async function moveData(trx: Transaction<Tables>, from: number, to: number, month: string): Promise<number> {
  await incrementChange(trx, from)
  const changeNumber = await incrementChange(trx, to)
  await trx.updateTable('assets').set({ account: to, changed: changeNumber }).where('account', '=', from).execute()
  const usedKeys = await trx
    .selectFrom('usage_months')
    .select('units')
    .where('account', '=', from)
    .where('month', '=', month)
    .executeTakeFirst()
  await sql`insert into usage (account, day, operation, calls, units)
    select cast(${to} as integer), day, operation, calls, units from usage where account = ${from}
    on conflict (account, day, operation)
    do update set calls = usage.calls + excluded.calls, units = usage.units + excluded.units`.execute(trx)
  await sql`insert into usage_months (account, month, units)
    select cast(${to} as integer), month, units from usage_months where account = ${from}
    on conflict (account, month) do update set units = usage_months.units + excluded.units`.execute(trx)
  await trx.deleteFrom('usage').where('account', '=', from).execute()
  await trx.deleteFrom('usage_months').where('account', '=', from).execute()
  return usedKeys?.units ?? 0
}

/**
 * Increments the change number of the account's assets, which streams read, and returns the new number. Position writes
 * wait until the transaction ends.
 */
async function incrementChange(trx: Transaction<Tables>, account: number): Promise<number> {
  const { value } = await trx
    .insertInto('revisions')
    .values({ name: `assets:${account}`, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql<number>`revisions.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
