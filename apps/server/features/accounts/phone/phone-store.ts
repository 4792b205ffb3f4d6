import { type Kysely, sql } from 'kysely'
import type { ExceededSmsCap } from '../../../platform/notifications/sms-caps-store.ts'
import type { NewMessage, OutboxStore } from '../../../platform/notifications/store.ts'
import { incrementRevision } from '../../../platform/storage/revisions.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { AuditWriter } from '../audit/audit-store.ts'
import { dropPendingMessages } from '../store.ts'
import { lockAccount } from '../transaction-store.ts'

interface NewPhoneCode {
  readonly account: number
  readonly phone: string
  readonly codeHash: string
  readonly expiresAt: number
}

type PhoneCodeCheck =
  | { readonly kind: 'right'; readonly phone: string }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'ended' }

/** Stores the codes that confirm phone numbers. */
export class PhoneStore {
  private readonly db: Kysely<Tables>
  private readonly outbox: OutboxStore
  constructor(db: Kysely<Tables>, outbox: OutboxStore) {
    this.db = db
    this.outbox = outbox
  }

  /**
   * Sets an unconfirmed number and sends a code to it. Changes nothing if an SMS cap is reached or the account was
   * deleted.
   */
  async sendCode(
    code: NewPhoneCode,
    sms: NewMessage,
    record: AuditWriter,
  ): Promise<ExceededSmsCap | 'deleted' | undefined> {
    return await this.db.transaction().execute(async (trx) => {
      if (!(await lockAccount(trx, code.account))) return 'deleted'
      const exceededCap = await this.outbox.enqueue(trx, sms)
      if (exceededCap) return exceededCap
      const { account, phone, codeHash, expiresAt } = code
      await dropPendingMessages(trx, account, sms.id)
      await trx.updateTable('accounts').set({ phone, phone_proved_at: null }).where('number', '=', account).execute()
      const row = { phone, code_hash: codeHash, expires_at: expiresAt, tries: 0 }
      await trx
        .insertInto('phone_codes')
        .values({ account, ...row })
        .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
        .execute()
      await record(trx)
      await incrementRevision(trx, 'accounts')
      return undefined
    })
  }

  /**
   * Checks an entered code. The attempt is counted before the code is compared. The correct code confirms the number,
   * unless the number has changed since the code was sent.
   */
  async checkCode(
    account: number,
    hashCode: (phone: string) => string,
    now: number,
    maxTries: number,
    record: AuditWriter,
  ): Promise<PhoneCodeCheck> {
    return await this.db.transaction().execute(async (trx): Promise<PhoneCodeCheck> => {
      const row = await trx
        .updateTable('phone_codes')
        .set({ tries: sql`tries + 1` })
        .where('account', '=', account)
        .where('expires_at', '>', now)
        .where('tries', '<', maxTries)
        .returningAll()
        .executeTakeFirst()
      if (!row) return { kind: 'ended' }
      if (row.code_hash !== hashCode(row.phone)) {
        const triesLeft = maxTries - row.tries
        return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'ended' }
      }
      await trx.deleteFrom('phone_codes').where('account', '=', account).execute()
      const { numUpdatedRows } = await trx
        .updateTable('accounts')
        .set({ phone_proved_at: now })
        .where('number', '=', account)
        .where('phone', '=', row.phone)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await record(trx)
      await incrementRevision(trx, 'accounts')
      return numUpdatedRows === 1n ? { kind: 'right', phone: row.phone } : { kind: 'ended' }
    })
  }
}
