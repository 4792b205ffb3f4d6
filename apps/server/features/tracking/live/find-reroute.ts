import { createHash } from 'node:crypto'
import { defaultAircraft } from '@fairway/air'
import type { GeometryFormat } from '@fairway/client'
import { kindLimits } from '@fairway/tracking'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Asset, StoredAssetRoute } from '../assets/asset.ts'
import { type CallReroute, type PlanRoute, type RouteReply, toRouteInFormat } from '../assets/attach.ts'
import { getDeltaFormat, toRouteLine } from '../assets/route-line.ts'
import { isWalkingAsset, toWalkingReroute } from './walking-robots.ts'

export interface RerouteOptions {
  readonly planRoute: PlanRoute
  readonly callReroute: CallReroute
  /** Makes a returned route available under a second id. */
  readonly addRouteAlias: (id: string, name: string) => void
}

const DRONE_RANGE_KM = defaultAircraft.rangeKm

/**
 * Returns the reroute of an asset that has left its route, or undefined if there is none. All requests for the same
 * time get the same reply from every thread and server. The reply therefore contains no data specific to the time or
 * server of the computation.
 */
export async function findReroute(
  options: RerouteOptions,
  caller: Caller,
  asset: Asset,
  nowMs: number,
): Promise<object | undefined> {
  const { plan, state } = asset
  if (!plan || !state) return undefined
  const [first, second] = isChargeKnown(asset) ? [planNewRoute, findRejoiningRoute] : [findRejoiningRoute, planNewRoute]
  const computedReroute = (await first(options, caller, asset, nowMs)) ?? (await second(options, caller, asset, nowMs))
  if (!computedReroute) return undefined
  const reportedReroute = isWalkingAsset(asset.kind, plan.route.mode)
    ? toWalkingReroute(computedReroute as Parameters<typeof toWalkingReroute>[0])
    : computedReroute
  const { route } = reportedReroute as { readonly route?: { readonly id: string } }
  if (!route) return reportedReroute
  const id = toRerouteId(asset, nowMs)
  options.addRouteAlias(route.id, id)
  return { ...reportedReroute, route: { ...route, id } }
}

/** Finds a reroute that keeps the remainder of the asset route. Only road routes support such a reroute. */
async function findRejoiningRoute(
  options: RerouteOptions,
  caller: Caller,
  asset: Asset,
  nowMs: number,
): Promise<object | undefined> {
  const { plan, state } = asset
  if (plan?.route.mode !== 'road') return undefined
  const reply = await requestReroute(options, caller, asset, getDeltaFormat(plan), nowMs)
  if (!reply.ok) return undefined
  const rerouteReply = reply.body as { readonly kind?: string }
  // An asset that moves backward is still on the line of its route, so an unchanged route is not a reroute.
  return rerouteReply.kind === 'unchanged' && state?.progress?.wrongWay === true ? undefined : rerouteReply
}

async function planNewRoute(
  { planRoute }: RerouteOptions,
  caller: Caller,
  asset: Asset,
  nowMs: number,
): Promise<object | undefined> {
  const { plan } = asset
  if (!plan) return undefined
  const reply = await planRoute(caller, plan.route.mode, toRemainingRouteBody(asset, plan), nowMs)
  if (!reply.ok) return undefined
  return {
    kind: 'full',
    reason: 'off-route',
    route: toRouteInFormat(reply.body as RouteReply, getDeltaFormat(plan), true),
  }
}

/** Returns the request body for a new route from the current position, with all original options. */
function toRemainingRouteBody(asset: Asset, { route: { mode, to, wishes: preferences } }: StoredAssetRoute): object {
  const heading = isRoadMode(mode) ? findHeading(asset) : undefined
  return {
    ...preferences,
    ...toRemainingAircraft(asset),
    ...toChargedVehicle(asset),
    from: findPosition(asset),
    to,
    // The planner chooses new charging stations for the new route.
    via: listRemainingStops(asset, false),
    ...(heading !== undefined && { heading }),
    alternatives: 0,
    geometry: 'points',
  }
}

/** Plans the reroute as a full route that becomes the next asset route, in the format of the route operation. */
export async function planReroute(
  options: RerouteOptions,
  caller: Caller,
  asset: Asset,
  assetRoute: StoredAssetRoute,
  nowMs: number,
): Promise<CallReply> {
  const { mode } = assetRoute.route
  // A reroute does not plan charging stops.
  if (mode === 'road' && !isChargeKnown(asset)) {
    const reply = await requestReroute(options, caller, asset, 'points', nowMs, 'full')
    const { route } = reply.ok ? (reply.body as { readonly route?: object }) : {}
    // An asset that moves backward is still on the line of its route and would get an unchanged route.
    if (route && asset.state?.progress?.wrongWay !== true) return { ok: true, body: route }
  }
  return await options.planRoute(caller, mode, toRemainingRouteBody(asset, assetRoute), nowMs)
}

/**
 * Returns the options that the next asset route keeps for later reroutes. A drone without battery reports has used part
 * of its range.
 */
