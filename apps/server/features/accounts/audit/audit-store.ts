import type { Kysely, Transaction } from 'kysely'
import type { AuditRow, Tables } from '../../../platform/storage/tables.ts'
import type { AuditEntry, AuditEvent } from './audit.ts'

/** Rows per delete, so that other writes can run in between. */
const DELETE_BATCH_ROWS = 5000

/** Writes an action in the transaction that performs it, so that neither happens without the other. */
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

/** Writes the entry of an action. Stores call it in the transaction of the action. */
export type AuditWriter = (trx: Transaction<Tables>) => Promise<void>

/** Reads the audit log. */
export class AuditStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Writes an action that changes nothing else. */
  async write(account: number, event: AuditEvent): Promise<void> {
    await this.db.transaction().execute((trx) => writeAudit(trx, account, event))
  }

  /** Newest first, before the given number. */
  async list(account: number, before: number | undefined, limit: number): Promise<AuditEntry[]> {
    let query = this.db.selectFrom('audit_log').selectAll().where('account', '=', account)
    if (before !== undefined) query = query.where('number', '<', before)
    return (await query.orderBy('number', 'desc').limit(limit).execute()).map(toEntry)
  }

  async deleteBefore(time: number): Promise<void> {
    for (;;) {
      const oldRows = this.db.selectFrom('audit_log').select('number').where('created_at', '<', time)
      const { numDeletedRows } = await this.db
        .deleteFrom('audit_log')
        .where('number', 'in', oldRows.limit(DELETE_BATCH_ROWS))
        .executeTakeFirst()
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
