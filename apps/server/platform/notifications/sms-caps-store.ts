import { hash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { toDay } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { incrementRevision } from '../storage/revisions.ts'
import type { Tables } from '../storage/tables.ts'

const DAY_MS = 86_400_000

/** Maximum number of SMS messages per UTC day. Zero means no limit. */
export interface SmsCaps {
  /** Cap per account. */
  readonly account: number
  /** Cap per phone number, across all accounts. */
  readonly number: number
  /** Cap for the whole service. */
  readonly service: number
}

export function toSmsCaps(config: Pick<Config, 'smsPerAccount' | 'smsPerNumber' | 'smsPerDay'>): SmsCaps {
  return { account: config.smsPerAccount, number: config.smsPerNumber, service: config.smsPerDay }
}

type SmsCapScope = keyof SmsCaps

/** Cap that a message would exceed, and the time when the cap ends. */
export interface ExceededSmsCap {
  readonly scope: SmsCapScope
  readonly perDay: number
  readonly endsAt: number
}

/** Share of the service cap that codes may use. The remainder is reserved for customer alerts. */
const CODE_SHARE = 0.8

interface CountedSms {
  readonly kind: string
  readonly account: number
  readonly recipient: string
}

/**
 * Locks the SMS counts on all servers until the transaction ends. Without the lock, two transactions could both use the
 * last message of a day.
 */
export function lockSmsCounts(trx: Transaction<Tables>): Promise<void> {
  return incrementRevision(trx, 'sms')
}

/** Finds a cap that one more message would exceed. The caller must hold the lock. */
export async function findExceededCap(
  trx: Transaction<Tables>,
  message: CountedSms,
  now: number,
  caps: SmsCaps,
): Promise<ExceededSmsCap | undefined> {
  const day = toDay(now)
  const subjects = await toSubjects(trx, message)
  const rows = await trx
    .selectFrom('sms_days')
    .select(['subject', 'messages'])
    .where('day', '=', day)
    .where('subject', 'in', Object.values(subjects))
    .execute()
  for (const scope of ['account', 'number', 'service'] as const) {
    const messageCount = rows.find(({ subject }) => subject === subjects[scope])?.messages ?? 0
    const isReserved = scope === 'service' && message.kind === 'phone-code'
    const perDay = isReserved ? Math.ceil(caps.service * CODE_SHARE) : caps[scope]
    if (perDay > 0 && messageCount >= perDay) return { scope, perDay, endsAt: Date.parse(day) + DAY_MS }
  }
  return undefined
}

/** Counts a message. The caller must hold the lock. */
export async function countSms(trx: Transaction<Tables>, message: CountedSms, now: number): Promise<void> {
  const rows = Object.values(await toSubjects(trx, message)).map((subject) => ({
    day: toDay(now),
    subject,
    messages: 1,
  }))
  await trx
    .insertInto('sms_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'subject']).doUpdateSet({ messages: sql<number>`sms_days.messages + 1` }),
    )
    .execute()
}

/** Deletes the counts of days before yesterday. Yesterday's counts stay for servers whose clock is slightly behind. */
export async function deleteOldSmsCounts(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('sms_days')
    .where('day', '<', toDay(now - DAY_MS))
    .execute()
}

/**
 * Returns the subjects that a message counts toward. An account is identified by its email address, because its number
 * changes when it is deleted and created again.
 */
async function toSubjects(
  trx: Transaction<Tables>,
  { account, recipient }: CountedSms,
): Promise<Record<SmsCapScope, string>> {
  const row = await trx.selectFrom('accounts').select('email').where('number', '=', account).executeTakeFirst()
  const owner = row ? hash('sha256', row.email).slice(0, 16) : account
  return { account: `account ${owner}`, number: `number ${recipient}`, service: 'service' }
}
