import type { CallOperation } from '../../platform/http/calls.ts'
import type { Caller } from '../../platform/http/guard/caller.ts'
import type { Problem } from '../../platform/http/problem.ts'
import type { RoutingFailure } from '../road/route/api/failures.ts'
import { inTheirNames, type PlaceNames } from './parameter-names.ts'
import { type FoundPlace, PlaceFinder, tellPlace } from './place-finder.ts'
import { refused } from './refusals.ts'
import { toDirectionsRoute } from './reply.ts'
import type { DirectionsQuery } from './request.ts'
import type { RoadReply } from './road-route.ts'
import { summariesOf } from './summaries.ts'
import type { WrittenPlace } from './written-place.ts'

/** A stop of the trip as written and as found. */
interface Stop {
  readonly written: WrittenPlace
  readonly found: FoundPlace
}

/** Handles a directions request: returns a reply or an error, both in the format of the compatible API. */
export class Directions {
  private readonly call: CallOperation

  constructor(call: CallOperation) {
    this.call = call
  }

  async find(caller: Caller, query: DirectionsQuery): Promise<object> {
    const finder = new PlaceFinder(this.call, caller, query)
    const written = [query.origin, ...query.waypoints, query.destination]
    const searches = await finder.findAll(written)
    const geocoded = searches.map(tellPlace)
    const lost = searches.flatMap((search) => (search.place ? [] : [search.why]))
    if (lost.length > 0) return refused({ status: 'NOT_FOUND', error_message: lost.join('; ') }, geocoded)
    const stops = written.flatMap((place, at): Stop[] => {
      const found = searches[at]?.place
      return found ? [{ written: place, found }] : []
    })
    const order = await this.findOrder(caller, query, stops)
    const visited = [0, ...order.map((at) => at + 1), stops.length - 1].flatMap((at) => stops[at] ?? [])
    const reply = await this.call('route', caller, { body: toBody(query, visited) })
    if (!reply.ok) return fromProblem(reply.problem, namesOf(visited), geocoded)
    const route = reply.body as RoadReply
    const told = visited.filter((stop, at) => at === 0 || at === visited.length - 1 || !stop.written.isPassing)
    const labels = {
      units: query.units,
      language: query.language,
      attribution: route.data.attribution,
      addresses: await Promise.all(told.map(({ found }) => finder.addressOf(found))),
      isPassing: visited.slice(1).map((stop, at) => at < visited.length - 2 && stop.written.isPassing),
      waypointOrder: order,
    }
    const routes = [route, ...route.alternatives]
    const summaries = summariesOf(
      routes.map(({ steps }) => steps),
      query.language,
    )
    return {
      status: 'OK',
      geocoded_waypoints: geocoded,
      routes: routes.map((one, at) => toDirectionsRoute(one, summaries[at] ?? '', labels)),
    }
  }

  /** The visiting order of waypoints: as given, or the one with the shortest route from origin to destination. */
  private async findOrder(caller: Caller, query: DirectionsQuery, stops: readonly Stop[]): Promise<number[]> {
    const given = query.waypoints.map((_waypoint, at) => at)
    if (!query.optimize || given.length < 2) return given
    const { avoid, departAtMs, arriveByMs } = query
    const around = departAtMs ?? arriveByMs
    const last = stops.length - 1
    const body = {
      stops: stops.map(({ found }) => found.at),
      start: 0,
      end: last,
      objective: 'duration',
      avoid,
      ...(around !== undefined && { depart_at: new Date(around).toISOString() }),
    }
    const reply = await this.call('optimize', caller, { body })
    if (!reply.ok) return given
    return (reply.body as { order: number[] }).order
      .filter((stop) => stop !== 0 && stop !== last)
      .map((stop) => stop - 1)
  }
}

function toBody({ alternatives, avoid, language, departAtMs, arriveByMs }: DirectionsQuery, visited: readonly Stop[]) {
  const points = visited.map(({ found }) => found.at)
  const heading = visited[0]?.written.heading
  return {
    from: points[0],
    to: points.at(-1),
    via: points.slice(1, -1),
    alternatives: alternatives ? 3 : 0,
    avoid,
    language,
    ...(heading !== undefined && { heading }),
    ...(departAtMs !== undefined && { depart_at: new Date(departAtMs).toISOString() }),
    ...(arriveByMs !== undefined && { arrive_by: new Date(arriveByMs).toISOString() }),
  }
}

function namesOf(visited: readonly Stop[]): PlaceNames {
  const fields = visited.map(({ written }) => written.field)
  return { from: 'origin', via: fields.slice(1, -1), to: 'destination' }
}

/** Road route failures that the format reports as no route, not as an invalid request. */
const nowhere: ReadonlySet<string> = new Set<RoutingFailure['kind']>([
  'not-snapped',
  'no-path',
  'blocked',
  'closed',
  'outside-coverage',
  'across-regions',
  'upstream-no-route',
])

/** Converts a failure of our own operation to the format. */
function fromProblem({ status, kind = '', body }: Problem, names: PlaceNames, geocoded: readonly object[]) {
  const error_message = inTheirNames(body.detail, names)
  if (status !== 422) return refused({ status: 'UNKNOWN_ERROR', error_message }, geocoded)
  return refused({ status: nowhere.has(kind) ? 'ZERO_RESULTS' : 'INVALID_REQUEST', error_message }, geocoded)
}
