import type { Selectable } from 'kysely'

/** Messages to account owners. */
export interface NotificationTables {
  outbox: OutboxTable
  sms_days: SmsDaysTable
}

interface OutboxTable {
  id: string
  kind: string
  account: number
  /**
   * Month of the message. An account gets at most one message per kind and month. Codes have a unique id here, because
   * each code is sent.
   */
  month: string
  recipient: string
  body: string
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: number
  /** Time when the lease of the sending server expires. An expired lease means that the server died during the send. */
  leased_until: number | null
  /** Time when the first send with an unknown outcome began. */
  unknown_since: number | null
  sent_at: number | null
  last_error: string | null
  created_at: number
}

/** Number of SMS messages per day, for the caps. */
interface SmsDaysTable {
  day: string
  /** Counted subject: 'service', 'account ' with a hash of the email address, or 'number +59821234567'. */
  subject: string
  messages: number
}

export type OutboxRow = Selectable<OutboxTable>
