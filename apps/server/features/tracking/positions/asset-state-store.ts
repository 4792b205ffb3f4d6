import { decodeState, encodeState } from '@fairway/tracking'
import { CompiledQuery, type Transaction } from 'kysely'
import { isPostgres } from '../../../platform/storage/kinds.ts'
import type { AssetRow } from '../../../platform/storage/tables/assets.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { type Asset, isAssetId } from '../assets/asset.ts'
import { selectAssets, toAsset } from '../assets/asset-store.ts'
import type { EncodedAsset } from './positions-store.ts'

/**
 * Maximum total size of the cached assets, counted in characters of their routes and states. A route of 20 km has about
 * 1,000 characters.
 */
const MAX_CACHED_LENGTH = 32_000_000
/** Approximate length of an asset without its route. */
const ASSET_LENGTH = 1500
/**
 * Maximum number of accounts whose changes are followed. If there are more, all cached assets are compared with their
 * rows again.
 */
const MAX_ACCOUNTS = 10_000
/** Size by which the memory for a state grows, in bytes. A trail grows by one point at a time. */
const STATE_BYTES_STEP = 256

/** Identifies the asset of a job. */
export interface AssetKey {
  readonly account: number
  readonly assetId: string
}

/** Changes of an account that this process has seen. */
interface SeenChanges {
  /** Number of the last change that this process wrote. */
  last: number
  /** Number that changes whenever another process has changed an asset of the account. */
  epoch: number
}

/**
 * Loads assets to which positions are added. Reading and parsing a row with its planned route takes longer than
 * evaluating a position, so assets are kept after a write and reused while their rows are unchanged.
 *
 * Every change to an asset increments the change number of its account. If this process wrote the previous number, all
 * cached assets of the account are current. Otherwise, they are compared with their rows. The change number and the
 * time of the next check together identify the content of a row: every change writes a new change number, except for a
 * check without an event, which always writes a different time.
 */
export class AssetStates {
  private readonly maxLength: number
  private readonly cached = new Map<string, CachedAsset>()
  private readonly seenChanges = new Map<number, SeenChanges>()
  private length = 0
  private lastEpoch = 0

  constructor(maxLength = MAX_CACHED_LENGTH) {
    this.maxLength = maxLength
  }

  /**
   * Loads assets in a transaction that has locked their accounts and assigned the change numbers to them. Missing
   * assets are omitted.
   */
  async load(
    trx: Transaction<Tables>,
    keys: readonly AssetKey[],
    changeNumbers: ReadonlyMap<number, number>,
  ): Promise<Map<string, Asset>> {
    this.followChanges(changeNumbers)
    const loadedStates = new Map<string, Asset>()
    const unverifiedIds = new Set<string>()
    for (const { account, assetId } of keys) {
      if (loadedStates.has(assetId)) continue
      const cached = this.cached.get(assetId)
      if (cached && cached.account === account && cached.epoch === this.seenChanges.get(account)?.epoch) {
        loadedStates.set(assetId, cached.toAsset())
      } else if (isAssetId(assetId)) unverifiedIds.add(assetId)
    }
    if (unverifiedIds.size === 0) return loadedStates
    await this.verify(trx, [...unverifiedIds], loadedStates)
    const changedIds = [...unverifiedIds].filter((id) => !loadedStates.has(id))
    if (changedIds.length === 0) return loadedStates
    const rows = await selectAssets(trx).where('id', 'in', changedIds).execute()
    for (const row of rows) loadedStates.set(row.id, toAsset(row))
    return loadedStates
  }

  /**
   * Keeps assets whose rows have been committed with the given change numbers. A row that may have been rolled back
   * must not be kept.
   */
  keep(assets: readonly EncodedAsset[], changeNumbers: ReadonlyMap<number, number>): void {
    for (const [account, last] of changeNumbers) {
      const seenChanges = this.seenChanges.get(account)
      if (seenChanges) seenChanges.last = last
    }
    for (const { asset, stateBytes } of assets) {
      const cached = this.cached.get(asset.id)
      const epoch = this.seenChanges.get(asset.account)?.epoch ?? 0
      // An asset keeps its place in the order, because moving it for every position would fill the map with deleted
      // entries.
      if (cached) cached.update(asset, stateBytes, epoch)
      else {
        const added = new CachedAsset(asset, stateBytes, epoch)
        this.cached.set(asset.id, added)
        this.length += added.length
      }
    }
    for (const id of this.cached.keys()) {
      if (this.length <= this.maxLength) break
      this.remove(id)
    }
  }

  /** Compares change numbers with the last numbers from this process. */
  private followChanges(changeNumbers: ReadonlyMap<number, number>): void {
    for (const [account, changeNumber] of changeNumbers) {
      const seenChanges = this.seenChanges.get(account)
      if (seenChanges?.last === changeNumber - 1) continue
      if (this.seenChanges.size >= MAX_ACCOUNTS) this.seenChanges.clear()
      this.lastEpoch++
      // The last number stays unknown until the commit.
      this.seenChanges.set(account, { last: Number.NaN, epoch: this.lastEpoch })
    }
  }

