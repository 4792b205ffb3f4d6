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
import { kilometers, nauticalMiles } from '../../ui/measures.ts'
import { droneSteps, roadSteps, seaSteps, type WayStep } from './steps.ts'

export type AnyReply = RouteReply | AvRouteReply | DroneRouteReply | MaritimeRouteReply

/** One route of a reply in any mode, as shown by the cards, the list and the map. */
export interface Way {
  readonly mode: AnyReply['mode']
  readonly points: readonly Point[]
  readonly distanceText: string
  readonly etaMin: number
  readonly freeFlowMin: number
  readonly typicalMin?: number
  readonly arriveAt?: string
  /** The roads or passages that name it. */
  readonly title: string
  /** How it differs from the best route. */
  readonly why: string
  /** Meters per road, in driving order. */
  readonly roads: ReadonlyMap<string, number>
  readonly steps: readonly WayStep[]
  readonly incidents: readonly RouteIncident[]
  readonly legEnds: readonly Point[]
  readonly altitudes?: readonly number[]
  /** The part of the reply that exports use. */
  readonly route: Guided
}

export function waysOf(reply: AnyReply): Way[] {
  switch (reply.mode) {
    case 'drone':
      return [droneWay(reply)]
    case 'maritime':
      return [
        seaWay(reply, ''),
        ...reply.alternatives.map((other) => seaWay({ ...reply, ...other, alternatives: [] }, other.why)),
      ]
    default:
      return [
        roadWay(reply, reply, ''),
        ...reply.alternatives.map((other) => roadWay(reply, { ...reply, ...other }, other.why)),
      ]
  }
}

function roadWay(
  { mode, depart_at }: RouteReply | AvRouteReply,
  route: Omit<RouteAlternative, 'stretch' | 'sharing' | 'why'> & Drawn,
  why: string,
): Way {
  const roads = roadsOf(route)
  return {
    mode,
    ...frame(route),
    distanceText: kilometers(route.distance_km),
    ...(route.typical_min === undefined ? {} : { typicalMin: route.typical_min }),
    arriveAt: new Date(Date.parse(depart_at) + route.eta_min * 60_000).toISOString(),
    title: mainRoads(roads),
    why,
    roads,
    steps: roadSteps(route.steps ?? []),
    incidents: route.incidents,
  }
}

function seaWay(reply: MaritimeRouteReply, why: string): Way {
  return {
    mode: 'maritime',
    ...frame(reply),
    distanceText: nauticalMiles(reply.distance_nm),
    arriveAt: reply.arrive_at,
    title: reply.passages.map(({ name }) => name).join(', ') || 'Open water',
    why,
    roads: new Map(),
    steps: seaSteps(reply.steps ?? []),
    incidents: [],
  }
}

function droneWay(reply: DroneRouteReply): Way {
  const titles = { corridor: 'In corridors', mixed: 'Partly in corridors', direct: 'Direct flight' }
  return {
    mode: 'drone',
    ...frame(reply),
    distanceText: kilometers(reply.distance_km),
    arriveAt: reply.arrive_at,
    title: titles[reply.path],
    why: '',
    roads: new Map(),
    steps: droneSteps(reply.steps ?? []),
    incidents: [],
    ...(reply.altitudes_m === undefined ? {} : { altitudes: reply.altitudes_m }),
  }
}

type Framed = Guided & {
  readonly eta_min: number
  readonly free_flow_min: number
  readonly legs: readonly { readonly to: Point }[]
}

function frame(route: Framed): Pick<Way, 'points' | 'etaMin' | 'freeFlowMin' | 'legEnds' | 'route'> {
  return {
    points: pointsOf(route),
    etaMin: route.eta_min,
    freeFlowMin: route.free_flow_min,
    legEnds: route.legs.map(({ to }) => to),
    route,
  }
}

function roadsOf({ steps = [] }: Pick<RouteAlternative, 'steps'>): ReadonlyMap<string, number> {
  const meters = new Map<string, number>()
  for (const { name, ref, distance_m } of steps) {
    const called = name || ref || ''
    if (called !== '') meters.set(called, (meters.get(called) ?? 0) + distance_m)
  }
  return meters
}

/** The two roads with the greatest length on the route, in driving order. */
function mainRoads(meters: ReadonlyMap<string, number>): string {
  const longest = [...meters].sort(([, a], [, b]) => b - a).slice(0, 2)
  const names = [...meters.keys()].filter((name) => longest.some(([long]) => long === name))
  return names.length === 0 ? 'By road' : `Via ${names.join(' and ')}`
}
