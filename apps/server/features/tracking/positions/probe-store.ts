import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'

/** A position that moved a vehicle, of an account that lets others know how fast it is on the roads. */
export interface ProbeRow {
  readonly asset: number
  readonly account: number
  readonly time: number
  readonly latitude: number
  readonly longitude: number
  readonly heading: number | null
  readonly accuracy: number | null
}

export interface ProbePart {
  /** Of vehicles behind this number. */
  readonly afterAsset: number
  /** That were there later than this … */
  readonly timeMs: number
  /** … and came in later than this. */
  readonly receivedAtMs: number
  readonly limit: number
}

/** What comes later than this is no news of the traffic, and cannot be told from what somebody has made up. */
export const MOST_BELATED_MS = 120_000

/** What vehicles have driven, for the speeds of roads. */
export class ProbeStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** By vehicle, in the order of time. Military ones are nobody's business. */
  async read({ afterAsset, timeMs, receivedAtMs, limit }: ProbePart): Promise<ProbeRow[]> {
    return await this.db
      .selectFrom('assets')
      .innerJoin('accounts', 'accounts.number', 'assets.account')
      // Crossed, and not joined: SQLite would read all positions there ever were, to have them in this order.
      .crossJoin('positions')
      .whereRef('positions.asset', '=', 'assets.number')
      .select(['positions.asset', 'assets.account', 'positions.time', 'positions.latitude', 'positions.longitude'])
      .select(['positions.heading', 'positions.accuracy'])
      .where('assets.kind', '=', 'vehicle')
      .where('assets.category', '=', 'civil')
      .where('accounts.shares_traffic', '=', 1)
      .where('assets.number', '>', afterAsset)
      .where('positions.time', '>', timeMs)
      .where('positions.received_at', '>', receivedAtMs)
      .where('positions.flag', '=', 0)
      .where((is) => is(is('positions.received_at', '-', is.ref('positions.time')), '<=', MOST_BELATED_MS))
      .orderBy('assets.number')
      .orderBy('positions.time')
      .limit(limit)
      .execute()
  }
}
