import { sendWritten } from '../../../../platform/http/body/exchange.ts'
import { takeWarnings } from '../../../../platform/http/body/own-warnings.ts'
import { checkWritten } from '../../../../platform/http/position-query.ts'
import { refuse } from '../../../../platform/http/problem.ts'
import { errors } from '../../../../platform/http/schemas.ts'
import type { App } from '../../../../platform/http/server.ts'
import type { Geocoder } from '../geocoder.ts'
import { problems } from './failures.ts'
import { toGeocodeReply, toReverseReply } from './replies.ts'
import { readGeocodeQuery, readReverseQuery } from './request.ts'
import { GeocodeQueryFields, GeocodeReply, ReverseQueryFields, ReverseReply } from './schemas.ts'

export function geocodingRoutes(app: App, geocoder: Geocoder): void {
  app.get(
    '/v1/geocode',
    {
      config: { operation: { name: 'geocode', access: 'open' } },
      schema: {
        operationId: 'geocode',
        tags: ['Places'],
        summary: 'From an address to coordinates',
        description:
          'Finds addresses, streets, intersections, places of all kinds and postal codes, in any script, with typos and incomplete words. Uses the data of this service first, then the replies of another geocoder, if one is configured. Does not count as a route.',
        security: [{}, { key: [] }],
        querystring: GeocodeQueryFields,
        response: { 200: { description: 'Candidates.', ...GeocodeReply }, ...errors(400, 401, 403, 422) },
      },
    },
    async (request, reply) => {
      const written = checkWritten(request.url, GeocodeQueryFields)
      if (!written.ok) return refuse(reply, problems, written.failure)
      const query = readGeocodeQuery(request.query)
      if (!query.ok) return refuse(reply, problems, query.failure)
      const answer = await geocoder.find(query.value)
      const warnings = takeWarnings(request, answer.warnings)
      return sendWritten(reply, JSON.stringify({ ...toGeocodeReply(query.value, answer), warnings })) as never
    },
  )

  app.get(
    '/v1/reverse',
    {
      config: { operation: { name: 'reverse', access: 'open' } },
      schema: {
        operationId: 'reverse',
        tags: ['Places'],
        summary: 'From coordinates to an address',
        description:
          'The nearest address, otherwise the street, the settlement, the country or the sea, with its distance. Does not count as a route.',
        security: [{}, { key: [] }],
        querystring: ReverseQueryFields,
        response: { 200: { description: 'What is at the position.', ...ReverseReply }, ...errors(400, 401, 403, 422) },
      },
    },
    async (request, reply) => {
      const written = checkWritten(request.url, ReverseQueryFields)
      if (!written.ok) return refuse(reply, problems, written.failure)
      const query = readReverseQuery(request.query)
      if (!query.ok) return refuse(reply, problems, query.failure)
      const answer = await geocoder.reverse(query.value)
      const warnings = takeWarnings(request, answer.warnings)
      return sendWritten(reply, JSON.stringify({ ...toReverseReply(answer), warnings })) as never
    },
  )
}
