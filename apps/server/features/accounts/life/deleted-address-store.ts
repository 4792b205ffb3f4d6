import { hash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { toDay, toMonth } from '../../../platform/clock.ts'
import type { AccountRow } from '../../../platform/storage/tables/accounts.ts'
import type { Tables } from '../../../platform/storage/tables.ts'

/**
 * Stores the end of the trial and the units used in the month under the hash of a deleted address. Otherwise, deleting
 * an account and signing up again would reset the trial and the units.
 */
export async function rememberAddress(
  trx: Transaction<Tables>,
  { email, expires_at }: Pick<AccountRow, 'email' | 'expires_at'>,
  accounts: readonly number[],
  now: number,
): Promise<void> {
  const month = toMonth(toDay(now))
  const rows = await trx
    .selectFrom('usage_months')
    .select('units')
    .where('account', 'in', [...accounts])
    .where('month', '=', month)
    .execute()
  const units = rows.reduce((sum, row) => sum + row.units, 0)
  if (units === 0 && (expires_at ?? 0) <= now) return
  const row = { trial_ends_at: expires_at, month, units, expires_at: Math.max(expires_at ?? 0, toMonthEnd(now)) }
  await trx
    .insertInto('deleted_addresses')
    .values({ hash: hash('sha256', email), ...row })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
    .execute()
}

/** Transfers the trial end and the month's units of a deleted address to a new account with the same address. */
export async function continueTrial(trx: Transaction<Tables>, account: AccountRow): Promise<AccountRow> {
  const rememberedAddress = await trx
    .deleteFrom('deleted_addresses')
    .where('hash', '=', hash('sha256', account.email))
    .returningAll()
    .executeTakeFirst()
  const now = account.created_at
  if (!rememberedAddress || rememberedAddress.expires_at <= now) return account
  const { month, units, trial_ends_at } = rememberedAddress
  if (units > 0 && month === toMonth(toDay(now))) {
    await trx.insertInto('usage_months').values({ account: account.number, month, units }).execute()
  }
  if (trial_ends_at === null || account.expires_at === null || trial_ends_at >= account.expires_at) return account
  return await trx
    .updateTable('accounts')
    .set({ expires_at: trial_ends_at })
    .where('number', '=', account.number)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes the hashes of email addresses whose trial has ended and whose usage month is over. */
export async function deleteExpiredAddresses(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom('deleted_addresses').where('expires_at', '<=', now).execute()
}

function toMonthEnd(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
