import type { Position } from '../geometry/sphere.ts'
import { findPassage } from '../passages/all-passages.ts'
import { passageGates, shoalGates } from '../passages/gates.ts'
import { positionWithin } from '../passages/via-point.ts'
import type { PortBook } from '../ports/port-book.ts'
import type { Way, WayFinder } from '../route/find-way.ts'
import { Closures } from '../search/closures.ts'
import { seaAt } from '../seas/name-seas.ts'
import { type Snapped, snapToWater } from '../water/snap.ts'
import { assembleRoute } from './assemble-route.ts'
import { checkRequest } from './check-request.ts'
import { closedPassages } from './closed-passages.ts'
import type { Obstacle, Refusal } from './refusal.ts'
import { DEFAULT_SPEED_KN, INLAND_LIMIT_NM, type SeaRequest } from './request.ts'
import type { RouteEnd, SeaRoute } from './sea-route.ts'

export interface SeaPlan {
  readonly kind: 'planned'
  /** The best first; others lead by other passages. */
  readonly routes: readonly SeaRoute[]
  /** Passages that were closed to this ship, and why. */
  readonly closed: readonly Obstacle[]
}

interface Stop extends RouteEnd {
  readonly field: string
  readonly snapped: Snapped
}

const gates = [...passageGates, ...shoalGates]
/** How far to look for water, only to say how far it is. */
const SEARCH_NM = 400
/** Of so many closed ways it is told why. */
const MOST_EXPLAINED = 3
/** Others that are longer than so many times the best are no alternatives. */
const LONGEST_ALTERNATIVE = 2.5

/** A route for ships, or why there is none. `finder` holds the memory of the search: one per thread. */
export function planSea(finder: WayFinder, request: SeaRequest, ports?: PortBook): SeaPlan | Refusal {
  const fault = checkRequest(request)
  if (fault) return fault
  const stops: Stop[] = []
  for (const { field, asked } of listStops(finder, request)) {
    const stop = snapStop(finder, field, asked, request.inlandLimitNm ?? INLAND_LIMIT_NM, ports)
    if ('kind' in stop) return stop
    stops.push(stop)
  }
  const separate = findSeparate(finder, stops)
  if (separate) return separate
  const closed = closedPassages(request)
  const best = findRoute(finder, stops, new Set(closed.keys()), request)
  if (!best) return explainNoWay(finder, stops, closed, request)
  const others = findAlternatives(finder, stops, closed, request, best)
  return { kind: 'planned', routes: [best, ...others], closed: [...closed.values()] }
}

function listStops({ sea }: WayFinder, { from, via = [], to }: SeaRequest): { field: string; asked: Position }[] {
  const between = via.flatMap((stop, at) => {
    const asked = typeof stop === 'string' ? positionWithin(sea, stop) : stop
    return asked ? [{ field: `via[${at}]`, asked }] : []
  })
  return [{ field: 'from', asked: from }, ...between, { field: 'to', asked: to }]
}

function snapStop(
  finder: WayFinder,
  field: string,
  asked: Position,
  limitNm: number,
  ports?: PortBook,
): Stop | Refusal {
  const [latitude, longitude] = asked
  const snapped = snapToWater(finder.sea, latitude, longitude, limitNm)
  if (snapped) return { field, asked, at: [snapped.latitude, snapped.longitude], offNm: snapped.offNm, snapped }
  const water = snapToWater(finder.sea, latitude, longitude, SEARCH_NM)
  // The table of ports has some that lie on rivers only, or nowhere near water.
  const port = ports?.nearest(
    latitude,
    longitude,
    ({ position }) => snapToWater(finder.sea, position[0], position[1], limitNm) !== undefined,
  )
  return {
    kind: 'inland',
    field,
    position: asked,
    limitNm,
    ...(water && { waterNm: water.offNm }),
    ...(port && { nearestPort: { name: port.port.name, code: port.port.code, nm: port.nm } }),
  }
}

/** An end on a water that no channel joins with that of the others. */
function findSeparate({ sea }: WayFinder, stops: readonly Stop[]): Refusal | undefined {
  const bodies = stops.map(({ snapped }) => sea.nodes.body[snapped.node])
  if (bodies.every((body) => body === bodies[0])) return undefined
  // The smaller water is the strange one.
  const at = bodies.indexOf(Math.max(...bodies))
  const { field, snapped } = stops[at]
  return { kind: 'separate-waters', field, water: seaAt(snapped.latitude, snapped.longitude) }
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

/** Other routes: without one of the passages that the best one uses, each in turn. */
function findAlternatives(
  finder: WayFinder,
  stops: readonly Stop[],
  closed: ReadonlyMap<string, Obstacle>,
  request: SeaRequest,
  best: SeaRoute,
): SeaRoute[] {
  const wished = request.alternatives ?? 0
  if (wished === 0) return []
  const wanted = new Set(request.via?.filter((stop) => typeof stop === 'string'))
  const known = new Set([signature(best)])
  const found: SeaRoute[] = []
  for (const { passage } of best.passages) {
    if (wanted.has(passage.id)) continue
    const route = findRoute(finder, stops, new Set([...closed.keys(), passage.id]), request)
    if (!route || route.nm > best.nm * LONGEST_ALTERNATIVE || known.has(signature(route))) continue
    known.add(signature(route))
    found.push(route)
  }
  return found.sort((a, b) => a.nm - b.nm).slice(0, wished)
}

function signature({ passages }: SeaRoute): string {
  return passages.map(({ passage }) => passage.id).join(' ')
}
