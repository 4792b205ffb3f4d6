import type { Caller } from '../../http/caller.ts'
import type { InnerReply, InnerRequest } from '../../http/inner-requests.ts'
import type { RoutingFailure } from '../../routing/failures.ts'
import { type Refusal, toDirectionsRoute } from './reply.ts'
import { type DirectionsQuery, placeId, type WrittenPlace } from './request.ts'
import type { RoadReply } from './road-route.ts'

/** Asks our own operations, on behalf of the caller. */
export type Ask = (caller: Caller, request: InnerRequest) => Promise<InnerReply>

type Point = readonly [number, number]

interface FoundPlace {
  readonly at: Point
  readonly label: string
  readonly types: readonly string[]
}

/** What somebody is told who asks in the format: a reply of it, or why there is none, also in its way. */
export class Directions {
  private readonly ask: Ask

  constructor(ask: Ask) {
    this.ask = ask
  }

  async find(caller: Caller, query: DirectionsQuery): Promise<object> {
    const written = [query.origin, ...query.waypoints, query.destination]
    const found = await Promise.all(written.map((place) => this.findPlace(caller, place, query.language)))
    const geocoded = found.map(tellPlace)
    if (found.some((place) => place === undefined)) {
      const lost = written.filter((_place, at) => !found[at]).map(({ text }) => JSON.stringify(text))
      return refused('NOT_FOUND', `no place is known as ${lost.join(', ')}`, geocoded)
    }
    const places = found as FoundPlace[]
    const order = query.optimize && places.length > 3 ? await this.findOrder(caller, places) : undefined
    const between = (order ?? query.waypoints.map((_waypoint, at) => at)).map((at) => at + 1)
    const visited = [0, ...between, places.length - 1].flatMap((at) => places[at] ?? [])
    const isPassing = [...between.map((at) => written[at]?.isPassing === true), false]
    const reply = await this.ask(caller, { method: 'POST', url: '/v1/route', payload: toBody(query, visited) })
    if (reply.status !== 200) return fromFailure(reply, geocoded)
    const route = reply.body as RoadReply
    const stops = visited.filter((_place, at) => at === 0 || !isPassing[at - 1])
    const labels = {
      units: query.units,
      addresses: await Promise.all(stops.map((place) => this.addressOf(caller, place, query.language))),
      isPassing,
      waypointOrder: order ?? query.waypoints.map((_waypoint, at) => at),
    }
    const routes = [route, ...route.alternatives]
    return {
      status: 'OK',
      geocoded_waypoints: geocoded,
      routes: routes.map((one) => toDirectionsRoute(one, route.data.attribution, labels)),
    }
  }

  private async findPlace(
    caller: Caller,
    { at, text }: WrittenPlace,
    language?: string,
  ): Promise<FoundPlace | undefined> {
    if (at) return { at, label: '', types: [] }
    const url = `/v1/geocode?limit=1&q=${encodeURIComponent(text)}${languageOf(language)}`
    const { status, body } = await this.ask(caller, { method: 'GET', url })
    const [best] = status === 200 ? (body as { results: { at: Point; label: string; kind: string }[] }).results : []
    return best && { at: best.at, label: best.label, types: [best.kind] }
  }

  /** What is known by its address already has one. */
  private async addressOf(caller: Caller, { at, label }: FoundPlace, language?: string): Promise<string> {
    if (label !== '') return label
    const url = `/v1/reverse?lat=${at[0]}&lon=${at[1]}${languageOf(language)}`
    const { status, body } = await this.ask(caller, { method: 'GET', url })
    return status === 200 ? (body as { label: string }).label : `${at[0]}, ${at[1]}`
  }

  /** The order of the waypoints in which the way is shortest, from the origin to the destination. */
  private async findOrder(caller: Caller, places: readonly FoundPlace[]): Promise<number[] | undefined> {
    const stops = places.map(({ at }) => at)
    const payload = { stops, start: 0, end: stops.length - 1, objective: 'duration' }
    const { status, body } = await this.ask(caller, { method: 'POST', url: '/v1/optimize', payload })
    if (status !== 200) return undefined
    const { order } = body as { order: number[] }
    return order.filter((stop) => stop !== 0 && stop !== stops.length - 1).map((stop) => stop - 1)
  }
}

function languageOf(language: string | undefined): string {
  return language === undefined ? '' : `&lang=${encodeURIComponent(language)}`
}

function toBody(query: DirectionsQuery, visited: readonly FoundPlace[]) {
  return {
    from: visited[0]?.at,
    to: visited.at(-1)?.at,
    via: visited.slice(1, -1).map(({ at }) => at),
    alternatives: query.alternatives ? 3 : 0,
    avoid: query.avoid,
    ...(query.language !== undefined && { language: query.language }),
    ...(query.departAtMs !== undefined && { depart_at: new Date(query.departAtMs).toISOString() }),
    ...(query.arriveByMs !== undefined && { arrive_by: new Date(query.arriveByMs).toISOString() }),
  }
}

function tellPlace(place: FoundPlace | undefined) {
  if (!place) return { geocoder_status: 'ZERO_RESULTS' }
  return { geocoder_status: 'OK', place_id: placeId(place.at), types: place.types }
}

export function refused(status: Refusal['status'], error_message: string, geocoded: readonly object[] = []) {
  return { status, error_message, geocoded_waypoints: geocoded, routes: [] }
}

/** Failures of a road route after which the format says that there is no way, not that the question was wrong. */
const nowhere: ReadonlySet<string> = new Set<RoutingFailure['kind']>([
  'not-snapped',
  'no-path',
  'blocked',
  'closed',
  'outside-coverage',
  'across-regions',
  'upstream-no-route',
])

/** What our own operation says, in the words of the format. */
function fromFailure({ status, body, failure }: InnerReply, geocoded: readonly object[]) {
  const { detail } = body as { detail: string }
  if (status !== 422) return refused('UNKNOWN_ERROR', detail, geocoded)
  return refused(nowhere.has(failure ?? '') ? 'ZERO_RESULTS' : 'INVALID_REQUEST', detail, geocoded)
}
