import { kindLimits, observe, secondsAt, totalSeconds } from '@fairway/tracking'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { InnerReply } from '../../../platform/http/inner-requests.ts'
import type { Asset, AttachedPlan } from '../assets/asset.ts'
import type { AssetStore } from '../assets/asset-store.ts'
import { planOf, seenPlanOf } from '../assets/plans.ts'
import type { SharedWays } from './shared-ways.ts'
import { isWalking } from './walking.ts'
import { askReroute, findWayOn, isRoad, planOn, type WayOnOptions } from './way-on.ts'

export interface LiveExtrasOptions extends WayOnOptions {
  readonly assets: AssetStore
  readonly clock: Clock
  /** Changes whenever the maps or the traffic on them do. */
  readonly roadsMark: () => string
  /** Where servers agree on what they tell, if there are several. */
  readonly ways?: SharedWays | undefined
}

/** How old what is known of the traffic on the rest of a plan may be, and how old when there is other traffic since. */
const TRAFFIC_S = 60
const CHANGED_TRAFFIC_S = 5
/** The same way on is told for so long, as long as no other position comes. */
const WAY_ON_S = 10
const MOST_WAYS = 1000

interface Known {
  readonly key: string
  readonly wayOn: object | undefined
}

/** What live positions tell beyond the plan itself: the traffic ahead, and the way on for who has left it. */
export class LiveExtras {
  private readonly options: LiveExtrasOptions
  private readonly known = new Map<string, Known>()
  /** Since when, in whole seconds, this thread knows of the traffic of now. */
  private traffic = { mark: '', sinceS: 0 }

  constructor(options: LiveExtrasOptions) {
    this.options = options
  }

  /**
   * The asset with what is known of the traffic ahead. That is kept in the database: all who ask within a second are
   * told the same, whichever thread or server answers.
   */
  async withTraffic(caller: Caller, asset: Asset): Promise<Asset> {
    const { plan, state } = asset
    const nowMs = this.options.clock.now()
    if (!plan || !state || !isRoad(plan.route.mode) || state.progress?.phase !== 'on') return asset
    // Whoever walks is not held up by the traffic of cars.
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

  /** By whole seconds: in the middle of one nothing that is live may change. */
  private isOutdated({ traffic, attachedAtMs }: AttachedPlan, nowMs: number): boolean {
    const nowS = Math.floor(nowMs / 1000)
    const mark = this.options.roadsMark()
    // From the next second on: in this one others may have been told already.
    if (mark !== this.traffic.mark) this.traffic = { mark, sinceS: nowS + 1 }
    const knownS = Math.floor((traffic?.atMs ?? attachedAtMs) / 1000)
    const isOther = knownS < this.traffic.sinceS && nowS >= this.traffic.sinceS
    return nowS - knownS >= (isOther ? CHANGED_TRAFFIC_S : TRAFFIC_S)
  }

  /** How many times longer than planned the rest takes in the traffic of now. */
  private async measureTraffic(caller: Caller, asset: Asset, nowMs: number): Promise<number> {
    const plan = planOf(asset)
    const progress = asset.state?.progress
    if (!plan || !progress) return 1
    const planned = totalSeconds(plan) - secondsAt(plan, progress.alongM)
    const { status, body } = await askReroute(this.options, caller, asset, 'points', nowMs)
    const { receipt } = body as { receipt?: { previous_eta_min: number | null; snapshot_at: string | null } }
    const now = (receipt?.previous_eta_min ?? 0) * 60
    if (status !== 200 || !receipt?.snapshot_at || !(planned > 0) || !(now > 0)) return 1
    return Math.round((1000 * now) / planned) / 1000
  }

  /** The way on as a whole route, which may be the next plan. */
  planOn(caller: Caller, asset: Asset, plan: AttachedPlan): Promise<InnerReply> {
    return planOn(this.options, caller, asset, plan, this.options.clock.now())
  }

  /** The way on for an asset that has left its plan; undefined when it has not, or when there is none. */
  async rerouteOf(caller: Caller, asset: Asset): Promise<object | undefined> {
    const { clock, roadsMark, ways } = this.options
    const nowMs = clock.now()
    // Who has fallen silent off its plan has not come back to it.
    if (!asset.state || observe(seenPlanOf(asset), asset.state, nowMs).lastState !== 'off_route') return undefined
    const atMs = wayOnInstant(asset.state.fix.timeMs, nowMs, kindLimits[asset.kind].staleS)
    const moment = `${asset.planNumber} ${asset.state.fix.timeMs} ${atMs}`
    const key = `${moment} ${roadsMark()}`
    const known = this.known.get(asset.id)
    if (known?.key === key) return known.wayOn
    const found = await findWayOn(this.options, caller, asset, atMs)
    // Servers hear of the traffic one after the other: who comes first has said it for all.
    const wayOn = ways ? await ways.agree(`${asset.id} ${moment}`, found, 1500 * WAY_ON_S) : found
    this.known.delete(asset.id)
    this.known.set(asset.id, { key, wayOn })
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_WAYS && oldest !== undefined) this.known.delete(oldest)
    return wayOn
  }
}

/**
 * From the position on, every ten seconds anew until it has been silent for long, and never in the middle of a second:
 * what is live is of whole ones.
 */
function wayOnInstant(fixMs: number, nowMs: number, staleS: number): number {
  const fixS = Math.floor(fixMs / 1000)
  const ageS = Math.min(staleS, Math.max(0, Math.floor(nowMs / 1000) - fixS))
  return 1000 * (fixS + WAY_ON_S * Math.floor(ageS / WAY_ON_S))
}