  /** Adds the cached assets whose rows are unchanged, and drops the others. */
  private async verify(trx: Transaction<Tables>, ids: readonly string[], loaded: Map<string, Asset>): Promise<void> {
    const cachedIds = ids.filter((id) => this.cached.has(id))
    if (cachedIds.length === 0) return
    for (const row of await selectVersions(trx, cachedIds)) {
      const cached = this.cached.get(row.id)
      if (!cached?.isCurrent(row)) continue
      cached.epoch = this.seenChanges.get(row.account)?.epoch ?? 0
      loaded.set(row.id, cached.toAsset())
    }
    for (const id of cachedIds) if (!loaded.has(id)) this.remove(id)
  }

  private remove(id: string): void {
    this.length -= this.cached.get(id)?.length ?? 0
    this.cached.delete(id)
  }
}

/**
 * Asset between two pushes. Its state is kept as bytes, which are overwritten by the next push. New objects for each
 * push would survive long enough to be moved to the old generation of the heap, and collecting them there would take
 * more time than evaluating positions.
 */
class CachedAsset {
  /** Number of characters of the route, plus an estimate of the rest. */
  readonly length: number
  /** Epoch of the account in which the asset was last known to be current. */
  epoch = 0
  /** Asset without its state. Only the fields below change while the asset is cached. */
  private readonly asset: Asset
  private fixes = 0
  private changed = 0
  private mmsi: number | undefined
  private watch: Asset['watch']
  private watchAtMs: number | undefined
  private bytes = new Uint8Array()
  /** Number of bytes of the state, or 0 if the asset has no state. */
  private byteLength = 0

  constructor(asset: Asset, stateBytes: Uint8Array | undefined, epoch: number) {
    const { plan } = asset
    this.length = ASSET_LENGTH + (plan ? plan.line.line.length + (plan.line.seconds?.length ?? 0) : 0)
    this.asset = { ...asset, state: undefined }
    this.update(asset, stateBytes, epoch)
  }

  get account(): number {
    return this.asset.account
  }

  /** Updates the fields that positions change. */
  update({ fixes, changed, mmsi, watch, watchAtMs }: Asset, stateBytes: Uint8Array | undefined, epoch: number): void {
    this.epoch = epoch
    this.fixes = fixes
    this.changed = changed
    this.mmsi = mmsi
    this.watch = watch
    this.watchAtMs = watchAtMs
    this.setState(stateBytes)
  }

  isCurrent({ account, changed, watch_at }: AssetVersion): boolean {
    return this.account === account && this.changed === changed && (this.watchAtMs ?? null) === watch_at
  }

  toAsset(): Asset {
    const state = this.byteLength === 0 ? undefined : decodeState(this.bytes.subarray(0, this.byteLength))
    const { fixes, changed, mmsi, watch, watchAtMs } = this
    return { ...this.asset, state, fixes, changed, mmsi, watch, watchAtMs }
  }

  private setState(stateBytes: Uint8Array | undefined): void {
    this.byteLength = stateBytes?.length ?? 0
    if (!stateBytes) return
    if (this.byteLength > this.bytes.length) {
      this.bytes = new Uint8Array(Math.ceil(this.byteLength / STATE_BYTES_STEP) * STATE_BYTES_STEP)
    }
    this.bytes.set(stateBytes)
  }
}

const INITIAL_ENCODER_BYTES = 65_536

/**
 * Encodes the states of assets, for the database and for the cache, into memory that the next write reuses. The garbage
 * collector would count separate arrays toward the heap and run more often.
 */
export class StateEncoder {
  private memory = new Uint8Array(INITIAL_ENCODER_BYTES)
  private end = 0

  /** Encodes assets. The result is valid until the next call. */
  encode(assets: Iterable<Asset>): EncodedAsset[] {
    this.end = 0
    return Array.from(assets, (asset) => ({
      asset,
      stateBytes: asset.state && encodeState(asset.state, this.allocate),
    }))
  }

  private readonly allocate = (length: number): Uint8Array => {
    const start = this.end
    if (start + length > this.memory.length) {
      // Earlier results remain in the old memory.
      this.memory = new Uint8Array(2 * Math.max(length, this.memory.length))
      this.end = length
      return this.memory.subarray(0, length)
    }
    this.end += length
    return this.memory.subarray(start, this.end)
  }
}

type AssetVersion = Pick<AssetRow, 'id' | 'account' | 'changed' | 'watch_at'>

/**
 * Reads the fields that identify the content of rows. The ids are passed as one value, because a list of values would
 * need a different statement for each number of assets.
 */
async function selectVersions(trx: Transaction<Tables>, ids: readonly string[]): Promise<readonly AssetVersion[]> {
  const query = isPostgres(trx)
    ? CompiledQuery.raw(`${SELECT_VERSIONS} = any($1::text[])`, [ids])
    : CompiledQuery.raw(`${SELECT_VERSIONS} in (select value from json_each(?))`, [JSON.stringify(ids)])
  return (await trx.executeQuery<AssetVersion>(query)).rows
}

const SELECT_VERSIONS = 'select id, account, changed, watch_at from assets where id'
