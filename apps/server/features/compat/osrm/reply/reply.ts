import { asciiLiteral, JsonWriter } from '@fairway/road'
import type { ForeignReply } from '../../../../operations/reply.ts'
import type { LineOptions } from '../request/route-options.ts'
import { RouteWriter, type WrittenRoute } from './route-writer.ts'
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
  closeObject: asciiLiteral('}'),
}

interface RouteList {
  readonly name: keyof typeof keys.lists
  /** Routes in the order of the reply. Each is written before the next one is requested. */
  readonly routes: Iterable<WrittenRoute>
}

/** Points of the reply. The list is omitted if the request skips waypoints. */
interface PointList {
  readonly name: keyof typeof keys.points
  readonly points: readonly (object | null)[]
}

/** Writers that all replies of a thread share, so that they reuse the memory. */
interface Writers {
  readonly json: JsonWriter
  readonly route: RouteWriter
}
let sharedWriters: Writers | undefined

function createWriters(): Writers {
  const json = new JsonWriter()
  return { json, route: new RouteWriter(json) }
}

/** Creates a reply with routes, which are written when the reply is sent. */
export function toRoutesReply(
  { name, routes }: RouteList,
  points: PointList | undefined,
  options: LineOptions,
): ForeignReply {
  const write = (): Uint8Array => {
    sharedWriters ??= createWriters()
    const { json, route: routeWriter } = sharedWriters
    json.reset()
    json.literal(keys.lists[name])
    let isFirst = true
    for (const route of routes) {
      if (!isFirst) json.literal(keys.comma)
      isFirst = false
      routeWriter.write(route, options)
    }
    if (points) writeValue(json.literal(keys.points[points.name]), points.points)
    else json.literal(keys.closeList)
    json.literal(keys.closeObject)
    return json.view()
  }
  return { status: 200, body: write }
}
