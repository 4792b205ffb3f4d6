import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import { checkRawQuery } from '../../../platform/http/position-query.ts'
import { problems } from './failures.ts'
import { toNearbyReply } from './reply.ts'
import { readNearbyRequest } from './request.ts'
import { NearbyQueryFields, NearbyReply } from './schemas.ts'
import { type NearbyOptions, NearbyService } from './service.ts'

export function nearbyOperation(options: NearbyOptions): Operation {
  const service = new NearbyService(options)
  return defineOperation({
    name: 'nearby',
    method: 'GET',
    path: '/v1/nearby',
    access: 'open',
    fastPath: { query: true },
    docs: {
      operationId: 'nearby',
      tags: ['Places'],
      summary: 'Find places nearby',
      description:
        'Finds gas stations, restaurants, hospitals and other places around a position, nearest first, with address, opening hours and other known details. Does not count as a route.',
      security: [{}, { key: [] }],
    },
    query: NearbyQueryFields,
    reply: { description: 'The places.', schema: NearbyReply },
    errors: [400, 401, 403, 422, 502],
    regional: { positions: ({ query }) => [[query.lat, query.lon]] },
    failures: problems,
    async handle(input, context) {
      const queryCheck = checkRawQuery(context.url, NearbyQueryFields)
      if (!queryCheck.ok) return queryCheck
      const query = readNearbyRequest(input.query, context.now())
      if (!query.ok) return query
      const result = await service.find(query.value, toTaskOwner(context.caller))
      if (!result.ok) return result
      const warnings = collectWarnings(context, [...query.value.notes, ...result.value.warnings])
      return serializedReply(JSON.stringify({ ...toNearbyReply(result.value), warnings }))
    },
  })
}
