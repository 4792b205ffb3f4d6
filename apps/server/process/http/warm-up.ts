import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Region } from '../../maps/regions/region.ts'
import type { PlanTerms } from '../../platform/config/plans.ts'
import type { OperationCaller } from '../../platform/http/calls.ts'
import type { Caller } from '../../platform/http/guard/caller.ts'
import type { ServiceThread } from '../compose.ts'

/**
 * Number of warm-up rounds. The code runs several times faster after a few calls, and more rounds would delay the
 * start.
 */
const WARM_UP_ROUNDS = 3
const MAX_WARM_UP_MS = 600
const POINT_COUNT = 6
/** Number of points of the smallest matrix whose reply is streamed. */
const LARGE_MATRIX_POINTS = 101
/** Number of rounds in the background. After fewer rounds, large matrices are still several times slower. */
const BACKGROUND_ROUNDS = 30
/** Pause after each call in the background. Most of the time is left to requests. */
const PAUSE_MS = 30
const FIRST_BUDGET_MS = 50
/** Number of background rounds per tour. A tour takes more CPU time than the other calls of a round. */
const TOUR_ROUNDS = 6
const TOUR_STOPS = 50
const MIN_BUDGET_MS = 10
const MICRODEGREES_PER_DEGREE = 1e6

interface WarmUpOptions {
  /**
   * True if an external geocoder is configured. Geocoding calls are then omitted, because the geocoder must not receive
   * invented requests.
   */
  readonly usesGeocoder: boolean
  readonly now?: () => number
}

type WarmUpThread = Pick<ServiceThread, 'http' | 'regions'>
type WarmUpCall = Parameters<OperationCaller>[2] & { readonly operationId: string }

/**
 * Calls the operations that this thread computes itself on the first map, before the server is ready. Otherwise, the
 * first requests would take many times as long and delay other requests. Client requests are served between these
 * calls. Returns the number of calls.
 */
export async function warmUp(
  { http, regions }: WarmUpThread,
  { usesGeocoder, now = () => performance.now() }: WarmUpOptions,
): Promise<number> {
  const region = regions.list()[0]
  const endMs = now() + MAX_WARM_UP_MS
  let count = 0
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const call of region ? listCalls(region, round, usesGeocoder) : []) {
      if (now() >= endMs) return count
      count++
      await setImmediate()
      await tryCall(http.callOperation, ANONYMOUS_CALLER, call)
    }
  }
  return count
}

/**
 * Continues the warm-up in the background when the server is ready. Calls the operations of the compute threads, so that
 * a compute thread is running and fast before the first request, and repeats large requests, because a burst of them
 * would otherwise delay all other requests. If there is no data for an operation, only its call fails. Returns the
 * number of calls.
 */
export async function warmUpInBackground(
  { http, regions }: WarmUpThread,
  terms: PlanTerms,
  pause = (): Promise<unknown> => sleep(PAUSE_MS, undefined, { ref: false }),
): Promise<number> {
  const region = regions.list()[0]
  // Callers without a key may not request a matrix of this size.
  const caller: Caller = { kind: 'account', account: 0, accountId: '', plan: 'pro', terms, hasPhone: false }
  let count = 0
  for (let round = 0; round < BACKGROUND_ROUNDS; round++) {
    for (const call of region ? listBackgroundCalls(region, round) : []) {
      await tryCall(http.callOperation, caller, call)
      count++
      await pause()
    }
  }
  return count
}

/**
 * Calls an operation and ignores errors. A failed call, for example between two points without a route, also warms up
 * code.
 */
async function tryCall(
  callOperation: OperationCaller,
  caller: Caller,
  { operationId, ...input }: WarmUpCall,
): Promise<void> {
  try {
    await callOperation(operationId, caller, input, { isRecorded: false })
  } catch {
    // The operation is not served here, or the server is stopping.
  }
}

const ANONYMOUS_CALLER = { kind: 'anonymous', address: '' } as const

function listCalls(region: Region, round: number, usesGeocoder: boolean): WarmUpCall[] {
  const points = choosePoints(region, POINT_COUNT, round)
  const [from, via, to] = points
  if (!from || !via || !to) return []
  const position = { lat: String(from[0]), lon: String(from[1]) }
  return [
    { operationId: 'route', body: { from, to: via } },
    { operationId: 'route', body: { from, to, alternatives: 2 } },
    { operationId: 'matrix', body: { points } },
    { operationId: 'reroute', body: { position: from, to, geometry: [from, via, to] } },
    ...(round === 0 ? listRareCalls(from, via, usesGeocoder) : []),
    { operationId: 'nearby', query: position },
    ...(usesGeocoder
      ? []
      : [
          { operationId: 'reverse', query: position },
          { operationId: 'geocode', query: { q: 'station' } },
        ]),
  ]
}

/** Lists calls that run only once, because other calls have already warmed up most of their code. */
function listRareCalls(from: readonly number[], to: readonly number[], usesGeocoder: boolean): WarmUpCall[] {
  const trip = { origin: from.join(','), destination: to.join(',') }
  return [
    { operationId: 'avRoute', body: { from, to } },
    ...(usesGeocoder ? [] : [{ operationId: 'compatDirections', query: trip }]),
  ]
}

function listBackgroundCalls(region: Region, round: number): WarmUpCall[] {
  const points = choosePoints(region, LARGE_MATRIX_POINTS, round % WARM_UP_ROUNDS)
  const [from, to] = points
  if (!from || !to) return []
  const tour = { stops: points.slice(0, TOUR_STOPS), budget_ms: MIN_BUDGET_MS }
  return [
    ...(round === 0 ? listFirstBackgroundCalls(points, from, to) : []),
    ...(round % TOUR_ROUNDS === 0 ? [{ operationId: 'optimize', body: tour }] : []),
    { operationId: 'matrix', body: { points: points.slice(1) } },
    { operationId: 'matrix', body: { points: points.slice(points.length / 2) } },
  ]
}

function listFirstBackgroundCalls(points: number[][], from: number[], to: number[]): WarmUpCall[] {
  return [
    { operationId: 'optimize', body: { stops: points.slice(0, POINT_COUNT), budget_ms: FIRST_BUDGET_MS } },
    { operationId: 'matrix', body: { points } },
    { operationId: 'droneRoute', body: { from, to } },
    // An isochrone would build large tables, and a ship route would load the sea map, which most servers never need. A
    // call without input only compiles the schema.
    { operationId: 'isochrone', body: {} },
    { operationId: 'maritimeRoute', body: {} },
  ]
}

/** Returns junctions from the whole map, with different junctions in each round. */
function choosePoints({ map }: Region, pointCount: number, round = 0): [number, number][] {
  const { count, latitude, longitude } = map.network.nodes
  if (count === 0) return []
  return Array.from({ length: pointCount }, (_, index) => {
    const node = Math.floor(((index * WARM_UP_ROUNDS + round + 0.5) * count) / (pointCount * WARM_UP_ROUNDS))
    return [(latitude[node] ?? 0) / MICRODEGREES_PER_DEGREE, (longitude[node] ?? 0) / MICRODEGREES_PER_DEGREE]
  })
}
