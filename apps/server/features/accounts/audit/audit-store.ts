import { setImmediate } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { type Clock, toDay } from '../../../platform/clock.ts'
import type { AuditRow } from '../../../platform/storage/tables/accounts.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { lockAccount } from '../transaction-store.ts'
import type { Actor, AuditAction, AuditEntry, AuditEvent } from './audit.ts'

/** Maximum number of rows per delete. Other writes can run between two deletes. */
const DELETE_BATCH_ROWS = 5000
/** Maximum number of log entries per account and day for the same action if the action changes no data. */
export const MAX_SAME_PER_DAY = 20
const DELETED_ACTION: AuditAction = 'account.deleted'

/**
 * Writes the entry of an action in the transaction that performs the action, so that the log always matches the data.
 */
export async function writeAudit(trx: Transaction<Tables>, account: number, event: AuditEvent): Promise<void> {
  const { action, actor, at, subject, details } = event
  await trx
    .insertInto('audit_log')
    .values({
      account,
      created_at: at,
      action,
      actor: actor.kind,
      network: actor.network,
      subject: subject ?? null,
      details: details ? JSON.stringify(details) : null,
    })
    .execute()
}

/** Writes the entry of an action. Stores call this function in the transaction that performs the action. */
export type AuditWriter = (trx: Transaction<Tables>) => Promise<void>

/** Creates the writer of an entry. */
export type RecordAudit = (
  account: number,
  action: AuditAction,
  event?: Pick<AuditEvent, 'subject' | 'details'>,
) => AuditWriter

/** Returns a function that creates writers for the actions of one actor. */
export function createRecordAudit(actor: Actor, clock: Clock): RecordAudit {
  return (account, action, event) => (trx) => writeAudit(trx, account, { ...event, action, actor, at: clock.now() })
}

/** Reads, writes and deletes the entries of the audit log. */
export class AuditStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /**
   * Writes the entry of an action that changes no other data, unless the account was deleted. Such actions can be
   * repeated without limit, so only the first entries of a UTC day are written.
   */
  async write(account: number, event: AuditEvent): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      if (!(await lockAccount(trx, account))) return
      const sameDayRows = await trx
        .selectFrom('audit_log')
        .select('number')
        .where('account', '=', account)
        .where('action', '=', event.action)
        .where('created_at', '>=', Date.parse(toDay(event.at)))
        .limit(MAX_SAME_PER_DAY)
        .execute()
      if (sameDayRows.length < MAX_SAME_PER_DAY) await writeAudit(trx, account, event)
    })
  }

  /** Lists entries before the given number, newest first. */
  async list(account: number, beforeNumber: number | undefined, limit: number): Promise<AuditEntry[]> {
    let query = this.db.selectFrom('audit_log').selectAll().where('account', '=', account)
    if (beforeNumber !== undefined) query = query.where('number', '<', beforeNumber)
    return (await query.orderBy('number', 'desc').limit(limit).execute()).map(toEntry)
  }

  /** Deletes the log of a deleted account, except for the entry about its deletion. */
  async deleteAll(account: number): Promise<void> {
    for (;;) {
      const rows = this.db
        .selectFrom('audit_log')
        .select('number')
        .where('account', '=', account)
        .where('action', '<>', DELETED_ACTION)
        .orderBy('number')
      const end = await rows
        .offset(DELETE_BATCH_ROWS - 1)
        .limit(1)
        .executeTakeFirst()
      let batch = this.db.deleteFrom('audit_log').where('account', '=', account).where('action', '<>', DELETED_ACTION)
      if (end) batch = batch.where('number', '<=', end.number)
      await batch.execute()
      await setImmediate()
      if (!end) return
    }
  }

  async deleteBefore(time: number): Promise<void> {
    for (;;) {
      const oldRows = this.db.selectFrom('audit_log').select('number').where('created_at', '<', time)
      const { numDeletedRows } = await this.db
        .deleteFrom('audit_log')
        .where('number', 'in', oldRows.limit(DELETE_BATCH_ROWS))
        .executeTakeFirst()
      await setImmediate()
      if (Number(numDeletedRows) < DELETE_BATCH_ROWS) return
    }
  }
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    number: row.number,
    action: row.action,
    actor: row.actor as AuditEntry['actor'],
    at: row.created_at,
    network: row.network,
    subject: row.subject,
    details: row.details === null ? {} : JSON.parse(row.details),
  }
}
