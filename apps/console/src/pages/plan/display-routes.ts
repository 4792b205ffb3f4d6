import type {
  AvRouteReply,
  DroneRouteReply,
  MaritimeRouteReply,
  RouteAlternative,
  RouteIncident,
  RouteReply,
} from '@fairway/client'
import { type Drawn, type Guided, pointsOf } from '@fairway/client'
import type { Point } from '../../points.ts'
import { formatKilometers, formatNauticalMiles } from '../../ui/format.ts'
import { type DisplayStep, toDroneSteps, toRoadSteps, toSeaSteps } from './steps.ts'

export type AnyReply = RouteReply | AvRouteReply | DroneRouteReply | MaritimeRouteReply

/** Route of a reply in any mode, in the format that the cards, the list and the map use. */
export interface DisplayRoute {
  readonly mode: AnyReply['mode']
  readonly points: readonly Point[]
  readonly distanceText: string
  readonly etaMin: number
  readonly freeFlowMin: number
  readonly typicalMin?: number
  /** Whether the times depend on live or typical speeds. */
  readonly hasTraffic?: boolean
  readonly arriveAt?: string
  /** Main roads or passages, used as the name of the route. */
  readonly title: string
  /** Difference from the best route, in words. */
  readonly why: string
  /** Length of each road in meters, in driving order. */
  readonly roads: ReadonlyMap<string, number>
  readonly steps: readonly DisplayStep[]
  readonly incidents: readonly RouteIncident[]
  readonly legEnds: readonly Point[]
  readonly altitudes?: readonly number[]
  /** Ground elevation at each point, in meters. Undefined if no terrain is loaded. */
  readonly heights?: readonly (number | null)[]
  /** Part of the reply that the exports use. */
  readonly route: Guided
}

export function toDisplayRoutes(reply: AnyReply): DisplayRoute[] {
  switch (reply.mode) {
    case 'drone':
      return [toDroneRoute(reply)]
    case 'maritime':
      return [
        toSeaRoute(reply, ''),
        ...reply.alternatives.map((alternative) =>
          toSeaRoute({ ...reply, ...alternative, alternatives: [] }, alternative.why),
        ),
      ]
    default:
      return [
        toRoadRoute(reply, reply, ''),
        ...reply.alternatives.map((alternative) => toRoadRoute(reply, { ...reply, ...alternative }, alternative.why)),
      ]
  }
}

function toRoadRoute(
  { mode, depart_at, traffic }: RouteReply | AvRouteReply,
  route: Omit<RouteAlternative, 'stretch' | 'sharing' | 'why'> & Drawn,
  reason: string,
): DisplayRoute {
  const roadMeters = sumRoadMeters(route)
  return {
    mode,
    ...toBaseFields(route),
    distanceText: formatKilometers(route.distance_km),
    ...(route.typical_min === undefined ? {} : { typicalMin: route.typical_min }),
    hasTraffic: traffic !== undefined && traffic.source !== 'none',
    arriveAt: new Date(Date.parse(depart_at) + route.eta_min * 60_000).toISOString(),
    title: formatMainRoads(roadMeters),
    why: reason,
    roads: roadMeters,
    steps: toRoadSteps(route.steps ?? []),
    incidents: route.incidents,
  }
}

function toSeaRoute(reply: MaritimeRouteReply, reason: string): DisplayRoute {
  return {
    mode: 'maritime',
    ...toBaseFields(reply),
    distanceText: formatNauticalMiles(reply.distance_nm),
    arriveAt: reply.arrive_at,
    title: reply.passages.map(({ name }) => name).join(', ') || 'Open water',
    why: reason,
    roads: new Map(),
    steps: toSeaSteps(reply.steps ?? []),
    incidents: [],
  }
}

function toDroneRoute(reply: DroneRouteReply): DisplayRoute {
  const titles = { corridor: 'In corridors', mixed: 'Partly in corridors', direct: 'Direct flight' }
  return {
    mode: 'drone',
    ...toBaseFields(reply),
    distanceText: formatKilometers(reply.distance_km),
    arriveAt: reply.arrive_at,
    title: reply.path === 'direct' ? (nameDetour(reply.zones_avoided) ?? titles.direct) : titles[reply.path],
    why: '',
    roads: new Map(),
    steps: toDroneSteps(reply.steps ?? []),
    incidents: [],
    ...(reply.altitudes_m === undefined ? {} : { altitudes: reply.altitudes_m }),
  }
}

function nameDetour([first, ...others]: DroneRouteReply['zones_avoided']): string | undefined {
  if (first === undefined) return undefined
  return others.length === 0 ? `Around ${first.name}` : `Around ${first.name} and ${others.length} more`
}

type RouteBase = Guided & {
  readonly eta_min: number
  readonly free_flow_min: number
  readonly legs: readonly { readonly to: Point }[]
  /** Undefined if no terrain is loaded. */
  readonly heights_m?: readonly (number | null)[]
}

function toBaseFields(
  route: RouteBase,
): Pick<DisplayRoute, 'points' | 'etaMin' | 'freeFlowMin' | 'legEnds' | 'heights' | 'route'> {
  return {
    points: pointsOf(route),
    etaMin: route.eta_min,
    freeFlowMin: route.free_flow_min,
    legEnds: route.legs.map(({ to }) => to),
    ...(route.heights_m === undefined ? {} : { heights: route.heights_m }),
    route,
  }
}

function sumRoadMeters({ steps = [] }: Pick<RouteAlternative, 'steps'>): ReadonlyMap<string, number> {
  const meters = new Map<string, number>()
  for (const { name, ref, distance_m } of steps) {
    const roadName = name || ref || ''
    if (roadName !== '') meters.set(roadName, (meters.get(roadName) ?? 0) + distance_m)
  }
  return meters
}

/** Returns the names of the two longest roads on the route, in driving order. */
function formatMainRoads(meters: ReadonlyMap<string, number>): string {
  const longestRoads = [...meters].sort(([, a], [, b]) => b - a).slice(0, 2)
  const names = [...meters.keys()].filter((name) => longestRoads.some(([longRoad]) => longRoad === name))
  return names.length === 0 ? 'By road' : `Via ${names.join(' and ')}`
}
