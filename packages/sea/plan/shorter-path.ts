import { distanceNm } from '@fairway/geo'
import { type RawPath, reverseSections, type SeaPath, type SeaPathFinder } from '../route/find-path.ts'
import { COST_UNITS_PER_NM } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import type { SearchLimits } from '../search/node-search.ts'
import type { SnappedPoint } from '../water/snap.ts'
import { listOpenCrossings, type PassageCrossing } from './crossings.ts'
import type { Leg } from './stops.ts'
import { listPassages } from './trace-passages.ts'

/**
 * Maximum cost ratio of paths to consider. A path can be shorter although its search cost is higher by up to this
 * ratio.
 */
const MAX_COST_RATIO = 1.008
/**
 * Search effort for other paths, in nodes. The effort depends only on the length of the path, so both directions get
 * the same effort.
 */
const MIN_EFFORT_NODES = 3_000
const EFFORT_NODES_PER_NM = 3

/** A path through one passage, entered at one of its ends. */
interface Candidate {
  readonly passageCrossing: PassageCrossing
  readonly entry: SnappedPoint
  readonly exit: SnappedPoint
  readonly isReversed: boolean
  readonly boundCost: number
}

/**
 * Finds a shorter path among paths of nearly the same cost. The cheapest path is not always the shortest, because the
 * search adds a surcharge near shores, and its links have few directions. Straightens paths through passages that the
 * cheapest path does not use, and paths that avoid one of the passages that it uses. Both directions give the same
 * result.
 */
export function findShorterPath(
  finder: SeaPathFinder,
  { from, to }: Leg,
  directPath: SeaPath,
  closures: Closures,
  limits: SearchLimits,
): SeaPath {
  const isSwapped = from.snappedPoint.node > to.snappedPoint.node
  const [start, goal] = isSwapped ? [to.snappedPoint, from.snappedPoint] : [from.snappedPoint, to.snappedPoint]
  const search = new ShorterPathSearch(finder, start, goal, directPath, closures, limits)
  search.tryPassages()
  search.tryWithoutPassages()
  const { shortest } = search
  if (shortest === directPath || !isSwapped) return shortest
  return { ...shortest, sections: reverseSections(shortest.sections) }
}

class ShorterPathSearch {
  shortest: SeaPath
  private remainingNodes: number
  private readonly usedPassages: ReadonlySet<string>
  private readonly maxCost: number
  private readonly finder: SeaPathFinder
  private readonly start: SnappedPoint
  private readonly goal: SnappedPoint
  private readonly closures: Closures
  private readonly limits: SearchLimits

  constructor(
    finder: SeaPathFinder,
    start: SnappedPoint,
    goal: SnappedPoint,
    directPath: SeaPath,
    closures: Closures,
    limits: SearchLimits,
  ) {
    this.finder = finder
    this.start = start
    this.goal = goal
    this.closures = closures
    this.limits = limits
    this.shortest = directPath
    this.maxCost = directPath.cost * MAX_COST_RATIO
    this.remainingNodes = MIN_EFFORT_NODES + EFFORT_NODES_PER_NM * directPath.nm
    this.usedPassages = new Set(listPassages(finder.sea, directPath.sections).sort())
  }

  /** Tries passages that the cheapest path does not use, most promising first. */
  tryPassages(): void {
    const candidates = listOpenCrossings(this.finder, this.closures)
      .filter(({ passage }) => !this.usedPassages.has(passage))
      .flatMap((passageCrossing) => this.findCandidate(passageCrossing) ?? [])
      .sort((a, b) => a.boundCost - b.boundCost)
    for (const candidate of candidates) {
      if (this.remainingNodes <= 0) return
      this.keepShorter(this.findThrough(candidate))
    }
  }

  tryWithoutPassages(): void {
    for (const passage of this.usedPassages) {
      if (this.remainingNodes <= 0) return
      const closures = this.closures.closing(passage)
      const path = this.find(this.start, this.goal, this.maxCost, closures)
      if (path) this.keepShorter(this.finder.straighten(path, closures))
    }
  }

  private keepShorter(path: SeaPath | undefined): void {
    if (path && path.nm < this.shortest.nm) this.shortest = path
  }

  private find(a: SnappedPoint, b: SnappedPoint, maxCost: number, closures = this.closures): RawPath | undefined {
    const path = this.finder.findRaw(a, b, closures, { ...this.limits, maxCost })
    this.remainingNodes -= this.finder.search.settledCount
    return path
  }

  /** Returns the better entry side, unless the passage is too far away to shorten the path. */
  private findCandidate(passageCrossing: PassageCrossing): Candidate | undefined {
    const { finder, start, goal, closures, shortest } = this
    const [first, second] = passageCrossing.endpoints
    let bestCandidate: Candidate | undefined
    for (const isReversed of [false, true]) {
      const [entry, exit] = isReversed ? [second, first] : [first, second]
      if (milesBetween(start, entry) + passageCrossing.nm + milesBetween(exit, goal) >= shortest.nm) continue
      const boundCost =
        finder.search.lowerBoundCost(start.node, entry.node, closures) +
        passageCrossing.nm * COST_UNITS_PER_NM +
        finder.search.lowerBoundCost(exit.node, goal.node, closures)
      if (boundCost > this.maxCost || (bestCandidate && bestCandidate.boundCost <= boundCost)) continue
      bestCandidate = { passageCrossing, entry, exit, isReversed, boundCost }
    }
    return bestCandidate
  }

  private findThrough({ passageCrossing, entry, exit, isReversed }: Candidate): SeaPath | undefined {
    const { finder, start, goal, closures } = this
    const crossingCost = passageCrossing.nm * COST_UNITS_PER_NM
    const costAfter = finder.search.lowerBoundCost(exit.node, goal.node, closures)
    const pathBefore = this.find(start, entry, this.maxCost - crossingCost - costAfter)
    const pathAfter = pathBefore && this.find(exit, goal, this.maxCost - crossingCost - pathBefore.cost)
    if (!pathBefore || !pathAfter) return undefined
    const section = isReversed ? reverseSections([passageCrossing.section])[0] : passageCrossing.section
    return finder.join(pathBefore, section, pathAfter, pathBefore.cost + crossingCost + pathAfter.cost, closures)
  }
}

function milesBetween(a: SnappedPoint, b: SnappedPoint): number {
  return distanceNm(a.latitude, a.longitude, b.latitude, b.longitude)
}
