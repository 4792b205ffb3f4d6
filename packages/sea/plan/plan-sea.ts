import { findPassage } from '../passages/all-passages.ts'
import { passageGates, shoalGates } from '../passages/gates.ts'
import type { PortBook } from '../ports/port-book.ts'
import type { Way, WayFinder } from '../route/find-way.ts'
import { Closures } from '../search/closures.ts'
import { assembleRoute } from './assemble-route.ts'
import { checkRequest } from './check-request.ts'
import { closedPassages } from './closed-passages.ts'
import type { Obstacle, Refusal } from './refusal.ts'
import { DEFAULT_SPEED_KN, type SeaRequest } from './request.ts'
import type { RoutePassage, SeaRoute } from './sea-route.ts'
import { closedOnTheWay } from './seasons.ts'
import { findStops, type Stop } from './stops.ts'

export interface SeaPlan {
  readonly kind: 'planned'
  /** The best first; others lead by other passages. */
  readonly routes: readonly SeaRoute[]
  /** Passages of the best route of all that were closed to this ship, by its size or at that time, and why. */
  readonly closed: readonly Obstacle[]
}

const gates = [...passageGates, ...shoalGates]
/** Of so many closed ways it is told why. */
const MOST_EXPLAINED = 3
/** Others that are longer than so many times the best are no alternatives. */
const LONGEST_ALTERNATIVE = 2.5

/** A route for ships, or why there is none. `finder` holds the memory of the search: one per thread. */
export function planSea(finder: WayFinder, request: SeaRequest, ports?: PortBook): SeaPlan | Refusal {
  const fault = checkRequest(request)
  if (fault) return fault
  const stops = findStops(finder, request, ports)
  if (!Array.isArray(stops)) return stops
  const closed = new Map(closedPassages(request))
  const best = findInSeason(finder, stops, closed, request)
  if (!best) return explainNoWay(finder, stops, closed, request)
  const others = findAlternatives(finder, stops, closed, request, best)
  return { kind: 'planned', routes: [best, ...others], closed: findLost(finder, stops, closed, request) }
}

/** Of the passages that are closed to this ship, now, those that it would have used. */
function findLost(
  finder: WayFinder,
  stops: readonly Stop[],
  closed: ReadonlyMap<string, Obstacle>,
  request: SeaRequest,
): Obstacle[] {
  const stays = [...closed.values()].filter(({ because }) => because !== 'size' && because !== 'season')
  if (stays.length === closed.size) return []
  const open = findRoute(finder, stops, new Set(stays.map(({ passage }) => passage)), request)
  return open?.passages.flatMap(({ passage }) => closed.get(passage.id) ?? []) ?? []
}

function findRoute(
  finder: WayFinder,
  stops: readonly Stop[],
  closed: ReadonlySet<string>,
  request: SeaRequest,
): SeaRoute | undefined {
  const opensMore = [...(request.allow ?? []), ...(request.via ?? [])].some(
    (id) => typeof id === 'string' && findPassage(id)?.isClosed,
  )
  const closures = new Closures(finder.sea, gates, closed, opensMore)
  const ways: Way[] = []
  for (let at = 1; at < stops.length; at++) {
    const way = finder.find(stops[at - 1].snapped, stops[at].snapped, closures)
    if (!way) return undefined
    ways.push(way)
  }
  return assembleRoute(finder.sea, ways, stops, request.speedKn ?? DEFAULT_SPEED_KN)
}

/** The best route whose passages are open when the ship comes there; what is found closed is added to the others. */
function findInSeason(
  finder: WayFinder,
  stops: readonly Stop[],
  closed: Map<string, Obstacle>,
  request: SeaRequest,
): SeaRoute | undefined {
  for (;;) {
    const route = findRoute(finder, stops, new Set(closed.keys()), request)
    const shut = route ? closedOnTheWay(route, request.time) : []
    if (shut.length === 0) return route
    for (const obstacle of shut) closed.set(obstacle.passage, obstacle)
  }
}

/** The ways that would be taken if all were open, one after the other, tell which closed passages stood in the way. */
function explainNoWay(
  finder: WayFinder,
  stops: readonly Stop[],
  closed: ReadonlyMap<string, Obstacle>,
  request: SeaRequest,
): Refusal {
  const allow = [...closed.keys()].filter((id) => findPassage(id)?.isClosed)
  const told = new Map<string, Obstacle>()
  for (let round = 0; round < MOST_EXPLAINED; round++) {
    const open = findRoute(finder, stops, new Set(told.keys()), { ...request, allow })
    const met = open?.passages.flatMap(({ passage }) => closed.get(passage.id) ?? []) ?? []
    if (met.length === 0) break
    for (const obstacle of met) told.set(obstacle.passage, obstacle)
  }
  return { kind: 'no-way', field: stops[stops.length - 1].field, obstacles: [...told.values()] }
}

/** Other routes: without one of the passages that the best one uses, each in turn, those first that decide most. */
function findAlternatives(
  finder: WayFinder,
  stops: readonly Stop[],
  closed: ReadonlyMap<string, Obstacle>,
  request: SeaRequest,
  best: SeaRoute,
): SeaRoute[] {
  const wished = request.alternatives ?? 0
  const wanted = new Set(request.via?.filter((stop) => typeof stop === 'string'))
  const known = new Set([signature(best)])
  const found: SeaRoute[] = []
  for (const { passage } of [...best.passages].sort(byWeight)) {
    if (found.length >= wished) break
    if (wanted.has(passage.id)) continue
    const more = new Map(closed).set(passage.id, { passage: passage.id, name: passage.name, because: 'avoided' })
    const route = findInSeason(finder, stops, more, request)
    if (!route || route.nm > best.nm * LONGEST_ALTERNATIVE || known.has(signature(route))) continue
    known.add(signature(route))
    found.push(route)
  }
  return found.sort((a, b) => a.nm - b.nm)
}

/** Canals before capes before straits: who avoids a canal sails around a continent, who avoids a strait around an island. */
const weights = ['canal', 'arctic', 'cape', 'strait']

function byWeight(a: RoutePassage, b: RoutePassage): number {
  return weights.indexOf(a.passage.kind) - weights.indexOf(b.passage.kind)
}

function signature({ passages }: SeaRoute): string {
  return passages.map(({ passage }) => passage.id).join(' ')
}
