import { CompiledQuery, type Transaction } from 'kysely'
import type { AssetRow } from '../../../platform/storage/tables/assets.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { type Asset, isAssetId } from '../assets/asset.ts'
import { selectAssets, toAsset } from '../assets/asset-store.ts'
import { isPostgres } from './positions-store.ts'

/**
 * Maximum size of all cached assets in characters of their routes and states. A route of 20 km has about 1,000
 * characters.
 */
const MAX_CACHED_LENGTH = 32_000_000
/** Approximate length of an asset without its route. */
const ASSET_LENGTH = 1500

interface CachedAsset {
  readonly asset: Asset
  readonly length: number
}

/**
 * Loads assets to which positions are added. Reading and parsing the row with its planned route took longer than
 * evaluating a position, so assets are kept after a write and used again while their row is unchanged.
 *
 * The change number and the time of the next check together identify the content of a row: every change writes a new
 * change number, except a check without an event, which always writes a different time.
 */
export class AssetStates {
  private readonly maxLength: number
  private readonly cached = new Map<string, CachedAsset>()
  private length = 0

  constructor(maxLength = MAX_CACHED_LENGTH) {
    this.maxLength = maxLength
  }

  /** Loads the assets with the given ids in a transaction that has locked their accounts. Missing assets are omitted. */
  async load(trx: Transaction<Tables>, ids: readonly string[]): Promise<Map<string, Asset>> {
    const validIds = [...new Set(ids)].filter(isAssetId)
    const loadedStates = await this.findUnchanged(trx, validIds)
    const changedIds = validIds.filter((id) => !loadedStates.has(id))
    if (changedIds.length === 0) return loadedStates
    const rows = await selectAssets(trx).where('id', 'in', changedIds).execute()
    for (const row of rows) loadedStates.set(row.id, toAsset(row))
    return loadedStates
  }

  /** Keeps assets whose rows have been committed. A row that may have been rolled back must not be kept. */
  keep(assets: Iterable<Asset>): void {
    for (const asset of assets) {
      const length =
        ASSET_LENGTH + (asset.plan ? asset.plan.line.line.length + (asset.plan.line.seconds?.length ?? 0) : 0)
      this.length += length - (this.cached.get(asset.id)?.length ?? 0)
      // An asset keeps its place in the order: moving it for every position would fill the map with deleted entries.
      this.cached.set(asset.id, { asset, length })
    }
    for (const id of this.cached.keys()) {
      if (this.length <= this.maxLength) break
      this.remove(id)
    }
  }

  private async findUnchanged(trx: Transaction<Tables>, ids: readonly string[]): Promise<Map<string, Asset>> {
    const unchangedAssets = new Map<string, Asset>()
    const cachedIds = ids.filter((id) => this.cached.has(id))
    if (cachedIds.length === 0) return unchangedAssets
    for (const row of await selectVersions(trx, cachedIds)) {
      const asset = this.cached.get(row.id)?.asset
      const isUnchanged =
        asset?.changed === row.changed && asset.account === row.account && (asset.watchAtMs ?? null) === row.watch_at
      if (isUnchanged) unchangedAssets.set(row.id, asset)
      else this.remove(row.id)
    }
    return unchangedAssets
  }

  private remove(id: string): void {
    this.length -= this.cached.get(id)?.length ?? 0
    this.cached.delete(id)
  }
}

type AssetVersion = Pick<AssetRow, 'id' | 'account' | 'changed' | 'watch_at'>

/**
 * Reads the fields that identify the content of rows. The ids are one value, because a list of values would need a
 * different statement for each number of assets.
 */
async function selectVersions(trx: Transaction<Tables>, ids: readonly string[]): Promise<readonly AssetVersion[]> {
  const query = isPostgres(trx)
    ? CompiledQuery.raw(`${SELECT_VERSIONS} = any($1::text[])`, [ids])
    : CompiledQuery.raw(`${SELECT_VERSIONS} in (select value from json_each(?))`, [JSON.stringify(ids)])
  return (await trx.executeQuery<AssetVersion>(query)).rows
}

const SELECT_VERSIONS = 'select id, account, changed, watch_at from assets where id'
