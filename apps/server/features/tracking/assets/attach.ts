import type { GeometryFormat } from '@fairway/client'
import type { Coordinates } from '@fairway/geo'
import { makePlan, packPlan } from '@fairway/tracking'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { isWalking, type TimedWay } from '../live/walking.ts'
import type { Asset, AttachedPlan, Mode } from './asset.ts'
import { toLineFormat, writeLine } from './plan-line.ts'

/** Calls the route operation of a mode on behalf of the caller, for the given time or now. */
export type PlanRoute = (caller: Caller, mode: Mode, body: object, nowMs?: number) => Promise<CallReply>

/** The modes of each asset kind, default first. */
export const modesOf: Readonly<Record<Asset['kind'], readonly Mode[]>> = {
  vehicle: ['road', 'av'],
  robot: ['road', 'av'],
  drone: ['drone'],
  vessel: ['maritime'],
}

/** The fields used from the reply of any route operation. */
export interface RouteReply extends TimedWay {
  readonly id: string
  readonly mode: Mode
  readonly distance_km: number
  readonly eta_min: number
  readonly depart_at: string
  readonly arrive_at: string
  readonly geometry: readonly (readonly [number, number])[]
  readonly altitudes_m?: readonly number[]
  readonly steps?: readonly RouteStep[]
  readonly alternatives?: readonly (TimedWay & { readonly geometry: RouteReply['geometry'] })[]
  readonly data?: Readonly<Record<string, unknown>>
  readonly warnings?: readonly string[]
}

interface RouteStep {
  readonly leg?: number
  readonly distance_m?: number
  readonly duration_s: number
  readonly geometry_range?: readonly [number, number]
}

/** Fields that apply to a single route only: its endpoints, times and output options. */
const ofOneWay: ReadonlySet<string> = new Set([
  ...['from', 'from_altitude_m', 'to', 'via', 'depart_at', 'arrive_by', 'heading'],
  ...['geometry', 'steps', 'alternatives', 'format', 'unwrap'],
])

export function toAttachedPlan(
  kind: Asset['kind'],
  request: object,
  reply: RouteReply,
  format: GeometryFormat,
  attachedAtMs: number,
): AttachedPlan {
  const { id, mode, distance_km, eta_min, depart_at, arrive_at, geometry, altitudes_m, data } = reply
  const departMs = Date.parse(depart_at)
  const plan = makePlan({
    kind,
    points: geometry,
    secondsAt: secondsAlong(reply),
    distanceM: distance_km * 1000,
    ...(altitudes_m && { altitudesM: altitudes_m }),
    ...(departMs > attachedAtMs && { departMs }),
  })
  const wishes = Object.fromEntries(Object.entries(request).filter(([name]) => !ofOneWay.has(name)))
  const route = {
    id,
    mode,
    distanceKm: distance_km,
    etaMin: eta_min,
    departAt: depart_at,
    arriveAt: arrive_at,
    to: geometry.at(-1) ?? [0, 0],
    stops: stopsOf(reply).map((index) => ({ at: geometry[index] ?? [0, 0], alongM: plan.alongM[index] ?? 0 })),
    format,
    ...(data && { data }),
    ...(isWalking(kind, mode) && { isWalked: true as const }),
    wishes,
  } as const
  return { attachedAtMs, route, line: packPlan(plan) }
}

/** Line points where a leg other than the last ends. */
function stopsOf({ steps = [] }: RouteReply): number[] {
  const ends = new Map<number, number>()
  for (const { leg = 0, geometry_range } of steps) if (geometry_range) ends.set(leg, geometry_range[1])
  return [...ends.entries()]
    .sort((a, b) => a[0] - b[0])
    .slice(0, -1)
    .map(([, end]) => end)
}

/** The time at every point. Steps give their durations, and time is distributed evenly by distance within a step. */
function secondsAlong({ geometry, steps = [], eta_min }: RouteReply): number[] {
  const speedless = steps.length === 0 || steps.some(({ geometry_range }) => !geometry_range)
  const parts = speedless ? [{ duration_s: eta_min * 60, geometry_range: [0, geometry.length - 1] as const }] : steps
  const seconds = new Array<number>(geometry.length).fill(0)
  let gone = 0
  for (const { duration_s, geometry_range: [first, last] = [0, 0] } of parts) {
    const lengths = geometry.slice(first, last + 1).map((point, at, all) => flatLength(all[at - 1] ?? point, point))
    const total = lengths.reduce((sum, length) => sum + length, 0)
    let passed = 0
    lengths.forEach((length, at) => {
      passed += length
      const share = total > 0 ? passed / total : at / Math.max(1, lengths.length - 1)
      seconds[first + at] = gone + duration_s * share
    })
    gone += duration_s
  }
  // Keep times monotonic despite rounding.
  for (let at = 1; at < seconds.length; at++) seconds[at] = Math.max(seconds[at] ?? 0, seconds[at - 1] ?? 0)
  return seconds
}

/** Accurate enough to distribute the duration of a step. */
function flatLength([latA, lonA]: readonly [number, number], [latB, lonB]: readonly [number, number]): number {
  const turn = Math.abs(lonB - lonA) > 180 ? 360 - Math.abs(lonB - lonA) : lonB - lonA
  return Math.hypot(latB - latA, turn * Math.cos((latA * Math.PI) / 180))
}

/** The route in the caller's format. It was planned with points and steps. */
export function tellRoute({ warnings: _told, ...route }: RouteReply, format: unknown, hasSteps: boolean): object {
  const write = <R extends { readonly geometry: RouteReply['geometry']; readonly steps?: unknown }>(one: R): object => {
    const { steps, ...rest } = { ...one, geometry: tellLine(one.geometry, format) }
    return hasSteps ? { ...rest, steps } : rest
  }
  return { ...write(route), ...(route.alternatives && { alternatives: route.alternatives.map(write) }) }
}

function tellLine(line: RouteReply['geometry'], format: unknown): unknown {
  return format === 'none' ? null : writeLine(toCoordinates(line), toLineFormat(format))
}

function toCoordinates(line: RouteReply['geometry']): Coordinates {
  const micro = (degrees: number) => Math.round(degrees * 1e6)
  return {
    latitude: Int32Array.from(line, ([latitude]) => micro(latitude)),
    longitude: Int32Array.from(line, ([, longitude]) => micro(longitude)),
  }
}
