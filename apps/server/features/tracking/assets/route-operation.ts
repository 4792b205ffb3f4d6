import { Type } from 'typebox'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { OneOfSchema } from '../../../platform/http/schemas.ts'
import { fail } from '../../../platform/result.ts'
import { geometryFormats } from '../../road/route/api/schemas.ts'
import { trackingProblems } from '../api/failures.ts'
import { AssetRouteLineReply } from '../api/reply-schemas.ts'
import { AssetParameters } from '../api/schemas.ts'
import type { TrackingOptions } from '../options.ts'
import { toAssetRouteLineReply } from './route-reply.ts'

const AssetRouteQuery = Type.Object({
  geometry: Type.Optional(
    OneOfSchema(geometryFormats, {
      description:
        'Format of the line. Default: the format of the deltas, which is the format in which the route was attached.',
    }),
  ),
})

/** Creates the operation that returns an asset's route to clients that did not attach it. */
export function assetRouteOperation({ assets }: TrackingOptions): Operation {
  return defineOperation({
    name: 'assets.plan',
    method: 'GET',
    path: '/v1/assets/:id/route',
    access: 'key',
    docs: {
      operationId: 'assetRoute',
      tags: ['Assets'],
      summary: 'Get the planned route of an asset',
      description:
        'Returns the line of the planned route, its stops and times, and the checksum by which deltas identify the old line. Clients that did not attach the route apply deltas to this line. Does not count as a route.',
      security: [{ key: [] }],
    },
    params: AssetParameters,
    query: AssetRouteQuery,
    reply: { description: 'The planned route.', schema: AssetRouteLineReply },
    errors: [400, 401, 403, 404, 422],
    failures: pickProblems(trackingProblems, 'asset-not-found', 'plan-missing'),
    async handle({ params: { id }, query }, { caller }) {
      const asset = await assets.find(caller.account, id)
      if (!asset) return fail({ kind: 'asset-not-found', id })
      const routeReply = toAssetRouteLineReply(asset, query.geometry)
      return routeReply ? serializedReply(JSON.stringify(routeReply)) : fail({ kind: 'plan-missing', id })
    },
  })
}
