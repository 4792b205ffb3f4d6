import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { forwardProblem, jsonReply } from '../../../operations/reply.ts'
import { type ProblemTable, pickProblems } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { type TrackingFailureOf, trackingProblems } from '../api/failures.ts'
import { findMilitaryFailure } from '../api/military.ts'
import { toLiveReply } from '../api/replies.ts'
import type { Asset, StoredAssetRoute } from '../assets/asset.ts'
import { plannerProblems } from '../assets/planner-failures.ts'
import type { DispatchOptions } from './dispatch-operation.ts'
import type { StopMark } from './dispatched-tour.ts'
import { type DispatchFailure, dispatchProblems } from './failures.ts'
import { replanTour } from './plan-tour.ts'
import { replaceRoute } from './replace-route.ts'
import { StopBody, StopParameters, StopReply } from './schemas.ts'

type StopFailure =
  | TrackingFailureOf<'asset-not-found' | 'military-asset' | 'from-missing'>
  | Extract<DispatchFailure, { readonly kind: 'no-tour' | 'no-stop' }>

const failures: ProblemTable<StopFailure> = {
  ...pickProblems(trackingProblems, 'asset-not-found', 'military-asset', 'from-missing'),
  ...pickProblems(dispatchProblems, 'no-tour', 'no-stop'),
}

/** Creates the operation that marks a stop of a tour, for example from the driver's app. */
export function stopOperation({ assets, planRoute }: Omit<DispatchOptions, 'solutions'>): Operation {
  return defineOperation({
    name: 'assets.stop',
    method: 'POST',
    idempotent: false,
    path: '/v1/assets/:id/stops/:stop',
    access: 'key',
    docs: {
      operationId: 'markStop',
      tags: ['Assets'],
      summary: 'Mark a stop of a tour as done, skipped or canceled',
      description:
        'Sets the status of a stop, for an asset that follows a dispatched tour. This status takes precedence over the positions of the asset. With `replan`, the route is planned again through the remaining stops; this counts as one route.',
      security: [{ key: [] }],
    },
    params: StopParameters,
    body: StopBody,
    reply: { description: 'The stops of the tour, as in the live state.', schema: StopReply },
    errors: [400, 401, 403, 404, 413, 422, 502],
    failures,
    forwardedFailures: plannerProblems,
    units: ({ body }) => (body.replan ? 1 : 0),
    async handle({ params: { id, stop }, body: { status, replan = false } }, context) {
      const { caller } = context
      const nowMs = context.now()
      const asset = await assets.find(caller.account, id)
      if (!asset) return fail({ kind: 'asset-not-found', id })
      const militaryFailure = findMilitaryFailure(asset, caller)
      if (militaryFailure) return fail(militaryFailure)
      const { plan } = asset
      if (!plan?.tour) return fail({ kind: 'no-tour', id })
      const { visits } = plan.tour
      if (!visits.some((visit) => visit.stop === stop))
        return fail({ kind: 'no-stop', stop, stops: visits.map((visit) => visit.stop) })
      const updatedAsset = await assets.update(caller.account, id, (current) => ({
        ...current,
        plan: current.plan && markStop(current.plan, stop, status, nowMs),
      }))
      if (!updatedAsset?.plan?.tour) return fail({ kind: 'no-tour', id })
      if (!replan) return jsonReply(toReply(updatedAsset, nowMs))
      const replanResult = await replanTour(planRoute, caller, updatedAsset, updatedAsset.plan.tour, nowMs)
      if (replanResult.kind === 'problem') return forwardProblem(replanResult.problem)
      if (replanResult.kind === 'no-position') return fail({ kind: 'from-missing', name: replanResult.name })
      const updated = await replaceRoute(assets, updatedAsset, replanResult.storedRoute, { keepsVisits: true })
      return jsonReply(toReply(updated ?? updatedAsset, nowMs))
    },
  })
}

function toReply(asset: Asset, nowMs: number) {
  const { solution, stops } = toLiveReply(asset, nowMs)
  return { asset: asset.id, ...(solution !== undefined && { solution }), ...(stops && { stops }) }
}

function markStop(plan: StoredAssetRoute, stop: number, status: StopMark | 'pending', atMs: number): StoredAssetRoute {
  if (!plan.tour) return plan
  const mark = status === 'pending' ? undefined : { status, atMs }
  const visits = plan.tour.visits.map((visit) => (visit.stop === stop ? { ...visit, mark } : visit))
  return { ...plan, tour: { ...plan.tour, visits } }
}
