import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { AssetRow, Tables } from '../../../platform/storage/tables.ts'
import type { Asset } from '../assets/asset.ts'
import { changesOf, toAsset } from '../assets/asset-store.ts'

export interface RemovedAsset {
  readonly id: string
  readonly changed: number
}

/** What has changed of an account's assets, all seen at one instant. */
export interface Changes {
  /** By their changes, the longest ago first. */
  readonly assets: readonly Asset[]
  readonly removed: readonly RemovedAsset[]
  /** The number of the account's last change at that instant. */
  readonly last: number
  /** Whether there may be more assets than were found. */
  readonly isCut: boolean
}

/** What streams ask the database. */
export class StreamStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Everything after a change, or the first of it; of all assets, or of one. */
  async changedSince(account: number, after: number, limit: number, id?: string): Promise<Changes> {
    const counted = this.counted(account)
      .leftJoin('assets', (join) => {
        const changed = join.on('assets.account', '=', account).on('assets.changed', '>', after)
        return id === undefined ? changed : changed.on('assets.id', '=', id)
      })
      .selectAll('assets')
      .orderBy('assets.changed')
      .limit(limit)
    return await this.complete(account, after, (await counted.execute()) as CountedRow[], limit)
  }

  /** The assets that have changed last. */
  async recent(account: number, limit: number): Promise<Changes> {
    const counted = this.counted(account)
      .leftJoin('assets', (join) => join.on('assets.account', '=', account))
      .selectAll('assets')
      .orderBy('assets.changed', 'desc')
      .limit(limit)
    return await this.complete(account, 0, ((await counted.execute()) as CountedRow[]).reverse(), limit)
  }

  async lastChange(account: number): Promise<number> {
    const row = await this.db
      .selectFrom('revisions')
      .select('value')
      .where('name', '=', changesOf(account))
      .executeTakeFirst()
    return row?.value ?? 0
  }

  /**
   * The counter and the assets come by one statement: what has a number up to the counter's is there, and the next look
   * misses nothing.
   */
  private counted(account: number): SelectQueryBuilder<Tables, 'revisions', Counted> {
    return this.db
      .selectFrom('revisions')
      .where('revisions.name', '=', changesOf(account))
      .select([
        'revisions.value as last',
        sql<number | null>`(select max(changed) from removed_assets where account = ${account})`.as('last_removed'),
      ])
  }

  private async complete(account: number, after: number, rows: CountedRow[], limit: number): Promise<Changes> {
    const [first] = rows
    if (!first) return { assets: [], removed: [], last: 0, isCut: false }
    const hasRemoved = (first.last_removed ?? 0) > after
    return {
      assets: rows.flatMap((row) => (row.number === null ? [] : [toAsset(row as AssetRow)])),
      removed: hasRemoved ? await this.removedSince(account, after, first.last, limit) : [],
      last: first.last,
      isCut: rows.length >= limit,
    }
  }

  /** The last ones of them, by their changes. */
  private async removedSince(account: number, after: number, last: number, limit: number): Promise<RemovedAsset[]> {
    const rows = await this.db
      .selectFrom('removed_assets')
      .select(['id', 'changed'])
      .where('account', '=', account)
      .where('changed', '>', after)
      .where('changed', '<=', last)
      .orderBy('changed', 'desc')
      .limit(limit)
      .execute()
    return rows.reverse()
  }
}

interface Counted {
  last: number
  last_removed: number | null
}
type CountedRow = Counted & ({ number: null } | AssetRow)
