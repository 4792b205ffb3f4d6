import { findRouteProfile } from '../../../maps/regions/handles.ts'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import type { ModelSource } from '../models/model-source.ts'
import { otherMapCodes, otherNodeCodes } from '../regional.ts'
import { isProfileGiven } from '../route/api/profiles.ts'
import type { RouteCache } from '../route/memory/route-memory.ts'
import { problems } from './failures.ts'
import { RerouteWriter } from './reply-writer.ts'
import { listReroutePositions, type RerouteFields, readRerouteQuery } from './request.ts'
import { RerouteBody, RerouteReply } from './schemas.ts'
import type { ReroutingService } from './service.ts'

export interface RerouteOperationOptions {
  readonly service: ReroutingService
  readonly routeCache: RouteCache
  /** Maximum body size in bytes. The limit is high because a request with a line has many points. */
  readonly bodyLimitBytes: number
  readonly models: ModelSource
}

export function rerouteOperation({ service, routeCache, bodyLimitBytes, models }: RerouteOperationOptions): Operation {
  const writer = new RerouteWriter(routeCache)
  return defineOperation({
    name: 'reroute',
    method: 'POST',
    idempotent: true,
    path: '/v1/reroute',
    access: 'open',
    fastPath: true,
    bodyLimitBytes,
    docs: {
      operationId: 'reroute',
      tags: ['Routes'],
      summary: 'Get the updated route, or only the changes',
      description:
        'Finds the best route from the current position of the vehicle, in current traffic, through the remaining stops. The previous route is evaluated in the same traffic and kept unless another route saves enough time. The reply states that nothing has changed, or lists the parts of the old line to keep and the parts to insert.',
      security: [{}, { key: [] }],
    },
    body: RerouteBody,
    reply: { description: 'The updated route.', schema: RerouteReply },
    errors: [400, 401, 403, 413, 422, 502],
    regional: {
      positions: ({ body }) => listReroutePositions(body),
      mapCodes: otherMapCodes,
      nodeCodes: otherNodeCodes,
    },
    failures: problems,
    units: () => 1,
    async handle({ body }, context) {
      const query = readRerouteQuery(withPreviousProfile(body, routeCache), context.now(), models)
      if (!query.ok) return query
      const rerouteResult = await service.reroute(query.value)
      if (!rerouteResult.ok) return rerouteResult
      return serializedReply(() => writer.write(rerouteResult.value, query.value.reply))
    },
  })
}

/**
 * Adds the profile of the previous route if the request contains only the route id. A pedestrian route thus remains a
 * pedestrian route.
 */
function withPreviousProfile(body: RerouteFields, routeCache: RouteCache): RerouteFields {
  const route = isProfileGiven(body) || body.route_id === undefined ? undefined : routeCache.find(body.route_id)
  return route ? { ...body, profile: findRouteProfile(route.dataset) } : body
}
