import { pointsOf, type RouteReply } from '@fairway/client'
import { effect, signal } from '@preact/signals'
import { askPolitely } from '../../entry/politely.ts'
import type { Point } from '../../points.ts'
import type { Call } from '../../state/calls.ts'
import { givenPathsOf, type Path, pathsOf } from './paths.ts'
import { type Solved, solved } from './state.ts'

/** A tour as drawn: straight lines between stops until the road geometry is loaded. */
export interface TourLine {
  readonly kind: 'tour' | 'given'
  readonly vehicle: number
  readonly points: readonly Point[]
  readonly isByRoad: boolean
}

export const lines = signal<readonly TourLine[]>([])
/** Some lines stay straight because loading the road geometry of so many tours would take too many requests. */
export const isPartlyStraight = signal(false)

/** A route has at most 100 points between its origin and destination. */
const POINTS_OF_A_ROUTE = 102
const MAX_ROUTES = 24

export function followLines(): () => void {
  let running: AbortController | undefined
  const stop = effect(() => {
    running?.abort()
    running = new AbortController()
    const now = solved.value
    if (now === undefined) lines.value = []
    else void drawAll(now, running.signal)
  })
  return () => {
    running?.abort()
    stop()
  }
}

async function drawAll({ body, reply }: Solved, signalToStop: AbortSignal): Promise<void> {
  // The new tours first, because the user waits for them.
  const paths = [
    ...pathsOf(body, reply).map((path) => ({ ...path, kind: 'tour' as const })),
    ...givenPathsOf(body, reply.receipt.given).map((path) => ({ ...path, kind: 'given' as const })),
  ]
  lines.value = paths.map(({ kind, vehicle, points }) => ({ kind, vehicle, points, isByRoad: false }))
  isPartlyStraight.value = false
  let left = MAX_ROUTES
  for (const [index, path] of paths.entries()) {
    const calls = routeCalls(path, { depart_at: reply.depart_at, geometry: 'polyline', steps: false })
    left -= calls.length
    if (left < 0) {
      isPartlyStraight.value = true
      return
    }
    const routes = await askAll(calls, signalToStop)
    if (signalToStop.aborted) return
    if (routes === undefined) continue
    const points = routes.flatMap((route) => pointsOf(route))
    lines.value = lines.value.map((line, at) => (at === index ? { ...line, points, isByRoad: true } : line))
  }
}

/** The route requests along a path, split at the maximum route length. */
export function routeCalls({ points }: Path, options: Readonly<Record<string, unknown>>): readonly Call[] {
  const calls: Call[] = []
  for (let first = 0; first < points.length - 1; first += POINTS_OF_A_ROUTE - 1) {
    const part = points.slice(first, first + POINTS_OF_A_ROUTE)
    const [from, to] = [part[0], part.at(-1)]
    calls.push({ method: 'POST', path: '/v1/route', body: { from, via: part.slice(1, -1), to, ...options } })
  }
  return calls
}

/** Returns undefined when one request fails. The line then stays straight, which is less precise but not wrong. */
async function askAll(calls: readonly Call[], signalToStop: AbortSignal): Promise<readonly RouteReply[] | undefined> {
  const routes: RouteReply[] = []
  for (const call of calls) {
    const route = await askPolitely<RouteReply>(call, signalToStop).catch(() => undefined)
    if (route === undefined) return undefined
    routes.push(route)
  }
  return routes
}
