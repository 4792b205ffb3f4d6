import { passages } from '../passages/all-passages.ts'
import { passageGates, shoalGates } from '../passages/gates.ts'
import type { Way, WayFinder } from '../route/find-path.ts'
import { Closures } from '../search/closures.ts'
import { findLeg } from './find-leg.ts'
import type { Leg } from './stops.ts'
import { passagesOn } from './trace-passages.ts'

/** A path of a leg, with the closures that applied to its search. */
interface Entry {
  readonly closed: ReadonlySet<string>
  readonly way: Way | undefined
  readonly used: readonly string[]
}

const gates = [...passageGates, ...shoalGates]
const everywhere = () => Number.POSITIVE_INFINITY

/**
 * The legs of one voyage and the paths found for them. A path that uses no newly closed passage stays the best, so only
 * affected legs are searched again for alternatives.
 */
export class LegBook {
  readonly finder: WayFinder
  readonly legs: readonly Leg[]
  readonly isCancelled: () => boolean
  private readonly known: Entry[][]

  constructor(finder: WayFinder, legs: readonly Leg[], isCancelled: () => boolean) {
    this.finder = finder
    this.legs = legs
    this.isCancelled = isCancelled
    this.known = legs.map(() => [])
  }

  /**
   * The paths of all legs with these passages closed. Undefined when a leg has no path, or none within the cost limit.
   */
  find(closed: ReadonlySet<string>, mostCost: (leg: number) => number = everywhere): Way[] | undefined {
    const closures = this.closuresOf(closed)
    const ways: Way[] = []
    for (let at = 0; at < this.legs.length; at++) {
      const way = this.findOne(at, closures, mostCost(at))
      if (!way) return undefined
      ways.push(way)
    }
    return ways
  }

  closuresOf(closed: ReadonlySet<string>): Closures {
    // Landmarks were computed with the passages closed that are closed by default.
    const opensMore = passages.some(({ id, isClosed }) => isClosed && !closed.has(id))
    return new Closures(this.finder.sea, gates, closed, opensMore)
  }

  /** Ids of the passages along a path, in order. */
  passagesOn({ stretches }: Way): string[] {
    return passagesOn(this.finder.sea, stretches)
  }

  findOne(at: number, closures: Closures, mostCost = Number.POSITIVE_INFINITY): Way | undefined {
    const known = this.known[at].find((entry) => stillHolds(entry, closures.passages))
    if (known) return known.way
    const { isCancelled } = this
    const way = findLeg(this.finder, this.legs[at], closures, { mostCost, isCancelled })
    // A path beyond the limit may still exist, so the result is not cached.
    if (!way && (mostCost < Number.POSITIVE_INFINITY || isCancelled())) return undefined
    const used = way ? this.passagesOn(way) : []
    this.known[at].push({ closed: closures.passages, way, used })
    return way
  }
}

function stillHolds({ closed, used }: Entry, now: ReadonlySet<string>): boolean {
  for (const id of closed) if (!now.has(id)) return false
  return !used.some((id) => now.has(id))
}
