import { JsonWriter } from '@fairway/road'
import { toRouteKey } from '../../../../maps/regions/handles.ts'
import type { NamedStop, RouteQuery } from '../api/request.ts'
import { createRouteIdGenerator } from '../memory/route-id.ts'
import type { RouteCache } from '../memory/route-memory.ts'
import type { LocalRoute, RouteAnswer } from '../service.ts'
import { measureTrip } from '../trip.ts'
import { RouteWriter } from './route-writer.ts'
import { toUpstreamReply } from './upstream-reply.ts'

/**
 * Writes replies as bytes, directly from the engine's integers. Creating objects and serializing them would take longer
 * than finding the route. One writer per thread reuses its memory.
 */
export class ReplyWriter {
  private readonly json = new JsonWriter()
  private readonly route = new RouteWriter(this.json)
  private readonly nextId = createRouteIdGenerator()
  private readonly routeCache: RouteCache

  constructor(routeCache: RouteCache) {
    this.routeCache = routeCache
  }

  /** Writes a reply without copying it. The bytes are valid until the next reply is written. */
  write(query: RouteQuery, routeAnswer: RouteAnswer): Uint8Array | string {
    if (routeAnswer.source === 'upstream') return JSON.stringify(toUpstreamReply(query, routeAnswer, this.nextId))
    const { region, snapshot, plan, electric } = routeAnswer
    this.json.reset()
    const id = this.nextId()
    const trip = electric?.trip ?? measureTrip(region, snapshot, query.time, plan.legs, query.steps)
    const key = toRouteKey(region.networkKey, query.profile)
    const stops = listStops(query, routeAnswer)
    this.route.write(query, routeAnswer, trip, id, ({ legs }) => {
      const alternativeId = this.nextId()
      this.routeCache.store(alternativeId, key, legs, stops, query.geometry)
      return alternativeId
    })
    this.routeCache.store(id, key, plan.legs, stops, query.geometry)
    return this.json.view()
  }
}

/** Lists the stops, including charging stations, so that a reroute still visits the stations. */
function listStops({ stops }: RouteQuery, { plan, electric }: LocalRoute): readonly NamedStop[] {
  if (!electric) return stops
  let stop = 0
  const ends = plan.legs.map(({ end }, leg): NamedStop | undefined => {
    if (!electric.stationLegs.has(leg)) return stops[++stop]
    const [latitude, longitude] = [end.latitude / 1e6, end.longitude / 1e6]
    return { field: 'a charging station', latitude, longitude, heading: -1, isStation: true }
  })
  return [stops[0], ...ends].filter((namedStop) => namedStop !== undefined)
}
