/**
 * Input of the tour checker. The checker shares no code with the search, not even the summation, so the same mistake
 * would have to be made in both to go unnoticed.
 */
export interface TourProblem {
  readonly rows: readonly (readonly number[])[]
  readonly closed: boolean
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export interface TourClaim {
  readonly order: readonly number[]
  readonly cost: number
  readonly unreachableArcCount: number
}

const UNREACHABLE_COST = 2 ** 31 - 1

/** Returns the errors in the claimed tour, or an empty list if it is correct. */
export function checkTour({ rows, closed, start, end }: TourProblem, claim: TourClaim): string[] {
  const { order } = claim
  const violations: string[] = []
  const missingStops = rows.map((_, stop) => stop).filter((stop) => !order.includes(stop))
  if (missingStops.length > 0) violations.push(`stops ${missingStops.join(', ')} are not visited`)
  if (order.length !== rows.length) violations.push(`${order.length} visits to ${rows.length} stops`)
  if (start !== undefined && order[0] !== start) violations.push(`starts at ${order[0]}, not at ${start}`)
  if (!closed && end !== undefined && order.at(-1) !== end) violations.push(`ends at ${order.at(-1)}, not at ${end}`)
  const arcCosts = listArcCosts(rows, order, closed)
  const unreachableCount = arcCosts.filter((arc) => arc >= UNREACHABLE_COST).length
  const cost = arcCosts.filter((arc) => arc < UNREACHABLE_COST).reduce((sum, arc) => sum + arc, 0)
  if (cost !== claim.cost) violations.push(`costs ${cost}, not ${claim.cost}`)
  if (unreachableCount !== claim.unreachableArcCount) {
    violations.push(`${unreachableCount} arcs cannot be driven, not ${claim.unreachableArcCount}`)
  }
  return violations
}

function listArcCosts(rows: TourProblem['rows'], order: readonly number[], isClosed: boolean): number[] {
  const path = isClosed && order.length > 1 ? [...order, ...order.slice(0, 1)] : order
  return path.slice(1).map((to, index) => rows[path[index] ?? -1]?.[to] ?? Number.NaN)
}
