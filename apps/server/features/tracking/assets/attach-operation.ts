import { attachRoute } from '@fairway/tracking'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { forwardProblem, serializedReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { trackingProblems } from '../api/failures.ts'
import { findMilitaryFailure } from '../api/military.ts'
import { toAssetReply } from '../api/replies.ts'
import { AttachReply } from '../api/reply-schemas.ts'
import { AssetParameters } from '../api/schemas.ts'
import { carryTour } from '../dispatch/plan-tour.ts'
import { isWalkingAsset, toWalkingRoute } from '../live/walking-robots.ts'
import type { TrackingOptions } from '../options.ts'
import { type RouteReply, toRouteInFormat, toStoredAssetRoute } from './attach.ts'
import { plannerProblems } from './planner-failures.ts'
import { toLineFormat } from './route-line.ts'
import { AttachBody, parseRouteRequest } from './route-request.ts'
import { findAssetRoute } from './stored-routes.ts'

/** Plans a route and attaches it to an asset. */
export function attachOperation({ assets, planRoute, liveExtras }: TrackingOptions): Operation {
  return defineOperation({
    name: 'assets.route',
    method: 'POST',
    path: '/v1/assets/:id/route',
    access: 'key',
    docs: {
      operationId: 'attachRoute',
      tags: ['Assets'],
      summary: 'Plan the route that an asset follows',
      description:
        'Uses the engine for the kind of asset: road for vehicles and robots (or self-driving with mode `av`), air for drones, sea for vessels. Replaces the previous planned route. Counts as one route.',
      security: [{ key: [] }],
    },
    params: AssetParameters,
    body: AttachBody,
    reply: { description: 'The asset and its route.', schema: AttachReply },
    errors: [400, 401, 403, 404, 413, 422, 502],
    failures: pickProblems(
      trackingProblems,
      'asset-not-found',
      'military-asset',
      'mode-unfit',
      'from-missing',
      'reroute-with-others',
      'reroute-without-plan',
    ),
    forwardedFailures: plannerProblems,
    units: () => 1,
    async handle({ params: { id }, body: requestBody }, context) {
      const { caller } = context
      const asset = await assets.find(caller.account, id)
      if (!asset) return fail({ kind: 'asset-not-found', id })
      const militaryFailure = findMilitaryFailure(asset, caller)
      if (militaryFailure) return fail(militaryFailure)
      const routeRequest = parseRouteRequest(asset, requestBody)
      if (!routeRequest.ok) return routeRequest
      const { mode, body, previous } = routeRequest.value
      const routeReply = await (previous
        ? liveExtras.planReroute(caller, asset, previous)
        : planRoute(caller, mode, body))
      if (!routeReply.ok) return forwardProblem(routeReply.problem)
      const replyBody = routeReply.body as RouteReply
      const isWalking = isWalkingAsset(asset.kind, replyBody.mode)
      const route = isWalking ? toWalkingRoute(replyBody, 'arrive_by' in body) : replyBody
      const format = toLineFormat(requestBody.geometry)
      const stored = toStoredAssetRoute(asset.kind, body, route, format, context.now())
      const assetRoute = previous ? carryTour(asset, stored, route, context.now()) : stored
      const updatedAsset = await assets.update(caller.account, id, (current) => {
        const next = { ...current, plan: assetRoute, planNumber: current.planNumber + 1 }
        const state = current.state && attachRoute(findAssetRoute(next), current.state, current.kind)
        return { plan: assetRoute, planNumber: next.planNumber, state }
      })
      if (!updatedAsset) return fail({ kind: 'asset-not-found', id })
      const formattedRoute = toRouteInFormat(route, requestBody.geometry, requestBody.steps !== false)
      const attachWarnings = [
        ...(route.warnings ?? []),
        ...('format' in requestBody && requestBody.format !== undefined
          ? ["'format' was ignored: the reply always contains the route as JSON"]
          : []),
      ]
      const warnings = collectWarnings(context, attachWarnings)
      return serializedReply(JSON.stringify({ asset: toAssetReply(updatedAsset), route: formattedRoute, warnings }))
    },
  })
}
