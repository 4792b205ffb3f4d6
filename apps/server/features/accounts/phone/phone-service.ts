import { hash, randomInt, randomUUID } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import { toSmsCaps } from '../../../platform/notifications/sms-caps-store.ts'
import { OutboxStore } from '../../../platform/notifications/store.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Account } from '../account.ts'
import type { Actor } from '../audit/audit.ts'
import { type AuditWriter, createRecordAudit } from '../audit/audit-store.ts'
import { parsePhone } from '../contact.ts'
import type { AccountFailure } from '../failures.ts'
import type { AccountStore } from '../store.ts'
import { PhoneStore } from './phone-store.ts'

export const PHONE_CODE_MINUTES = 10
export const MAX_PHONE_CODE_ATTEMPTS = 5

export interface PhoneServiceOptions {
  readonly config: Config
  readonly clock: Clock
  readonly database: Database
  readonly accounts: AccountStore
  readonly onChange: () => void
}

/** Phone number of an account after a change. */
export interface PhoneState {
  readonly phone: string
  readonly isProved: boolean
  /** Reason why no code was sent although the number is not confirmed. */
  readonly warning?: string
}

const NO_PROVIDER_WARNING =
  'This service does not send SMS messages, so no code was sent. The number is stored, but it receives no alerts, and requests from the account get no priority.'

/**
 * Manages the phone number of an account. Until the owner has entered a code, a number receives only codes and does not
 * give the account priority. Otherwise, anyone could send SMS to any number at the operator's expense.
 */
export class PhoneService {
  private readonly options: PhoneServiceOptions
  private readonly store: PhoneStore
  constructor(options: PhoneServiceOptions) {
    this.options = options
    const { config, database } = options
    this.store = new PhoneStore(database.db, new OutboxStore(database.db, toSmsCaps(config)))
  }

  /** Stores a number and sends a code to it, unless the number is already confirmed. */
  async set(account: Account, input: string, actor: Actor): Promise<Result<PhoneState, AccountFailure>> {
    const { config, clock, onChange } = this.options
    const phone = parsePhone(input)
    if (phone === undefined) return fail({ kind: 'phone-invalid', given: input })
    if (phone === account.phone && account.phoneProvedAt !== null) return ok({ phone, isProved: true })
    const record = createRecordAudit(actor, clock)(account.number, 'phone.set')
    if (config.textProvider === 'none') {
      if (!(await this.write(account.number, phone, record))) return fail({ kind: 'not-signed-in' })
      return ok({ phone, isProved: false, warning: NO_PROVIDER_WARNING })
    }
    const now = clock.now()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const id = randomUUID()
    const body = `Fairway: ${code} is the code for your phone number. It is valid for ${PHONE_CODE_MINUTES} minutes. If you did not request it, ignore this message.`
    const exceededCap = await this.store.sendCode(
      {
        account: account.number,
        phone,
        codeHash: hashCode(account.number, phone, code),
        expiresAt: now + PHONE_CODE_MINUTES * 60_000,
      },
      // Messages are unique per month, but every code must be sent. The id therefore replaces the month.
      { id, kind: 'phone-code', account: account.number, month: id, recipient: phone, body, now },
      record,
    )
    if (exceededCap === 'deleted') return fail({ kind: 'not-signed-in' })
    if (exceededCap) {
      const { scope, perDay, endsAt } = exceededCap
      const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
      return fail({ kind: 'too-many-sms', scope, perDay, retryAfterSeconds })
    }
    onChange()
    return ok({ phone, isProved: false })
  }

  /** Confirms the number that the last code was sent to, and returns the number. */
  async verify(account: number, code: string, actor: Actor): Promise<Result<string, AccountFailure>> {
    const { clock, onChange } = this.options
    const digits = code.replace(/\s/g, '')
    const check = await this.store.checkCode(
      account,
      (phone) => hashCode(account, phone, digits),
      clock.now(),
      MAX_PHONE_CODE_ATTEMPTS,
      createRecordAudit(actor, clock)(account, 'phone.confirmed'),
    )
    if (check.kind === 'wrong') return fail({ kind: 'code-wrong', triesLeft: check.triesLeft })
    if (check.kind === 'ended') return fail({ kind: 'phone-code-ended' })
    onChange()
    return ok(check.phone)
  }

  async remove(account: number, actor: Actor): Promise<void> {
    await this.write(account, null, createRecordAudit(actor, this.options.clock)(account, 'phone.removed'))
  }

  /** Writes the phone number. Returns false if the account was deleted. */
  private async write(account: number, phone: string | null, record: AuditWriter): Promise<boolean> {
    const isWritten = await this.options.accounts.updateAccount(account, { phone }, record)
    if (isWritten) this.options.onChange()
    return isWritten
  }
}

/** Hashes a code with the account and the number, because the hash of a six-digit code alone could be looked up. */
function hashCode(account: number, phone: string, code: string): string {
  return hash('sha256', `${account} ${phone} ${code}`)
}
