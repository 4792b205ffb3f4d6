import { kindLimits, secondsAt, toLiveView, totalSeconds } from '@fairway/tracking'
import type { Clock } from '../../../platform/clock.ts'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Asset, StoredAssetRoute } from '../assets/asset.ts'
import type { AssetStore } from '../assets/asset-store.ts'
import { findAssetRoute, findPolledRoute } from '../assets/stored-routes.ts'
import { findReroute, isRoadMode, planReroute, type RerouteOptions, requestReroute } from './find-reroute.ts'
import type { SharedReroutes } from './shared-reroutes.ts'
import { isWalkingAsset } from './walking-robots.ts'

export interface LiveExtrasOptions extends RerouteOptions {
  readonly assets: AssetStore
  readonly clock: Clock
  /** Returns a version that changes whenever the maps or their traffic change. */
  readonly getRoadsVersion: () => string
  /** State shared between servers. Undefined for a single server. */
  readonly sharedReroutes?: SharedReroutes | undefined
}

/**
 * Maximum age of traffic data for the remaining route, in seconds. A lower maximum applies when newer traffic exists.
 */
const MAX_TRAFFIC_AGE_S = 60
const MAX_OUTDATED_TRAFFIC_AGE_S = 5
/** Time in seconds for which a reroute stays valid while no new position arrives. */
const REROUTE_VALID_S = 10
const MAX_CACHED_REROUTES = 1000

interface RerouteReceipt {
  readonly previous_eta_min: number | null
  readonly new_eta_min: number
  readonly snapshot_at: string | null
}

interface CachedReroute {
  readonly key: string
  readonly reroute: object | undefined
}

/** Adds data to live positions: traffic ahead, and a reroute for assets that have left their route. */
export class LiveExtras {
  private readonly options: LiveExtrasOptions
  private readonly cachedReroutes = new Map<string, CachedReroute>()
  /** Whole second at which this thread started to use the current traffic. */
  private traffic = { mark: '', sinceS: 0 }

  constructor(options: LiveExtrasOptions) {
    this.options = options
  }

  /**
   * Returns the asset with current traffic data for the remaining route. The data is stored in the database, so that
   * all polls within a second get the same value from any thread or server.
   */
  async refreshTraffic(caller: Caller, asset: Asset): Promise<Asset> {
    const { plan, state } = asset
    const nowMs = this.options.clock.now()
    if (!plan || !state || !isRoadMode(plan.route.mode) || state.progress?.phase !== 'on') return asset
    // Car traffic does not delay a walking asset.
    if (isWalkingAsset(asset.kind, plan.route.mode)) return asset
    if (!this.isTrafficOutdated(plan, nowMs)) return asset
    const trafficFactor = await this.computeTrafficFactor(caller, asset, nowMs)
    const updatedAsset = await this.options.assets.update(asset.account, asset.id, (current) => {
      const { plan: currentRoute, planNumber, state: latest } = current
      const isStillOutdated =
        currentRoute && planNumber === asset.planNumber && this.isTrafficOutdated(currentRoute, nowMs)
      return {
        plan: isStillOutdated ? { ...currentRoute, traffic: { atMs: nowMs, factor: trafficFactor } } : currentRoute,
        planNumber,
        state: latest,
      }
    })
    return updatedAsset ?? asset
  }

  /**
   * Returns whether traffic data is outdated. Compares whole seconds, because live data must not change within a
   * second.
   */
  private isTrafficOutdated({ traffic, attachedAtMs }: StoredAssetRoute, nowMs: number): boolean {
    const nowS = Math.floor(nowMs / 1000)
    const version = this.options.getRoadsVersion()
    // The change applies from the next second on, because polls in this second may already have been answered.
    if (version !== this.traffic.mark) this.traffic = { mark: version, sinceS: nowS + 1 }
    const updatedS = Math.floor((traffic?.atMs ?? attachedAtMs) / 1000)
    const hasNewerTraffic = updatedS < this.traffic.sinceS && nowS >= this.traffic.sinceS
    return nowS - updatedS >= (hasNewerTraffic ? MAX_OUTDATED_TRAFFIC_AGE_S : MAX_TRAFFIC_AGE_S)
  }

