import type { Clock } from '../../../platform/clock.ts'
import { nowOf, sendWritten } from '../../../platform/http/body/exchange.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { routingProblems } from './api/failures.ts'
import { RouteReply } from './api/reply-schemas.ts'
import { readRouteQuery } from './api/request.ts'
import { RouteBody } from './api/schemas.ts'
import type { RouteMemory } from './memory/route-memory.ts'
import { ReplyWriter } from './reply/reply-writer.ts'
import type { RoutingService } from './service.ts'

export interface RoutingRoutesOptions {
  readonly service: RoutingService
  readonly clock: Clock
  /** Stores returned routes so that they can be rerouted later. */
  readonly memory: RouteMemory
}

export function routingRoutes(app: App, { service, clock, memory }: RoutingRoutesOptions): void {
  const writer = new ReplyWriter(memory)

  app.post(
    '/v1/route',
    {
      config: { operation: { name: 'route', access: 'open', units: () => 1 }, shortcut: true },
      schema: {
        operationId: 'route',
        tags: ['Routes'],
        summary: 'Road route from A to B',
        description:
          'The best route by car, with turn-by-turn steps, the line to draw, and up to three alternatives. Points are snapped to the nearest road.',
        security: [{}, { key: [] }],
        body: RouteBody,
        response: { 200: { description: 'The route.', ...RouteReply }, ...errors(400, 401, 403, 413, 422, 502) },
      },
    },
    async (request, reply) => {
      const query = readRouteQuery(request.body, nowOf(request, clock))
      if (!query.ok) return refuse(reply, routingProblems, query.failure)
      const answer = await service.route(query.value)
      if (!answer.ok) return refuse(reply, routingProblems, answer.failure)
      // Already serialized: a serializer would take as long as everything else together.
      return sendWritten(reply, writer.write(query.value, answer.value)) as never
    },
  )
}
