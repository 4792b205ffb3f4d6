import { parsePolylinePoints } from '@fairway/geo'
import type { NativeReply, NativeStep } from '../reply/native-route.ts'
import type { Point } from '../request/coordinates.ts'

/** Joins consecutive routes into one. The lines of the routes, if any, have six decimals. */
export function joinRoutes(encodedRoutes: readonly NativeReply[]): NativeReply {
  const routes = encodedRoutes.map(withPoints)
  const [first] = routes
  if (!first || routes.length === 1) return requireRoute(first)
  const geometry: Point[] = []
  const steps: NativeStep[] = []
  let legCount = 0
  for (const route of routes) {
    const offset = geometry.length
    for (const step of route.steps ?? []) steps.push(moveStep(step, legCount, offset))
    if (Array.isArray(route.geometry)) geometry.push(...(route.geometry as readonly Point[]))
    legCount += route.legs.length
  }
  const sum = (field: 'distance_km' | 'eta_min') => routes.reduce((total, route) => total + route[field], 0)
  return {
    ...first,
    distance_km: sum('distance_km'),
    eta_min: sum('eta_min'),
    geometry,
    legs: routes.flatMap(({ legs }) => legs),
    steps,
    alternatives: [],
    snapped: {
      from: first.snapped.from,
      via: routes.slice(0, -1).map(({ snapped }) => snapped.to),
      to: requireRoute(routes.at(-1)).snapped.to,
    },
  }
}

/** Returns the same route with its line as points. */
function withPoints(route: NativeReply): NativeReply {
  const { geometry } = route
  return typeof geometry === 'string' ? { ...route, geometry: parsePolylinePoints(geometry, 6) ?? [] } : route
}

function moveStep(step: NativeStep, legs: number, points: number): NativeStep {
  const { geometry_range: range } = step
  return {
    ...step,
    leg: step.leg + legs,
    ...(range && { geometry_range: [range[0] + points, range[1] + points] as const }),
  }
}

function requireRoute(route: NativeReply | undefined): NativeReply {
  if (!route) throw new Error('there is no route to join')
  return route
}
