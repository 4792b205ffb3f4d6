import type { AccountTables } from './tables/accounts.ts'
import type { AssetTables } from './tables/assets.ts'
import type { DispatchTables } from './tables/dispatch.ts'
import type { EventTables } from './tables/events.ts'
import type { JobTables } from './tables/jobs.ts'
import type { MeteringTables } from './tables/metering.ts'
import type { NotificationTables } from './tables/notifications.ts'

/**
 * Tables, which are the same in both databases. Times are Unix milliseconds. Days such as '2026-11-15' and months such
 * as '2026-11' are in UTC.
 */
export interface Tables
  extends AccountTables,
    MeteringTables,
    NotificationTables,
    AssetTables,
    EventTables,
    DispatchTables,
    JobTables {
  revisions: RevisionsTable
  geocoder_answers: GeocoderAnswersTable
}

/**
 * Counters by name. Some count changes to accounts or keys, so that servers notice them. Others serialize sign-in codes
 * and queued SMS by locking their row. The remaining counters store the last usage batch of each writer.
 */
interface RevisionsTable {
  name: string
  value: number
}

/** Replies of an external geocoder, by request. */
interface GeocoderAnswersTable {
  /** SHA-256 of the request in hex, because requests can be long. */
  key: string
  /** Reply as JSON. */
  answer: string
  expires_at: number
}
