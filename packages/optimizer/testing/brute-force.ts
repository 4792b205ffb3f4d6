import { type CostMatrix, computeOrderCost, isCheaper, type TourCost, type TourEndpoints } from '../matrix.ts'

/** Finds the best order by trying all of them. Test oracle for up to eight stops. */
export function findBestOrderCost(matrix: CostMatrix, { closed, start, end }: TourEndpoints): TourCost {
  let best: TourCost = { cost: Number.POSITIVE_INFINITY, unreachableArcCount: Number.POSITIVE_INFINITY }
  const extend = (order: number[], remaining: readonly number[]): void => {
    if (remaining.length === 0) {
      const orderCost = computeOrderCost(matrix, order, closed)
      if ((closed || end === undefined || order.at(-1) === end) && isCheaper(orderCost, best)) best = orderCost
    }
    for (const stop of remaining) {
      if (order.length > 0 || start === undefined || stop === start) {
        extend(
          [...order, stop],
          remaining.filter((candidate) => candidate !== stop),
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
export function listEndpoints(size: number): TourEndpoints[] {
  const last = size - 1
  const endpoints: TourEndpoints[] = [{ closed: true }, { closed: true, start: last }, { closed: false }]
  endpoints.push({ closed: false, start: 0 }, { closed: false, end: 0 })
  if (size > 1) endpoints.push({ closed: false, start: last, end: 0 })
  return endpoints
}
