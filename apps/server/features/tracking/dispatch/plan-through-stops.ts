import type { CallReply } from '../../../platform/http/calls.ts'
import type { RouteReply } from '../assets/attach.ts'

type Position = readonly [number, number]

export type PlanThrough = (points: readonly Position[]) => Promise<CallReply>

/**
 * Minimum duration of a leg that is compared with the direct route, in minutes. The direct route must save at least
 * MIN_SAVED_MIN.
 */
const LONG_LEG_MIN = 10
const MIN_SAVED_MIN = 5

/**
 * Plans a route through all stops. A route keeps its direction at intermediate stops, but a delivery van can turn
 * around, as the optimizer assumes. If keeping the direction leads to no route or to a long detour, every leg is
 * planned separately.
 */
export async function planThroughStops(planThrough: PlanThrough, points: readonly Position[]): Promise<CallReply> {
  const reply = await planThrough(points)
  if (points.length === 2 || (reply.ok && !(await hasDetour(planThrough, reply.body as RouteReply, points))))
    return reply
  const legs: RouteReply[] = []
  for (const pair of pairsOf(points)) {
    const leg = await planThrough(pair)
    if (!leg.ok) return reply
    legs.push(leg.body as RouteReply)
  }
  return { ok: true, body: joinLegs(legs) }
}

async function hasDetour(planThrough: PlanThrough, route: RouteReply, points: readonly Position[]): Promise<boolean> {
  const pairs = pairsOf(points)
  for (const [index, { eta_min }] of (route.legs ?? []).entries()) {
    const pair = pairs[index]
    if (!pair || eta_min < LONG_LEG_MIN) continue
    const directRoute = await planThrough(pair)
    if (directRoute.ok && (directRoute.body as RouteReply).eta_min < eta_min - MIN_SAVED_MIN) return true
  }
  return false
}

function pairsOf(points: readonly Position[]): (readonly [Position, Position])[] {
  return points.slice(1).map((to, index) => [points[index] ?? to, to])
}

function joinLegs(routes: readonly RouteReply[]): RouteReply {
  const [first] = routes
  if (!first) throw new Error('there is no leg to join')
  const geometry: RouteReply['geometry'][number][] = []
  const steps: NonNullable<RouteReply['steps']>[number][] = []
  const sum = (field: 'distance_km' | 'eta_min') => routes.reduce((total, route) => total + route[field], 0)
  for (const [leg, route] of routes.entries()) {
    const offset = geometry.length
    for (const step of route.steps ?? []) {
      const [from, to] = step.geometry_range ?? []
      const isPlaced = from !== undefined && to !== undefined
      steps.push({ ...step, leg, ...(isPlaced && { geometry_range: [from + offset, to + offset] as const }) })
    }
    geometry.push(...route.geometry)
  }
  return {
    ...first,
    distance_km: Math.round(1e4 * sum('distance_km')) / 1e4,
    eta_min: Math.round(1e3 * sum('eta_min')) / 1e3,
    arrive_at: new Date(Date.parse(first.depart_at) + 60_000 * sum('eta_min')).toISOString(),
    geometry,
    legs: routes.flatMap(({ legs }) => legs ?? []),
    steps,
  }
}
