import { encodePolyline } from '@fairway/geo/polyline.ts'
import { makePlan, packPlan } from '@fairway/tracking/plan.ts'
import type { Caller } from '../../http/caller.ts'
import type { InnerReply } from '../../http/inner-requests.ts'
import type { Asset, AttachedPlan } from './asset.ts'

export const modes = ['road', 'av', 'drone', 'maritime'] as const
export type Mode = (typeof modes)[number]

/** Asks the operation of that mode, on behalf of the caller. */
export type PlanRoute = (caller: Caller, mode: Mode, body: object) => Promise<InnerReply>

/** How the kinds of assets are planned, the usual first. */
export const modesOf: Readonly<Record<Asset['kind'], readonly Mode[]>> = {
  vehicle: ['road', 'av'],
  robot: ['road', 'av'],
  drone: ['drone'],
  vessel: ['maritime'],
}

/** What is used of a reply of any of these operations. */
export interface RouteReply {
  readonly id: string
  readonly mode: Mode
  readonly distance_km: number
  readonly eta_min: number
  readonly depart_at: string
  readonly arrive_at: string
  readonly geometry: readonly (readonly [number, number])[]
  readonly altitudes_m?: readonly number[]
  readonly steps?: readonly RouteStep[]
}

interface RouteStep {
  readonly duration_s: number
  readonly geometry_range?: readonly [number, number]
}

export function toAttachedPlan(kind: Asset['kind'], reply: RouteReply, attachedAtMs: number): AttachedPlan {
  const { id, mode, distance_km, eta_min, depart_at, arrive_at, geometry, altitudes_m } = reply
  const plan = makePlan({
    kind,
    points: geometry,
    secondsAt: secondsAlong(reply),
    distanceM: distance_km * 1000,
    ...(altitudes_m && { altitudesM: altitudes_m }),
  })
  const to = geometry.at(-1) ?? [0, 0]
  const route = { id, mode, distanceKm: distance_km, etaMin: eta_min, departAt: depart_at, arriveAt: arrive_at, to }
  return { attachedAtMs, route, line: packPlan(plan) }
}

/** When every point is reached: steps say how long they take, and within a step the way goes on evenly. */
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
  // Never backwards, whatever was rounded.
  for (let at = 1; at < seconds.length; at++) seconds[at] = Math.max(seconds[at] ?? 0, seconds[at - 1] ?? 0)
  return seconds
}

/** Good enough to share out the time of a step. */
function flatLength([latA, lonA]: readonly [number, number], [latB, lonB]: readonly [number, number]): number {
  const turn = Math.abs(lonB - lonA) > 180 ? 360 - Math.abs(lonB - lonA) : lonB - lonA
  return Math.hypot(latB - latA, turn * Math.cos((latA * Math.PI) / 180))
}

/** The line as the caller wished to have it; it was planned as points. */
export function writeGeometry(line: RouteReply['geometry'], format: unknown): unknown {
  switch (format) {
    case 'polyline':
      return encodePolyline(line, 5)
    case 'polyline6':
      return encodePolyline(line, 6)
    case 'geojson':
      return { type: 'LineString', coordinates: line.map(([latitude, longitude]) => [longitude, latitude]) }
    case 'none':
      return null
    default:
      return line
  }
}
