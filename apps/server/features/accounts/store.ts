import { type Kysely, sql, type Transaction } from 'kysely'
import type { PlanName } from '../../platform/config/plans.ts'
import type { AccountRow } from '../../platform/storage/tables/accounts.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { isUniqueViolation } from '../../platform/storage/unavailable.ts'
import type { Account, Key } from './account.ts'
import type { AuditWriter } from './audit/audit-store.ts'
import { parseEmail } from './contact.ts'
import { KeyStore, type NewKey, toKey, toKeyRow } from './keys/key-store.ts'
import { continueTrial } from './life/deleted-address-store.ts'
import { changeAccounts, lockAccount } from './transaction-store.ts'

export type NewAccount = Omit<Account, 'number' | 'sharesTraffic' | 'provedAt'>
export interface AccountChanges {
  readonly plan?: PlanName
  readonly expiresAt?: number | null
  readonly phone?: string | null
  readonly sharesTraffic?: boolean
}

/**
 * Stores accounts and keys in the database. Every change increments a revision, so that running servers notice the
 * change.
 */
export class AccountStore {
  readonly keys: KeyStore
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>, keys = new KeyStore(db)) {
    this.db = db
    this.keys = keys
  }

  /** Inserts an account with its first key. Returns undefined if the address is taken. */
  async insertAccount(
    account: NewAccount,
    key: NewKey,
    record?: (trx: Transaction<Tables>, account: number) => Promise<void>,
  ): Promise<Account | undefined> {
    try {
      return await this.db.transaction().execute(async (trx) => {
        const row = await insertUnlessTaken(trx, account)
        if (!row) return undefined
        await trx.insertInto('keys').values(toKeyRow(row.number, key)).execute()
        await record?.(trx, row.number)
        // An earlier trial does not limit an account that the operator creates.
        return toAccount(key.keptAt === null ? await continueTrial(trx, row) : row)
      })
    } catch (error) {
      if (isUniqueViolation(error)) return undefined
      throw error
    }
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const row = await this.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
    return row && toAccount(row)
  }
  async findByNumber(number: number): Promise<Account | undefined> {
    const row = await this.db
      .selectFrom('accounts')
      .selectAll()
      .where('number', '=', number)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row && toAccount(row)
  }
  /** Finds an account by email address, account id or key id. */
  async findByReference(reference: string): Promise<Account | undefined> {
    const row = await this.db
      .selectFrom('accounts')
      .selectAll()
      .where((builder) =>
        builder.or([
          builder('email', '=', parseEmail(reference) ?? reference),
          builder('id', '=', reference),
          builder(
            'number',
            'in',
            this.db
              .selectFrom('keys')
              .innerJoin('accounts as holder', 'holder.number', 'keys.account')
              .select(sql<number>`coalesce(holder.detached_from, holder.number)`.as('number'))
              .where('keys.id', '=', reference),
          ),
        ]),
      )
      .where('detached_from', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row && toAccount(row)
  }

  /** Finds the number of a deleted account by its former id. */
  async findDeleted(id: string): Promise<number | undefined> {
    const query = this.db
      .selectFrom('accounts')
      .select('number')
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
    return (await query.executeTakeFirst())?.number
  }

  async listAccounts(filter: { plan?: PlanName | undefined; limit: number; after: number }): Promise<Account[]> {
    let query = this.db
      .selectFrom('accounts')
      .selectAll()
      .where('number', '>', filter.after)
      .where('detached_from', 'is', null)
      .where('deleted_at', 'is', null)
    if (filter.plan) query = query.where('plan', '=', filter.plan)
    return (await query.orderBy('number').limit(filter.limit).execute()).map(toAccount)
  }

  /** Sets the plan in the transaction that revokes or keeps the keys of the account. */
  async updatePlan(trx: Transaction<Tables>, number: number, plan: PlanName, expiresAt: number | null): Promise<void> {
    await trx
      .updateTable('accounts')
      .set({ plan, expires_at: expiresAt })
      .where('number', '=', number)
      .where('deleted_at', 'is', null)
      .execute()
  }

  /** Updates an account. Returns false if the account was deleted. */
  async updateAccount(number: number, changes: AccountChanges, record?: AuditWriter): Promise<boolean> {
    return await this.runInTransaction(async (trx) => {
      if (!(await lockAccount(trx, number))) return false
      await trx
        .updateTable('accounts')
        .set({
          ...(changes.plan === undefined ? {} : { plan: changes.plan }),
          ...(changes.expiresAt === undefined ? {} : { expires_at: changes.expiresAt }),
          ...(changes.phone === undefined ? {} : { phone: changes.phone, phone_proved_at: null }),
          ...(changes.sharesTraffic === undefined ? {} : { shares_traffic: changes.sharesTraffic ? 1 : 0 }),
        })
        .where('number', '=', number)
        .execute()
      if (changes.phone !== undefined) await dropPendingMessages(trx, number)
      await record?.(trx)
      return true
    })
  }

  /** Sets the end of a trial, also for the keys that neither the owner nor the operator has accepted. */
  async updateTrialEnd(number: number, expiresAt: number, record?: AuditWriter): Promise<void> {
    await this.runInTransaction(async (trx) => {
      await trx
        .updateTable('accounts')
        .set({ expires_at: expiresAt })
        .where((builder) => builder.or([builder('number', '=', number), builder('detached_from', '=', number)]))
        .where('deleted_at', 'is', null)
        .execute()
      await record?.(trx)
    })
  }

  async findByKeyHash(hash: string): Promise<{ account: Account; key: Key } | undefined> {
    const key = await this.db.selectFrom('keys').selectAll().where('hash', '=', hash).executeTakeFirst()
    const account = key && (await this.findByNumber(key.account))
    return account && { account, key: toKey(key) }
  }

  /** Returns the number of account and key changes. */
  async getRevision(): Promise<number> {
    const row = await this.db.selectFrom('revisions').select('value').where('name', '=', 'accounts').executeTakeFirst()
    return row?.value ?? 0
  }

  runInTransaction<T>(change: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return changeAccounts(this.db, change)
  }
}

