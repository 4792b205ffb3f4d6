import { type Kysely, sql } from 'kysely'
import type { DeliveryRow, EventRow, NewDeliveryRow, WebhookRow } from '../../../platform/storage/tables/events.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { changeRules } from '../events/rules-store.ts'

/** Message that is due, with its event. */
export type DueDelivery = Pick<DeliveryRow, 'number' | 'asset' | 'attempts' | 'created_at'> & {
  readonly row: EventRow
}

export interface DeliveryQuery {
  readonly webhook: number
  readonly state?: DeliveryRow['state'] | undefined
  /** Number of the last delivery on the previous page. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Maximum number of assets per query. */
const ASSETS_PER_READ = 64
const MESSAGES_PER_READ = 500
const ROWS_PER_INSERT = 500
/** Time in milliseconds after which an undelivered message is abandoned. */
const MAX_AGE_MS = 3 * 86_400_000

/** Stores the outbox of the webhooks. */
export class DeliveryStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Leases the webhooks with due messages to this server. Only one server at a time sends to a webhook. */
  async leaseDue(nowMs: number, leaseMs: number, limit: number): Promise<WebhookRow[]> {
    const dueWebhooks = await this.db
      .selectFrom('webhooks')
      .select('number')
      .where('enabled', '=', 1)
      .where((builder) => builder.or([builder('paused_until', 'is', null), builder('paused_until', '<=', nowMs)]))
      .where((builder) => builder.or([builder('leased_until', 'is', null), builder('leased_until', '<', nowMs)]))
      .where(
        sql<boolean>`exists (select 1 from webhook_deliveries d
          where d.webhook = webhooks.number and d.state = 'pending' and d.next_attempt_at <= ${nowMs})`,
      )
      .orderBy('number')
      .limit(limit)
      .execute()
    const leasedWebhooks: WebhookRow[] = []
    for (const { number } of dueWebhooks) {
      const row = await this.db
        .updateTable('webhooks')
        .set({ leased_until: nowMs + leaseMs })
        .where('number', '=', number)
        .where((builder) => builder.or([builder('leased_until', 'is', null), builder('leased_until', '<', nowMs)]))
        .returningAll()
        .executeTakeFirst()
      if (row) leasedWebhooks.push(row)
    }
    return leasedWebhooks
  }

  async release(webhook: number): Promise<void> {
    await this.db.updateTable('webhooks').set({ leased_until: null }).where('number', '=', webhook).execute()
  }

  /** Releases all leases. After a restart of the only server, its leases belong to a process that no longer exists. */
  async releaseAll(): Promise<void> {
    await this.db.updateTable('webhooks').set({ leased_until: null }).where('leased_until', 'is not', null).execute()
  }

  /** Lists due messages by asset, oldest first. An asset whose oldest message waits for its next attempt is omitted. */
  async listDue(webhook: number, nowMs: number): Promise<DueDelivery[][]> {
    const heads = await this.db
      .selectFrom('webhook_deliveries')
      .select('asset')
      .where('webhook', '=', webhook)
      .where('state', '=', 'pending')
      .where('next_attempt_at', '<=', nowMs)
      .where(
        sql<boolean>`not exists (select 1 from webhook_deliveries e
          where e.webhook = webhook_deliveries.webhook and e.asset = webhook_deliveries.asset
            and e.state = 'pending' and e.number < webhook_deliveries.number)`,
      )
      .orderBy('number')
      .limit(ASSETS_PER_READ)
      .execute()
    if (heads.length === 0) return []
    const deliveries = await this.db
      .selectFrom('webhook_deliveries')
      .select(['number', 'asset', 'attempts', 'created_at', 'event'])
      .where('webhook', '=', webhook)
      .where('state', '=', 'pending')
      .where(
        'asset',
        'in',
        heads.map(({ asset }) => asset),
      )
      .orderBy('number')
      .limit(MESSAGES_PER_READ)
      .execute()
    const events = await this.db
      .selectFrom('events')
      .selectAll()
      .where(
        'id',
        'in',
        deliveries.map(({ event }) => event),
      )
      .execute()
    const eventById = new Map(events.map((row) => [row.id, row]))
    // The event of an asset that has just been removed may be missing.
    const completeDeliveries = deliveries.flatMap(({ event, ...delivery }) => {
      const row = eventById.get(event)
      return row ? [{ ...delivery, row }] : []
    })
    return [...Map.groupBy(completeDeliveries, ({ asset }) => asset).values()]
  }

