import { type Kysely, sql, type Transaction } from 'kysely'
import type { KeyScopes } from '../../../platform/http/guard/key-scope.ts'
import { ok, type Result } from '../../../platform/result.ts'
import type { KeyRow, NewKeyRow } from '../../../platform/storage/tables/accounts.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { type Key, NO_SCOPES } from '../account.ts'
import type { AuditWriter } from '../audit/audit-store.ts'
import { detachedNumbers } from '../kept-keys/detach-store.ts'
import { changeAccounts, lockAccount } from '../transaction-store.ts'

export interface NewKey extends Omit<Key, 'account' | 'rotatedAt' | 'revokedAt'> {
  readonly hash: string
}

/** Properties of a key that can be changed. */
export type KeyChanges = Partial<Pick<Key, 'label' | 'expiresAt' | 'scopes'>>
/** Key that is replaced by a new key, and the end of its validity. */
interface KeyReplacement {
  readonly id: string
  readonly rotatedAt: number
  readonly expiresAt: number
}

/** Stores the keys of accounts in the database. */
export class KeyStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Lists all keys of the account, including keys that neither the owner nor the operator has accepted. */
  async list(account: number): Promise<Key[]> {
    const rows = await this.db
      .selectFrom('keys')
      .selectAll()
      .where((builder) =>
        builder.or([builder('account', '=', account), builder('account', 'in', detachedNumbers(this.db, account))]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toKey)
  }

  /**
   * Adds a key unless the account has `max` active keys. A replacement key also ends the replaced key in the same
   * transaction and ignores `max`. Nothing happens if the replaced key was changed, replaced or revoked in the
   * meantime.
   */
  async insert(
    account: number,
    key: NewKey,
    max: number,
    replaces?: KeyReplacement,
    record?: AuditWriter,
  ): Promise<'added' | 'too-many' | 'changed' | 'deleted'> {
    return await changeAccounts(this.db, async (trx) => {
      if (!(await lockAccount(trx, account))) return 'deleted'
      if (replaces) {
        if (!(await hasSameRestrictions(trx, replaces.id, key))) return 'changed'
        if (!(await expireKey(trx, replaces))) return 'changed'
      } else if ((await countActiveKeys(trx, account, key.createdAt)) >= max) return 'too-many'
      await trx.insertInto('keys').values(toKeyRow(account, key)).execute()
      await record?.(trx)
      return 'added'
    })
  }

  /**
   * Changes a key. `decide` receives the current key in the transaction and returns the changes, so that concurrent
   * changes do not undo each other. Returns undefined if the key was deleted.
   */
  async update<Failure>(
    { id, account }: Pick<Key, 'id' | 'account'>,
    decide: (current: Key) => Result<KeyChanges, Failure>,
    record: (before: Key, after: Key) => AuditWriter,
  ): Promise<Result<Key, Failure> | undefined> {
    return await changeAccounts(this.db, async (trx) => {
      if (!(await lockAccount(trx, account))) return undefined
      const lockedKey = trx.updateTable('keys').set({ id }).where('id', '=', id).returningAll()
      const lockedRow = await lockedKey.executeTakeFirst()
      if (!lockedRow) return undefined
      const oldKey = toKey(lockedRow)
      const changes = decide(oldKey)
      if (!changes.ok) return changes
      const { label, expiresAt, scopes } = changes.value
      const row = await trx
        .updateTable('keys')
        .set({
          id,
          ...(label !== undefined && { label }),
          ...(expiresAt !== undefined && { expires_at: expiresAt }),
          ...(scopes && { scopes: toScopesColumn(scopes) }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const newKey = toKey(row)
      await record(oldKey, newKey)(trx)
      return ok(newKey)
    })
  }

  async revoke(id: string, revokedAt: number, record?: AuditWriter): Promise<void> {
    await changeAccounts(this.db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('keys')
        .set({ revoked_at: revokedAt })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await record?.(trx)
    })
  }
}

async function countActiveKeys(trx: Transaction<Tables>, account: number, now: number): Promise<number> {
  const { working } = await trx
    .selectFrom('keys')
    .select((select) => select.fn.countAll<number>().as('working'))
    .where('account', '=', account)
    .where('revoked_at', 'is', null)
    .where((builder) => builder.or([builder('expires_at', 'is', null), builder('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return working
}

/** Returns whether a key still has the label and the restrictions that its replacement copied. */
async function hasSameRestrictions(trx: Transaction<Tables>, id: string, copy: NewKey): Promise<boolean> {
  const row = await trx.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst()
  const describe = ({ label, expiresAt, scopes }: KeyChanges) => JSON.stringify([label, expiresAt, scopes])
  return row !== undefined && describe(toKey(row)) === describe(copy)
}

/** Makes a key expire. Returns false if the key was already rotated or is no longer valid. */
async function expireKey(trx: Transaction<Tables>, { id, rotatedAt, expiresAt }: KeyReplacement): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('keys')
    .set({
      rotated_at: rotatedAt,
      // The overlap does not extend a key that expires earlier.
      expires_at: sql`case when expires_at < ${expiresAt} then expires_at else cast(${expiresAt} as bigint) end`,
    })
    .where('id', '=', id)
    .where('rotated_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((builder) => builder.or([builder('expires_at', 'is', null), builder('expires_at', '>', rotatedAt)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function toKey(row: KeyRow): Key {
  return {
    id: row.id,
    account: row.account,
    hint: row.hint,
    label: row.label,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    rotatedAt: row.rotated_at,
    revokedAt: row.revoked_at,
    keptAt: row.kept_at,
    network: row.network,
    scopes: row.scopes === null ? NO_SCOPES : { ...NO_SCOPES, ...JSON.parse(row.scopes) },
  }
}

function toScopesColumn({ operations, origins, networks }: KeyScopes): string | null {
  return operations || origins || networks ? JSON.stringify({ operations, origins, networks }) : null
}

export function toKeyRow(account: number, key: NewKey): NewKeyRow {
  return {
    id: key.id,
    account,
    hash: key.hash,
    hint: key.hint,
    label: key.label,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    rotated_at: null,
    revoked_at: null,
    kept_at: key.keptAt,
    network: key.network,
    scopes: toScopesColumn(key.scopes),
  }
}
