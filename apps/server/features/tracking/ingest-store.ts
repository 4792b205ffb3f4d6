import type { Fix } from '@fairway/tracking/fix.ts'
import type { TrackerState } from '@fairway/tracking/state.ts'
import type { Kysely, Transaction } from 'kysely'
import type { PositionsTable, Tables } from '../../storage/tables.ts'
import type { Asset } from './asset.ts'
import { nextChange, toAsset } from './asset-store.ts'

/** A fix and what became of it. */
export interface TakenFix {
  readonly fix: Fix
  readonly flag: 0 | 1 | 2
}

/** What a batch of positions makes of an asset. */
export interface Taken {
  readonly fixes: readonly TakenFix[]
  readonly state: TrackerState | undefined
}

export interface IngestJob {
  readonly account: number
  readonly assetId: string
  readonly receivedAtMs: number
  /** Works out what the positions make of the asset as it is now. */
  readonly take: (asset: Asset) => Taken
}

/** The asset as it is after the job, or undefined when the account has no such asset. */
export type Ingested = { readonly asset: Asset; readonly taken: Taken } | undefined

/** Parameters in one statement stay well below the databases' limits: twelve for every row. */
const CHUNK = 400

/** Writes positions and what they change, many requests in one transaction: what is answered is on the disk. */
export class IngestStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  async write(jobs: readonly IngestJob[]): Promise<Ingested[]> {
    return await this.db.transaction().execute(async (trx) => {
      const changes = new Map<number, number>()
      // Always in the same order: two servers that hold accounts for each other would wait for ever.
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
        const after: Asset = {
          ...asset,
          state: taken.state,
          fixes: asset.fixes + taken.fixes.length,
          changed: changes.get(job.account) ?? asset.changed,
        }
        for (const [at, one] of taken.fixes.entries()) {
          rows.push(toRow(asset.number, asset.fixes + at + 1, job.receivedAtMs, one))
        }
        assets.set(keyOf(job), after)
        return { asset: after, taken }
      })
      for (let at = 0; at < rows.length; at += CHUNK) {
        await trx
          .insertInto('positions')
          .values(rows.slice(at, at + CHUNK))
          .execute()
      }
      for (const [key, asset] of assets) if (before.get(key) !== asset) await this.update(trx, asset)
      return results
    })
  }

  private async load(trx: Transaction<Tables>, jobs: readonly IngestJob[]): Promise<Map<string, Asset>> {
    const ids = [...new Set(jobs.map(({ assetId }) => assetId))]
    const rows = await trx.selectFrom('assets').selectAll().where('id', 'in', ids).execute()
    return new Map(rows.map((row) => [keyOf({ account: row.account, assetId: row.id }), toAsset(row)]))
  }

  private async update(trx: Transaction<Tables>, { number, state, fixes, changed }: Asset): Promise<void> {
    await trx
      .updateTable('assets')
      .set({ state: state === undefined ? null : JSON.stringify(state), fixes, changed })
      .where('number', '=', number)
      .execute()
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
    speed: given.speedMs ?? null,
    heading: given.headingDeg ?? null,
    battery: given.batteryPct ?? null,
    altitude: given.altitudeM ?? null,
    accuracy: given.accuracyM ?? null,
    flag,
  }
}
