import type { Transaction } from 'kysely'
import { type Clock, toDay, toMonth } from '../../../platform/clock.ts'
import type { Limiter } from '../../../platform/metering/limiter.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { type Account, type Key, keyState } from '../account.ts'
import type { Actor, AuditAction } from '../audit/audit.ts'
import { writeAudit } from '../audit/audit-store.ts'
import type { AccountFailure } from '../failures.ts'
import { toKey } from '../keys/key-store.ts'
import type { AccountStore } from '../store.ts'
import { lockAccount } from '../transaction-store.ts'
import { detachedNumbers, detachUnkeptKeys, moveData } from './detach-store.ts'

export interface KeptKeysOptions {
  readonly store: AccountStore
  readonly clock: Clock
  /** Length of the trial, in days, for a key that is separated from an account that does not expire. */
  readonly trialDays: number | null
  /**
   * Limiter that receives the usage of accepted keys. Undefined for operator commands, because the server reads the
   * usage from the database.
   */
  readonly limiter?: Limiter | undefined
  /** Actor that makes the changes, for the audit log. */
  readonly actor: Actor
  readonly onChange: () => void
}

/**
 * Manages the keys that the owner of an account trusts. Anyone can sign up with any address and gets a key immediately.
 * When the owner signs in or the operator changes the account, a signup key is separated from the account until the
 * owner or the operator accepts the key.
 */
export class KeptKeys {
  private readonly options: KeptKeysOptions
  constructor(options: KeptKeysOptions) {
    this.options = options
  }

  /**
   * Records that the owner has received a code at the address. Keys from earlier signups are separated from the
   * account.
   */
  async prove(email: string): Promise<Account | undefined> {
    const { store, clock, actor, onChange } = this.options
    const account = await store.findByEmail(email)
    if (!account || account.provedAt !== null) return account
    await store.runInTransaction(async (trx) => {
      const number = await detachUnkeptKeys(trx, account.number, this.getTrialEnd())
      await trx
        .updateTable('accounts')
        .set({ proved_at: clock.now() })
        .where('number', '=', number)
        .where('deleted_at', 'is', null)
        .execute()
      await writeAudit(trx, number, { action: 'address.confirmed', actor, at: clock.now() })
    })
    onChange()
    return await store.findByEmail(email)
  }

  /** Lists the active keys that neither the owner nor the operator has accepted. */
  async listUnkept(account: number): Promise<Key[]> {
    const keys = await this.options.store.keys.list(account)
    return keys.filter((key) => key.keptAt === null && isUsable(key, this.options.clock.now()))
  }

  /** Gives a key the plan of the account and moves its data to the account. */
  async keep(account: number, id: string): Promise<Result<Key, AccountFailure>> {
    const { store, clock, limiter, onChange } = this.options
    const key = (await store.keys.list(account)).find((candidate) => candidate.id === id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const state = keyState(key, clock.now())
    if (state === 'revoked' || state === 'expired') return fail({ kind: 'key-not-usable', id, state })
    const month = toMonth(toDay(clock.now()))
    // The counter is loaded before the stored usage changes, so that the moved units are counted once.
    await limiter?.getUsedUnits(account, month)
    const result = await store.runInTransaction((trx) => this.keepIn(trx, account, [id], month))
    if (result.units > 0) await limiter?.reserve(account, month, result.units, Number.POSITIVE_INFINITY)
    onChange()
    return ok(result.keys[0] ?? key)
  }

  /**
   * Applies the operator's decision about an account in the transaction that issues a key or changes the plan. Keys
   * that neither the owner nor the operator has accepted are revoked or kept. Returns the resulting account number.
   */
  async settle(
    trx: Transaction<Tables>,
    account: number,
    keepKeys: boolean,
  ): Promise<{ readonly number: number; readonly revokedCount: number; readonly keptCount: number }> {
    const now = this.options.clock.now()
    if (!keepKeys) {
      const number = await detachUnkeptKeys(trx, account, this.getTrialEnd())
      const revokedKeys = await trx
        .updateTable('keys')
        .set({ revoked_at: now })
        .where('account', 'in', detachedNumbers(trx, number))
        .where('kept_at', 'is', null)
        .where('revoked_at', 'is', null)
        .returningAll()
        .execute()
      for (const { id } of revokedKeys) await this.record(trx, number, 'key.revoked', id)
      return {
        number,
        revokedCount: revokedKeys.filter((row) => isUsable({ ...toKey(row), revokedAt: null }, now)).length,
        keptCount: 0,
      }
    }
    await lockAccount(trx, account)
    const rows = await selectUnkept(trx, account).execute()
    const ids = rows.filter((row) => isUsable(toKey(row), now)).map(({ id }) => id)
    await this.keepIn(trx, account, ids, toMonth(toDay(now)))
    return { number: account, revokedCount: 0, keptCount: ids.length }
  }

  private async keepIn(
    trx: Transaction<Tables>,
    account: number,
    ids: readonly string[],
    month: string,
  ): Promise<{ readonly keys: Key[]; readonly units: number }> {
    const isLocked = await lockAccount(trx, account)
    const rows = !isLocked || ids.length === 0 ? [] : await selectUnkept(trx, account).where('id', 'in', ids).execute()
    const keys: Key[] = []
    let units = 0
    for (const row of rows) {
      if (row.account !== account) units += await moveData(trx, row.account, account, month)
      const keptRow = await trx
        .updateTable('keys')
        .set({ account, kept_at: this.options.clock.now() })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await this.record(trx, account, 'key.kept', row.id)
      keys.push(toKey(keptRow))
    }
    return { keys, units }
  }

  private async record(trx: Transaction<Tables>, account: number, action: AuditAction, key: string): Promise<void> {
    const { actor, clock } = this.options
    await writeAudit(trx, account, { action, actor, at: clock.now(), subject: key })
  }

  private getTrialEnd(): number | null {
    const { trialDays, clock } = this.options
    return trialDays === null ? null : clock.now() + trialDays * 86_400_000
  }
}

function selectUnkept(trx: Transaction<Tables>, account: number) {
  return trx
    .selectFrom('keys')
    .selectAll()
    .where('kept_at', 'is', null)
    .where((builder) =>
      builder.or([builder('account', '=', account), builder('account', 'in', detachedNumbers(trx, account))]),
    )
}

function isUsable(key: Key, now: number): boolean {
  const state = keyState(key, now)
  return state === 'active' || state === 'expiring'
}
