import type { Clock } from '../../../platform/clock.ts'
import { sendWritten } from '../../../platform/http/body/exchange.ts'
import { takeWarnings } from '../../../platform/http/body/own-warnings.ts'
import { ownerOf } from '../../../platform/http/guard/caller.ts'
import { checkWritten } from '../../../platform/http/position-query.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { problems } from './failures.ts'
import { toNearbyReply } from './reply.ts'
import { readNearbyRequest } from './request.ts'
import { NearbyQueryFields, NearbyReply } from './schemas.ts'
import { type NearbyOptions, NearbyService } from './service.ts'

export interface PlacesRoutesOptions extends NearbyOptions {
  readonly clock: Clock
}

export function placesRoutes(app: App, options: PlacesRoutesOptions): void {
  const service = new NearbyService(options)

  app.get(
    '/v1/nearby',
    {
      config: { operation: { name: 'nearby', access: 'open' } },
      schema: {
        operationId: 'nearby',
        tags: ['Places'],
        summary: 'Places nearby',
        description:
          'Gas stations, restaurants, hospitals and other places around a position, nearest first, with address, opening hours and other known details. Does not count as a route.',
        security: [{}, { key: [] }],
        querystring: NearbyQueryFields,
        response: { 200: { description: 'The places.', ...NearbyReply }, ...errors(400, 401, 403, 422, 502) },
      },
    },
    async (request, reply) => {
      const written = checkWritten(request.url, NearbyQueryFields)
      if (!written.ok) return refuse(reply, problems, written.failure)
      const asked = readNearbyRequest(request.query, options.clock.now())
      if (!asked.ok) return refuse(reply, problems, asked.failure)
      const answer = await service.find(asked.value, ownerOf(request.caller))
      if (!answer.ok) return refuse(reply, problems, answer.failure)
      const warnings = takeWarnings(request, answer.value.warnings)
      return sendWritten(reply, JSON.stringify({ ...toNearbyReply(answer.value), warnings })) as never
    },
  )
}
