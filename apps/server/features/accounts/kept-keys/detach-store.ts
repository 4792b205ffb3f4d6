import { type Kysely, sql, type Transaction } from 'kysely'
import { incrementRevision } from '../../../platform/storage/revisions.ts'
import type { AccountRow } from '../../../platform/storage/tables/accounts.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { toRevisionKey } from '../../tracking/assets/asset-store.ts'
import { toRulesKey } from '../../tracking/events/rules-store.ts'
import { keyDataTables, ownerTables } from '../account-tables.ts'
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
 * not handle such keys. The name and the phone number also stay if no key was accepted before, because they come from
 * the signup.
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
  const acceptedKey = await trx
    .selectFrom('keys')
    .select('id')
    .where('account', '=', account)
    .where('kept_at', 'is not', null)
    .executeTakeFirst()
  const noContact = { name: null, phone: null, phone_proved_at: null }
  await trx
    .updateTable('accounts')
    .set({
      ...(acceptedKey && noContact),
      id: `acc_${createRandomString(16)}`,
      // The column is unique. The value has no @, so it never equals an email address.
      email: `detached ${unkeptKey.id}`,
      plan: 'trial',
      expires_at: row.expires_at ?? trialEnd,
      proved_at: null,
    })
    .where('number', '=', account)
    .execute()
  const { number: _number, ...identity } = row
  const { number } = await trx
    .insertInto('accounts')
    .values({ ...identity, ...(acceptedKey ? {} : noContact) })
    .returning('number')
    .executeTakeFirstOrThrow()
  await trx.updateTable('accounts').set({ detached_from: number }).where('number', '=', account).execute()
  await trx
    .updateTable('keys')
    .set({ account: number })
    .where('account', '=', account)
    .where('kept_at', 'is not', null)
    .execute()
  const tables = acceptedKey ? ([...ownerTables, 'phone_codes'] as const) : ownerTables
  for (const table of tables) {
    await trx.updateTable(table).set({ account: number }).where('account', '=', account).execute()
  }
  return number
}

/** Moves all data from a detached record to its account. Returns the units used in the month. */
export async function moveData(trx: Transaction<Tables>, from: number, to: number, month: string): Promise<number> {
  await moveAssets(trx, from, to)
  for (const table of keyDataTables) {
    await trx.updateTable(table).set({ account: to }).where('account', '=', from).execute()
  }
  // The settings of the owner take precedence.
  await sql`insert into event_settings (account, settings)
    select cast(${to} as integer), settings from event_settings where account = ${from}
    on conflict (account) do nothing`.execute(trx)
  await trx.deleteFrom('event_settings').where('account', '=', from).execute()
  await incrementRevision(trx, toRulesKey(from))
  await incrementRevision(trx, toRulesKey(to))
  await moveContact(trx, from, to)
  return await moveUsage(trx, from, to, month)
}

/** Moves assets and the notices about removed assets. Tracks belong to assets. */
async function moveAssets(trx: Transaction<Tables>, from: number, to: number): Promise<void> {
  const lastChange = await incrementChange(trx, from, 0)
  const changeNumber = await incrementChange(trx, to, lastChange)
  await trx.updateTable('assets').set({ account: to, changed: changeNumber }).where('account', '=', from).execute()
  await sql`insert into removed_assets (account, id, changed, removed_at)
    select cast(${to} as integer), id, changed, removed_at from removed_assets where account = ${from}
    on conflict (account, changed) do nothing`.execute(trx)
  await trx.deleteFrom('removed_assets').where('account', '=', from).execute()
}

/** Moves the name and the phone number if the account has none. */
async function moveContact(trx: Transaction<Tables>, from: number, to: number): Promise<void> {
  const contact = ['name', 'phone', 'phone_proved_at'] as const
  const find = (number: number) =>
    trx.selectFrom('accounts').select(contact).where('number', '=', number).executeTakeFirstOrThrow()
  const [given, own] = [await find(from), await find(to)]
  const change: Partial<Pick<AccountRow, (typeof contact)[number]>> = {
    ...(own.name === null && { name: given.name }),
    ...(own.phone === null && { phone: given.phone, phone_proved_at: given.phone_proved_at }),
  }
  if (Object.keys(change).length > 0) await trx.updateTable('accounts').set(change).where('number', '=', to).execute()
  await trx
    .updateTable('accounts')
    .set({ name: null, phone: null, phone_proved_at: null })
    .where('number', '=', from)
    .execute()
  await trx.deleteFrom('phone_codes').where('account', '=', from).execute()
}

async function moveUsage(trx: Transaction<Tables>, from: number, to: number, month: string): Promise<number> {
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
 * Increments the change number of the account's assets, which streams read, and returns the new number, which is
 * greater than `after`. Position writes wait until the transaction ends. A client that continues from a change of the
 * detached record therefore misses no change of the account.
 */
async function incrementChange(trx: Transaction<Tables>, account: number, after: number): Promise<number> {
  const { value } = await trx
    .insertInto('revisions')
    .values({ name: toRevisionKey(account), value: after + 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<number>`case when revisions.value > ${after} then revisions.value else ${after} end + 1`,
      }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
