import { createHash } from 'node:crypto'
import { defaultAircraft } from '@fairway/air'
import type { GeometryFormat } from '@fairway/client'
import { kindLimits } from '@fairway/tracking'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Asset, AttachedPlan } from '../assets/asset.ts'
import { type PlanRoute, type RouteReply, tellRoute } from '../assets/attach.ts'
import { deltaFormatOf, lineOf } from '../assets/plan-line.ts'
import { isWalking, walkReroute } from './walking.ts'

/** Calls POST /v1/reroute on behalf of the caller, for a given time. */
export type Reroute = (caller: Caller, body: object, nowMs: number) => Promise<CallReply>

export interface WayOnOptions {
  readonly planRoute: PlanRoute
  readonly reroute: Reroute
  /** Makes a returned route available under a second id. */
  readonly nameRoute: (id: string, name: string) => void
}

const DRONE_RANGE_KM = defaultAircraft.rangeKm

/**
 * The reroute of an asset that has left its route; undefined if there is none. All requests for the same time get the
 * same reply in every thread and on every server, so it contains nothing specific to the moment or server that computed
 * it.
 */
export async function findWayOn(
  options: WayOnOptions,
  caller: Caller,
  asset: Asset,
  nowMs: number,
): Promise<object | undefined> {
  const { plan, state } = asset
  if (!plan || !state) return undefined
  const found = await findOnPlan(options, caller, asset, nowMs)
  const way = found ?? (await planAnew(options, caller, asset, nowMs))
  if (!way) return undefined
  const told = isWalking(asset.kind, plan.route.mode) ? walkReroute(way as Parameters<typeof walkReroute>[0]) : way
  const { route } = told as { readonly route?: { readonly id: string } }
  if (!route) return told
  const id = idOf(asset, nowMs)
  options.nameRoute(route.id, id)
  return { ...told, route: { ...route, id } }
}

/** Keeps the rest of the asset route if it is a road route. */
async function findOnPlan(
  options: WayOnOptions,
  caller: Caller,
  asset: Asset,
  nowMs: number,
): Promise<object | undefined> {
  const { plan, state } = asset
  if (plan?.route.mode !== 'road') return undefined
  const reply = await askReroute(options, caller, asset, deltaFormatOf(plan), nowMs)
  if (!reply.ok) return undefined
  const rerouted = reply.body as { readonly kind?: string }
  // An asset that moves backwards along its route is still on the line, so an unchanged route is not a reroute.
  return rerouted.kind === 'unchanged' && state?.progress?.wrongWay === true ? undefined : rerouted
}

async function planAnew(
  { planRoute }: WayOnOptions,
  caller: Caller,
  asset: Asset,
  nowMs: number,
): Promise<object | undefined> {
  const { plan } = asset
  if (!plan) return undefined
  const reply = await planRoute(caller, plan.route.mode, bodyOn(asset, plan), nowMs)
  if (!reply.ok) return undefined
  return { kind: 'full', reason: 'off-route', route: tellRoute(reply.body as RouteReply, deltaFormatOf(plan), true) }
}

/** The request body of a reroute for the route's mode: all original options, from the current position. */
function bodyOn(asset: Asset, { route: { mode, to, wishes } }: AttachedPlan): object {
  const heading = isRoad(mode) ? headingOf(asset) : undefined
  return {
    ...wishes,
    ...whatIsLeft(asset),
    from: positionOf(asset),
    to,
    via: stopsLeft(asset),
    ...(heading !== undefined && { heading }),
    alternatives: 0,
    geometry: 'points',
  }
}

/** The reroute as a full route that becomes the next asset route, as the operation returns it. */
export async function planOn(
  options: WayOnOptions,
  caller: Caller,
  asset: Asset,
  plan: AttachedPlan,
  nowMs: number,
): Promise<CallReply> {
  const { mode } = plan.route
  if (mode === 'road') {
    const reply = await askReroute(options, caller, asset, 'points', nowMs, 'full')
    const { route } = reply.ok ? (reply.body as { readonly route?: object }) : {}
    // An asset that moves backwards along its route is still on the line and would get an unchanged route.
    if (route && asset.state?.progress?.wrongWay !== true) return { ok: true, body: route }
  }
  return await options.planRoute(caller, mode, bodyOn(asset, plan), nowMs)
}

/**
 * Options that the next asset route keeps for later reroutes: a drone without battery reports has used part of its
 * range.
 */
export function wishesOn(asset: Asset, { route: { wishes } }: AttachedPlan): object {
  return asset.state?.fix.batteryPct === undefined ? { ...wishes, ...whatIsLeft(asset) } : wishes
}

/** The remaining stops and all original options also apply to the reroute. */
export function askReroute(
  { reroute }: Pick<WayOnOptions, 'reroute'>,
  caller: Caller,
  asset: Asset,
  format: GeometryFormat,
  nowMs: number,
  reply: 'delta' | 'full' = 'delta',
): Promise<CallReply> {
  const { plan } = asset
  const heading = headingOf(asset)
  const body = {
    ...plan?.route.wishes,
    geometry: plan && lineOf(plan, format),
    geometry_format: format,
    position: positionOf(asset),
    stops: stopsLeft(asset),
    ...(heading !== undefined && { heading }),
    reply,
  }
  return reroute(caller, body, nowMs)
}

export function isRoad(mode: string): boolean {
  return mode === 'road' || mode === 'av'
}

/** Looks like any route id. It cannot be guessed without the asset id. */
function idOf({ id, planNumber, state }: Asset, nowMs: number): string {
  const text = `${id} ${planNumber} ${state?.fix.timeMs} ${nowMs}`
  return `rt_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
}

/**
 * The reported heading, or the observed course. The reroute must not start with a turn that the driver does not expect.
 */
function headingOf({ kind, state }: Asset): number | undefined {
  const seen = state && state.motion.speedMs > kindLimits[kind].slowMs ? state.motion.courseDeg : null
  return state?.fix.headingDeg ?? seen ?? undefined
}

function positionOf({ state }: Asset): [number, number] | undefined {
  return state && [state.fix.latitude, state.fix.longitude]
}

/** A stop passed within this distance in meters counts as visited. */
const VISITED_M = 30

function stopsLeft({ plan, state }: Asset): (readonly [number, number])[] {
  const gone = state?.progress?.alongM ?? 0
  return (plan?.route.stops ?? []).filter(({ alongM }) => alongM > gone + VISITED_M).map(({ at }) => at)
}

/** A drone in the air has used part of its range. Its own battery report is the best estimate of the rest. */
function whatIsLeft({ kind, plan, state }: Asset): object {
  if (kind !== 'drone' || !plan) return {}
  const aircraft = (plan.route.wishes.aircraft ?? {}) as { range_km?: number }
  const rangeKm = aircraft.range_km ?? DRONE_RANGE_KM
  const battery = state?.fix.batteryPct
  const flownKm = (state?.progress?.alongM ?? 0) / 1000
  const range_km = battery === undefined ? Math.max(0.1, rangeKm - flownKm) : Math.max(0.1, (rangeKm * battery) / 100)
  return { aircraft: { ...aircraft, range_km }, ...altitudeOf(state) }
}

/** A drone in the air continues from its altitude and does not take off again. */
export function altitudeOf(state: Asset['state']): object {
  const altitude = state?.fix.altitudeM
  return altitude === undefined ? {} : { from_altitude_m: Math.min(MAX_ALTITUDE_M, Math.max(MIN_ALTITUDE_M, altitude)) }
}

/** The range that POST /v1/drone/route accepts. */
const [MIN_ALTITUDE_M, MAX_ALTITUDE_M] = [-500, 20_000]
