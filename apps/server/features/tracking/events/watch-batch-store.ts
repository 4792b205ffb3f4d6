import type { Transaction } from 'kysely'
import type { NewEventRow } from '../../../platform/storage/tables/events.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { Asset } from '../assets/asset.ts'
import { insertEvents } from './event-store.ts'
import type { AccountRules } from './rules-store.ts'
import { type FixOutcome, watchFixes } from './watch-assets.ts'

/** Collects the events that result from one position write. */
export class WatchBatch {
  private readonly rules: ReadonlyMap<number, AccountRules>
  private readonly eventsByAccount = new Map<number, NewEventRow[]>()

  constructor(rules: ReadonlyMap<number, AccountRules>) {
    this.rules = rules
  }

  /** Evaluates the rules for an asset after its new positions, and returns the asset with its updated state. */
  add(asset: Asset, fixes: readonly FixOutcome[], nowMs: number): Asset {
    const rules = this.rules.get(asset.account)
    if (!rules) return asset
    const watchResult = watchFixes(rules, asset, fixes, nowMs)
    if (watchResult.events.length === 0) return watchResult.asset
    const events = watchResult.events.map((event) => ({ ...event, changed: asset.changed }))
    const accountEvents = this.eventsByAccount.get(asset.account)
    if (accountEvents) accountEvents.push(...events)
    else this.eventsByAccount.set(asset.account, events)
    return watchResult.asset
  }

  async write(trx: Transaction<Tables>): Promise<void> {
    for (const [account, events] of this.eventsByAccount) {
      const rules = this.rules.get(account)
      if (rules) await insertEvents(trx, events, rules)
    }
  }
}
