import { Type } from 'typebox'
import { sendWritten } from '../../../platform/http/body/exchange.ts'
import { takeWarnings } from '../../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors, OneOf } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { geometryFormats } from '../../road/route/api/schemas.ts'
import { trackingProblems } from '../api/failures.ts'
import { PlanLineReply } from '../api/reply-schemas.ts'
import { AssetParameters } from '../api/schemas.ts'
import type { TrackingOptions } from '../tracking.ts'
import { toPlanLineReply } from './plan-reply.ts'

const PlanQuery = Type.Object({
  geometry: Type.Optional(
    OneOf(geometryFormats, {
      description:
        'Format of the line. Default: the format of the deltas, which is the format in which the route was attached.',
    }),
  ),
})

/** Returns the attached route of an asset to clients that did not attach it. */
export function planRoutes(app: App, { assets }: TrackingOptions): void {
  app.get(
    '/v1/assets/:id/route',
    {
      config: { operation: { name: 'assets.plan', access: 'key' } },
      schema: {
        operationId: 'assetRoute',
        tags: ['Assets'],
        summary: 'Get the planned route of an asset',
        description:
          'The line of its planned route, its stops and times, and the checksum that deltas name for their old line. Clients that did not attach the route apply deltas to this line. Does not count as a route.',
        security: [{ key: [] }],
        params: AssetParameters,
        querystring: PlanQuery,
        response: { 200: { description: 'The plan.', ...PlanLineReply }, ...errors(400, 401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const asset = await assets.find((request.caller as AccountCaller).account, id)
      if (!asset) return refuse(reply, trackingProblems, { kind: 'asset-not-found', id })
      const told = toPlanLineReply(asset, request.query.geometry)
      if (!told) return refuse(reply, trackingProblems, { kind: 'plan-missing', id })
      return sendWritten(reply, JSON.stringify({ ...told, warnings: takeWarnings(request, []) })) as never
    },
  )
}
