import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'

/** A position that moved a vehicle of an account that shares its speeds. */
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
  /** Only vehicles whose number is greater than this. */
  readonly afterAsset: number
  /** Only positions recorded after this time. */
  readonly timeMs: number
  /** Only positions received after this time. */
  readonly receivedAtMs: number
  readonly limit: number
}

/**
 * Positions that arrive later than this are not current traffic, and they cannot be distinguished from fabricated ones.
 */
const MAX_DELAY_MS = 120_000

/** Vehicle probes for road speeds. */
export class ProbeStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Ordered by vehicle and time. Excludes military assets. */
  async read({ afterAsset, timeMs, receivedAtMs, limit }: ProbeQuery): Promise<ProbeRow[]> {
    return await this.db
      .selectFrom('assets')
      .innerJoin('accounts', 'accounts.number', 'assets.account')
      // A cross join, because with an inner join SQLite would scan all positions to produce this order.
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
