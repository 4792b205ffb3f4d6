import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { incrementRevision } from '../../../platform/storage/revisions.ts'
import type { AccountRow } from '../../../platform/storage/tables/accounts.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { expireJobs } from '../../jobs/job-store.ts'
import { deleteEvents } from '../../tracking/events/event-store.ts'
import { toRulesKey } from '../../tracking/events/rules-store.ts'
import { deletePositions } from '../../tracking/tracks/delete-positions-store.ts'
import type { Account } from '../account.ts'
import { type AccountTable, accountTables } from '../account-tables.ts'
import type { Actor } from '../audit/audit.ts'
import { AuditStore, writeAudit } from '../audit/audit-store.ts'
import { detachedNumbers } from '../kept-keys/detach-store.ts'
import { lockAccount } from '../transaction-store.ts'
import { rememberAddress } from './deleted-address-store.ts'

const BATCH_ASSETS = 100
/** Tables with few rows per account. */
const RECORD_TABLES = [
  'keys',
  'sessions',
  'phone_codes',
  'outbox',
  'usage',
  'usage_months',
  'geofences',
  'event_settings',
  'webhooks',
] as const
/** Conditions under which a row remains after the deletion. */
const REMAINING_ROWS: Partial<Record<AccountTable, RawBuilder<unknown>>> = {
  // The entry about the deletion remains in the log.
  audit_log: sql`and t.action <> 'account.deleted'`,
  // The hourly cleanup deletes expired jobs with their files.
  jobs: sql`and (t.expires_at is null or t.expires_at > 0)`,
}

export interface AccountDeletionOptions {
  /** Called when running servers must stop accepting the keys. */
  readonly onChange?: (() => void) | undefined
  /** Called when a deletion in the background fails. The hourly cleanup tries again. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** Deletes accounts with all their data. */
export class AccountDeletion {
  private readonly db: Kysely<Tables>
  private readonly options: AccountDeletionOptions

  constructor(db: Kysely<Tables>, options: AccountDeletionOptions = {}) {
    this.db = db
    this.options = options
  }

  /** Deletes an account and waits until its assets and tracks are deleted too. */
  async delete(account: Account, actor: Actor, now: number): Promise<void> {
    for (const number of await this.endAccess(account, actor, now)) await this.deleteData(number)
  }

  /**
   * Deletes an account and returns as soon as its keys and sessions have ended. There may be many assets and tracks, so
   * they are deleted in the background. If that fails or the process is killed, `finishDeletions` continues.
   */
  async deleteInBackground(account: Account, actor: Actor, now: number): Promise<void> {
    const numbers = await this.endAccess(account, actor, now)
    const deleteAll = async () => {
      for (const number of numbers) await this.deleteData(number)
    }
    deleteAll().catch((error: unknown) => this.options.onError?.(error))
  }

  /**
   * Deletes data that was written while an account was being deleted, or that a killed process left behind. A failure
   * for one account does not block the others.
   */
  async finishDeletions(): Promise<void> {
    const errors: unknown[] = []
    for (const account of await this.listUnfinished()) {
      await this.finishDeletion(account).catch((error: unknown) => errors.push(error))
    }
    if (errors.length > 0) throw errors[0]
  }

  /** Lists the deleted accounts that still have data. */
  private async listUnfinished(): Promise<Set<number>> {
    const deletedAccounts = this.db.selectFrom('accounts').select('number').where('deleted_at', 'is not', null)
    const unfinishedAccounts = new Set<number>()
    for (const table of accountTables) {
      const condition = REMAINING_ROWS[table] ?? sql``
      const rows = await deletedAccounts
        .where(
          sql<boolean>`exists (select 1 from ${sql.table(table)} t where t.account = accounts.number ${condition})`,
        )
        .execute()
      for (const { number } of rows) unfinishedAccounts.add(number)
    }
    const personal = (['name', 'phone', 'phone_proved_at', 'expires_at', 'proved_at', 'detached_from'] as const).map(
      (column) => sql<boolean>`${sql.ref(column)} is not null`,
    )
    const rows = await deletedAccounts.where((builder) => builder.or(personal)).execute()
    for (const { number } of rows) unfinishedAccounts.add(number)
    return unfinishedAccounts
  }