/**
 * Checks the email address and inserts the account in one statement. PostgreSQL consumes a sequence number for every
 * row that a unique column rejects, and numbers should stay small. The casts specify types that PostgreSQL cannot infer
 * in a select.
 */
async function insertUnlessTaken(trx: Transaction<Tables>, account: NewAccount): Promise<AccountRow | undefined> {
  const { id, email, name, phone, phoneProvedAt, plan, createdAt, expiresAt } = account
  const { rows } = await sql<AccountRow>`
    insert into accounts (id, email, name, phone, phone_proved_at, plan, created_at, expires_at)
    select ${id}, ${email}, cast(${name} as text), cast(${phone} as text), cast(${phoneProvedAt} as bigint),
           ${plan}, cast(${createdAt} as bigint), cast(${expiresAt} as bigint)
    where not exists (select 1 from accounts where email = ${email})
    returning *`.execute(trx)
  return rows[0]
}

/** Drops unsent messages to the old number. If there is a new number, further usage creates another message. */
export async function dropPendingMessages(
  trx: Transaction<Tables>,
  account: number,
  exceptId: string | null = null,
): Promise<void> {
  let query = trx
    .deleteFrom('outbox')
    .where('account', '=', account)
    .where('state', '=', 'pending')
    .where('leased_until', 'is', null)
    .where('unknown_since', 'is', null)
  if (exceptId !== null) query = query.where('id', '<>', exceptId)
  await query.execute()
}

function toAccount(row: AccountRow): Account {
  return {
    number: row.number,
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    phoneProvedAt: row.phone_proved_at,
    plan: row.plan as PlanName,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    sharesTraffic: row.shares_traffic !== 0,
    provedAt: row.proved_at,
  }
}
