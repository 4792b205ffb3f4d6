/**
 * Checks a tour using only the matrix and the question. It shares no code with the search, not even the sum, so an
 * error goes unnoticed only if it is made twice in different code.
 */
export interface TourQuestion {
  readonly rows: readonly (readonly number[])[]
  readonly closed: boolean
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export interface TourClaim {
  readonly order: readonly number[]
  readonly cost: number
  readonly unreachableArcs: number
}

const NO_WAY = 2 ** 31 - 1

/** Returns the errors in the claim, or an empty list if it is correct. */
export function checkTour({ rows, closed, start, end }: TourQuestion, claim: TourClaim): string[] {
  const { order } = claim
  const wrong: string[] = []
  const missing = rows.map((_, stop) => stop).filter((stop) => !order.includes(stop))
  if (missing.length > 0) wrong.push(`stops ${missing.join(', ')} are not visited`)
  if (order.length !== rows.length) wrong.push(`${order.length} visits to ${rows.length} stops`)
  if (start !== undefined && order[0] !== start) wrong.push(`starts at ${order[0]}, not at ${start}`)
  if (!closed && end !== undefined && order.at(-1) !== end) wrong.push(`ends at ${order.at(-1)}, not at ${end}`)
  const arcs = listArcs(rows, order, closed)
  const unreachable = arcs.filter((arc) => arc >= NO_WAY).length
  const cost = arcs.filter((arc) => arc < NO_WAY).reduce((sum, arc) => sum + arc, 0)
  if (cost !== claim.cost) wrong.push(`costs ${cost}, not ${claim.cost}`)
  if (unreachable !== claim.unreachableArcs) {
    wrong.push(`${unreachable} arcs cannot be driven, not ${claim.unreachableArcs}`)
  }
  return wrong
}

function listArcs(rows: TourQuestion['rows'], order: readonly number[], closed: boolean): number[] {
  const path = closed && order.length > 1 ? [...order, ...order.slice(0, 1)] : order
  return path.slice(1).map((to, index) => rows[path[index] ?? -1]?.[to] ?? Number.NaN)
}
