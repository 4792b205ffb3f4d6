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
import { replanTour } from '../dispatch/plan-tour.ts'
import { replaceRoute } from '../dispatch/replace-route.ts'
import type { TrackingOptions } from '../options.ts'
import { toRouteInFormat } from './attach.ts'
import { planSingle } from './plan-single.ts'
import { plannerProblems } from './planner-failures.ts'
import { toLineFormat } from './route-line.ts'
import { AttachBody, parseRouteRequest } from './route-request.ts'

export function attachOperation({ assets, planRoute, callReroute, liveExtras }: TrackingOptions): Operation {
  return defineOperation({
    name: 'assets.route',
    method: 'POST',
    idempotent: true,
    path: '/v1/assets/:id/route',
    access: 'key',
    docs: {
      operationId: 'attachRoute',
      tags: ['Assets'],
      summary: 'Plan the route of an asset',
      description:
        'Plans a route with the engine for the kind of asset: road for vehicles and robots (or self-driving with `mode` set to `av`), air for drones, and sea for vessels. Replaces the previous planned route. With `route_id` or `line`, the asset follows a route that you already have. Counts as one route.',
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
      'fixed-route-with-others',
      'line-missing',
      'line-duration-missing',
      'line-without-length',
      'route-off-roads',
      'route-blocked',
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
      const { previous } = routeRequest.value
      const format = toLineFormat(requestBody.geometry)
      const tour = previous?.tour && (await replanTour(planRoute, caller, asset, previous.tour, context.now()))
      // If the tour has no remaining stop and no end, the remainder of the line is used.
      const plannedRoute =
        tour && tour.kind !== 'no-position'
          ? tour
          : await planSingle({ planRoute, callReroute, liveExtras }, context, asset, routeRequest.value)
      if (plannedRoute.kind === 'problem') return forwardProblem(plannedRoute.problem)
      const { route, storedRoute } = plannedRoute
      const assetRoute = { ...storedRoute, route: { ...storedRoute.route, format } }
      const updatedAsset = await replaceRoute(assets, asset, assetRoute, { keepsVisits: previous !== undefined })
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
