import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventRow, NewDeliveryRow, NewEventRow } from '../../../platform/storage/tables/events.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { eventTypes } from './event.ts'
import type { AccountRules } from './rules-store.ts'

/** Maximum number of rows per insert. SQLite allows 32,766 values per statement. */
const ROWS_PER_INSERT = 500
/** Maximum number of rows per delete. Other writes can run between two deletes. */
const ROWS_PER_DELETE = 2000

/** Writes events and a delivery for each subscribed webhook, in the transaction that caused the events. */
export async function insertEvents(
  trx: Transaction<Tables>,
  events: readonly NewEventRow[],
  { receivers }: Pick<AccountRules, 'receivers'>,
): Promise<void> {
  const deliveries = events.flatMap(({ account, asset, id, type, created_at }) =>
    receivers
      .filter(({ types }) => !types || types.has(type))
      .map(({ webhook }): NewDeliveryRow => {
        return { account, webhook, asset, event: id, state: 'pending', next_attempt_at: created_at, created_at }
      }),
  )
  for (let firstRow = 0; firstRow < events.length; firstRow += ROWS_PER_INSERT) {
    await trx
      .insertInto('events')
      .values(events.slice(firstRow, firstRow + ROWS_PER_INSERT))
      .execute()
  }
  for (let firstRow = 0; firstRow < deliveries.length; firstRow += ROWS_PER_INSERT) {
    await trx
      .insertInto('webhook_deliveries')
      .values(deliveries.slice(firstRow, firstRow + ROWS_PER_INSERT))
      .execute()
  }
}

export interface EventQuery {
  readonly account: number
  readonly fromMs: number
  readonly untilMs: number
  readonly type?: (typeof eventTypes)[number] | undefined
  readonly asset?: string | undefined
  readonly geofence?: string | undefined
  /** Number of the last event on the previous page. */
  readonly after?: number | undefined
  readonly limit: number
  readonly isNewestFirst: boolean
}

/** Reads and deletes events. An account can access only its own events. */
export class EventStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Lists events in the order in which they were recorded. */
  async list(eventQuery: EventQuery): Promise<EventRow[]> {
    const { account, fromMs, untilMs, type, asset, geofence, after, limit, isNewestFirst } = eventQuery
    let query = this.db
      .selectFrom('events')
      .selectAll()
      .where('account', '=', account)
      .where('created_at', '>=', fromMs)
      .where('created_at', '<=', untilMs)
    if (type !== undefined) query = query.where('type', '=', type)
    if (asset !== undefined) query = query.where('asset_id', '=', asset)
    if (geofence !== undefined) query = query.where('geofence', '=', geofence)
    if (after !== undefined) query = query.where('number', isNewestFirst ? '<' : '>', after)
    return await query
      .orderBy('number', isNewestFirst ? 'desc' : 'asc')
      .limit(limit)
      .execute()
  }

  /**
   * Lists the events written with the given changes of the account, oldest first. If there are too many, only the
   * newest events are returned.
   */
  async listByChange(
    account: number,
    changes: { readonly after: number; readonly upTo: number },
    limit: number,
    asset?: string,
  ): Promise<EventRow[]> {
    let query = this.db
      .selectFrom('events')
      .selectAll()
      .where('account', '=', account)
      .where('changed', '>', changes.after)
      .where('changed', '<=', changes.upTo)
    if (asset !== undefined) query = query.where('asset_id', '=', asset)
    const rows = await query.orderBy('changed', 'desc').orderBy('number', 'desc').limit(limit).execute()
    return rows.reverse()
  }

  /** Deletes the events and deliveries that the accounts on a plan wrote before a time. */
  async prune(plan: string, beforeMs: number): Promise<void> {
    const accounts = await this.db.selectFrom('accounts').select('number').where('plan', '=', plan).execute()
    for (const { number } of accounts) await deleteEvents(this.db, number, beforeMs)
  }
}

/** Deletes all events and deliveries of an account, or only those written before a time. */
export async function deleteEvents(
  db: Kysely<Tables>,
  account: number,
  beforeMs = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  for (const table of ['webhook_deliveries', 'events'] as const) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where number in (
        select number from ${sql.table(table)} where account = ${account} and created_at < ${beforeMs}
        limit ${ROWS_PER_DELETE})`.execute(db)
      if (numAffectedRows < BigInt(ROWS_PER_DELETE)) break
    }
  }
}

/** Deletes the events of an asset that is being deleted. */
export async function deleteAssetEvents(trx: Transaction<Tables>, asset: number): Promise<void> {
  await trx.deleteFrom('webhook_deliveries').where('asset', '=', asset).execute()
  await trx.deleteFrom('events').where('asset', '=', asset).execute()
}
