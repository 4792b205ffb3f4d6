import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { AssetRow } from '../../../platform/storage/tables/assets.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { Asset } from '../assets/asset.ts'
import { toAsset, toRevisionKey } from '../assets/asset-store.ts'

export interface RemovedAsset {
  readonly id: string
  readonly changed: number
}

/** Changes to an account's assets, from one consistent snapshot. */
export interface AssetChanges {
  /** Changed assets, ordered by change number. */
  readonly assets: readonly Asset[]
  readonly removed: readonly RemovedAsset[]
  /** Last change number of the account in the snapshot. */
  readonly last: number
  /** Whether the result may be truncated. */
  readonly isTruncated: boolean
}

/** Runs the database queries for streams. */
export class StreamStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Returns the changes after a change number, for one asset or for all assets, up to the limit. */
  async listChangesSince(account: number, afterChange: number, limit: number, id?: string): Promise<AssetChanges> {
    const query = this.selectLastChange(account)
      .leftJoin('assets', (join) => {
        const joinCondition = join.on('assets.account', '=', account).on('assets.changed', '>', afterChange)
        return id === undefined ? joinCondition : joinCondition.on('assets.id', '=', id)
      })
      .leftJoin('asset_routes', 'asset_routes.asset', 'assets.number')
      .selectAll('assets')
      .select('asset_routes.plan')
      .orderBy('assets.changed')
      .limit(limit)
    return await this.toChanges(account, afterChange, (await query.execute()) as ChangeRow[], limit)
  }

  /** Returns the most recently changed assets. */
  async listRecent(account: number, limit: number): Promise<AssetChanges> {
    const query = this.selectLastChange(account)
      .leftJoin('assets', (join) => join.on('assets.account', '=', account))
      .leftJoin('asset_routes', 'asset_routes.asset', 'assets.number')
      .selectAll('assets')
      .select('asset_routes.plan')
      .orderBy('assets.changed', 'desc')
      .limit(limit)
    return await this.toChanges(account, 0, ((await query.execute()) as ChangeRow[]).reverse(), limit)
  }

  async getLastChange(account: number): Promise<number> {
    const row = await this.db
      .selectFrom('revisions')
      .select('value')
      .where('name', '=', toRevisionKey(account))
      .executeTakeFirst()
    return row?.value ?? 0
  }

  /**
   * Builds a single statement that reads the counter and the assets. All changes up to the counter are visible, so the
   * next query misses no change.
   */
  private selectLastChange(account: number): SelectQueryBuilder<Tables, 'revisions', LastChangeColumns> {
    return this.db
      .selectFrom('revisions')
      .where('revisions.name', '=', toRevisionKey(account))
      .select([
        'revisions.value as last',
        sql<number | null>`(select max(changed) from removed_assets where account = ${account})`.as('last_removed'),
      ])
  }

  private async toChanges(
    account: number,
    afterChange: number,
    rows: ChangeRow[],
    limit: number,
  ): Promise<AssetChanges> {
    const [first] = rows
    if (!first) return { assets: [], removed: [], last: 0, isTruncated: false }
    const hasRemoved = (first.last_removed ?? 0) > afterChange
    return {
      assets: rows.flatMap((row) => (row.number === null ? [] : [toAsset(row as AssetRow)])),
      removed: hasRemoved ? await this.listRemovedSince(account, afterChange, first.last, limit) : [],
      last: first.last,
      isTruncated: rows.length >= limit,
    }
  }

  /** Returns the most recent removals, ordered by change number. */
  private async listRemovedSince(
    account: number,
    afterChange: number,
    last: number,
    limit: number,
  ): Promise<RemovedAsset[]> {
    const rows = await this.db
      .selectFrom('removed_assets')
      .select(['id', 'changed'])
      .where('account', '=', account)
      .where('changed', '>', afterChange)
      .where('changed', '<=', last)
      .orderBy('changed', 'desc')
      .limit(limit)
      .execute()
    return rows.reverse()
  }
}

interface LastChangeColumns {
  last: number
  last_removed: number | null
}
type ChangeRow = LastChangeColumns & ({ number: null } | AssetRow)
