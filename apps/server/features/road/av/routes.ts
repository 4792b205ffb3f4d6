import type { Clock } from '../../../platform/clock.ts'
import { nowOf, sendWritten } from '../../../platform/http/body/exchange.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { problems } from './failures.ts'
import { AvReplyWriter } from './reply-writer.ts'
import { readAvQuery } from './request.ts'
import { AvBody, AvReply } from './schemas.ts'
import { AvService, type AvServiceOptions } from './service.ts'

export interface AvRoutesOptions extends AvServiceOptions {
  readonly clock: Clock
}

export function avRoutes(app: App, options: AvRoutesOptions): void {
  const service = new AvService(options)
  const writer = new AvReplyWriter()

  app.post(
    '/v1/av/route',
    {
      config: { operation: { name: 'av', access: 'open', units: () => 1 }, shortcut: true },
      schema: {
        operationId: 'avRoute',
        tags: ['Routes'],
        summary: 'Self-driving route inside an operational design domain',
        description:
          'A preview of the route that a self-driving vehicle may take: only on roads, at times and in conditions that an operational design domain permits. Outside it, the reply is 422 and names the rule, the position, the observed value and the allowed value, and the service does not engage.',
        security: [{}, { key: [] }],
        body: AvBody,
        response: { 200: { description: 'The route.', ...AvReply }, ...errors(400, 401, 403, 413, 422, 502) },
      },
    },
    async (request, reply) => {
      const query = readAvQuery(request.body, nowOf(request, options.clock))
      if (!query.ok) return refuse(reply, problems, query.failure)
      const answer = await service.route(query.value)
      if (!answer.ok) return refuse(reply, problems, answer.failure)
      // Already serialized: a serializer would take as long as everything else together.
      return sendWritten(reply, writer.write(query.value, answer.value)) as never
    },
  )
}
