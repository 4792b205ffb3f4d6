import type { FleetProblem } from '../problem/problem.ts'
import type { TourViolation } from '../solution/tour-violation.ts'

/** Rules about the order of stops in a tour. */
export interface OrderRules {
  /** Locked stops of each vehicle, which the vehicle serves first. */
  readonly lockedSequences: readonly (readonly number[])[]
  readonly isLocked: Uint8Array
  readonly hasLocks: boolean
  /** Whether each vehicle must unload in reverse order of loading. */
  readonly isLifo: Uint8Array
  /** Maximum detour from each pickup to its delivery, compared to the direct drive. */
  readonly maxDetour: Float64Array
  readonly hasPairRules: boolean
}

/** Parts of the model that the rules need. See FleetModel. */
interface OrderModel extends OrderRules {
  readonly stopCount: number
  readonly width: number
  readonly row: Int32Array
  readonly dimensionCount: number
  readonly demand: Float64Array
  readonly partner: Int32Array
  readonly isPickup: Uint8Array
  readonly travel: readonly { readonly driving: Int32Array }[]
}

export function toOrderRules({ stops, vehicles, pairs = [] }: FleetProblem): OrderRules {
  const lockedSequences = vehicles.map(({ locked = [] }) => locked)
  const isLocked = new Uint8Array(stops.length)
  for (const stop of lockedSequences.flat()) isLocked[stop] = 1
  const maxDetour = new Float64Array(stops.length).fill(Number.POSITIVE_INFINITY)
  for (const pair of pairs) maxDetour[pair.pickup] = pair.maxDetour ?? Number.POSITIVE_INFINITY
  const isLifo = Uint8Array.from(vehicles, ({ lifo = false }) => Number(lifo))
  return {
    lockedSequences,
    isLocked,
    hasLocks: isLocked.includes(1),
    isLifo,
    maxDetour,
    hasPairRules: pairs.length > 0 && (isLifo.includes(1) || pairs.some((pair) => pair.maxDetour !== undefined)),
  }
}

/** Returns a violation for the first locked stop that is not at its position. */
export function findBrokenLock(
  { lockedSequences }: OrderModel,
  vehicle: number,
  tour: ArrayLike<number>,
): TourViolation | undefined {
  const stop = lockedSequences[vehicle]?.find((lockedStop, position) => tour[position] !== lockedStop)
  return stop === undefined ? undefined : { kind: 'locked', vehicle, stop }
}

/** Finds a violated pair rule. Requires tours that contain both stops of every pair, pickup first. */
export function findBrokenPairRule(model: OrderModel, vehicle: number, tour: Int32Array): TourViolation | undefined {
  if (!model.hasPairRules) return undefined
  return findLongDetour(model, vehicle, tour) ?? (model.isLifo[vehicle] ? findBlocked(model, vehicle, tour) : undefined)
}

function findLongDetour(model: OrderModel, vehicle: number, tour: Int32Array): TourViolation | undefined {
  const { maxDetour, isPickup, partner, width } = model
  const { driving } = model.travel[vehicle]
  for (let from = 0; from < tour.length; from++) {
    const stop = tour[from]
    if (!isPickup[stop] || maxDetour[stop] === Number.POSITIVE_INFINITY) continue
    let ride = 0
    for (let position = from + 1; position < tour.length; position++) {
      ride += driving[tour[position - 1] * width + tour[position]]
      if (tour[position] === partner[stop]) break
    }
    const detour = ride - driving[stop * width + partner[stop]]
    if (detour > maxDetour[stop]) return { kind: 'detour', vehicle, stop, detour, limit: maxDetour[stop] }
  }
  return undefined
}

/** Finds a LIFO violation. Goods from the start of the tour were loaded before all pickups. */
function findBlocked(model: OrderModel, vehicle: number, tour: Int32Array): TourViolation | undefined {
  const { isPickup, partner, dimensionCount, demand } = model
  const pickupsAboard: number[] = []
  for (const stop of tour) {
    if (isPickup[stop]) pickupsAboard.push(stop)
    else if (partner[stop] >= 0) {
      if (pickupsAboard.pop() !== partner[stop]) return { kind: 'lifo', vehicle, stop }
    } else if (pickupsAboard.length > 0) {
      for (let d = 0; d < dimensionCount; d++)
        if (demand[stop * dimensionCount + d] > 0) return { kind: 'lifo', vehicle, stop }
    }
  }
  return undefined
}
