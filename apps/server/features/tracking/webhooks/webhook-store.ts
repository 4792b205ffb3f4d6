import type { Kysely } from 'kysely'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { WebhookRow } from '../../../platform/storage/tables/events.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { changeRules } from '../events/rules-store.ts'
import type { WebhookFailure } from './failures.ts'
import { isWebhookId, makeSecret, makeWebhookId } from './webhook.ts'

export const MAX_WEBHOOKS = 10
/** Time in milliseconds during which messages are also signed with the previous secret after a rotation. */
const OLD_SECRET_MS = 86_400_000

export interface WebhookFields {
  readonly url: string
  readonly description: string | null
  /** Event types, or undefined for all types. */
  readonly events: readonly string[] | undefined
}

export interface WebhookEdit {
  readonly url?: string | undefined
  readonly description?: string | null | undefined
  /** Event types, or null for all types. */
  readonly events?: readonly string[] | null | undefined
  readonly enabled?: boolean | undefined
  readonly rotatesSecret: boolean
}

/** Stores webhooks in the database. An account can access only its own webhooks. */
export class WebhookStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  async create(account: number, fields: WebhookFields, nowMs: number): Promise<Result<WebhookRow, WebhookFailure>> {
    return await changeRules(this.db, account, async (trx) => {
      const { count } = await trx
        .selectFrom('webhooks')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MAX_WEBHOOKS) return fail({ kind: 'too-many-webhooks', max: MAX_WEBHOOKS })
      const row = await trx
        .insertInto('webhooks')
        .values({
          id: makeWebhookId(),
          account,
          url: fields.url,
          description: fields.description,
          events: fields.events === undefined ? null : JSON.stringify(fields.events),
          secret: makeSecret(),
          enabled: 1,
          created_at: nowMs,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return ok(row)
    })
  }

  async find(account: number, id: string): Promise<WebhookRow | undefined> {
    if (!isWebhookId(id)) return undefined
    return await this.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
  }

  async list(account: number): Promise<WebhookRow[]> {
    return await this.db.selectFrom('webhooks').selectAll().where('account', '=', account).orderBy('number').execute()
  }

  /** Updates a webhook. Pending messages are sent to the new URL. A change of the URL or of `enabled` ends a pause. */
  async update(current: WebhookRow, edit: WebhookEdit, nowMs: number): Promise<WebhookRow | undefined> {
    const { url, description, events, enabled, rotatesSecret } = edit
    return await changeRules(this.db, current.account, (trx) =>
      trx
        .updateTable('webhooks')
        .set({
          url: url ?? current.url,
          ...(description !== undefined && { description }),
          ...(events !== undefined && { events: events === null ? null : JSON.stringify(events) }),
          ...(enabled !== undefined && { enabled: enabled ? 1 : 0, disabled_why: null }),
          ...((url !== undefined || enabled !== undefined) && { failures: 0, paused_until: null }),
          ...(rotatesSecret && {
            secret: makeSecret(),
            old_secret: current.secret,
            old_secret_until: nowMs + OLD_SECRET_MS,
          }),
        })
        .where('number', '=', current.number)
        .returningAll()
        .executeTakeFirst(),
    )
  }

  /** Removes a webhook and its deliveries. */
  async remove(account: number, id: string): Promise<boolean> {
    if (!isWebhookId(id)) return false
    return await changeRules(this.db, account, async (trx) => {
      const row = await trx
        .deleteFrom('webhooks')
        .where('id', '=', id)
        .where('account', '=', account)
        .returning('number')
        .executeTakeFirst()
      if (row) await trx.deleteFrom('webhook_deliveries').where('webhook', '=', row.number).execute()
      return row !== undefined
    })
  }
}
