import { lightAt } from '@fairway/geo'
import { JsonWriter, type Literal } from '@fairway/road'
import { createRouteIdGenerator } from '../route/memory/route-id.ts'
import { keys } from '../route/reply/reply-keys.ts'
import { RouteWriter } from '../route/reply/route-writer.ts'
import type { AvQuery } from './request.ts'
import type { AvAnswer } from './service.ts'
import { toOddTrip } from './trip-times.ts'

/** JSON writer that adds the domain fields where a road route has only its mode. */
class AvJsonWriter extends JsonWriter {
  openingJson = new Uint8Array()

  override literal(literal: Literal): this {
    return literal === keys.mode ? this.raw(this.openingJson) : super.literal(literal)
  }
}

/**
 * Writes replies as bytes, like the replies of road routes. The routes are not cached, because a reroute could leave
 * the domain.
 */
export class AvReplyWriter {
  private readonly json = new AvJsonWriter()
  private readonly route = new RouteWriter(this.json)
  private readonly nextId = createRouteIdGenerator('av')
  private readonly encoder = new TextEncoder()

  /** Writes a reply without copying it. The bytes are valid until the next reply is written. */
  write(query: AvQuery, { domain, area, route, trip }: AvAnswer, warnings: readonly string[] = []): Uint8Array {
    const { id, version, operator, sample } = domain.document
    const odd = JSON.stringify({ id, version, operator, area, sample })
    const conditions = JSON.stringify(toConditionsReply(query, trip.departMs))
    this.json.reset()
    this.json.openingJson = this.encoder.encode(
      `,"mode":"av","preview":true,"engages":true,"odd":${odd},"conditions":${conditions},"warnings":${JSON.stringify(warnings)},"distance_km":`,
    )
    this.route.write(query.routeQuery, route, trip, this.nextId(), this.nextId)
    return this.json.view()
  }
}

function toConditionsReply(query: AvQuery, departMs: number) {
  const { weather, light, visibilityMeters } = query.conditions
  const { from } = toOddTrip(query, departMs, departMs)
  return { weather, light: light ?? lightAt(from.latitude, from.longitude, departMs), visibility_m: visibilityMeters }
}
