import { type CostMatrix, costOfOrder, isCheaper, type TourCost, type TourEnds } from '../matrix.ts'

/** Finds the best order by trying all of them. Test oracle for up to eight stops. */
export function bestOfAllOrders(matrix: CostMatrix, { closed, start, end }: TourEnds): TourCost {
  let best: TourCost = { cost: Number.POSITIVE_INFINITY, unreachableArcs: Number.POSITIVE_INFINITY }
  const extend = (order: number[], left: readonly number[]): void => {
    if (left.length === 0) {
      const found = costOfOrder(matrix, order, closed)
      if ((closed || end === undefined || order.at(-1) === end) && isCheaper(found, best)) best = found
    }
    for (const stop of left) {
      if (order.length > 0 || start === undefined || stop === start) {
        extend(
          [...order, stop],
          left.filter((other) => other !== stop),
        )
      }
    }
  }
  extend(
    [],
    Array.from({ length: matrix.size }, (_, stop) => stop),
  )
  return best
}

/** Lists all combinations of fixed start and end for a tour of this many stops. */
export function listEnds(size: number): TourEnds[] {
  const last = size - 1
  const ends: TourEnds[] = [{ closed: true }, { closed: true, start: last }, { closed: false }]
  ends.push({ closed: false, start: 0 }, { closed: false, end: 0 })
  if (size > 1) ends.push({ closed: false, start: last, end: 0 })
  return ends
}
