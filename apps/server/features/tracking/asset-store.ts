import { randomBytes } from 'node:crypto'
import type { TrackerState } from '@fairway/tracking/state.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AssetRow, Tables } from '../../storage/tables.ts'
import { type Asset, type AttachedPlan, isAssetId } from './asset.ts'

export type NewAsset = Pick<Asset, 'account' | 'name' | 'kind' | 'category' | 'reference' | 'profile' | 'createdAtMs'>

/** Assets in the database. An account sees its own and no other. */
export class AssetStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Undefined when the account has as many as it may have. Those who register at the same time take turns. */
  async register(asset: NewAsset, mostAssets: number): Promise<Asset | undefined> {
    return await this.db.transaction().execute(async (trx) => {
      const changed = await nextChange(trx, asset.account)
      const { count } = await trx
        .selectFrom('assets')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account', '=', asset.account)
        .executeTakeFirstOrThrow()
      if (Number(count) >= mostAssets) return undefined
      const row = await trx
        .insertInto('assets')
        .values({
          id: `as_${randomBytes(12).toString('base64url')}`,
          account: asset.account,
          name: asset.name,
          kind: asset.kind,
          category: asset.category,
          reference: asset.reference,
          profile: asset.profile === undefined ? null : JSON.stringify(asset.profile),
          created_at: asset.createdAtMs,
          changed,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toAsset(row)
    })
  }

  async find(account: number, id: string): Promise<Asset | undefined> {
    if (!isAssetId(id)) return undefined
    const row = await this.db
      .selectFrom('assets')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    return row && toAsset(row)
  }

  /** In the order in which they were registered, from behind a number. */
  async list(account: number, afterNumber: number, limit: number): Promise<Asset[]> {
    const rows = await this.db
      .selectFrom('assets')
      .selectAll()
      .where('account', '=', account)
      .where('number', '>', afterNumber)
      .orderBy('number')
      .limit(limit)
      .execute()
    return rows.map(toAsset)
  }

  /** Those that have changed since a change, the longest ago first; of all, or only this one. */
  async changedSince(account: number, change: number, limit: number, id?: string): Promise<Asset[]> {
    const changed = this.db
      .selectFrom('assets')
      .selectAll()
      .where('account', '=', account)
      .where('changed', '>', change)
      .orderBy('changed')
      .limit(limit)
    return (await (id === undefined ? changed : changed.where('id', '=', id)).execute()).map(toAsset)
  }

  async lastChange(account: number): Promise<number> {
    const row = await this.db
      .selectFrom('revisions')
      .select('value')
      .where('name', '=', changesOf(account))
      .executeTakeFirst()
    return row?.value ?? 0
  }

  async remove(account: number, id: string): Promise<boolean> {
    if (!isAssetId(id)) return false
    return await this.db.transaction().execute(async (trx) => {
      // Positions that come meanwhile wait, and then find no asset: nothing is left of it.
      await nextChange(trx, account)
      const row = await trx
        .deleteFrom('assets')
        .where('id', '=', id)
        .where('account', '=', account)
        .returning('number')
        .executeTakeFirst()
      if (!row) return false
      await trx.deleteFrom('positions').where('asset', '=', row.number).execute()
      return true
    })
  }

  /** Changes one asset while nobody else does. Undefined when there is no such asset. */
  async change(account: number, id: string, work: (asset: Asset) => AssetChange): Promise<Asset | undefined> {
    return await this.db.transaction().execute(async (trx) => {
      const changed = await nextChange(trx, account)
      const row = await trx
        .selectFrom('assets')
        .selectAll()
        .where('id', '=', id)
        .where('account', '=', account)
        .executeTakeFirst()
      if (!row) return undefined
      const { plan, planNumber, state } = work(toAsset(row))
      const written = await trx
        .updateTable('assets')
        .set({
          plan: plan === undefined ? null : JSON.stringify(plan),
          plan_number: planNumber,
          state: state === undefined ? null : JSON.stringify(state),
          changed,
        })
        .where('number', '=', row.number)
        .returningAll()
        .executeTakeFirstOrThrow()
      return toAsset(written)
    })
  }
}

export interface AssetChange {
  readonly plan: AttachedPlan | undefined
  readonly planNumber: number
  readonly state: TrackerState | undefined
}

const changesOf = (account: number) => `assets:${account}`

/**
 * The next number of an account's changes. Whoever has it holds the account's assets until the end of the transaction,
 * so that numbers become visible in their order: who has seen one has seen all before it.
 */
export async function nextChange(trx: Transaction<Tables>, account: number): Promise<number> {
  const row = await trx
    .insertInto('revisions')
    .values({ name: changesOf(account), value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql<number>`revisions.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

export function toAsset(row: AssetRow): Asset {
  return {
    number: row.number,
    id: row.id,
    account: row.account,
    name: row.name,
    kind: row.kind,
    category: row.category,
    reference: row.reference,
    profile: row.profile === null ? undefined : JSON.parse(row.profile),
    createdAtMs: row.created_at,
    plan: row.plan === null ? undefined : (JSON.parse(row.plan) as AttachedPlan),
    planNumber: row.plan_number,
    state: row.state === null ? undefined : (JSON.parse(row.state) as TrackerState),
    fixes: row.fixes,
    changed: row.changed,
  }
}