  private async finishDeletion(account: number): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      await deleteRecords(trx, account)
      await clearAccount(trx, account)
    })
    await this.deleteData(account)
  }

  /** Revokes the keys, ends the sessions and frees the address. Returns all numbers of the account. */
  private async endAccess(account: Account, actor: Actor, now: number): Promise<number[]> {
    const numbers = await this.db.transaction().execute(async (trx) => {
      const row = await lockById(trx, account.id)
      // The account may have been deleted in the meantime.
      if (!row) return []
      const detachedRows = await detachedNumbers(trx, row.number).execute()
      const accountNumbers = [row.number, ...detachedRows.map(({ number }) => number)]
      await rememberAddress(trx, row, accountNumbers, now)
      for (const number of accountNumbers) await deleteRecords(trx, number)
      // This step comes last, because writes of usage wait for these rows, and the deletion of usage waits for those
      // writes.
      for (const number of accountNumbers) await clearAccount(trx, number, now)
      // Codes count toward the limit of the address until the cleanup deletes them after a day.
      await trx
        .updateTable('sign_in_codes')
        .set({ account: null, expires_at: 0 })
        .where('email', '=', row.email)
        .execute()
      // The entry omits the network, which is personal data.
      const event = { action: 'account.deleted', actor: { kind: actor.kind, network: null }, at: now } as const
      await writeAudit(trx, row.number, event)
      await incrementRevision(trx, 'accounts')
      return accountNumbers
    })
    this.options.onChange?.()
    return numbers
  }

  /** Deletes data that may be too large for one transaction. */
  private async deleteData(account: number): Promise<void> {
    await new AuditStore(this.db).deleteAll(account)
    for (;;) {
      const assets = await this.db
        .selectFrom('assets')
        .select('number')
        .where('account', '=', account)
        .limit(BATCH_ASSETS)
        .execute()
      for (const { number } of assets) await this.deleteAsset(account, number)
      if (assets.length < BATCH_ASSETS) break
    }
    await deleteEvents(this.db, account)
    await expireJobs(this.db, account)
    await this.db.deleteFrom('removed_assets').where('account', '=', account).execute()
    await this.db.deleteFrom('solutions').where('account', '=', account).execute()
    await this.db.deleteFrom('share_links').where('account', '=', account).execute()
    await this.db
      .deleteFrom('revisions')
      .where('name', 'in', [`assets:${account}`, `export:${account}`, toRulesKey(account)])
      .execute()
  }

  /**
   * Deletes an asset and its positions. The asset is deleted last, because its positions can be found only by its
   * number.
   */
  private async deleteAsset(account: number, asset: number): Promise<void> {
    await deletePositions(this.db, asset)
    await this.db.transaction().execute(async (trx) => {
      // Concurrent position writes wait for the lock on this row, and then find no asset.
      await incrementRevision(trx, `assets:${account}`)
      await trx.deleteFrom('assets').where('number', '=', asset).execute()
      await trx.deleteFrom('asset_routes').where('asset', '=', asset).execute()
      await trx.deleteFrom('positions').where('asset', '=', asset).execute()
    })
  }
}

/**
 * Locks an account by its id, because its number changes when the first sign-in detaches keys. If the number changes
 * while PostgreSQL waits for the lock, only a subsequent statement sees the new row.
 */
async function lockById(trx: Transaction<Tables>, id: string): Promise<AccountRow | undefined> {
  const lock = async () => {
    const row = await trx.selectFrom('accounts').select('number').where('id', '=', id).executeTakeFirst()
    const lockedAccount = row && (await lockAccount(trx, row.number))
    return lockedAccount?.id === id ? lockedAccount : undefined
  }
  return (await lock()) ?? (await lock())
}

/** Removes the personal data from the row of an account. An existing deletion time is kept. */
async function clearAccount(trx: Transaction<Tables>, number: number, now: number | null = null): Promise<void> {
  const deletedAt = sql<number>`coalesce(deleted_at, cast(${now} as bigint))`
  await trx
    .updateTable('accounts')
    .set({
      // The column is unique. The value has no @, so it never equals an email address.
      email: sql`'deleted ' || id`,
      name: null,
      phone: null,
      phone_proved_at: null,
      plan: 'trial',
      created_at: deletedAt,
      expires_at: null,
      shares_traffic: 0,
      proved_at: null,
      detached_from: null,
      deleted_at: deletedAt,
    })
    .where('number', '=', number)
    .execute()
}

async function deleteRecords(trx: Transaction<Tables>, account: number): Promise<void> {
  for (const table of RECORD_TABLES) {
    await trx.deleteFrom(table).where('account', '=', account).execute()
  }
  await trx.updateTable('sign_in_codes').set({ account: null, expires_at: 0 }).where('account', '=', account).execute()
}
