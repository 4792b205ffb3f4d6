import { sql, type Transaction } from 'kysely'
import { toDay } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { incrementRevision } from '../storage/revisions.ts'
import type { Tables } from '../storage/tables.ts'

const DAY_MS = 86_400_000

/** The maximum number of SMS within a day (UTC). 0: no limit. */
export interface SmsCaps {
  /** For one account. */
  readonly account: number
  /** To one phone number, for all accounts together. */
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

interface SmsSubjects {
  readonly account: number
  readonly recipient: string
}

/**
 * Makes transactions that count SMS run one after another, on all servers, until the transaction ends. Without it, two
 * of them could both take the last message of a day.
 */
export function lockSmsCounts(trx: Transaction<Tables>): Promise<void> {
  return incrementRevision(trx, 'sms')
}

/** Finds a cap that one more message would exceed. The caller holds the lock. */
export async function findExceededCap(
  trx: Transaction<Tables>,
  message: SmsSubjects,
  now: number,
  caps: SmsCaps,
): Promise<ExceededSmsCap | undefined> {
  const day = toDay(now)
  const subjects = toSubjects(message)
  const rows = await trx
    .selectFrom('sms_days')
    .select(['subject', 'messages'])
    .where('day', '=', day)
    .where('subject', 'in', Object.values(subjects))
    .execute()
  for (const scope of ['account', 'number', 'service'] as const) {
    const messages = rows.find(({ subject }) => subject === subjects[scope])?.messages ?? 0
    const perDay = caps[scope]
    if (perDay > 0 && messages >= perDay) return { scope, perDay, endsAt: Date.parse(day) + DAY_MS }
  }
  return undefined
}

/** Counts a message. The caller holds the lock. */
export async function countSms(trx: Transaction<Tables>, message: SmsSubjects, now: number): Promise<void> {
  // Yesterday is kept for servers whose clock is a little behind.
  await trx
    .deleteFrom('sms_days')
    .where('day', '<', toDay(now - DAY_MS))
    .execute()
  const rows = Object.values(toSubjects(message)).map((subject) => ({ day: toDay(now), subject, messages: 1 }))
  await trx
    .insertInto('sms_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'subject']).doUpdateSet({ messages: sql<number>`sms_days.messages + 1` }),
    )
    .execute()
}

function toSubjects({ account, recipient }: SmsSubjects): Record<SmsCapScope, string> {
  return { account: `account ${account}`, number: `number ${recipient}`, service: 'service' }
}
