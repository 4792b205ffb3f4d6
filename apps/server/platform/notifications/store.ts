import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { toDay, toMonth } from '../clock.ts'
import type { OutboxRow } from '../storage/tables/notifications.ts'
import type { Tables } from '../storage/tables.ts'
import {
  countSms,
  deleteOldSmsCounts,
  type ExceededSmsCap,
  findExceededCap,
  lockSmsCounts,
  type SmsCaps,
} from './sms-caps-store.ts'

const DAY_MS = 86_400_000
/** Maximum age of a code, in milliseconds. Expired codes are useless. */
export const MAX_CODE_AGE_MS = 600_000

export interface NewMessage {
  readonly id: string
  readonly kind: string
  readonly account: number
  readonly month: string
  readonly recipient: string
  readonly body: string
  readonly now: number
}

/** Message that is leased to this server until the lease expires. */
export type ClaimedMessage = Pick<
  OutboxRow,
  'id' | 'kind' | 'recipient' | 'body' | 'attempts' | 'unknown_since' | 'created_at'
>

/**
 * Store of outgoing messages. A message is written in the same transaction as its cause, and the first server to claim
 * it sends it.
 */
export class OutboxStore {
  private readonly db: Kysely<Tables>
  private readonly caps: SmsCaps
  constructor(db: Kysely<Tables>, caps: SmsCaps) {
    this.db = db
    this.caps = caps
  }

  /** Lists those of the given accounts that have a confirmed phone number. */
  listPhones(trx: Transaction<Tables>, accounts: readonly number[]) {
    return trx
      .selectFrom('accounts')
      .select(['number', 'phone', 'plan'])
      .where('number', 'in', [...accounts])
      .where('phone', 'is not', null)
      .where('phone_proved_at', 'is not', null)
      .execute()
  }

  /**
   * Adds a message unless a cap is reached. Does nothing if the account already has a message of this kind for the
   * month. Every message counts toward the caps, whatever its outcome.
   */
  async enqueue(trx: Transaction<Tables>, message: NewMessage): Promise<ExceededSmsCap | undefined> {
    if (await isQueued(trx, message)) return undefined
    await lockSmsCounts(trx)
    const exceededCap = await findExceededCap(trx, message, message.now, this.caps)
    if (exceededCap) return exceededCap
    const insertedRow = await trx
      .insertInto('outbox')
      .values({
        id: message.id,
        kind: message.kind,
        account: message.account,
        month: message.month,
        recipient: message.recipient,
        body: message.body,
        state: 'pending',
        attempts: 0,
        next_attempt_at: message.now,
        leased_until: null,
        unknown_since: null,
        sent_at: null,
        last_error: null,
        created_at: message.now,
      })
      .onConflict((conflict) => conflict.columns(['account', 'kind', 'month']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another server may have added the same message before this transaction got the lock.
    if (insertedRow) await countSms(trx, message, message.now)
    return undefined
  }

  /** Lists all stored messages of an account, oldest first. */
  listMessages(account: number): Promise<OutboxRow[]> {
    return this.db.selectFrom('outbox').selectAll().where('account', '=', account).orderBy('created_at').execute()
  }

  /**
   * Leases the next due message. An expired lease means that a send was interrupted and that its outcome is unknown.
   */
  async claim(now: number, leaseMs: number): Promise<ClaimedMessage | undefined> {
    const dueMessage = await this.db
      .selectFrom('outbox')
      .selectAll()
      .where('state', '=', 'pending')
      .where('next_attempt_at', '<=', now)
      .where((builder) => builder.or([builder('leased_until', 'is', null), builder('leased_until', '<', now)]))
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst()
    if (!dueMessage) return undefined
    const unknownSince =
      dueMessage.unknown_since ?? (dueMessage.leased_until === null ? null : dueMessage.leased_until - leaseMs)
    const claimedMessage = await this.db
      .updateTable('outbox')
      .set({ leased_until: now + leaseMs, attempts: dueMessage.attempts + 1, unknown_since: unknownSince })
      .where('id', '=', dueMessage.id)
      .where('state', '=', 'pending')
      .where('attempts', '=', dueMessage.attempts)
      .executeTakeFirst()
    if (claimedMessage.numUpdatedRows !== 1n) return undefined
    return { ...dueMessage, attempts: dueMessage.attempts + 1, unknown_since: unknownSince }
  }

  async markSent(id: string, now: number): Promise<void> {
    await this.finish(id, { state: 'sent', sent_at: now, last_error: null })
  }
  async markFailed(id: string, reason: string): Promise<void> {
    await this.finish(id, { state: 'failed', last_error: reason })
  }
  async markRetry(id: string, nextAttemptMs: number, reason: string, unknownSince: number | null): Promise<void> {
    await this.finish(id, { next_attempt_at: nextAttemptMs, last_error: reason, unknown_since: unknownSince })
  }

  /**
   * Deletes expired codes and the alerts of earlier months. The row of an alert stays for its month, so that the alert
   * is not sent again. The phone number and text of an alert are removed a day after it was sent or abandoned.
   */
  async cleanUp(now: number): Promise<void> {
    await deleteOldSmsCounts(this.db, now)
    const isIdle = (builder: ExpressionBuilder<Tables, 'outbox'>) =>
      builder.or([builder('leased_until', 'is', null), builder('leased_until', '<', now)])
    await this.db
      .deleteFrom('outbox')
      .where('kind', '=', 'phone-code')
      .where('created_at', '<', now - MAX_CODE_AGE_MS)
      .where(isIdle)
      .execute()
    const finalStates = ['sent', 'failed'] as const
    const oldest = now - DAY_MS
    await this.db
      .deleteFrom('outbox')
      .where('state', 'in', finalStates)
      .where('created_at', '<', oldest)
      .where('month', '<', toMonth(toDay(now)))
      .execute()
    await this.db
      .updateTable('outbox')
      .set({ recipient: '', body: '' })
      .where('state', 'in', finalStates)
      .where('created_at', '<', oldest)
      .where('recipient', '<>', '')
      .execute()
  }

  private async finish(id: string, changes: Partial<OutboxRow>): Promise<void> {
    await this.db
      .updateTable('outbox')
      .set({ ...changes, leased_until: null })
      .where('id', '=', id)
      .execute()
  }
}

async function isQueued(trx: Transaction<Tables>, { account, kind, month }: NewMessage): Promise<boolean> {
  const row = await trx
    .selectFrom('outbox')
    .select('id')
    .where('account', '=', account)
    .where('kind', '=', kind)
    .where('month', '=', month)
    .executeTakeFirst()
  return row !== undefined
}
