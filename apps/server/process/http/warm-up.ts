import type { Region } from '../../maps/regions/region.ts'
import type { OperationCaller } from '../../platform/http/calls.ts'
import type { ServiceThread } from '../compose.ts'

/** The code runs several times faster after a few calls. More of them would delay the start. */
const ROUNDS = 3
const MAX_WARM_UP_MS = 600
const POINT_COUNT = 6
const MICRODEGREES = 1e6

interface WarmUpOptions {
  /** Places are then left out, because an external geocoder must not receive made-up requests. */
  readonly usesGeocoder: boolean
  readonly now?: () => number
}

type WarmUpCall = Parameters<OperationCaller>[2] & { readonly operationId: string }

/**
 * Calls the operations that this thread computes itself on the first map, before the thread accepts connections.
 * Otherwise the first requests would take many times as long, and others would wait for them. Heavy operations run on
 * compute threads and delay nobody else. Returns the number of calls.
 */
export async function warmUp(
  { http, regions }: Pick<ServiceThread, 'http' | 'regions'>,
  { usesGeocoder, now = () => performance.now() }: WarmUpOptions,
): Promise<number> {
  const region = regions.list()[0]
  const endMs = now() + MAX_WARM_UP_MS
  let count = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const { operationId, ...input } of region ? listCalls(region, round, usesGeocoder) : []) {
      if (now() >= endMs) return count
      count++
      // A failure, such as two points without a route between them, has warmed up something too.
      await http.callOperation(operationId, CALLER, input, { isRecorded: false }).catch(() => undefined)
    }
  }
  return count
}

const CALLER = { kind: 'anonymous', address: '' } as const

function listCalls(region: Region, round: number, usesGeocoder: boolean): WarmUpCall[] {
  const points = choosePoints(region, round)
  const [from, via, to] = points
  if (!from || !via || !to) return []
  const position = { lat: String(from[0]), lon: String(from[1]) }
  return [
    { operationId: 'route', body: { from, to: via } },
    { operationId: 'route', body: { from, to, alternatives: 2 } },
    { operationId: 'matrix', body: { points } },
    { operationId: 'reroute', body: { position: from, to, geometry: [from, via, to] } },
    { operationId: 'nearby', query: position },
    ...(usesGeocoder
      ? []
      : [
          { operationId: 'reverse', query: position },
          { operationId: 'geocode', query: { q: 'station' } },
        ]),
  ]
}

/** Junctions from all over the map, others in each round. */
function choosePoints({ map }: Region, round: number): [number, number][] {
  const { count, latitude, longitude } = map.network.nodes
  if (count === 0) return []
  return Array.from({ length: POINT_COUNT }, (_, index) => {
    const node = Math.floor(((index * ROUNDS + round + 0.5) * count) / (POINT_COUNT * ROUNDS))
    return [(latitude[node] ?? 0) / MICRODEGREES, (longitude[node] ?? 0) / MICRODEGREES]
  })
}