  /** Returns the ratio of the remaining duration in current traffic to the planned duration. */
  private async computeTrafficFactor(caller: Caller, asset: Asset, nowMs: number): Promise<number> {
    const route = findAssetRoute(asset)
    const progress = asset.state?.progress
    if (!route || !progress) return 1
    // The planned duration includes the time at charging stations, but the duration of a reroute does not.
    if (asset.plan?.route.stops.some(({ isStation }) => isStation)) return 1
    const plannedSeconds = totalSeconds(route) - secondsAt(route, progress.alongM)
    const reply = await requestReroute(this.options, caller, asset, 'points', nowMs)
    if (!reply.ok) return 1
    const { receipt } = reply.body as { receipt?: RerouteReceipt }
    // If the road ahead is closed, the remaining duration is that of the reroute.
    const currentSeconds = (receipt?.previous_eta_min ?? receipt?.new_eta_min ?? 0) * 60
    if (!receipt?.snapshot_at || !(plannedSeconds > 0) || !(currentSeconds > 0)) return 1
    return Math.round((1000 * currentSeconds) / plannedSeconds) / 1000
  }

  /** Plans the reroute as a full route, which can become the next asset route. */
  planReroute(caller: Caller, asset: Asset, assetRoute: StoredAssetRoute): Promise<CallReply> {
    return planReroute(this.options, caller, asset, assetRoute, this.options.clock.now())
  }

  /**
   * Finds the reroute of an asset that has left its route. Returns undefined if the asset is on its route or no reroute
   * exists.
   */
  async findReroute(caller: Caller, asset: Asset): Promise<object | undefined> {
    const { clock, getRoadsVersion, sharedReroutes } = this.options
    const nowMs = clock.now()
    // An asset that stopped reporting while off route still counts as off route.
    if (!asset.state || toLiveView(findPolledRoute(asset), asset.state, nowMs).lastState !== 'off_route')
      return undefined
    const atMs = toRerouteTime(asset.state.fix.timeMs, nowMs, kindLimits[asset.kind].staleS)
    const momentKey = `${asset.planNumber} ${asset.state.fix.timeMs} ${atMs}`
    const key = `${momentKey} ${getRoadsVersion()}`
    const cached = this.cachedReroutes.get(asset.id)
    if (cached?.key === key) return cached.reroute
    const computedReroute = await findReroute(this.options, caller, asset, atMs)
    // Servers receive new traffic at different times, so the first stored reroute applies to all servers.
    const reroute = sharedReroutes
      ? await sharedReroutes.getOrStore(`${asset.id} ${momentKey}`, computedReroute, 1500 * REROUTE_VALID_S)
      : computedReroute
    this.cachedReroutes.delete(asset.id)
    this.cachedReroutes.set(asset.id, { key, reroute })
    const [oldest] = this.cachedReroutes.keys()
    if (this.cachedReroutes.size > MAX_CACHED_REROUTES && oldest !== undefined) this.cachedReroutes.delete(oldest)
    return reroute
  }
}

/**
 * Returns the time for which the reroute is computed. This time starts at the time of the position and advances every
 * ten seconds until the asset is stale. Live data changes only at whole seconds, so the result is a whole second.
 */
function toRerouteTime(fixMs: number, nowMs: number, staleS: number): number {
  const fixS = Math.floor(fixMs / 1000)
  const ageS = Math.min(staleS, Math.max(0, Math.floor(nowMs / 1000) - fixS))
  return 1000 * (fixS + REROUTE_VALID_S * Math.floor(ageS / REROUTE_VALID_S))
}
