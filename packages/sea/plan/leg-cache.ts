import { passages } from '../passages/all-passages.ts'
import { passageGates, shoalGates } from '../passages/gates.ts'
import { limitGates } from '../passages/limit-gates.ts'
import type { SeaPath, SeaPathFinder } from '../route/find-path.ts'
import { Closures } from '../search/closures.ts'
import { findLegPath } from './find-leg.ts'
import type { Leg } from './stops.ts'
import { listCrossedPassages, listLimitGates } from './trace-passages.ts'

/** A path of a leg, with the closures that applied to its search. */
interface CachedLeg {
  readonly closed: ReadonlySet<string>
  readonly path: SeaPath | undefined
  readonly usedPassages: readonly string[]
}

const allGates = [...passageGates, ...shoalGates, ...limitGates.map(({ gate }) => gate)]
const noCostLimit = () => Number.POSITIVE_INFINITY

/**
 * Caches the legs of one voyage and their paths. A path that uses no newly closed passage stays the best, so only
 * affected legs are searched again for alternatives.
 */
export class LegCache {
  readonly finder: SeaPathFinder
  readonly legs: readonly Leg[]
  readonly isCancelled: () => boolean
  private readonly cachedLegs: CachedLeg[][]

  constructor(finder: SeaPathFinder, legs: readonly Leg[], isCancelled: () => boolean) {
    this.finder = finder
    this.legs = legs
    this.isCancelled = isCancelled
    this.cachedLegs = legs.map(() => [])
  }

  /**
   * Finds the paths of all legs with these passages closed. Returns undefined if a leg has no path, or no path within
   * the cost limit.
   */
  find(closedPassages: ReadonlySet<string>, maxCostOf: (leg: number) => number = noCostLimit): SeaPath[] | undefined {
    const closures = this.makeClosures(closedPassages)
    const paths: SeaPath[] = []
    for (let legIndex = 0; legIndex < this.legs.length; legIndex++) {
      const path = this.findLeg(legIndex, closures, maxCostOf(legIndex))
      if (!path) return undefined
      paths.push(path)
    }
    return paths
  }

  makeClosures(closedPassages: ReadonlySet<string>): Closures {
    // The landmarks were computed with the default closures.
    const opensDefaultClosures = passages.some(({ id, isClosed }) => isClosed && !closedPassages.has(id))
    return new Closures(this.finder.sea, allGates, closedPassages, opensDefaultClosures)
  }

  /** Lists the IDs of the passages along a path, in order, followed by the IDs of shallow channels and bridges. */
  listPassages({ sections }: SeaPath): string[] {
    return [...listCrossedPassages(this.finder.sea, sections), ...listLimitGates(sections)]
  }

  findLeg(legIndex: number, closures: Closures, maxCost = Number.POSITIVE_INFINITY): SeaPath | undefined {
    const cachedLegs = this.cachedLegs[legIndex].find((entry) => isStillValid(entry, closures.passages))
    if (cachedLegs) return cachedLegs.path
    const { isCancelled } = this
    const path = findLegPath(this.finder, this.legs[legIndex], closures, { maxCost, isCancelled })
    // A path beyond the limit may still exist, so the result is not cached.
    if (!path && (maxCost < Number.POSITIVE_INFINITY || isCancelled())) return undefined
    const usedPassages = path ? this.listPassages(path) : []
    this.cachedLegs[legIndex].push({ closed: closures.passages, path, usedPassages })
    return path
  }
}

function isStillValid({ closed, usedPassages }: CachedLeg, closedNow: ReadonlySet<string>): boolean {
  for (const id of closed) if (!closedNow.has(id)) return false
  return !usedPassages.some((id) => closedNow.has(id))
}
