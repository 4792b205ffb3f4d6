import { limitsFor } from '../alternatives/limits.ts'
import type { DistanceQuery } from '../cch/distance-query.ts'
import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { PlannedLeg } from '../route/leg.ts'
import type { AlternativePlan } from '../route/planner.ts'
import { computeLegWeight } from './check-leg.ts'

/** Checks independently whether the alternatives of a leg meet the criteria in limits.ts, and lists the violations. */
export function checkAlternatives(
  network: RoadNetwork,
  metric: RoadMetric,
  distances: DistanceQuery,
  best: PlannedLeg,
  alternatives: readonly AlternativePlan[],
): string[] {
  const limits = limitsFor(best.weight)
  return alternatives.flatMap(({ legs: [leg], stretch, sharing }, number) => {
    const errors: string[] = []
    const earlier = [best, ...alternatives.slice(0, number).map(({ legs }) => legs[0])]
    const sides = listEdgeSides(network, leg)
    // Streets that the path only touches, and the turns into them, are not part of a leg but count toward its weight.
    const slack = leg.weight - computeLegWeight(metric, leg) + 1
    const withBest = computeSharedWeight(network, metric, leg, [best])
    const withAny = computeSharedWeight(network, metric, leg, earlier)
    if (Math.abs(stretch - (leg.weight / best.weight - 1)) > 1e-9) errors.push(`reports a stretch of ${stretch}`)
    if (leg.weight > best.weight * (1 + limits.stretch)) errors.push(`is ${stretch} longer`)
    if (Math.abs(sharing - withBest / leg.weight) > slack / leg.weight) {
      errors.push(`reports a sharing of ${sharing}, not ${withBest / leg.weight}`)
    }
    if (withAny > limits.sharing * best.weight + slack) errors.push(`shares ${withAny} of ${best.weight} with others`)
    if (leg.weight - best.weight > limits.detour * Math.max(1, best.weight - withBest) + slack) {
      errors.push('replaces a section of the best route with one that is much longer')
    }
    if (new Set(sides.map((side) => side >>> 1)).size < sides.length) errors.push('uses one street twice')
    if (earlier.some((earlierLeg) => listEdgeSides(network, earlierLeg).join() === sides.join()))
      errors.push('repeats another alternative')
    errors.push(...findDetours(metric, distances, leg, (limits.localOptimality * best.weight) / 2))
    return errors.map((error) => `alternative ${number} ${error}`)
  })
}

function listEdgeSides({ arcs }: RoadNetwork, leg: PlannedLeg): number[] {
  return Array.from(leg.arcs, (arc) => arcs.edgeSide[arc])
}

/** Returns the part of a leg's weight on streets that any other leg uses in the same direction. */
function computeSharedWeight(
  network: RoadNetwork,
  { weights }: RoadMetric,
  { arcs, turns, startFraction, endFraction }: PlannedLeg,
  otherLegs: readonly PlannedLeg[],
): number {
  const used = new Set(otherLegs.flatMap((otherLeg) => listEdgeSides(network, otherLeg)))
  return Array.from(arcs).reduce((sum, arc, i) => {
    if (!used.has(network.arcs.edgeSide[arc])) return sum
    const arcWeight = i < turns.length ? weights.turn[turns[i]] : Math.round(endFraction * weights.arc[arc])
    return sum + arcWeight - (i === 0 ? Math.round(startFraction * weights.arc[arc]) : 0)
  }, 0)
}

/**
 * Finds subpaths up to a given length that are not the shortest path between their ends. Drivers would not understand
 * such detours.
 */
function findDetours(
  metric: RoadMetric,
  distances: DistanceQuery,
  { arcs, turns }: PlannedLeg,
  length: number,
): string[] {
  const cost = [0]
  turns.forEach((turn, i) => void cost.push(cost[i] + metric.weights.turn[turn]))
  for (let from = 0, to = 0; from < arcs.length; from++) {
    while (to < arcs.length - 1 && cost[to + 1] - cost[from] <= length) to++
    if (to <= from) continue
    const shortest = distances.distance(metric.hierarchy, arcs[from], arcs[to])
    if (shortest < cost[to] - cost[from]) {
      return [
        `needs ${cost[to] - cost[from]} between arcs ${from} and ${to} of ${arcs.length}, where ${shortest} is enough`,
      ]
    }
  }
  return []
}
