import type { OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import { routingProblems } from '../../../road/route/api/failures.ts'
import { INPUT_ERROR_CODE } from '../../foreign-operation.ts'
import { type CoverageCheck, type GeocodedPlace, PlaceFinder, toGeocodedWaypoint } from '../place-finder.ts'
import type { PlaceInput } from '../place-input.ts'
import { type DirectionsOutcome, toErrorReply } from '../refusals.ts'
import { type DirectionsQuery, profileByMode } from '../request.ts'
import { type ParameterNames, translateParameterNames } from './parameter-names.ts'
import { toDirectionsRoute } from './reply.ts'
import type { RoadReply } from './road-route.ts'
import { writeSummaries } from './summaries.ts'

/** Stop of the trip, as written in the request and as found by the geocoder. */
interface GeocodedStop {
  readonly input: PlaceInput
  readonly place: GeocodedPlace
}

/** Handles a directions request. Replies and errors are in the format of the compatible API. */
export class DirectionsService {
  private readonly callOperation: OperationCaller
  private readonly isCovered: CoverageCheck

  constructor(call: OperationCaller, isCovered: CoverageCheck) {
    this.callOperation = call
    this.isCovered = isCovered
  }

  /** Returns the reply. The failure is a problem of the service that keeps its HTTP status, because it is temporary. */
  async find(caller: Caller, query: DirectionsQuery): Promise<Result<DirectionsOutcome, Problem>> {
    const placeFinder = new PlaceFinder(this.callOperation, caller, query, this.isCovered)
    const inputs = [query.origin, ...query.waypoints, query.destination]
    const searches = await placeFinder.findAll(inputs)
    const geocoded = searches.map(toGeocodedWaypoint)
    const searchErrors = searches.flatMap((search) => (search.place ? [] : [search.why]))
    if (searchErrors.length > 0)
      return ok({
        body: toErrorReply({ status: 'NOT_FOUND', error_message: searchErrors.join('; ') }, geocoded),
        errorCode: INPUT_ERROR_CODE,
      })
    const stops = inputs.flatMap((input, index): GeocodedStop[] => {
      const match = searches[index]?.place
      return match ? [{ input, place: match }] : []
    })
    const order = await this.findWaypointOrder(caller, query, stops)
    const visitedStops = [0, ...order.map((index) => index + 1), stops.length - 1].flatMap(
      (stopIndex) => stops[stopIndex] ?? [],
    )
    const reply = await this.callOperation('route', caller, { body: toRouteBody(query, visitedStops) })
    if (!reply.ok) {
      const { problem } = reply
      return problem.body.busy ? fail(problem) : ok(toRefusal(problem, toPlaceNames(visitedStops), geocoded))
    }
    const route = reply.body as RoadReply
    const reportedStops = visitedStops.filter(
      (stop, index) => index === 0 || index === visitedStops.length - 1 || !stop.input.isPassThrough,
    )
    const labels = {
      units: query.units,
      mode: query.mode,
      language: query.language,
      attribution: route.data.attribution,
      addresses: await Promise.all(reportedStops.map(({ place }) => placeFinder.findAddress(place))),
      isPassThrough: visitedStops
        .slice(1)
        .map((stop, index) => index < visitedStops.length - 2 && stop.input.isPassThrough),
      waypointOrder: order,
    }
    const routes = [route, ...route.alternatives]
    const summaries = writeSummaries(
      routes.map(({ steps }) => steps),
      query.language,
    )
    return ok({
      body: {
        status: 'OK',
        geocoded_waypoints: geocoded,
        routes: routes.map((roadRoute, index) => toDirectionsRoute(roadRoute, summaries[index] ?? '', labels)),
      },
    })
  }

  /** Returns the visiting order of waypoints: the given order, or the order with the shortest travel time. */
  private async findWaypointOrder(
    caller: Caller,
    query: DirectionsQuery,
    stops: readonly GeocodedStop[],
  ): Promise<number[]> {
    const originalOrder = query.waypoints.map((_waypoint, index) => index)
    if (!query.optimize || originalOrder.length < 2) return originalOrder
    const { mode, avoid, departAtMs, arriveByMs } = query
    const tripTimeMs = departAtMs ?? arriveByMs
    const last = stops.length - 1
    const body = {
      stops: stops.map(({ place }) => place.at),
      start: 0,
      end: last,
      objective: 'duration',
      profile: profileByMode[mode],
      avoid,
      ...(tripTimeMs !== undefined && { depart_at: new Date(tripTimeMs).toISOString() }),
    }
    const reply = await this.callOperation('optimize', caller, { body })
    if (!reply.ok) return originalOrder
    return (reply.body as { order: number[] }).order
      .filter((stop) => stop !== 0 && stop !== last)
      .map((stop) => stop - 1)
  }
}

function toRouteBody(
  { alternatives, mode, avoid, language, departAtMs, arriveByMs }: DirectionsQuery,
  visitedStops: readonly GeocodedStop[],
) {
  const points = visitedStops.map(({ place }) => place.at)
  const heading = visitedStops[0]?.input.heading
  return {
    from: points[0],
    to: points.at(-1),
    via: points.slice(1, -1),
    alternatives: alternatives ? 3 : 0,
    profile: profileByMode[mode],
    avoid,
    language,
    ...(heading !== undefined && { heading }),
    ...(departAtMs !== undefined && { depart_at: new Date(departAtMs).toISOString() }),
    ...(arriveByMs !== undefined && { arrive_by: new Date(arriveByMs).toISOString() }),
  }
}

function toPlaceNames(visitedStops: readonly GeocodedStop[]): ParameterNames {
  const fields = visitedStops.map(({ input }) => input.field)
  return { from: 'origin', via: fields.slice(1, -1), to: 'destination' }
}

/** Failures of road routes that the format reports as a missing route and not as an invalid request. */
const noRouteKinds = [
  'not-snapped',
  'no-path',
  'blocked',
  'closed',
  'outside-coverage',
  'across-regions',
  'upstream-no-route',
] as const
const noRouteCodes: ReadonlySet<string> = new Set(noRouteKinds.map((kind) => routingProblems[kind].code))

/** Converts a failure of a Fairway operation to the format. */
function toRefusal(
  { status, code, body }: Problem,
  names: ParameterNames,
  geocoded: readonly object[],
): DirectionsOutcome {
  const error_message = translateParameterNames(body.detail, names)
  const inputStatus = noRouteCodes.has(code) ? 'ZERO_RESULTS' : 'INVALID_REQUEST'
  const refusal = { status: status === 422 ? inputStatus : 'UNKNOWN_ERROR', error_message } as const
  return { body: toErrorReply(refusal, geocoded), errorCode: code }
}
