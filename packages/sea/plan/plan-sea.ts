import type { PortBook } from '../ports/port-index.ts'
import type { WayFinder } from '../route/find-path.ts'
import { checkRequest } from './check-request.ts'
import { closedPassages } from './closed-passages.ts'
import { findAlternatives } from './find-alternatives.ts'
import { findLost } from './find-lost.ts'
import { findInSeason } from './find-route.ts'
import { LegBook } from './leg-cache.ts'
import type { Obstacle, Refusal } from './refusal.ts'
import type { SeaRequest } from './request.ts'
import type { SeaRoute } from './sea-route.ts'
import { findLegs } from './stops.ts'

export interface SeaPlan {
  readonly kind: 'planned'
  /** The best route first. The others use other passages. */
  readonly routes: readonly SeaRoute[]
  /** Passages of a better route that were closed to this ship: by size, by season, or because they require `allow`. */
  readonly closed: readonly Obstacle[]
}

/** Maximum number of closed routes that are explained. */
const MAX_EXPLAINED = 3
/** Voyages with more legs get no alternatives, because each alternative would search all legs. */
export const MAX_LEGS_WITH_ALTERNATIVES = 10

/**
 * Plans a route for ships, or returns the reason why there is none. `finder` holds the search memory; use one per
 * thread. After `isCancelled` returns true, the function returns soon with an arbitrary result.
 */
export function planSea(
  finder: WayFinder,
  request: SeaRequest,
  ports?: PortBook,
  isCancelled: () => boolean = () => false,
): SeaPlan | Refusal {
  const fault = checkRequest(request)
  if (fault) return fault
  const legs = findLegs(finder, request, ports)
  if (!Array.isArray(legs)) return legs
  const book = new LegBook(finder, legs, isCancelled)
  const closed = new Map(closedPassages(request))
  const best = findInSeason(book, closed, request)
  if (!best) return explainNoWay(book, closed)
  const others = legs.length > MAX_LEGS_WITH_ALTERNATIVES ? [] : findAlternatives(book, closed, request, best)
  return { kind: 'planned', routes: bestFirst([best.route, ...others]), closed: findLost(book, closed, best) }
}

/**
 * Paths are found on a graph and straightened afterwards. Over an ocean this can reverse the order of two routes. A
 * route that is both shorter and faster moves to the front; the others keep their order.
 */
function bestFirst(routes: readonly SeaRoute[]): SeaRoute[] {
  const best = routes.reduce((best, route) => (route.hours < best.hours && route.nm < best.nm ? route : best))
  return [best, ...routes.filter((route) => route !== best)]
}

/** Finds the closed passages that block a route by searching repeatedly as if they were open. */
function explainNoWay(book: LegBook, closed: ReadonlyMap<string, Obstacle>): Refusal {
  const told = new Map<string, Obstacle>()
  for (let round = 0; round < MAX_EXPLAINED; round++) {
    const open = book.find(new Set(told.keys()))
    const met = open?.flatMap((way) => book.passagesOn(way)).flatMap((id) => closed.get(id) ?? []) ?? []
    if (met.length === 0) break
    for (const obstacle of met) told.set(obstacle.passage, obstacle)
  }
  return { kind: 'no-way', field: book.legs[book.legs.length - 1].to.field, obstacles: [...told.values()] }
}
