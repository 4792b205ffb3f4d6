import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import type { ModelSource } from '../models/model-source.ts'
import { listRouteStops, otherMapCodes } from '../regional.ts'
import { routingProblems } from './api/failures.ts'
import { RouteReply } from './api/reply-schemas.ts'
import { readRouteQuery } from './api/request.ts'
import { RouteBody } from './api/schemas.ts'
import type { RouteCache } from './memory/route-memory.ts'
import { PlannedRoute } from './reply/planned-route.ts'
import { ReplyWriter } from './reply/reply-writer.ts'
import type { RoutingService } from './service.ts'

export interface RouteOperationOptions {
  readonly service: RoutingService
  /** Cache that stores returned routes for later reroute requests. */
  readonly routeCache: RouteCache
  readonly models: ModelSource
}

export function routeOperation({ service, routeCache, models }: RouteOperationOptions): Operation {
  const writer = new ReplyWriter(routeCache)
  return defineOperation({
    name: 'route',
    method: 'POST',
    idempotent: true,
    path: '/v1/route',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'route',
      tags: ['Routes'],
      summary: 'Plan a road route',
      description:
        'Finds the best route by car, truck, motorcycle, bicycle or wheelchair, or on foot. The reply includes turn-by-turn steps, the line to draw, and up to three alternatives. Points are snapped to the nearest road.',
      security: [{}, { key: [] }],
    },
    body: RouteBody,
    reply: { description: 'The route.', schema: RouteReply },
    errors: [400, 401, 403, 413, 422, 502],
    regional: { positions: ({ body }) => listRouteStops(body), mapCodes: otherMapCodes },
    failures: routingProblems,
    units: () => 1,
    async handle({ body }, context) {
      const query = readRouteQuery(body, context.now(), models)
      if (!query.ok) return query
      const result = await service.route(query.value)
      if (!result.ok) return result
      // The reply is already serialized, because a generic serializer would double the time of the request.
      const { value: answer } = result
      const isPlain = answer.source === 'local' && !answer.electric
      const source = isPlain ? new PlannedRoute(query.value, answer) : undefined
      return serializedReply(() => writer.write(query.value, answer), undefined, source)
    },
  })
}
