import type { Fix, TrackerState } from '@fairway/tracking'
import type { Kysely } from 'kysely'
import type { PositionsTable } from '../../../platform/storage/tables/assets.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { Asset } from '../assets/asset.ts'
import { incrementChangeNumber, type OnChange } from '../assets/asset-store.ts'
import { RulesCache } from '../events/rules-store.ts'
import { WatchBatch } from '../events/watch-batch-store.ts'
import { AssetStates, StateEncoder } from './asset-state-store.ts'
import { type EncodedAsset, insertPositions, updateStates } from './positions-store.ts'

/** Fix and its outcome. */
export interface AcceptedFix {
  readonly fix: Fix
  readonly flag: 0 | 1 | 2
  /** State of the asset after the fix. */
  readonly state?: TrackerState
}

/** Effect of a batch of positions on an asset. */
interface IngestOutcome {
  readonly fixes: readonly AcceptedFix[]
  readonly state: TrackerState | undefined
  readonly mmsi?: number | undefined
}

export interface IngestJob {
  readonly account: number
  readonly assetId: string
  readonly receivedAtMs: number
  /** Computes the effect of the positions on the current state of the asset. */
  readonly applyFixes: (asset: Asset) => IngestOutcome
}

/** Asset after the job, or undefined if the account has no such asset. */
export type IngestResult = { readonly asset: Asset; readonly outcome: IngestOutcome } | undefined

interface CommittedJobs {
  readonly results: IngestResult[]
  readonly changedAssets: readonly EncodedAsset[]
  /** Change number of each account, including those whose assets did not change. */
  readonly changeNumbers: ReadonlyMap<number, number>
}

/** Writes positions and their effects, with many requests in one transaction. Acknowledged data is on disk. */
export class IngestStore {
  private readonly db: Kysely<Tables>
  private readonly onChange: OnChange
  private readonly rules = new RulesCache()
  private readonly states = new AssetStates()
  /** Encoders that no write uses at the moment. */
  private readonly encoders: StateEncoder[] = []
  constructor(db: Kysely<Tables>, onChange: OnChange = async () => {}) {
    this.db = db
    this.onChange = onChange
  }

  /** Writes jobs. A `jobs` function is called only when the write starts. In SQLite, the write lock is then held. */
  async write(jobs: readonly IngestJob[] | (() => readonly IngestJob[])): Promise<IngestResult[]> {
    const encoder = this.encoders.pop() ?? new StateEncoder()
    const drainJobs = typeof jobs === 'function' ? jobs : () => jobs
    const { results, changedAssets, changeNumbers } = await this.commit(drainJobs, encoder)
    this.states.keep(changedAssets, changeNumbers)
    this.encoders.push(encoder)
    const assetsByAccount = new Map<number, Asset[]>()
    for (const { asset } of changedAssets) {
      const accountAssets = assetsByAccount.get(asset.account)
      if (accountAssets) accountAssets.push(asset)
      else assetsByAccount.set(asset.account, [asset])
    }
    await Promise.all([...assetsByAccount].map(([account, assets]) => this.onChange({ account, assets })))
    return results
  }

  private async commit(drainJobs: () => readonly IngestJob[], encoder: StateEncoder): Promise<CommittedJobs> {
    return await this.db.transaction().execute(async (trx) => {
      const jobs = drainJobs()
      const changeNumbers = new Map<number, number>()
      // Accounts are locked in a fixed order, because two servers could otherwise deadlock.
      for (const account of [...new Set(jobs.map((job) => job.account))].sort((a, b) => a - b)) {
        changeNumbers.set(account, await incrementChangeNumber(trx, account))
      }
      const assets = await this.states.load(trx, jobs, changeNumbers)
      const watch = new WatchBatch(await this.rules.load(trx, [...changeNumbers.keys()]))
      const changedAssets = new Map<string, Asset>()
      const rows: PositionsTable[] = []
      const results = jobs.map((job): IngestResult => {
        const asset = changedAssets.get(job.assetId) ?? assets.get(job.assetId)
        if (asset?.account !== job.account) return undefined
        const outcome = job.applyFixes(asset)
        // No fix was stored, so the asset is unchanged and no notification is needed.
        if (outcome.fixes.length === 0) return { asset, outcome }
        const updatedAsset: Asset = {
          ...asset,
          state: outcome.state,
          mmsi: outcome.mmsi ?? asset.mmsi,
          fixes: asset.fixes + outcome.fixes.length,
          changed: changeNumbers.get(job.account) ?? asset.changed,
        }
        for (const [index, acceptedFix] of outcome.fixes.entries()) {
          rows.push(toRow(asset.number, asset.fixes + index + 1, job.receivedAtMs, acceptedFix))
        }
        const watchedAsset = watch.add(updatedAsset, outcome.fixes, job.receivedAtMs)
        changedAssets.set(job.assetId, watchedAsset)
        return { asset: watchedAsset, outcome }
      })
      await watch.write(trx)
      await insertPositions(trx, rows)
      // An asset with multiple jobs is written once, with its final state.
      const encodedAssets = encoder.encode(changedAssets.values())
      await updateStates(trx, encodedAssets)
      return { results, changedAssets: encodedAssets, changeNumbers }
    })
  }
}

function toRow(
  asset: number,
  fix: number,
  receivedAtMs: number,
  { fix: reportedFix, flag }: AcceptedFix,
): PositionsTable {
  return {
    asset,
    time: Math.round(reportedFix.timeMs),
    fix,
    received_at: receivedAtMs,
    latitude: reportedFix.latitude,
    longitude: reportedFix.longitude,
    speed: toNullable(reportedFix.speedMs),
    heading: toNullable(reportedFix.headingDeg),
    battery: toNullable(reportedFix.batteryPct),
    altitude: toNullable(reportedFix.altitudeM),
    accuracy: toNullable(reportedFix.accuracyM),
    flag,
  }
}

/**
 * Converts undefined to null, and values too small for a 4-byte float to 0. PostgreSQL rejects a whole batch that
 * contains such a small value.
 */
function toNullable(value: number | undefined): number | null {
  if (value === undefined) return null
  return Math.abs(value) < 1e-30 ? 0 : value
}
