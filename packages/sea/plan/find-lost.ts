import type { Way } from '../route/find-path.ts'
import { COST_UNITS_PER_NM } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import { type Crossing, crossingOf } from './crossings.ts'
import type { FoundRoute } from './find-route.ts'
import type { LegBook } from './leg-cache.ts'
import type { Obstacle } from './refusal.ts'

/** Minimum saving worth reporting: this share and this many miles. */
const MIN_SAVED = 0.01
const MIN_SAVED_NM = 10
/** Minimum saving for a route through the ice. */
const MIN_SAVED_IN_ICE = 0.2

/**
 * The passages of a better voyage that are currently closed to this ship. Passages that the request avoids are not
 * reported.
 */
export function findLost(book: LegBook, closed: ReadonlyMap<string, Obstacle>, best: FoundRoute): Obstacle[] {
  const lost = new LostSearch(book, closed, best.ways)
  const opened = lost.findOpened()
  // The ice is not reported when a smaller ship would suffice.
  return opened.length > 0 ? opened : lost.findInIce()
}

class LostSearch {
  private readonly book: LegBook
  private readonly closed: ReadonlyMap<string, Obstacle>
  private readonly ways: readonly Way[]

  constructor(book: LegBook, closed: ReadonlyMap<string, Obstacle>, ways: readonly Way[]) {
    this.book = book
    this.closed = closed
    this.ways = ways
  }

  /** The passages that the best voyage would use if all except the ice were open. */
  findOpened(): Obstacle[] {
    const met = this.ways.flatMap(({ cost }, leg) => {
      const most = worthwhile(cost, MIN_SAVED)
      const candidates = [...this.closed.values()].filter(({ because, passage }) => {
        return because !== 'avoided' && because !== 'closed' && this.couldPay(passage, leg, most)
      })
      if (candidates.length === 0) return []
      const names = new Set(candidates.map(({ passage }) => passage))
      const kept = [...this.closed.keys()].filter((id) => !names.has(id))
      const open = this.book.findOne(leg, this.book.closuresOf(new Set(kept)), most)
      const used = open && open.cost < most ? this.book.passagesOn(open) : []
      return candidates.filter(({ passage }) => used.includes(passage))
    })
    return [...new Set(met)]
  }

  /**
   * The best path through the ice for each leg, from a path to one side and a path from the other. Landmarks are valid
   * for those paths.
   */
  findInIce(): Obstacle[] {
    const icy = [...this.closed.values()].filter(({ because }) => because === 'closed')
    const met = this.ways.flatMap(({ cost }, leg) => {
      let most = worthwhile(cost, MIN_SAVED_IN_ICE)
      let best: Obstacle[] = []
      for (const obstacle of icy) {
        const through = this.costThrough(obstacle.passage, leg, most)
        if (through >= most) continue
        most = through
        best = [obstacle]
      }
      return best
    })
    return [...new Set(met)]
  }

  private couldPay(passage: string, leg: number, most: number): boolean {
    const crossing = crossingOf(this.book.finder, passage)
    if (!crossing) return false
    const kept = [...this.closed.keys()].filter((id) => id !== passage)
    return this.sidesThatPay(crossing, leg, this.book.closuresOf(new Set(kept)), most).length > 0
  }

  /**
   * The sides from which a passage might improve a leg, based on landmarks alone. For nearly all legs there are none.
   */
  private sidesThatPay({ ends, nm }: Crossing, at: number, closures: Closures, most: number): readonly (0 | 1)[] {
    const { search } = this.book.finder
    const { from, to } = this.book.legs[at]
    return ([0, 1] as const).filter((first) => {
      const before = search.leastCost(from.snapped.node, ends[first].node, closures)
      const after = search.leastCost(ends[1 - first].node, to.snapped.node, closures)
      return before + after + nm * COST_UNITS_PER_NM < most
    })
  }

  private costThrough(passage: string, at: number, most: number): number {
    const { finder, legs, isCancelled } = this.book
    const crossing = crossingOf(finder, passage)
    let best = Number.POSITIVE_INFINITY
    if (!crossing || legs[at].through.length > 0) return best
    const closures = this.book.closuresOf(new Set(this.closed.keys()))
    for (const first of this.sidesThatPay(crossing, at, closures, most)) {
      let cost = crossing.nm * COST_UNITS_PER_NM
      for (const [start, goal] of [
        [legs[at].from.snapped, crossing.ends[first]],
        [crossing.ends[1 - first], legs[at].to.snapped],
      ]) {
        const mostCost = Math.min(most, best) - cost
        const isFound = finder.search.find(start.node, goal.node, closures, { mostCost, isCancelled })
        cost += isFound ? finder.search.foundCost : Number.POSITIVE_INFINITY
      }
      best = Math.min(best, cost)
    }
    return best
  }
}

function worthwhile(cost: number, saved: number): number {
  return Math.min(cost * (1 - saved), cost - MIN_SAVED_NM * COST_UNITS_PER_NM)
}
