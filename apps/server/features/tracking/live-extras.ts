import { defaultAircraft } from '@fairway/air/plan/request.ts'
import { parsePolylinePoints } from '@fairway/geo/polyline.ts'
import { secondsAt, totalSeconds } from '@fairway/tracking/along.ts'
import { kindLimits } from '@fairway/tracking/kinds.ts'
import { observe } from '@fairway/tracking/tracker.ts'
import type { Clock } from '../../clock.ts'
import type { Caller } from '../../http/caller.ts'
import type { InnerReply } from '../../http/inner-requests.ts'
import type { Asset } from './asset.ts'
import type { AssetStore } from './asset-store.ts'
import type { Mode, PlanRoute } from './attach.ts'
import { hasTimesOfCars, planOf, seenPlanOf } from './plans.ts'

/** Asks POST /v1/reroute, on behalf of the caller. */
export type Reroute = (caller: Caller, body: object) => Promise<InnerReply>

export interface LiveExtrasOptions {
  readonly assets: AssetStore
  readonly clock: Clock
  readonly planRoute: PlanRoute
  readonly reroute: Reroute
}

/** How old what is known of the traffic on the rest of a plan may be. */
const TRAFFIC_MS = 60_000
/** The same way back is told for so long, as long as no other position comes. */
const REROUTE_MS = 10_000
const MOST_REROUTES = 1000
const DRONE_RANGE_KM = defaultAircraft.rangeKm

interface Known {
  readonly key: string
  readonly untilMs: number
  readonly reroute: object | undefined
}

/** What live positions tell beyond the plan itself: the traffic ahead, and the way back for who has left it. */
export class LiveExtras {
  private readonly options: LiveExtrasOptions
  private readonly known = new Map<string, Known>()

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
    if (hasTimesOfCars(asset)) return asset
    if (nowMs - (plan.traffic?.atMs ?? plan.attachedAtMs) < TRAFFIC_MS) return asset
    const factor = await this.measureTraffic(caller, asset)
    const changed = await this.options.assets.change(asset.account, asset.id, (current) => {
      const { plan: kept, planNumber, state: latest } = current
      const isStill = kept && planNumber === asset.planNumber && nowMs - (kept.traffic?.atMs ?? 0) >= TRAFFIC_MS
      return { plan: isStill ? { ...kept, traffic: { atMs: nowMs, factor } } : kept, planNumber, state: latest }
    })
    return changed ?? asset
  }

  /** How many times longer than planned the rest takes in the traffic of now. */
  private async measureTraffic(caller: Caller, asset: Asset): Promise<number> {
    const plan = planOf(asset)
    const progress = asset.state?.progress
    if (!plan || !progress) return 1
    const planned = totalSeconds(plan) - secondsAt(plan, progress.alongM)
    const { status, body } = await this.askReroute(caller, asset)
    const { receipt } = body as { receipt?: { previous_eta_min: number | null; snapshot_at: string | null } }
    const now = (receipt?.previous_eta_min ?? 0) * 60
    if (status !== 200 || !receipt?.snapshot_at || !(planned > 0) || !(now > 0)) return 1
    return Math.round((1000 * now) / planned) / 1000
  }

  /** The way on for an asset that has left its plan; undefined when it has not, or when there is none. */
  async rerouteOf(caller: Caller, asset: Asset): Promise<object | undefined> {
    const { clock } = this.options
    const nowMs = clock.now()
    if (observe(seenPlanOf(asset), asset.state, nowMs).state !== 'off_route') return undefined
    const key = `${asset.planNumber} ${asset.state?.fix.timeMs}`
    const known = this.known.get(asset.id)
    if (known?.key === key && nowMs < known.untilMs) return known.reroute
    const reroute = await this.findWayOn(caller, asset)
    this.known.delete(asset.id)
    this.known.set(asset.id, { key, untilMs: nowMs + REROUTE_MS, reroute })
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_REROUTES && oldest !== undefined) this.known.delete(oldest)
    return reroute
  }

  private async findWayOn(caller: Caller, asset: Asset): Promise<object | undefined> {
    const { plan, state } = asset
    if (!plan || !state) return undefined
    if (plan.route.mode === 'road') {
      const { status, body } = await this.askReroute(caller, asset)
      // Who goes along its plan backwards is on its line: that this has not changed is no way on.
      const isWayOn = (body as { kind?: string }).kind !== 'unchanged' || !state.progress?.wrongWay
      if (status !== 200 || isWayOn) return status === 200 ? (body as object) : undefined
    }
    const { mode, to, wishes } = plan.route
    const heading = isRoad(mode) ? headingOf(asset) : undefined
    const body = {
      ...wishes,
      ...whatIsLeft(asset),
      from: positionOf(asset),
      to,
      via: stopsLeft(asset),
      ...(heading !== undefined && { heading }),
      alternatives: 0,
    }
    const { status, body: route } = await this.options.planRoute(caller, mode as Mode, body)
    return status === 200 ? { kind: 'full', reason: 'off-route', route } : undefined
  }

  /** The stops that are left, and all that the plan was made with, hold for the new way too. */
  private askReroute(caller: Caller, asset: Asset): Promise<InnerReply> {
    const { plan } = asset
    const heading = headingOf(asset)
    return this.options.reroute(caller, {
      ...plan?.route.wishes,
      geometry: plan && parsePolylinePoints(plan.line.line, 6),
      geometry_format: 'points',
      position: positionOf(asset),
      stops: stopsLeft(asset),
      ...(heading !== undefined && { heading }),
    })
  }
}

/** As it was told, or as it was seen to move: the way on must not begin with a turn that it does not know of. */
function headingOf({ kind, state }: Asset): number | undefined {
  const seen = state && state.motion.speedMs > kindLimits[kind].slowMs ? state.motion.courseDeg : null
  return state?.fix.headingDeg ?? seen ?? undefined
}

function positionOf({ state }: Asset): [number, number] | undefined {
  return state && [state.fix.latitude, state.fix.longitude]
}

/** A stop that was passed within these metres counts as visited. */
const VISITED_M = 30

function stopsLeft({ plan, state }: Asset): (readonly [number, number])[] {
  const gone = state?.progress?.alongM ?? 0
  return (plan?.route.stops ?? []).filter(({ alongM }) => alongM > gone + VISITED_M).map(({ at }) => at)
}

/** A drone in the air has flown a part of its range, and knows best how much is left in its battery. */
function whatIsLeft({ kind, plan, state }: Asset): object {
  if (kind !== 'drone' || !plan) return {}
  const aircraft = (plan.route.wishes.aircraft ?? {}) as { range_km?: number }
  const rangeKm = aircraft.range_km ?? DRONE_RANGE_KM
  const battery = state?.fix.batteryPct
  const flownKm = (state?.progress?.alongM ?? 0) / 1000
  const range_km = battery === undefined ? Math.max(0.1, rangeKm - flownKm) : Math.max(0.1, (rangeKm * battery) / 100)
  return { aircraft: { ...aircraft, range_km } }
}

function isRoad(mode: string): boolean {
  return mode === 'road' || mode === 'av'
}
