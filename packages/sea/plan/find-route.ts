import type { Way } from '../route/find-path.ts'
import { assembleRoute } from './assemble-route.ts'
import type { LegBook } from './leg-cache.ts'
import type { Obstacle } from './refusal.ts'
import { DEFAULT_SPEED_KN, type SeaRequest } from './request.ts'
import type { SeaRoute } from './sea-route.ts'
import { closedOnTheWay } from './seasons.ts'

export interface FoundRoute {
  readonly route: SeaRoute
  /** One per leg. */
  readonly ways: readonly Way[]
}

type MostCost = (leg: number) => number

/** The best route with some passages closed. */
export function findRoute(
  book: LegBook,
  closed: ReadonlySet<string>,
  request: SeaRequest,
  mostCost?: MostCost,
): FoundRoute | undefined {
  const ways = book.find(closed, mostCost)
  if (!ways) return undefined
  const stops = [book.legs[0].from, ...book.legs.map(({ to }) => to)]
  return { ways, route: assembleRoute(book.finder.sea, ways, stops, request.speedKn ?? DEFAULT_SPEED_KN) }
}

/**
 * The best route whose passages are open when the ship arrives there. Seasonal closures found along the way are added
 * to the others.
 */
export function findInSeason(
  book: LegBook,
  closed: Map<string, Obstacle>,
  request: SeaRequest,
  mostCost?: MostCost,
): FoundRoute | undefined {
  for (;;) {
    const found = findRoute(book, new Set(closed.keys()), request, mostCost)
    const shut = found ? closedOnTheWay(found.route, request.time) : []
    if (shut.length === 0) return found
    for (const obstacle of shut) closed.set(obstacle.passage, obstacle)
  }
}

export function costOf(ways: readonly Way[]): number {
  return ways.reduce((sum, { cost }) => sum + cost, 0)
}
