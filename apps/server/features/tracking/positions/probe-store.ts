import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'

/** Position that moved a vehicle of an account that shares its speeds. */
export interface ProbeRow {
  readonly asset: number
  readonly account: number
  readonly time: number
  readonly latitude: number
  readonly longitude: number
  readonly heading: number | null
  readonly accuracy: number | null
}

export interface ProbeQuery {
  /** Minimum vehicle number, exclusive. */
  readonly afterAsset: number
  /** Minimum recording time in milliseconds, exclusive. */
  readonly timeMs: number
  /** Minimum time of reception in milliseconds, exclusive. */
  readonly receivedAtMs: number
  readonly limit: number
}

/**
 * Maximum delay of a position in milliseconds. Later positions are not current traffic, and they cannot be
 * distinguished from fabricated positions.
 */
const MAX_DELAY_MS = 120_000

/** Reads vehicle positions as probes for road speeds. */
export class ProbeStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Reads probes, ordered by vehicle and time. Military assets are excluded. */
  async read({ afterAsset, timeMs, receivedAtMs, limit }: ProbeQuery): Promise<ProbeRow[]> {
    return await this.db
      .selectFrom('assets')
      .innerJoin('accounts', 'accounts.number', 'assets.account')
      // With an inner join, SQLite would scan all positions to produce this order.
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
      .where((builder) =>
        builder(builder('positions.received_at', '-', builder.ref('positions.time')), '<=', MAX_DELAY_MS),
      )
      .orderBy('assets.number')
      .orderBy('positions.time')
      .limit(limit)
      .execute()
  }
}
