import {
  advanceWatch,
  advanceWatchInTime,
  findNextWatchMs,
  type TrackerState,
  type WatchEvent,
  type WatchRules,
  type WatchState,
} from '@fairway/tracking'
import type { NewEventRow } from '../../../platform/storage/tables/events.ts'
import type { Asset } from '../assets/asset.ts'
import { findAssetRoute } from '../assets/stored-routes.ts'
import { isInScope } from '../geofences/geofence.ts'
import { toEventRow } from './event.ts'
import type { AccountRules } from './rules-store.ts'

/** Maximum number of events per push. A push of 1,000 positions in many geofences must not fill the database. */
const MAX_EVENTS_PER_PUSH = 2000

/** Outcome of processing a position. */
export interface FixOutcome {
  /** 0 if the position updated the live position, 1 if it was late, 2 if it was an implausible jump. */
  readonly flag: number
  /** State of the asset after the position. */
  readonly state?: TrackerState
}

export interface WatchedAsset {
  readonly asset: Asset
  readonly events: readonly Omit<NewEventRow, 'changed'>[]
}

/** Evaluates the rules of an account for new positions. Positions that do not update the live position are skipped. */
export function watchFixes(
  rules: AccountRules,
  asset: Asset,
  fixes: readonly FixOutcome[],
  nowMs: number,
): WatchedAsset {
  // Only conditions need the planned times, and parsing them takes longer than evaluating a geofence.
  const plan = rules.watch.conditions && asset.plan?.route
  const context = {
    route: findAssetRoute(asset),
    plannedArrivalMs: plan && Date.parse(plan.arriveAt),
    departMs: plan && Date.parse(plan.departAt),
    trafficFactor: asset.plan?.traffic?.factor,
    nowMs,
    isWatchedBy: ({ id }: { readonly id: string }) => {
      const geofence = rules.geofences.get(id)
      return geofence !== undefined && isInScope(geofence.definition, asset)
    },
  }
  let watch: WatchState = asset.watch ?? {}
  const events: Omit<NewEventRow, 'changed'>[] = []
  for (const { flag, state } of fixes) {
    if (flag !== 0 || !state) continue
    const outcome = advanceWatch(rules.watch, watch, state, context)
    watch = outcome.watch
    if (outcome.events.length > 0) events.push(...toRows(outcome.events, { ...asset, state }, rules, nowMs))
  }
  return { asset: withWatch(asset, rules.watch, watch), events: events.slice(0, MAX_EVENTS_PER_PUSH) }
}

/** Evaluates the rules for an asset that has sent no position. */
export function watchSilence(rules: AccountRules, asset: Asset, nowMs: number): WatchedAsset {
  if (!asset.state) return { asset: { ...asset, watchAtMs: undefined }, events: [] }
  const context = { route: findAssetRoute(asset), nowMs }
  const { watch, events } = advanceWatchInTime(rules.watch, asset.watch ?? {}, asset.state, context)
  const watchResult = withWatch(asset, rules.watch, watch)
  // A time that has passed without an event must not be checked repeatedly.
  const isOver = watchResult.watchAtMs !== undefined && watchResult.watchAtMs <= nowMs
  return {
    asset: isOver ? { ...watchResult, watchAtMs: undefined } : watchResult,
    events: toRows(events, asset, rules, nowMs),
  }
}

function withWatch(asset: Asset, rules: WatchRules, watch: WatchState): Asset {
  const nextMs = asset.state && findNextWatchMs(rules, watch, asset.state)
  // States from earlier versions may contain fractions of milliseconds.
  return { ...asset, watch, watchAtMs: nextMs === undefined ? undefined : Math.ceil(nextMs) }
}

function toRows(events: readonly WatchEvent[], asset: Asset, rules: AccountRules, nowMs: number) {
  return events.map((event) => toEventRow(event, asset, rules, nowMs))
}
