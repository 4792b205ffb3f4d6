import { randomBytes } from 'node:crypto'
import { decodeState, type TrackerState, type WatchState } from '@fairway/tracking'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { isPostgres } from '../../../platform/storage/kinds.ts'
import type { AssetRow } from '../../../platform/storage/tables/assets.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { deleteAssetEvents } from '../events/event-store.ts'
import { type Asset, isAssetId, type StoredAssetRoute } from './asset.ts'

/** Changed assets of an account, or the asset that was removed. */
export interface AssetsChange {
  readonly account: number
  readonly assets: readonly Asset[]
  readonly gone?: { readonly id: string; readonly changed: number }
}
/** Listener that is called after the commit and awaited before the reply. */
export type OnChange = (changed: AssetsChange) => Promise<void>
const ignoreChange: OnChange = async () => {}

export type NewAsset = Pick<
  Asset,
  'account' | 'name' | 'kind' | 'category' | 'reference' | 'group' | 'profile' | 'createdAtMs'
>

/** Changes to the fields that the owner of an asset sets. Undefined fields stay unchanged. */
export interface AssetEdit {
  readonly name?: string | undefined
  readonly reference?: string | null | undefined
  readonly group?: string | null | undefined
  /** New profile. Null removes the profile. */
  readonly profile?: object | null | undefined
}

/** Filter for the list of assets. */
export interface AssetFilter {
  readonly kind?: Asset['kind'] | undefined
  readonly reference?: string | undefined
  /** Name of a group. Null stands for the assets without a group. */
  readonly group?: string | null | undefined
}

/** Stores assets in the database. An account can access only its own assets. */
export class AssetStore {
  private readonly db: Kysely<Tables>
  private readonly onChange: OnChange
  private findQuery: CompiledQuery<AssetRow> | undefined
  constructor(db: Kysely<Tables>, onChange: OnChange = ignoreChange) {
    this.db = db
    this.onChange = onChange
  }

