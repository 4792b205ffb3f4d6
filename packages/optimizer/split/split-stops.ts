import type { FleetProblem } from '../problem/problem.ts'
import type { FleetStop } from '../problem/stop.ts'
import type { Vehicle } from '../problem/vehicle.ts'

type StopFields = Pick<FleetProblem, 'stops' | 'vehicles' | 'pairs' | 'initialSequences'>

/** A problem whose stops are portions of the stops of another problem. */
export interface SplitProblem<Problem = FleetProblem> {
  readonly problem: Problem
  /** Stop of the original problem for each portion. The portions of a stop are consecutive. */
  readonly stopOf: readonly number[]
}

/** Sizes of portions, as shares of the smallest vehicle. */
const PORTION_SHARES = [0.2, 0.1, 0.05]
/**
 * Number of loads that are split into small portions. If vehicles cannot carry everything, the search leaves out as few
 * portions as possible, so portions of similar sizes also minimize the amount that is left out.
 */
const MAX_SMALL_LOADS = 10
/** Shares are compared with a tolerance, because sums of 0.1 are not exact. */
const AMOUNT_TOLERANCE = 1e-9

/**
 * Splits the demands of stops into portions, which different vehicles or trips may deliver. Service time is divided in
 * proportion to the amount. Portions are a fifth, a tenth, and a twentieth of a load (Chen, Golden, Wang and Wasil
 * 2017, a priori splitting). Demands of more than ten loads also get full loads. With `isCoarse`, portions are as large
 * as possible. Stops of pairs and groups, and stops with a prize or a soft window, cannot be split.
 */
export function splitStops<Problem extends StopFields>(
  problem: Problem,
  isSplit: (stop: number) => boolean,
  isCoarse = false,
): SplitProblem<Problem> {
  const capacity = findSmallestCapacity(problem.vehicles)
  const portionsOf = problem.stops.map((stop, index) =>
    isSplit(index) ? splitStop(stop, listShares(getLoadShare(stop, capacity), isCoarse)) : [stop],
  )
  const stopOf = portionsOf.flatMap((portions, stop) => portions.map(() => stop))
  const firstOf = portionsOf.map((_, stop) => stopOf.indexOf(stop))
  const expand = (stop: number): number[] =>
    (portionsOf[stop] ?? []).map((_, portion) => (firstOf[stop] ?? 0) + portion)
  return {
    stopOf,
    problem: {
      ...problem,
      stops: portionsOf.flat(),
      vehicles: problem.vehicles.map((vehicle) => ({
        ...vehicle,
        ...(vehicle.mustVisit && { mustVisit: vehicle.mustVisit.flatMap(expand) }),
        ...(vehicle.locked && { locked: vehicle.locked.flatMap(expand) }),
      })),
      pairs: problem.pairs?.map((pair) => ({
        ...pair,
        pickup: firstOf[pair.pickup] ?? -1,
        delivery: firstOf[pair.delivery] ?? -1,
      })),
      initialSequences: problem.initialSequences?.map((order) => order.flatMap(expand)),
    },
  }
}

/**
 * Returns the smallest capacity in each dimension. Capacities of 0 are ignored, because such a vehicle cannot deliver
 * anything in that dimension.
 */
export function findSmallestCapacity(vehicles: readonly Vehicle[]): number[] {
  const dimensionCount = Math.max(0, ...vehicles.map(({ capacity = [] }) => capacity.length))
  return Array.from({ length: dimensionCount }, (_, dimension) =>
    Math.min(
      ...vehicles
        .map(({ capacity = [] }) => capacity[dimension] ?? 0)
        .map((vehicleCapacity) => (vehicleCapacity > 0 ? vehicleCapacity : Infinity)),
    ),
  )
}

/** Returns the demand of a stop as a share of the smallest vehicle. */
export function getLoadShare({ demand = [] }: FleetStop, capacity: readonly number[]): number {
  return Math.max(0, ...demand.map((amount, dimension) => amount / (capacity[dimension] ?? Infinity)))
}

function listShares(total: number, isCoarse: boolean): number[] {
  const shares: number[] = []
  let remainingAmount = total
  const take = (share: number, atLeast: number): void => {
    while (remainingAmount > atLeast - AMOUNT_TOLERANCE && remainingAmount > AMOUNT_TOLERANCE) {
      shares.push(Math.min(share, remainingAmount))
      remainingAmount -= share
    }
  }
  take(1, isCoarse ? 1 : MAX_SMALL_LOADS + 1)
  for (const share of isCoarse ? [] : PORTION_SHARES) take(share, share)
  if (remainingAmount > AMOUNT_TOLERANCE) shares.push(remainingAmount)
  return shares
}

/** Cuts a stop at the cumulative shares. Amounts and times are whole numbers with exactly the same sums as before. */
function splitStop(stop: FleetStop, shares: readonly number[]): FleetStop[] {
  const { demand = [], service = 0 } = stop
  const total = shares.reduce((sum, share) => sum + share, 0)
  const portions: FleetStop[] = []
  let end = 0
  let [deliveredBefore, servedBefore] = [demand.map(() => 0), 0]
  for (const [index, share] of shares.entries()) {
    end = index === shares.length - 1 ? total : end + share
    const deliveredAmount = demand.map((amount) => Math.floor((amount * end) / total + AMOUNT_TOLERANCE))
    const amounts = deliveredAmount.map((amount, dimension) => amount - (deliveredBefore[dimension] ?? 0))
    // A portion of a small demand can be empty. Its time goes to the next portion.
    if (amounts.every((amount) => amount === 0)) continue
    const servedTime = Math.round((service * end) / total)
    portions.push({ ...stop, demand: amounts, service: servedTime - servedBefore })
    deliveredBefore = deliveredAmount
    servedBefore = servedTime
  }
  return portions.length === 0 ? [stop] : portions
}
