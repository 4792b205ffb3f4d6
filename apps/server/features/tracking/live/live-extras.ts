import { kindLimits, observe, secondsAt, totalSeconds } from '@fairway/tracking'
import type { Clock } from '../../../platform/clock.ts'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Asset, AttachedPlan } from '../assets/asset.ts'
import type { AssetStore } from '../assets/asset-store.ts'
import { planOf, seenPlanOf } from '../assets/plans.ts'
import type { SharedWays } from './shared-ways.ts'
import { isWalking } from './walking.ts'
import { askReroute, findWayOn, isRoad, planOn, type WayOnOptions } from './way-on.ts'

export interface LiveExtrasOptions extends WayOnOptions {
  readonly assets: AssetStore
  readonly clock: Clock
  /** Changes whenever the maps or their traffic change. */
  readonly roadsMark: () => string
  /** State shared between servers, if there are several. */
  readonly ways?: SharedWays | undefined
}

/** Maximum age of traffic data for the remaining route, and the maximum age once newer traffic exists. */
const TRAFFIC_S = 60
const CHANGED_TRAFFIC_S = 5
/** A reroute stays valid for this long while no new position arrives. */
const WAY_ON_S = 10
const MAX_WAYS = 1000

interface Known {
  readonly key: string
  readonly wayOn: object | undefined
}

/** Additions to live positions: traffic ahead, and a reroute for assets that have left their route. */
export class LiveExtras {
  private readonly options: LiveExtrasOptions
  private readonly known = new Map<string, Known>()
  /** Since when, in whole seconds, this thread has used the current traffic. */
  private traffic = { mark: '', sinceS: 0 }

  constructor(options: LiveExtrasOptions) {
    this.options = options
  }

  /**
   * Returns the asset with current traffic data for the remaining route. The data is stored in the database, so that
   * all polls within a second get the same value from any thread or server.
   */
  async withTraffic(caller: Caller, asset: Asset): Promise<Asset> {
    const { plan, state } = asset
    const nowMs = this.options.clock.now()
    if (!plan || !state || !isRoad(plan.route.mode) || state.progress?.phase !== 'on') return asset
    // Car traffic does not delay a walking asset.
    if (isWalking(asset.kind, plan.route.mode)) return asset
    if (!this.isOutdated(plan, nowMs)) return asset
    const factor = await this.measureTraffic(caller, asset, nowMs)
    const changed = await this.options.assets.change(asset.account, asset.id, (current) => {
      const { plan: kept, planNumber, state: latest } = current
      const isStill = kept && planNumber === asset.planNumber && this.isOutdated(kept, nowMs)
      return { plan: isStill ? { ...kept, traffic: { atMs: nowMs, factor } } : kept, planNumber, state: latest }
    })
    return changed ?? asset
  }

  /** Compares whole seconds, because live data must not change within a second. */
  private isOutdated({ traffic, attachedAtMs }: AttachedPlan, nowMs: number): boolean {
    const nowS = Math.floor(nowMs / 1000)
    const mark = this.options.roadsMark()
    // Applies from the next second on, because polls in this second may already have been answered.
    if (mark !== this.traffic.mark) this.traffic = { mark, sinceS: nowS + 1 }
    const knownS = Math.floor((traffic?.atMs ?? attachedAtMs) / 1000)
    const isOther = knownS < this.traffic.sinceS && nowS >= this.traffic.sinceS
    return nowS - knownS >= (isOther ? CHANGED_TRAFFIC_S : TRAFFIC_S)
  }

  /** Ratio of the remaining duration in current traffic to the planned one. */
  private async measureTraffic(caller: Caller, asset: Asset, nowMs: number): Promise<number> {
    const plan = planOf(asset)
    const progress = asset.state?.progress
    if (!plan || !progress) return 1
    const planned = totalSeconds(plan) - secondsAt(plan, progress.alongM)
    const reply = await askReroute(this.options, caller, asset, 'points', nowMs)
    if (!reply.ok) return 1
    const { receipt } = reply.body as { receipt?: { previous_eta_min: number | null; snapshot_at: string | null } }
    const now = (receipt?.previous_eta_min ?? 0) * 60
    if (!receipt?.snapshot_at || !(planned > 0) || !(now > 0)) return 1
    return Math.round((1000 * now) / planned) / 1000
  }

  /** The reroute as a full route, which can become the next asset route. */
  planOn(caller: Caller, asset: Asset, plan: AttachedPlan): Promise<CallReply> {
    return planOn(this.options, caller, asset, plan, this.options.clock.now())
  }

  /** The reroute of an asset that has left its route; undefined if it has not, or if there is none. */
  async rerouteOf(caller: Caller, asset: Asset): Promise<object | undefined> {
    const { clock, roadsMark, ways } = this.options
    const nowMs = clock.now()
    // An asset that stopped reporting while off route still counts as off route.
    if (!asset.state || observe(seenPlanOf(asset), asset.state, nowMs).lastState !== 'off_route') return undefined
    const atMs = wayOnInstant(asset.state.fix.timeMs, nowMs, kindLimits[asset.kind].staleS)
    const moment = `${asset.planNumber} ${asset.state.fix.timeMs} ${atMs}`
    const key = `${moment} ${roadsMark()}`
    const known = this.known.get(asset.id)
    if (known?.key === key) return known.wayOn
    const found = await findWayOn(this.options, caller, asset, atMs)
    // Servers receive new traffic at different times, so the first server to answer decides for all.
    const wayOn = ways ? await ways.agree(`${asset.id} ${moment}`, found, 1500 * WAY_ON_S) : found
    this.known.delete(asset.id)
    this.known.set(asset.id, { key, wayOn })
    const [oldest] = this.known.keys()
    if (this.known.size > MAX_WAYS && oldest !== undefined) this.known.delete(oldest)
    return wayOn
  }
}

/**
 * The reroute time: the time of the position, advanced every ten seconds until the asset is stale. Always a whole
 * second, because live data changes only at whole seconds.
 */
function wayOnInstant(fixMs: number, nowMs: number, staleS: number): number {
  const fixS = Math.floor(fixMs / 1000)
  const ageS = Math.min(staleS, Math.max(0, Math.floor(nowMs / 1000) - fixS))
  return 1000 * (fixS + WAY_ON_S * Math.floor(ageS / WAY_ON_S))
}