  async markSent(number: number, attempts: number, status: number, nowMs: number): Promise<void> {
    await this.change(number, { state: 'sent', attempts, status, error: null, ended_at: nowMs })
  }

  async markDead(number: number, attempts: number, status: number | null, error: string, nowMs: number): Promise<void> {
    await this.change(number, { state: 'dead', attempts, status, error, ended_at: nowMs })
  }

  async markRetry(
    number: number,
    attempts: number,
    status: number | null,
    error: string,
    nextMs: number,
  ): Promise<void> {
    await this.change(number, { attempts, status, error, next_attempt_at: nextMs })
  }

  private async change(number: number, fields: Partial<DeliveryRow>): Promise<void> {
    await this.db.updateTable('webhook_deliveries').set(fields).where('number', '=', number).execute()
  }

  /** Pauses all messages to an unavailable receiver. */
  async pause(webhook: number, failures: number, untilMs: number | null): Promise<void> {
    await this.db
      .updateTable('webhooks')
      .set({ failures, paused_until: untilMs })
      .where('number', '=', webhook)
      .execute()
  }

  async disable({ account, number }: Pick<WebhookRow, 'account' | 'number'>, reason: string): Promise<void> {
    await changeRules(this.db, account, async (trx) => {
      await trx.updateTable('webhooks').set({ enabled: 0, disabled_why: reason }).where('number', '=', number).execute()
    })
  }

  /** Lists deliveries, newest first. */
  async list({ webhook, state, before, limit }: DeliveryQuery): Promise<DeliveryRow[]> {
    let query = this.db.selectFrom('webhook_deliveries').selectAll().where('webhook', '=', webhook)
    if (state !== undefined) query = query.where('state', '=', state)
    if (before !== undefined) query = query.where('number', '<', before)
    return await query.orderBy('number', 'desc').limit(limit).execute()
  }

  /** Sends the given messages again, or all abandoned messages. Returns the number of messages. */
  async replay(webhook: number, numbers: readonly number[] | undefined, nowMs: number): Promise<number> {
    let query = this.db
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', attempts: 0, next_attempt_at: nowMs, created_at: nowMs, ended_at: null })
      .where('webhook', '=', webhook)
      .where('state', 'in', numbers === undefined ? ['dead'] : ['dead', 'sent'])
    if (numbers !== undefined) query = query.where('number', 'in', [...numbers])
    const { numUpdatedRows } = await query.executeTakeFirst()
    return Number(numUpdatedRows)
  }

  /** Sends the events of a period again. Returns the number of events, or undefined if there are more than `max`. */
  async replayPeriod(
    { number: webhook, account, events: types }: Pick<WebhookRow, 'number' | 'account' | 'events'>,
    period: { readonly fromMs: number; readonly untilMs: number },
    max: number,
    nowMs: number,
  ): Promise<number | undefined> {
    let query = this.db
      .selectFrom('events')
      .select(['id', 'asset'])
      .where('account', '=', account)
      .where('created_at', '>=', period.fromMs)
      .where('created_at', '<=', period.untilMs)
    if (types !== null) query = query.where('type', 'in', JSON.parse(types) as string[])
    const events = await query
      .orderBy('number')
      .limit(max + 1)
      .execute()
    if (events.length > max) return undefined
    const rows = events.map(({ id, asset }): NewDeliveryRow => {
      return { account, webhook, asset, event: id, state: 'pending', next_attempt_at: nowMs, created_at: nowMs }
    })
    await this.db.transaction().execute(async (trx) => {
      for (let firstRow = 0; firstRow < rows.length; firstRow += ROWS_PER_INSERT) {
        await trx
          .insertInto('webhook_deliveries')
          .values(rows.slice(firstRow, firstRow + ROWS_PER_INSERT))
          .execute()
      }
    })
    return events.length
  }

  /** Abandons messages that are too old to be useful. */
  async expire(nowMs: number): Promise<void> {
    await this.db
      .updateTable('webhook_deliveries')
      .set({
        state: 'dead',
        ended_at: nowMs,
        error: sql<string>`coalesce(error, 'the webhook was not available for three days')`,
      })
      .where('state', '=', 'pending')
      .where('created_at', '<', nowMs - MAX_AGE_MS)
      .execute()
  }
}
