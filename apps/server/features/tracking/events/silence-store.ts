import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import { incrementChangeNumber, selectAssets, toAsset } from '../assets/asset-store.ts'
import { insertEvents } from './event-store.ts'
import { RulesCache } from './rules-store.ts'
import { watchSilence } from './watch-assets.ts'

const ASSETS_PER_READ = 200

/**
 * Records events of assets that send no positions, for example because an asset becomes stale, has stayed in a place
 * long enough, or counts as arrived. Multiple servers can run this task at once, because the assets of an account are
 * locked and read again.
 */
export class SilenceWatch {
  private readonly db: Kysely<Tables>
  private readonly rules = new RulesCache()
  /** Listener that receives the account after the commit. */
  private readonly onEvents: (account: number) => void

  constructor(db: Kysely<Tables>, onEvents: (account: number) => void = () => {}) {
    this.db = db
    this.onEvents = onEvents
  }

  async run(nowMs: number): Promise<void> {
    for (;;) {
      const dueAssets = await this.db
        .selectFrom('assets')
        .select(['account', 'number'])
        .where('watch_at', '<=', nowMs)
        .orderBy('watch_at')
        .limit(ASSETS_PER_READ)
        .execute()
      for (const [account, assets] of Map.groupBy(dueAssets, (row) => row.account)) {
        const numbers = assets.map(({ number }) => number)
        const count = await this.db.transaction().execute((trx) => this.watchAccount(trx, account, numbers, nowMs))
        if (count > 0) this.onEvents(account)
      }
      if (dueAssets.length < ASSETS_PER_READ) return
    }
  }

  /** Checks the assets of an account and returns the number of events. */
  private async watchAccount(
    trx: Transaction<Tables>,
    account: number,
    numbers: readonly number[],
    nowMs: number,
  ): Promise<number> {
    const changeNumber = await incrementChangeNumber(trx, account)
    const rules = (await this.rules.load(trx, [account])).get(account)
    const rows = await selectAssets(trx)
      .where('number', 'in', [...numbers])
      // A position may have arrived in the meantime.
      .where('watch_at', '<=', nowMs)
      .orderBy('number')
      .execute()
    let count = 0
    for (const row of rows) {
      const watchResult = rules && watchSilence(rules, toAsset(row), nowMs)
      const events = watchResult?.events ?? []
      if (rules)
        await insertEvents(
          trx,
          events.map((event) => ({ ...event, changed: changeNumber })),
          rules,
        )
      count += events.length
      const { watch, watchAtMs = null } = watchResult?.asset ?? {}
      await trx
        .updateTable('assets')
        .set({
          watch: watch === undefined ? null : JSON.stringify(watch),
          watch_at: watchAtMs,
          // Streams read only the events of assets that have changed.
          ...(events.length > 0 && { changed: changeNumber }),
        })
        .where('number', '=', row.number)
        .execute()
    }
    return count
  }
}
