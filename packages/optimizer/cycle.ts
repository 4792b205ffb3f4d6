import type { CostMatrix, TourEndpoints } from './matrix.ts'

/**
 * A closed tour that represents any kind of tour, so that the searches handle only cycles. The endpoints of an open
 * tour become one node, the hub. Arcs out of the hub have the costs of the start, and arcs into the hub have the costs
 * of the end. A free endpoint costs nothing.
 */
export interface Cycle {
  readonly matrix: CostMatrix
  /** Maps cycle nodes to stops of the given matrix. The hub is not a stop. */
  readonly stopOfNode: Int32Array
  readonly endpoints: TourEndpoints
}

const HUB_NODE = 0
const NO_STOP = -1

export function toCycle(matrix: CostMatrix, endpoints: TourEndpoints): Cycle {
  assertEndpoints(matrix.size, endpoints)
  if (endpoints.closed)
    return { matrix, stopOfNode: Int32Array.from({ length: matrix.size }, (_, stop) => stop), endpoints }
  const innerStops: number[] = []
  for (let stop = 0; stop < matrix.size; stop++)
    if (stop !== endpoints.start && stop !== endpoints.end) innerStops.push(stop)
  const stopOf = Int32Array.of(NO_STOP, ...innerStops)
  const size = stopOf.length
  const cost = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    const row = from === HUB_NODE ? endpoints.start : stopOf[from]
    for (let to = 0; to < size; to++) {
      const column = to === HUB_NODE ? endpoints.end : stopOf[to]
      if (from !== to && row !== undefined && column !== undefined) {
        cost[from * size + to] = matrix.cost[row * matrix.size + column]
      }
    }
  }
  return { matrix: { size, cost }, stopOfNode: stopOf, endpoints }
}

/** Returns the stops in tour order, beginning at the start of the tour. */
export function toStops({ stopOfNode, endpoints }: Cycle, nodes: ArrayLike<number>): number[] {
  const first = endpoints.closed ? (endpoints.start ?? 0) : HUB_NODE
  const startIndex = Array.prototype.indexOf.call(nodes, first)
  const stops: number[] = []
  if (!endpoints.closed && endpoints.start !== undefined) stops.push(endpoints.start)
  for (let index = 0; index < nodes.length; index++) {
    const stop = stopOfNode[nodes[(startIndex + index) % nodes.length]]
    if (stop !== NO_STOP) stops.push(stop)
  }
  if (!endpoints.closed && endpoints.end !== undefined && endpoints.end !== endpoints.start) stops.push(endpoints.end)
  return stops
}

export function toNodes({ stopOfNode, endpoints }: Cycle, stops: readonly number[]): Int32Array {
  if (endpoints.closed) return Int32Array.from(stops)
  const nodeOf = new Map(Array.from(stopOfNode, (stop, node) => [stop, node]))
  return Int32Array.of(HUB_NODE, ...stops.flatMap((stop) => nodeOf.get(stop) ?? []))
}

function assertEndpoints(size: number, { closed, start, end }: TourEndpoints): void {
  for (const stop of [start, end]) {
    if (stop !== undefined && !(Number.isInteger(stop) && stop >= 0 && stop < size)) {
      throw new RangeError(`stop ${stop} is out of range: there are ${size} stops`)
    }
  }
  if (closed && end !== undefined && end !== start) throw new RangeError('a closed tour must end where it starts')
  if (!closed && start !== undefined && start === end && size > 1) {
    throw new RangeError('an open tour of several stops cannot end where it starts')
  }
}
