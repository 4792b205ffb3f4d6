import type { Passage } from '../passages/passage.ts'
import { costOf, type FoundRoute, findInSeason } from './find-route.ts'
import type { LegBook } from './leg-cache.ts'
import type { Obstacle } from './refusal.ts'
import type { SeaRequest } from './request.ts'
import type { SeaRoute } from './sea-route.ts'

/** Maximum length of alternatives relative to the best route: around a continent, and around an island. */
const LONGEST_BY_CANAL = 2.5
const LONGEST_BY_STRAIT = 1.1
/** Short voyages may become this many miles longer. */
const MORE_BY_STRAIT_NM = 200
/** Costs are not miles, so the search limit includes this margin. */
const SPARE = 1.02
/**
 * A route that differs by less than this and uses the same canals and capes is the same voyage around another island.
 */
const MIN_SHARE = 0.01
const MIN_NM = 10

/**
 * Finds alternative routes: first by other canals and around other capes, then the shortest by other straits. Passages
 * that an alternative already avoids are not excluded again.
 */
export function findAlternatives(
  book: LegBook,
  closed: ReadonlyMap<string, Obstacle>,
  request: SeaRequest,
  best: FoundRoute,
): SeaRoute[] {
  const wished = request.alternatives ?? 0
  if (wished === 0) return []
  const search = new AlternativeSearch(book, closed, request, best)
  search.tryGreat(wished)
  search.tryStraits(wished)
  return search.found.slice(0, wished).sort((a, b) => a.nm - b.nm)
}

class AlternativeSearch {
  readonly found: SeaRoute[] = []
  private readonly book: LegBook
  private readonly closed: ReadonlyMap<string, Obstacle>
  private readonly request: SeaRequest
  private readonly best: FoundRoute
  private readonly wanted: ReadonlySet<unknown>

  constructor(book: LegBook, closed: ReadonlyMap<string, Obstacle>, request: SeaRequest, best: FoundRoute) {
    this.book = book
    this.closed = closed
    this.request = request
    this.best = best
    this.wanted = new Set(request.via)
  }

  /**
   * Excludes one of the canals or capes of the best route. The next try also excludes the canal of that alternative.
   */
  tryGreat(wished: number): void {
    const tries = this.passagesOf(this.best.route, isGreat).map((passage) => [passage])
    for (const avoided of tries) {
      if (this.found.length >= wished) return
      const last = avoided[avoided.length - 1]
      if (avoided.length === 1 && this.isAvoided(last)) continue
      const route = this.findWithout(avoided, LONGEST_BY_CANAL)
      if (!route) continue
      this.found.push(route)
      for (const canal of this.passagesOf(route, ({ kind }) => kind === 'canal')) tries.push([...avoided, canal])
    }
  }

  /**
   * Excludes one strait at a time and keeps the shortest results that are still needed. A search stops once its result
   * is too long to qualify.
   */
  tryStraits(wished: number): void {
    const left = wished - this.found.length
    if (left <= 0) return
    const routes: SeaRoute[] = []
    const { nm } = this.best.route
    for (const strait of this.straits()) {
      if (this.isAvoided(strait)) continue
      const most = routes[left - 1]
      const factor = most ? most.nm / nm : Math.max(LONGEST_BY_STRAIT, 1 + MORE_BY_STRAIT_NM / nm)
      const route = this.findWithout([strait], factor)
      if (!route || routes.some((other) => signature(other) === signature(route))) continue
      routes.push(route)
      routes.sort((a, b) => a.nm - b.nm)
    }
    this.found.push(...routes.slice(0, left))
  }

  private findWithout(avoided: readonly Passage[], longest: number): SeaRoute | undefined {
    if (this.book.isCancelled()) return undefined
    const closed = new Map(this.closed)
    for (const { id, name } of avoided) closed.set(id, { passage: id, name, because: 'avoided' })
    const { ways, route: best } = this.best
    const spare = costOf(ways) * (longest * SPARE - 1)
    const route = findInSeason(this.book, closed, this.request, (leg) => ways[leg].cost + spare)?.route
    if (!route || route.nm > best.nm * longest || isSameVoyage(route, best)) return undefined
    return this.found.some((other) => isSameVoyage(route, other)) ? undefined : route
  }

  private passagesOf({ passages }: SeaRoute, accepts: (passage: Passage) => boolean): Passage[] {
    const all = new Set(passages.map(({ passage }) => passage))
    return [...all].filter((passage) => accepts(passage) && !this.wanted.has(passage.id)).sort(byWeight)
  }

  /**
   * Straits far from both ends come first: next to a port there is rarely an alternative, and the search for it takes
   * longest.
   */
  private straits(): Passage[] {
    const { passages, nm } = this.best.route
    const off = (strait: Passage) =>
      Math.max(...passages.map(({ passage, startNm }) => (passage === strait ? Math.min(startNm, nm - startNm) : 0)))
    return this.passagesOf(this.best.route, (passage) => !isGreat(passage)).sort((a, b) => off(b) - off(a))
  }

  private isAvoided(passage: Passage): boolean {
    return this.found.some(({ passages }) => !passages.some((use) => use.passage === passage))
  }
}

/** Avoiding a canal leads around a continent; avoiding a strait leads around an island. */
const weights: readonly Passage['kind'][] = ['canal', 'arctic', 'cape', 'strait']

function byWeight(a: Passage, b: Passage): number {
  return weights.indexOf(a.kind) - weights.indexOf(b.kind)
}

function isGreat({ kind }: Passage): boolean {
  return kind !== 'strait'
}

function isSameVoyage(route: SeaRoute, other: SeaRoute): boolean {
  if (signature(route) === signature(other)) return true
  if (signature(route, isGreat) !== signature(other, isGreat)) return false
  return Math.abs(route.nm - other.nm) < Math.max(MIN_NM, MIN_SHARE * other.nm)
}

function signature({ passages }: SeaRoute, accepts: (passage: Passage) => boolean = () => true): string {
  return passages.flatMap(({ passage }) => (accepts(passage) ? [passage.id] : [])).join(' ')
}
