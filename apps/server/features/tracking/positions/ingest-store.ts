import type { Fix, TrackerState } from '@fairway/tracking'
import type { Kysely, Transaction } from 'kysely'
import type { PositionsTable, Tables } from '../../../platform/storage/tables.ts'
import { type Asset, isAssetId } from '../assets/asset.ts'
import { nextChange, type OnChange, toAsset } from '../assets/asset-store.ts'
import { insertPositions, updateStates } from './positions-store.ts'

/** A fix and its outcome. */
export interface TakenFix {
  readonly fix: Fix
  readonly flag: 0 | 1 | 2
}

/** The effect of a batch of positions on an asset. */
export interface Taken {
  readonly fixes: readonly TakenFix[]
  readonly state: TrackerState | undefined
  readonly mmsi?: number | undefined
}

export interface IngestJob {
  readonly account: number
  readonly assetId: string
  readonly receivedAtMs: number
  /** Computes the effect of the positions on the current state of the asset. */
  readonly take: (asset: Asset) => Taken
}

/** The asset after the job; undefined if the account has no such asset. */
export type Ingested = { readonly asset: Asset; readonly taken: Taken } | undefined

/** Writes positions and their effects, with many requests in one transaction. Acknowledged data is on disk. */
export class IngestStore {
  private readonly db: Kysely<Tables>
  private readonly onChange: OnChange
  constructor(db: Kysely<Tables>, onChange: OnChange = async () => {}) {
    this.db = db
    this.onChange = onChange
  }

  /** A function is called for its jobs only when the write starts: in SQLite, when it holds the write lock. */
  async write(jobs: readonly IngestJob[] | (() => readonly IngestJob[])): Promise<Ingested[]> {
    const results = await this.commit(typeof jobs === 'function' ? jobs : () => jobs)
    // The last of several jobs of one asset has its final state.
    const changed = new Map<string, Asset>()
    for (const result of results) {
      if (result && result.taken.fixes.length > 0) changed.set(result.asset.id, result.asset)
    }
    const byAccount = Map.groupBy(changed.values(), ({ account }) => account)
    await Promise.all([...byAccount].map(([account, assets]) => this.onChange({ account, assets })))
    return results
  }

  private async commit(takeJobs: () => readonly IngestJob[]): Promise<Ingested[]> {
    return await this.db.transaction().execute(async (trx) => {
      const jobs = takeJobs()
      const changes = new Map<number, number>()
      // Lock in a fixed order, or two servers could deadlock.
      for (const account of [...new Set(jobs.map((job) => job.account))].sort((a, b) => a - b)) {
        changes.set(account, await nextChange(trx, account))
      }
      const assets = await this.load(trx, jobs)
      const before = new Map(assets)
      const rows: PositionsTable[] = []
      const results = jobs.map((job): Ingested => {
        const asset = assets.get(keyOf(job))
        if (!asset) return undefined
        const taken = job.take(asset)
        // No fix was stored, so the asset is unchanged and no notification is needed.
        if (taken.fixes.length === 0) return { asset, taken }
        const after: Asset = {
          ...asset,
          state: taken.state,
          mmsi: taken.mmsi ?? asset.mmsi,
          fixes: asset.fixes + taken.fixes.length,
          changed: changes.get(job.account) ?? asset.changed,
        }
        for (const [at, one] of taken.fixes.entries()) {
          rows.push(toRow(asset.number, asset.fixes + at + 1, job.receivedAtMs, one))
        }
        assets.set(keyOf(job), after)
        return { asset: after, taken }
      })
      await insertPositions(trx, rows)
      await updateStates(
        trx,
        [...assets].filter(([key, asset]) => before.get(key) !== asset).map(([, asset]) => asset),
      )
      return results
    })
  }

  private async load(trx: Transaction<Tables>, jobs: readonly IngestJob[]): Promise<Map<string, Asset>> {
    const ids = [...new Set(jobs.map(({ assetId }) => assetId))].filter(isAssetId)
    if (ids.length === 0) return new Map()
    const rows = await trx.selectFrom('assets').selectAll().where('id', 'in', ids).execute()
    return new Map(rows.map((row) => [keyOf({ account: row.account, assetId: row.id }), toAsset(row)]))
  }
}

function keyOf({ account, assetId }: Pick<IngestJob, 'account' | 'assetId'>): string {
  return `${account} ${assetId}`
}

function toRow(asset: number, fix: number, receivedAtMs: number, { fix: given, flag }: TakenFix): PositionsTable {
  return {
    asset,
    time: Math.round(given.timeMs),
    fix,
    received_at: receivedAtMs,
    latitude: given.latitude,
    longitude: given.longitude,
    speed: toReal(given.speedMs),
    heading: toReal(given.headingDeg),
    battery: toReal(given.batteryPct),
    altitude: toReal(given.altitudeM),
    accuracy: toReal(given.accuracyM),
    flag,
  }
}

/** Values too small for a 4-byte float become 0. PostgreSQL would reject them together with the whole batch. */
function toReal(value: number | undefined): number | null {
  if (value === undefined) return null
  return Math.abs(value) < 1e-30 ? 0 : value
}
