import { turned, type Way, type WayFinder } from '../route/find-path.ts'
import { COST_UNITS_PER_NM } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import type { SearchLimits } from '../search/node-search.ts'
import type { Snapped } from '../water/snap.ts'
import { type Crossing, crossingOf } from './crossings.ts'
import type { Leg } from './stops.ts'
import { passagesOn } from './trace-passages.ts'

/**
 * The path of a leg: the overall best path if it uses all required passages in order. Otherwise, a path from side to
 * side through each.
 */
export function findLeg(finder: WayFinder, leg: Leg, closures: Closures, limits: SearchLimits): Way | undefined {
  const { from, through, to } = leg
  if (through.some((id) => closures.passages.has(id))) return undefined
  const free = finder.find(from.snapped, to.snapped, closures, limits)
  if (through.length === 0 || (free && isWithin(through, passagesOn(finder.sea, free.stretches)))) return free
  const crossings = through.map((id) => crossingOf(finder, id))
  if (!crossings.every((crossing) => crossing !== undefined)) return undefined
  const sides = chooseSides(finder, leg, crossings, closures, limits)
  return sides && joinThrough(finder, leg, sides, closures, limits)
}

/** A crossing with the end that is entered first. */
interface Side {
  readonly crossing: Crossing
  readonly first: 0 | 1
}

/** Chooses the entry side of each passage to minimize the total cost. */
function chooseSides(
  finder: WayFinder,
  { from, to }: Leg,
  crossings: readonly Crossing[],
  closures: Closures,
  limits: SearchLimits,
): readonly Side[] | undefined {
  const costOf = (a: Snapped, b: Snapped) =>
    finder.search.find(a.node, b.node, closures, limits) ? finder.search.foundCost : Number.POSITIVE_INFINITY
  let reached: { at: Snapped; cost: number; sides: readonly Side[] }[] = [{ at: from.snapped, cost: 0, sides: [] }]
  for (const crossing of crossings) {
    reached = ([0, 1] as const).map((first) => {
      const options = reached.map(({ at, cost, sides }) => ({
        at: crossing.ends[1 - first],
        cost: cost + costOf(at, crossing.ends[first]),
        sides: [...sides, { crossing, first }],
      }))
      return cheapest(options)
    })
  }
  const best = cheapest(reached.map((one) => ({ ...one, cost: one.cost + costOf(one.at, to.snapped) })))
  return best.cost < Number.POSITIVE_INFINITY ? best.sides : undefined
}

function cheapest<T extends { readonly cost: number }>(options: readonly T[]): T {
  return options.reduce((best, one) => (one.cost < best.cost ? one : best))
}

function joinThrough(
  finder: WayFinder,
  { from, to }: Leg,
  sides: readonly Side[],
  closures: Closures,
  limits: SearchLimits,
): Way | undefined {
  const ways: Way[] = []
  let at = from.snapped
  for (const { crossing, first } of sides) {
    const way = finder.find(at, crossing.ends[first], closures, limits)
    if (!way) return undefined
    const stretches = first === 0 ? [crossing.stretch] : turned([crossing.stretch])
    ways.push(way, { stretches, nm: crossing.nm, cost: crossing.nm * COST_UNITS_PER_NM })
    at = crossing.ends[1 - first]
  }
  const last = finder.find(at, to.snapped, closures, limits)
  if (!last) return undefined
  ways.push(last)
  return {
    stretches: ways.flatMap(({ stretches }) => stretches),
    nm: ways.reduce((sum, { nm }) => sum + nm, 0),
    cost: ways.reduce((sum, { cost }) => sum + cost, 0),
  }
}

/** Whether all of them occur, in this order. */
function isWithin(wanted: readonly string[], all: readonly string[]): boolean {
  let next = 0
  for (const id of all) if (id === wanted[next]) next++
  return next === wanted.length
}
