/** Marks a pair of stops without a path. The road engine uses the same value, so its tables need no conversion. */
export const UNREACHABLE = 0x7fffffff

/** Direct cost from each stop to every other stop. The matrix may be asymmetric. */
export interface CostMatrix {
  readonly size: number
  /** Row by row: `cost[from * size + to]`, integers ≥ 0 or UNREACHABLE. */
  readonly cost: Int32Array
}

/** Start and end of a tour. An open tour may leave either of them to the optimizer. */
export interface TourEndpoints {
  readonly closed: boolean
  readonly start?: number | undefined
  readonly end?: number | undefined
}

/**
 * Cost of a tour. A tour with fewer unreachable arcs is better regardless of its cost, because a tour that cannot be
 * driven is invalid.
 */
export interface TourCost {
  readonly cost: number
  readonly unreachableArcCount: number
}

export function toCostMatrix(rows: readonly (readonly number[])[]): CostMatrix {
  const cost = new Int32Array(rows.length * rows.length)
  rows.forEach((row, from) => {
    if (row.length !== rows.length) throw new RangeError(`row ${from} has ${row.length} of ${rows.length} costs`)
    cost.set(row, from * rows.length)
  })
  return { size: rows.length, cost }
}

export function isSymmetric({ size, cost }: CostMatrix): boolean {
  for (let from = 1; from < size; from++) {
    for (let to = 0; to < from; to++) if (cost[from * size + to] !== cost[to * size + from]) return false
  }
  return true
}

export function transpose({ size, cost }: CostMatrix): CostMatrix {
  const transposed = new Int32Array(cost.length)
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) transposed[to * size + from] = cost[from * size + to]
  }
  return { size, cost: transposed }
}

export function computeOrderCost({ size, cost }: CostMatrix, order: ArrayLike<number>, isClosed: boolean): TourCost {
  let sum = 0
  let unreachableArcCount = 0
  const arcCount = isClosed && order.length > 1 ? order.length : order.length - 1
  for (let index = 0; index < arcCount; index++) {
    const arc = cost[order[index] * size + order[index + 1 === order.length ? 0 : index + 1]]
    if (arc === UNREACHABLE) unreachableArcCount++
    else sum += arc
  }
  return { cost: sum, unreachableArcCount }
}

export function isCheaper(candidate: TourCost, current: TourCost): boolean {
  if (candidate.unreachableArcCount !== current.unreachableArcCount)
    return candidate.unreachableArcCount < current.unreachableArcCount
  return candidate.cost < current.cost
}
