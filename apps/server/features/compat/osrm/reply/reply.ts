import { asciiLiteral, JsonWriter } from '@fairway/road'
import type { ForeignReply } from '../../../../operations/reply.ts'
import type { LineOptions } from '../request/route-options.ts'
import { type WrittenRoute, writeRoute } from './route.ts'
import { writeValue } from './values.ts'

const keys = {
  lists: {
    routes: asciiLiteral('{"code":"Ok","routes":['),
    trips: asciiLiteral('{"code":"Ok","trips":['),
    matchings: asciiLiteral('{"code":"Ok","matchings":['),
  },
  points: {
    waypoints: asciiLiteral('],"waypoints":'),
    tracepoints: asciiLiteral('],"tracepoints":'),
  },
  comma: asciiLiteral(','),
  closeList: asciiLiteral(']'),
  close: asciiLiteral('}'),
}

interface RouteList {
  readonly name: keyof typeof keys.lists
  readonly routes: readonly WrittenRoute[]
}

/** Points of the reply. The list is omitted if the request skips waypoints. */
interface PointList {
  readonly name: keyof typeof keys.points
  readonly points: readonly (object | null)[]
}

/** Writer that all replies of a thread share, so that they reuse its memory. */
let sharedWriter: JsonWriter | undefined

/** Creates a reply with routes, which are written as bytes because an object and a serializer would take longer. */
export function toRoutesReply(
  { name, routes }: RouteList,
  points: PointList | undefined,
  options: LineOptions,
): ForeignReply {
  const write = (): Uint8Array => {
    sharedWriter ??= new JsonWriter()
    const json = sharedWriter
    json.reset()
    json.literal(keys.lists[name])
    for (const [index, route] of routes.entries()) {
      if (index > 0) json.literal(keys.comma)
      writeRoute(json, route, options)
    }
    if (points) writeValue(json.literal(keys.points[points.name]), points.points)
    else json.literal(keys.closeList)
    json.literal(keys.close)
    return json.view()
  }
  return { status: 200, body: write }
}
