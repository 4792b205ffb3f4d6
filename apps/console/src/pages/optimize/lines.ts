import { pointsOf, type RouteReply } from '@fairway/client'
import { effect, signal } from '@preact/signals'
import { callWithRetry } from '../../entry/call-with-retry.ts'
import type { Point } from '../../points.ts'
import type { ApiCall } from '../../state/calls.ts'
import { toOriginalPaths, toVehiclePaths, type VehiclePath } from './paths.ts'
import { type Solution, solution } from './state.ts'

/** Line of a tour on the map. The line is straight between stops until the road geometry has loaded. */
export interface TourLine {
  readonly kind: 'tour' | 'given'
  readonly vehicle: number
  readonly points: readonly Point[]
  readonly isByRoad: boolean
}

export const tourLines = signal<readonly TourLine[]>([])
/** Whether some lines stay straight, because the road geometry of so many tours would need too many requests. */
export const hasStraightLines = signal(false)

/** Maximum number of points per route: 100 via points, the origin and the destination. */
const MAX_POINTS_PER_ROUTE = 102
const MAX_ROUTE_REQUESTS = 24

export function followSolution(): () => void {
  let abortController: AbortController | undefined
  const stop = effect(() => {
    abortController?.abort()
    abortController = new AbortController()
    const currentSolution = solution.value
    if (currentSolution === undefined) tourLines.value = []
    else void requestTourLines(currentSolution, abortController.signal)
  })
  return () => {
    abortController?.abort()
    stop()
  }
}

async function requestTourLines({ body, reply }: Solution, signalToStop: AbortSignal): Promise<void> {
  // Load the new tours first, because the user is waiting for their lines.
  const paths = [
    ...toVehiclePaths(body, reply).map((path) => ({ ...path, kind: 'tour' as const })),
    ...toOriginalPaths(body, reply.receipt.given).map((path) => ({ ...path, kind: 'given' as const })),
  ]
  tourLines.value = paths.map(({ kind, vehicle, points }) => ({ kind, vehicle, points, isByRoad: false }))
  hasStraightLines.value = false
  let remainingRequests = MAX_ROUTE_REQUESTS
  for (const [index, path] of paths.entries()) {
    const calls = toRouteCalls(path, { depart_at: reply.depart_at, geometry: 'polyline', steps: false })
    remainingRequests -= calls.length
    if (remainingRequests < 0) {
      hasStraightLines.value = true
      return
    }
    const routes = await requestRoutes(calls, signalToStop)
    if (signalToStop.aborted) return
    if (routes === undefined) continue
    const points = routes.flatMap((route) => pointsOf(route))
    tourLines.value = tourLines.value.map((tourLine, lineIndex) =>
      lineIndex === index ? { ...tourLine, points, isByRoad: true } : tourLine,
    )
  }
}

/** Returns the route requests for a path, split at the maximum number of points per route. */
export function toRouteCalls({ points }: VehiclePath, options: Readonly<Record<string, unknown>>): readonly ApiCall[] {
  const calls: ApiCall[] = []
  for (let firstIndex = 0; firstIndex < points.length - 1; firstIndex += MAX_POINTS_PER_ROUTE - 1) {
    const sectionPoints = points.slice(firstIndex, firstIndex + MAX_POINTS_PER_ROUTE)
    const [from, to] = [sectionPoints[0], sectionPoints.at(-1)]
    calls.push({ method: 'POST', path: '/v1/route', body: { from, via: sectionPoints.slice(1, -1), to, ...options } })
  }
  return calls
}

/** Requests the road geometry, or returns undefined if one request fails. The line then stays straight. */
async function requestRoutes(
  calls: readonly ApiCall[],
  signalToStop: AbortSignal,
): Promise<readonly RouteReply[] | undefined> {
  const routes: RouteReply[] = []
  for (const call of calls) {
    const route = await callWithRetry<RouteReply>(call, signalToStop).catch(() => undefined)
    if (route === undefined) return undefined
    routes.push(route)
  }
  return routes
}
