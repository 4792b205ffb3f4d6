import { JsonWriter } from '@fairway/road'
import type { RouteQuery } from '../api/request.ts'
import { routeIds } from '../memory/route-id.ts'
import type { RouteMemory } from '../memory/route-memory.ts'
import type { RouteAnswer } from '../service.ts'
import { measureTrip } from '../trip.ts'
import { RouteWriter } from './route-writer.ts'
import { toUpstreamReply } from './upstream-reply.ts'

/**
 * Writes replies as bytes, straight from the engine's integers: objects and a serializer would cost more than finding
 * the route. One writer per thread; its memory is used again.
 */
export class ReplyWriter {
  private readonly json = new JsonWriter()
  private readonly route = new RouteWriter(this.json)
  private readonly nextId = routeIds()
  private readonly memory: RouteMemory

  constructor(memory: RouteMemory) {
    this.memory = memory
  }

  /** Bytes are not copied: they are good until the next reply is written. */
  write(query: RouteQuery, answer: RouteAnswer): Uint8Array | string {
    const id = this.nextId()
    if (answer.source === 'upstream') return JSON.stringify(toUpstreamReply(query, answer, id))
    const { region, drive, plan } = answer
    this.json.reset()
    this.route.write(query, answer, measureTrip(region, drive, query.time, plan.legs, query.steps), id)
    this.memory.keep(id, region.handle.dataset, plan.legs, query.stops, query.geometry)
    return this.json.view()
  }
}
