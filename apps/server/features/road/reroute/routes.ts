import type { Clock } from '../../../platform/clock.ts'
import { nowOf, sendWritten } from '../../../platform/http/body/exchange.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import type { RouteMemory } from '../route/memory/route-memory.ts'
import { problems } from './failures.ts'
import { RerouteWriter } from './reply-writer.ts'
import { readRerouteQuery } from './request.ts'
import { RerouteBody, RerouteReply } from './schemas.ts'
import type { ReroutingService } from './service.ts'

export interface ReroutingRoutesOptions {
  readonly service: ReroutingService
  readonly memory: RouteMemory
  readonly clock: Clock
  /** A line has many more points than any other request. */
  readonly bodyLimitBytes: number
}

export function reroutingRoutes(app: App, { service, memory, clock, bodyLimitBytes }: ReroutingRoutesOptions): void {
  const writer = new RerouteWriter(memory)

  app.post(
    '/v1/reroute',
    {
      bodyLimit: bodyLimitBytes,
      config: { operation: { name: 'reroute', access: 'open', units: () => 1 }, shortcut: true },
      schema: {
        operationId: 'reroute',
        tags: ['Routes'],
        summary: 'Get the updated route, or only what changed',
        description:
          'The best route from the current position of the vehicle, in current traffic, through the remaining stops. The previous route is evaluated in the same traffic and kept unless another one is better by enough. The reply says that nothing has changed, or what to keep of the old line and what to insert.',
        security: [{}, { key: [] }],
        body: RerouteBody,
        response: {
          200: { description: 'The updated route.', ...RerouteReply },
          ...errors(400, 401, 403, 413, 422, 502),
        },
      },
    },
    async (request, reply) => {
      const query = readRerouteQuery(request.body, nowOf(request, clock))
      if (!query.ok) return refuse(reply, problems, query.failure)
      const rerouted = await service.reroute(query.value)
      if (!rerouted.ok) return refuse(reply, problems, rerouted.failure)
      return sendWritten(reply, writer.write(rerouted.value, query.value.reply)) as never
    },
  )
}