  /**
   * Registers an asset. Returns undefined if the account has reached its asset limit. Concurrent registrations are
   * serialized.
   */
  async register(asset: NewAsset, maxAssets: number): Promise<Asset | undefined> {
    return await this.runChange(asset.account, toAssetsChange, async (trx, changeNumber) => {
      const { count } = await trx
        .selectFrom('assets')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account', '=', asset.account)
        .executeTakeFirstOrThrow()
      if (Number(count) >= maxAssets) return undefined
      const row = await trx
        .insertInto('assets')
        .values({
          id: `as_${randomBytes(12).toString('base64url')}`,
          account: asset.account,
          name: asset.name,
          kind: asset.kind,
          category: asset.category,
          reference: asset.reference,
          group_name: asset.group ?? null,
          profile: asset.profile === undefined ? null : JSON.stringify(asset.profile),
          created_at: asset.createdAtMs,
          changed: changeNumber,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toAsset({ ...row, plan: null })
    })
  }

  async find(account: number, id: string): Promise<Asset | undefined> {
    if (!isAssetId(id)) return undefined
    const { rows } = await this.db.executeQuery<AssetRow>({ ...this.compileFind(), parameters: [id, account] })
    return rows[0] && toAsset(rows[0])
  }

  /**
   * Compiles the query that polls execute. It is compiled only once, because compiling it takes as long as executing
   * it.
   */
  private compileFind(): CompiledQuery<AssetRow> {
    this.findQuery ??= selectAssets(this.db).where('id', '=', '').where('account', '=', 0).compile()
    return this.findQuery
  }

  /** Lists the ids of the first assets, in order of registration. */
  async listIds(account: number, limit: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('assets')
      .select('id')
      .where('account', '=', account)
      .orderBy('number')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Lists assets after the given number, in order of registration. */
  async list(account: number, afterNumber: number, limit: number, filter: AssetFilter = {}): Promise<Asset[]> {
    const { kind, reference, group } = filter
    let query = selectAssets(this.db).where('account', '=', account).where('number', '>', afterNumber)
    if (kind !== undefined) query = query.where('kind', '=', kind)
    if (reference !== undefined) query = query.where('reference', '=', reference)
    if (group !== undefined) query = query.where('group_name', group === null ? 'is' : '=', group)
    const rows = await query.orderBy('number').limit(limit).execute()
    return rows.map(toAsset)
  }

  /** Lists the groups that have assets, in no particular order. Null stands for the assets without a group. */
  async listGroups(account: number): Promise<(string | null)[]> {
    const rows = await this.db
      .selectFrom('assets')
      .select('group_name')
      .distinct()
      .where('account', '=', account)
      .execute()
    return rows.map(({ group_name }) => group_name)
  }

  /** Changes the given fields. Returns undefined if the asset does not exist. */
  async edit(account: number, id: string, { name, reference, group, profile }: AssetEdit): Promise<Asset | undefined> {
    if (!isAssetId(id)) return undefined
    return await this.runChange(account, toAssetsChange, async (trx, changeNumber) => {
      await trx
        .updateTable('assets')
        .set({
          changed: changeNumber,
          ...(name !== undefined && { name }),
          ...(reference !== undefined && { reference }),
          ...(group !== undefined && { group_name: group }),
          ...(profile !== undefined && { profile: profile === null ? null : JSON.stringify(profile) }),
        })
        .where('id', '=', id)
        .where('account', '=', account)
        .execute()
      const row = await selectAssets(trx).where('id', '=', id).where('account', '=', account).executeTakeFirst()
      return row && toAsset(row)
    })
  }

  async remove(account: number, id: string, nowMs: number): Promise<boolean> {
    if (!isAssetId(id)) return false
    // Concurrent position writes wait and then find no asset. Only the record of the removal remains.
    const toRemoval = (changeNumber: number) => ({ account, assets: [], gone: { id, changed: changeNumber } })
    const isRemoved = await this.runChange(account, toRemoval, async (trx, changeNumber) => {
      const row = await trx
        .deleteFrom('assets')
        .where('id', '=', id)
        .where('account', '=', account)
        .returning('number')
        .executeTakeFirst()
      if (!row) return undefined
      await trx.deleteFrom('asset_routes').where('asset', '=', row.number).execute()
      await trx.deleteFrom('positions').where('asset', '=', row.number).execute()
      await deleteAssetEvents(trx, row.number)
      await trx.insertInto('removed_assets').values({ account, id, changed: changeNumber, removed_at: nowMs }).execute()
      return changeNumber
    })
    return isRemoved !== undefined
  }

  /** Changes one asset exclusively. Returns undefined if the asset does not exist. */
  async update(account: number, id: string, work: (asset: Asset) => AssetUpdate): Promise<Asset | undefined> {
    return await this.runChange(account, toAssetsChange, async (trx, changeNumber) => {
      const row = await selectAssets(trx).where('id', '=', id).where('account', '=', account).executeTakeFirst()
      if (!row) return undefined
      const asset = toAsset(row)
      const { plan, planNumber, state } = work(asset)
      if (plan !== asset.plan) await writeRoute(trx, row.number, plan)
      const updatedRow = await trx
        .updateTable('assets')
        .set({
          plan_number: planNumber,
          state: state === undefined ? null : JSON.stringify(state),
          changed: changeNumber,
        })
        .where('number', '=', row.number)
        .returningAll()
        .executeTakeFirstOrThrow()
      return { ...toAsset({ ...updatedRow, plan: null }), plan }
    })
  }

  /**
   * Runs one change to an account's assets and then notifies listeners. A result of undefined means that nothing
   * changed.
   */
  private async runChange<T>(
    account: number,
    toChange: (done: T) => AssetsChange,
    work: (trx: Transaction<Tables>, changed: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const result = await this.db
      .transaction()
      .execute(async (trx) => await work(trx, await incrementChangeNumber(trx, account)))
    if (result !== undefined) await this.onChange(toChange(result))
    return result
  }
}

function toAssetsChange(asset: Asset): AssetsChange {
  return { account: asset.account, assets: [asset] }
}

export interface AssetUpdate {
  readonly plan: StoredAssetRoute | undefined
  readonly planNumber: number
  readonly state: TrackerState | undefined
}

export const toRevisionKey = (account: number) => `assets:${account}`

/**
 * Returns the account's next change number. The update locks the account's assets until the end of the transaction, so
 * that numbers become visible in order.
 */
export async function incrementChangeNumber(trx: Transaction<Tables>, account: number): Promise<number> {
  const placeholder = isPostgres(trx) ? '$1' : '?'
  const { rows } = await trx.executeQuery<{ readonly value: number }>(
    CompiledQuery.raw(toIncrementStatement(placeholder), [toRevisionKey(account)]),
  )
  const [row] = rows
  if (!row) throw new Error(`the change number of account ${account} was not returned`)
  return row.value
}

/** Every push executes this statement. Building it takes longer than executing it. */
const toIncrementStatement = (placeholder: string) =>
  `insert into revisions (name, value) values (${placeholder}, 1)
    on conflict (name) do update set value = revisions.value + 1 returning value`

/** Selects assets with their routes. */
export function selectAssets(db: Kysely<Tables>) {
  return db
    .selectFrom('assets')
    .leftJoin('asset_routes', 'asset_routes.asset', 'assets.number')
    .selectAll('assets')
    .select('asset_routes.plan')
}

async function writeRoute(trx: Transaction<Tables>, asset: number, plan: StoredAssetRoute | undefined): Promise<void> {
  if (plan === undefined) {
    await trx.deleteFrom('asset_routes').where('asset', '=', asset).execute()
    return
  }
  const row = { asset, plan: JSON.stringify(plan) }
  await trx
    .insertInto('asset_routes')
    .values(row)
    .onConflict((conflict) => conflict.column('asset').doUpdateSet({ plan: row.plan }))
    .execute()
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
    group: row.group_name,
    profile: row.profile === null ? undefined : JSON.parse(row.profile),
    createdAtMs: row.created_at,
    plan: row.plan === null ? undefined : (JSON.parse(row.plan) as StoredAssetRoute),
    planNumber: row.plan_number,
    state: parseState(row.state),
    fixes: row.fixes,
    changed: row.changed,
    mmsi: row.mmsi ?? undefined,
    watch: row.watch === null ? undefined : (JSON.parse(row.watch) as WatchState),
    watchAtMs: row.watch_at ?? undefined,
  }
}

function parseState(state: AssetRow['state']): TrackerState | undefined {
  if (state === null) return undefined
  return typeof state === 'string' ? (JSON.parse(state) as TrackerState) : decodeState(state)
}
