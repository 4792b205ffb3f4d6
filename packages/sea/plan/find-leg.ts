import { reverseSections, type SeaPath, type SeaPathFinder } from '../route/find-path.ts'
import { COST_UNITS_PER_NM } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import type { SearchLimits } from '../search/node-search.ts'
import type { SnappedPoint } from '../water/snap.ts'
import { findCrossing, isCrossingOpen, type PassageCrossing } from './crossings.ts'
import { findShorterPath } from './shorter-path.ts'
import type { Leg } from './stops.ts'
import { listPassages } from './trace-passages.ts'

/**
 * Finds the path of a leg. Returns the overall best path if that path uses all required passages in order. Otherwise,
 * returns a path that goes through each required passage from one side to the other.
 */
export function findLegPath(
  finder: SeaPathFinder,
  leg: Leg,
  closures: Closures,
  limits: SearchLimits,
): SeaPath | undefined {
  const { from, through, to } = leg
  if (through.some((id) => closures.passages.has(id))) return undefined
  const directPath = finder.find(from.snappedPoint, to.snappedPoint, closures, limits)
  if (through.length === 0) {
    // Alternatives are searched with a limit, so they need not be the shortest of their kind.
    const isLimited = limits.maxCost !== undefined && limits.maxCost < Number.POSITIVE_INFINITY
    return directPath && !isLimited ? findShorterPath(finder, leg, directPath, closures, limits) : directPath
  }
  if (directPath && isSubsequence(through, listPassages(finder.sea, directPath.sections))) return directPath
  const crossings = through.map((id) => {
    const crossing = findCrossing(finder, id)
    return crossing && isCrossingOpen(crossing, closures) ? crossing : undefined
  })
  if (!crossings.every((crossing) => crossing !== undefined)) return undefined
  const entrySides = chooseEntrySides(finder, leg, crossings, closures, limits)
  return entrySides && joinPathsThrough(finder, leg, entrySides, closures, limits)
}

/** A crossing, and the endpoint at which the ship enters it. */
interface EntrySide {
  readonly crossing: PassageCrossing
  readonly entryIndex: 0 | 1
}

/** Chooses the entry side of each passage to minimize the total cost. */
function chooseEntrySides(
  finder: SeaPathFinder,
  { from, to }: Leg,
  crossings: readonly PassageCrossing[],
  closures: Closures,
  limits: SearchLimits,
): readonly EntrySide[] | undefined {
  const costOf = (a: SnappedPoint, b: SnappedPoint) =>
    finder.search.find(a.node, b.node, closures, limits) ? finder.search.foundCost : Number.POSITIVE_INFINITY
  let partialRoutes: { at: SnappedPoint; cost: number; sides: readonly EntrySide[] }[] = [
    { at: from.snappedPoint, cost: 0, sides: [] },
  ]
  for (const crossing of crossings) {
    partialRoutes = ([0, 1] as const).map((first) => {
      const options = partialRoutes.map(({ at, cost, sides }) => ({
        at: crossing.endpoints[1 - first],
        cost: cost + costOf(at, crossing.endpoints[first]),
        sides: [...sides, { crossing, entryIndex: first }],
      }))
      return findCheapest(options)
    })
  }
  const bestCrossing = findCheapest(
    partialRoutes.map((state) => ({ ...state, cost: state.cost + costOf(state.at, to.snappedPoint) })),
  )
  return bestCrossing.cost < Number.POSITIVE_INFINITY ? bestCrossing.sides : undefined
}

function findCheapest<T extends { readonly cost: number }>(options: readonly T[]): T {
  return options.reduce((bestOption, option) => (option.cost < bestOption.cost ? option : bestOption))
}

function joinPathsThrough(
  finder: SeaPathFinder,
  { from, to }: Leg,
  entrySides: readonly EntrySide[],
  closures: Closures,
  limits: SearchLimits,
): SeaPath | undefined {
  const paths: SeaPath[] = []
  let currentPoint = from.snappedPoint
  for (const { crossing, entryIndex } of entrySides) {
    const path = finder.find(currentPoint, crossing.endpoints[entryIndex], closures, limits)
    if (!path) return undefined
    const sections = entryIndex === 0 ? [crossing.section] : reverseSections([crossing.section])
    paths.push(path, { sections, nm: crossing.nm, cost: crossing.nm * COST_UNITS_PER_NM })
    currentPoint = crossing.endpoints[1 - entryIndex]
  }
  const last = finder.find(currentPoint, to.snappedPoint, closures, limits)
  if (!last) return undefined
  paths.push(last)
  return {
    sections: paths.flatMap(({ sections }) => sections),
    nm: paths.reduce((sum, { nm }) => sum + nm, 0),
    cost: paths.reduce((sum, { cost }) => sum + cost, 0),
  }
}

/** Returns whether all required IDs occur in this order. */
function isSubsequence(requiredIds: readonly string[], allIds: readonly string[]): boolean {
  let next = 0
  for (const id of allIds) if (id === requiredIds[next]) next++
  return next === requiredIds.length
}
