import { hash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { toDay } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { incrementRevision } from '../storage/revisions.ts'
import type { Tables } from '../storage/tables.ts'

const DAY_MS = 86_400_000

/** The maximum number of SMS messages per day (UTC). 0: no limit. */
export interface SmsCaps {
  /** For one account. */
  readonly account: number
  /** To one phone number, for all accounts combined. */
  readonly number: number
  /** In total. */
  readonly service: number
}

export function toSmsCaps(config: Pick<Config, 'smsPerAccount' | 'smsPerNumber' | 'smsPerDay'>): SmsCaps {
  return { account: config.smsPerAccount, number: config.smsPerNumber, service: config.smsPerDay }
}

type SmsCapScope = keyof SmsCaps

/** The cap that is reached, and when it ends. */
export interface ExceededSmsCap {
  readonly scope: SmsCapScope
  readonly perDay: number
  readonly endsAt: number
}

/** Codes leave part of the service's cap for customer alerts. */
const CODE_SHARE = 0.8

interface CountedSms {
  readonly kind: string
  readonly account: number
  readonly recipient: string
}

/**
 * Until the current transaction ends, no other transaction on any server can count SMS messages. Without it, two of
 * them could both take the last message of a day.
 */
export function lockSmsCounts(trx: Transaction<Tables>): Promise<void> {
  return incrementRevision(trx, 'sms')
}

/** Finds a cap that one more message would exceed. The caller holds the lock. */
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
    const messages = rows.find(({ subject }) => subject === subjects[scope])?.messages ?? 0
    const isReserved = scope === 'service' && message.kind === 'phone-code'
    const perDay = isReserved ? Math.ceil(caps.service * CODE_SHARE) : caps[scope]
    if (perDay > 0 && messages >= perDay) return { scope, perDay, endsAt: Date.parse(day) + DAY_MS }
  }
  return undefined
}

/** Counts a message. The caller holds the lock. */
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

/** Deletes the counts of days before yesterday, which is kept for servers whose clock is slightly behind. */
export async function deleteOldSmsCounts(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('sms_days')
    .where('day', '<', toDay(now - DAY_MS))
    .execute()
}

/**
 * An account is identified by its address and not by its number, which changes when it is deleted and signed up again.
 */
async function toSubjects(
  trx: Transaction<Tables>,
  { account, recipient }: CountedSms,
): Promise<Record<SmsCapScope, string>> {
  const row = await trx.selectFrom('accounts').select('email').where('number', '=', account).executeTakeFirst()
  const owner = row ? hash('sha256', row.email).slice(0, 16) : account
  return { account: `account ${owner}`, number: `number ${recipient}`, service: 'service' }
}
