import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { listRouteStops, otherMapCodes } from '../regional.ts'
import { problems } from './failures.ts'
import { AvReplyWriter } from './reply-writer.ts'
import { readAvQuery } from './request.ts'
import { AvBody, AvReply } from './schemas.ts'
import { AvService, type AvServiceOptions } from './service.ts'
import { listAvWarnings } from './warnings.ts'

export function avOperation(options: AvServiceOptions): Operation {
  const service = new AvService(options)
  const writer = new AvReplyWriter()
  return defineOperation({
    name: 'av',
    method: 'POST',
    idempotent: true,
    path: '/v1/av/route',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'avRoute',
      tags: ['Routes'],
      summary: 'Plan a self-driving route inside an operational design domain',
      description:
        'Previews the route that a self-driving vehicle may take: only on roads, at times and in conditions that an operational design domain permits. If no domain permits the trip, the service does not engage: the reply is 422 with the rule, the position, the observed value and the allowed value. The examples use the fictional sample domain of Montevideo, which exists only on servers where the samples are enabled.',
      security: [{}, { key: [] }],
    },
    body: AvBody,
    reply: { description: 'The route.', schema: AvReply },
    errors: [400, 401, 403, 413, 422, 502],
    regional: { positions: ({ body }) => listRouteStops(body), mapCodes: otherMapCodes },
    failures: problems,
    units: () => 1,
    async handle({ body }, context) {
      const query = readAvQuery(body, context.now())
      if (!query.ok) return query
      const result = await service.route(query.value)
      if (!result.ok) return result
      const warnings = collectWarnings(context, listAvWarnings(query.value, result.value))
      return serializedReply(() => writer.write(query.value, result.value, warnings))
    },
  })
}
