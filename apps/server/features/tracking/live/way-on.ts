import { createHash } from 'node:crypto'
import { defaultAircraft } from '@fairway/air'
import type { GeometryFormat } from '@fairway/client'
import { kindLimits } from '@fairway/tracking'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { InnerReply } from '../../../platform/http/inner-requests.ts'
import type { Asset, AttachedPlan } from '../assets/asset.ts'
import { type Mode, type PlanRoute, type RouteReply, tellRoute } from '../assets/attach.ts'
import { deltaFormatOf, lineOf } from '../assets/plan-line.ts'
import { isWalking, walkReroute } from './walking.ts'

/** Asks POST /v1/reroute, on behalf of the caller, for an instant. */
export type Reroute = (caller: Caller, body: object, nowMs: number) => Promise<InnerReply>

export interface WayOnOptions {
  readonly planRoute: PlanRoute
  readonly reroute: Reroute
  /** Lets a route that was answered be found by another id as well. */
  readonly nameRoute: (id: string, name: string) => void
}

const DRONE_RANGE_KM = defaultAircraft.rangeKm

/**
 * The way on for an asset that has left its plan; undefined when there is none. Whoever asks for the same instant is told
 * the same, in every thread and on every server: nothing in it is of the moment, or of the server, that it was made at.
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

/** By keeping what is left of the plan, where that is a road. */
async function findOnPlan(
  options: WayOnOptions,
  caller: Caller,
  asset: Asset,
  nowMs: number,
): Promise<object | undefined> {
  const { plan, state } = asset
  if (plan?.route.mode !== 'road') return undefined
  const { status, body } = await askReroute(options, caller, asset, deltaFormatOf(plan), nowMs)
  // Who goes along its plan backwards is on its line: that this has not changed is no way on.
  const isNone = (body as { kind?: string }).kind === 'unchanged' && state?.progress?.wrongWay === true
  return status === 200 && !isNone ? (body as object) : undefined
}

async function planAnew(
  { planRoute }: WayOnOptions,
  caller: Caller,
  asset: Asset,
  nowMs: number,
): Promise<object | undefined> {
  const { plan } = asset
  if (!plan) return undefined
  const { status, body: route } = await planRoute(caller, plan.route.mode as Mode, bodyOn(asset, plan), nowMs)
  if (status !== 200) return undefined
  return { kind: 'full', reason: 'off-route', route: tellRoute(route as RouteReply, deltaFormatOf(plan), true) }
}

/** What the operation of the plan's mode is asked for the way on: all that the plan was made with, from here on. */
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

/** The way on as a whole route, to be the next plan; as told by the operation that makes it. */
export async function planOn(
  options: WayOnOptions,
  caller: Caller,
  asset: Asset,
  plan: AttachedPlan,
  nowMs: number,
): Promise<InnerReply> {
  const { mode } = plan.route
  if (mode === 'road') {
    const reply = await askReroute(options, caller, asset, 'points', nowMs, 'full')
    const { route } = reply.body as { readonly route?: object }
    // Who goes along its plan backwards is on its line, and is told nothing new.
    if (reply.status === 200 && route && asset.state?.progress?.wrongWay !== true) return { ...reply, body: route }
  }
  return await options.planRoute(caller, mode as Mode, bodyOn(asset, plan), nowMs)
}

/** What the next plan keeps for those after it: a drone that does not tell its battery has flown a part of its range. */
export function wishesOn(asset: Asset, { route: { wishes } }: AttachedPlan): object {
  return asset.state?.fix.batteryPct === undefined ? { ...wishes, ...whatIsLeft(asset) } : wishes
}

/** The stops that are left, and all that the plan was made with, hold for the new way too. */
export function askReroute(
  { reroute }: Pick<WayOnOptions, 'reroute'>,
  caller: Caller,
  asset: Asset,
  format: GeometryFormat,
  nowMs: number,
  reply: 'delta' | 'full' = 'delta',
): Promise<InnerReply> {
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

/** Like the ids of all routes, and nobody can guess it who does not know that of the asset. */
function idOf({ id, planNumber, state }: Asset, nowMs: number): string {
  const text = `${id} ${planNumber} ${state?.fix.timeMs} ${nowMs}`
  return `rt_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
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
  return { aircraft: { ...aircraft, range_km }, ...altitudeOf(state) }
}

/** One in the air goes on from there, and does not take off again. */
export function altitudeOf(state: Asset['state']): object {
  const altitude = state?.fix.altitudeM
  return altitude === undefined
    ? {}
    : { from_altitude_m: Math.min(MOST_ALTITUDE_M, Math.max(LEAST_ALTITUDE_M, altitude)) }
}

/** What POST /v1/drone/route takes. */
const [LEAST_ALTITUDE_M, MOST_ALTITUDE_M] = [-500, 20_000]
