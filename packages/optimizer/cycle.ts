import type { CostMatrix, TourEnds } from './matrix.ts'

/**
 * Converts every kind of tour to a closed one, so that the searches handle only cycles. The endpoints of an open tour
 * become one node, the hub: it is left like the start and entered like the end. A free endpoint costs nothing.
 */
export interface Cycle {
  readonly matrix: CostMatrix
  /** Maps cycle nodes to stops of the given matrix. The hub is not a stop. */
  readonly stopOf: Int32Array
  readonly ends: TourEnds
}

const HUB = 0
const NO_STOP = -1

export function toCycle(matrix: CostMatrix, ends: TourEnds): Cycle {
  assertEnds(matrix.size, ends)
  if (ends.closed) return { matrix, stopOf: Int32Array.from({ length: matrix.size }, (_, stop) => stop), ends }
  const between: number[] = []
  for (let stop = 0; stop < matrix.size; stop++) if (stop !== ends.start && stop !== ends.end) between.push(stop)
  const stopOf = Int32Array.of(NO_STOP, ...between)
  const size = stopOf.length
  const cost = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    const row = from === HUB ? ends.start : stopOf[from]
    for (let to = 0; to < size; to++) {
      const column = to === HUB ? ends.end : stopOf[to]
      if (from !== to && row !== undefined && column !== undefined) {
        cost[from * size + to] = matrix.cost[row * matrix.size + column]
      }
    }
  }
  return { matrix: { size, cost }, stopOf, ends }
}

/** The stops in node order, beginning at the start of the tour. */
export function toStops({ stopOf, ends }: Cycle, nodes: ArrayLike<number>): number[] {
  const first = ends.closed ? (ends.start ?? 0) : HUB
  const turn = Array.prototype.indexOf.call(nodes, first)
  const stops: number[] = []
  if (!ends.closed && ends.start !== undefined) stops.push(ends.start)
  for (let index = 0; index < nodes.length; index++) {
    const stop = stopOf[nodes[(turn + index) % nodes.length]]
    if (stop !== NO_STOP) stops.push(stop)
  }
  if (!ends.closed && ends.end !== undefined && ends.end !== ends.start) stops.push(ends.end)
  return stops
}

export function toNodes({ stopOf, ends }: Cycle, stops: readonly number[]): Int32Array {
  if (ends.closed) return Int32Array.from(stops)
  const nodeOf = new Map(Array.from(stopOf, (stop, node) => [stop, node]))
  return Int32Array.of(HUB, ...stops.flatMap((stop) => nodeOf.get(stop) ?? []))
}

function assertEnds(size: number, { closed, start, end }: TourEnds): void {
  for (const stop of [start, end]) {
    if (stop !== undefined && !(Number.isInteger(stop) && stop >= 0 && stop < size)) {
      throw new RangeError(`stop ${stop} is out of range: there are ${size} stops`)
    }
  }
  if (closed && end !== undefined && end !== start) throw new RangeError('a closed tour ends where it starts')
  if (!closed && start !== undefined && start === end && size > 1) {
    throw new RangeError('an open tour of several stops cannot end where it starts')
  }
}