export function toRemainingOptions(asset: Asset, { route: { wishes: preferences } }: StoredAssetRoute): object {
  return asset.state?.fix.batteryPct === undefined ? { ...preferences, ...toRemainingAircraft(asset) } : preferences
}

/**
 * Requests a reroute with the remaining stops and all original options. A reroute does not plan charging stops, so it
 * visits the planned stations.
 */
export function requestReroute(
  { callReroute }: Pick<RerouteOptions, 'callReroute'>,
  caller: Caller,
  asset: Asset,
  format: GeometryFormat,
  nowMs: number,
  reply: 'delta' | 'full' = 'delta',
): Promise<CallReply> {
  const { plan } = asset
  const heading = findHeading(asset)
  const body = {
    ...withoutBattery(plan),
    geometry: plan && toRouteLine(plan, format),
    geometry_format: format,
    position: findPosition(asset),
    stops: listRemainingStops(asset, true),
    ...(heading !== undefined && { heading }),
    reply,
  }
  return callReroute(caller, body, nowMs)
}

export function isRoadMode(mode: string): boolean {
  return mode === 'road' || mode === 'av'
}

/** Returns an id in the format of route ids. The id cannot be guessed without the asset id. */
function toRerouteId({ id, planNumber, state }: Asset, nowMs: number): string {
  const seed = `${id} ${planNumber} ${state?.fix.timeMs} ${nowMs}`
  return `rt_${createHash('sha256').update(seed).digest('base64url').slice(0, 16)}`
}

/**
 * Returns the reported heading or the observed course. With a heading, the reroute does not start with an unexpected
 * turn.
 */
function findHeading({ kind, state }: Asset): number | undefined {
  const observedCourseDeg = state && state.motion.speedMs > kindLimits[kind].slowMs ? state.motion.courseDeg : null
  return state?.fix.headingDeg ?? observedCourseDeg ?? undefined
}

function findPosition({ state }: Asset): [number, number] | undefined {
  return state && [state.fix.latitude, state.fix.longitude]
}

/** Maximum distance in meters to a stop ahead that counts as visited. */
const MAX_VISITED_DISTANCE_M = 30

function listRemainingStops({ plan, state }: Asset, withStations: boolean): (readonly [number, number])[] {
  const traveledM = state?.progress?.alongM ?? 0
  return (plan?.route.stops ?? [])
    .filter(({ isStation }) => withStations || !isStation)
    .filter(({ alongM }) => alongM > traveledM + MAX_VISITED_DISTANCE_M)
    .map(({ at }) => at)
}

/** Returns the battery of an electric vehicle, and the other fields of `vehicle`. */
function findBattery(plan: StoredAssetRoute | undefined): { vehicle: object; electric: object } | undefined {
  const { electric, ...vehicle } = (plan?.route.wishes.vehicle ?? {}) as { readonly electric?: unknown }
  return typeof electric === 'object' && electric !== null ? { vehicle, electric } : undefined
}

/** Returns whether an electric vehicle reports its charge. Such a vehicle gets a new route with new charging stops. */
function isChargeKnown({ plan, state }: Asset): boolean {
  return findBattery(plan) !== undefined && state?.fix.batteryPct !== undefined
}

/** Returns the options for POST /v1/reroute, which does not accept batteries. */
function withoutBattery(plan: StoredAssetRoute | undefined): object {
  const battery = findBattery(plan)
  return { ...plan?.route.wishes, ...(battery && { vehicle: battery.vehicle }) }
}

/** Returns the vehicle with its reported charge instead of the charge at departure. */
function toChargedVehicle({ plan, state }: Asset): object {
  const battery = findBattery(plan)
  const charge_pct = state?.fix.batteryPct
  if (!battery || charge_pct === undefined) return {}
  return { vehicle: { ...battery.vehicle, electric: { ...battery.electric, charge_pct } } }
}

/** Returns the remaining range of a drone in the air. A battery report of the drone gives the best estimate. */
function toRemainingAircraft({ kind, plan, state }: Asset): object {
  if (kind !== 'drone' || !plan) return {}
  const aircraft = (plan.route.wishes.aircraft ?? {}) as { range_km?: number }
  const rangeKm = aircraft.range_km ?? DRONE_RANGE_KM
  const batteryPercent = state?.fix.batteryPct
  const flownKm = (state?.progress?.alongM ?? 0) / 1000
  const range_km =
    batteryPercent === undefined ? Math.max(0.1, rangeKm - flownKm) : Math.max(0.1, (rangeKm * batteryPercent) / 100)
  return { aircraft: { ...aircraft, range_km }, ...toStartAltitude(state) }
}

/** Returns the start altitude. A drone in the air continues from its altitude and does not take off again. */
export function toStartAltitude(state: Asset['state']): object {
  const altitude = state?.fix.altitudeM
  return altitude === undefined ? {} : { from_altitude_m: Math.min(MAX_ALTITUDE_M, Math.max(MIN_ALTITUDE_M, altitude)) }
}

/** Altitude range in meters that POST /v1/drone/route accepts. */
const [MIN_ALTITUDE_M, MAX_ALTITUDE_M] = [-500, 20_000]
