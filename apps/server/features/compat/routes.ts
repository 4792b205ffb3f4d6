import type { Clock } from '../../platform/clock.ts'
import { sendWritten } from '../../platform/http/body/exchange.ts'
import { errors } from '../../platform/http/schemas.ts'
import type { App } from '../../platform/http/server.ts'
import { Directions } from './directions.ts'
import type { Ask } from './place-finder.ts'
import { refused, tellProblem } from './refusals.ts'
import { readDirections } from './request.ts'
import { DirectionsFields, DirectionsReply } from './schemas.ts'

export interface CompatOptions {
  /** The path segment that names the format. */
  readonly vendor: string
  readonly ask: Ask
  readonly clock: Clock
}

/** Directions endpoints compatible with another provider. Clients change only the base URL. */
export function compatRoutes(app: App, { vendor, ask, clock }: CompatOptions): void {
  const directions = new Directions(ask)

  app.get(
    `/v1/compat/${vendor}/directions/json`,
    {
      config: { operation: { name: 'compat.directions', access: 'open', units: () => 1, tellProblem } },
      schema: {
        operationId: 'compatDirections',
        tags: ['Routes'],
        summary: 'Road routes in the format of another provider',
        description:
          'For clients of that format, which only change the URL. Failures are reported as in that format: with 200, a status and an error_message. Rejected keys and exceeded rate limits return 401 and 429 as everywhere in this API, with the fields of the format next to the error object. Counts as one route.',
        security: [{}, { key: [] }],
        querystring: DirectionsFields,
        response: { 200: { description: 'Directions.', ...DirectionsReply }, ...errors(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const query = readDirections(request.query, clock.now())
      const answer = query.ok ? await directions.find(request.caller, query.value) : refused(query.failure)
      return sendWritten(reply, JSON.stringify(answer)) as never
    },
  )
}
