import { JsonWriter } from '@fairway/road'
import { toRouteKey } from '../../../../maps/regions/handles.ts'
import type { RouteQuery } from '../api/request.ts'
import { createRouteIdGenerator } from '../memory/route-id.ts'
import type { RouteCache } from '../memory/route-memory.ts'
import type { RouteAnswer } from '../service.ts'
import { measureTrip } from '../trip.ts'
import { RouteWriter } from './route-writer.ts'
import { toUpstreamReply } from './upstream-reply.ts'

/**
 * Writes replies as bytes directly from the engine's integers, because objects and a serializer would cost more than
 * finding the route. One writer per thread reuses its memory.
 */
export class ReplyWriter {
  private readonly json = new JsonWriter()
  private readonly route = new RouteWriter(this.json)
  private readonly nextId = createRouteIdGenerator()
  private readonly routeCache: RouteCache

  constructor(memory: RouteCache) {
    this.routeCache = memory
  }

  /** The bytes are not copied: they are valid until the next reply is written. */
  write(query: RouteQuery, answer: RouteAnswer): Uint8Array | string {
    const id = this.nextId()
    if (answer.source === 'upstream') return JSON.stringify(toUpstreamReply(query, answer, id))
    const { region, snapshot, plan } = answer
    this.json.reset()
    this.route.write(query, answer, measureTrip(region, snapshot, query.time, plan.legs, query.steps), id)
    this.routeCache.store(id, toRouteKey(region.networkKey, query.profile), plan.legs, query.stops, query.geometry)
    return this.json.view()
  }
}
