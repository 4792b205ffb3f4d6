import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { forwardProblem, jsonReply } from '../../../operations/reply.ts'
import { type ProblemTable, pickProblems } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Solution, SolutionTour } from '../../road/optimize/solution.ts'
import { MAX_VIA } from '../../road/route/api/schemas.ts'
import { type TrackingFailureOf, trackingProblems } from '../api/failures.ts'
import { findMilitaryFailure } from '../api/military.ts'
import type { Asset, StoredAssetRoute } from '../assets/asset.ts'
import { plannerProblems } from '../assets/planner-failures.ts'
import type { TrackingOptions } from '../options.ts'
import { type DispatchFailure, dispatchProblems } from './failures.ts'
import { planTour, withTour } from './plan-tour.ts'
import { replaceRoute } from './replace-route.ts'
import { DispatchBody, DispatchReply, SolutionParameters, type TourAssignment } from './schemas.ts'
import type { SolutionStore } from './solution-store.ts'

export interface DispatchOptions extends Pick<TrackingOptions, 'assets' | 'planRoute'> {
  readonly solutions: SolutionStore
}

interface Assignment {
  readonly asset: Asset
  readonly tour: SolutionTour
}

type AssignmentFailure =
  | Exclude<DispatchFailure, { readonly kind: 'no-tour' | 'no-stop' }>
  | TrackingFailureOf<'asset-not-found'>

const failures: ProblemTable<AssignmentFailure | TrackingFailureOf<'military-asset' | 'from-missing'>> = {
  ...pickProblems(trackingProblems, 'asset-not-found', 'military-asset', 'from-missing'),
  ...pickProblems(
    dispatchProblems,
    'solution-not-found',
    'tour-not-found',
    'dispatched-twice',
    'tour-too-long',
    'tour-off-road',
  ),
}

/** Creates the operation that attaches the tours of a solution to assets. */
export function dispatchOperation({ assets, planRoute, solutions }: DispatchOptions): Operation {
  return defineOperation({
    name: 'optimize.dispatch',
    method: 'POST',
    idempotent: false,
    path: '/v1/optimize/:id/dispatch',
    access: 'key',
    docs: {
      operationId: 'dispatchSolution',
      tags: ['Assets'],
      summary: 'Dispatch the tours of a solution to assets',
      description:
        'Plans the route of every listed tour and attaches the route to the assigned asset, replacing the previous route of the asset. Either all routes are attached or none are. The live state then lists the stops with their predicted arrival times. Counts as one route per asset.',
      security: [{ key: [] }],
    },
    params: SolutionParameters,
    body: DispatchBody,
    reply: { description: 'The dispatched tours.', schema: DispatchReply },
    errors: [400, 401, 403, 404, 413, 422, 502],
    failures,
    forwardedFailures: plannerProblems,
    units: ({ body }) => body.assets.length,
    async handle({ params: { id }, body }, context) {
      const { caller } = context
      const nowMs = context.now()
      const storedSolution = await solutions.find(caller.account, id, nowMs)
      if (!storedSolution) return fail({ kind: 'solution-not-found', id })
      const solution = { ...storedSolution, tours: listToursOfDay(storedSolution.tours, body.day) }
      const assignments = nameVehicles(solution, body.assets)
      const pairs = await findAssignments(assets, caller.account, solution, assignments)
      if (!pairs.ok) return pairs
      const rule = { radiusM: body.radius_m ?? 50, dwellS: body.dwell_s ?? 60 }
      const plannedRoutes: { readonly assignment: Assignment; readonly route: StoredAssetRoute }[] = []
      for (const assignment of pairs.value) {
        const { asset, tour } = assignment
        const militaryFailure = findMilitaryFailure(asset, caller)
        if (militaryFailure) return fail(militaryFailure)
        const { start: from, visits, end, vehicle, leaveMs: departMs } = tour
        const request = { asset, from, visits, end, options: solution.options, departMs }
        const outcome = await planTour(planRoute, caller, request, nowMs)
        if (outcome.kind === 'problem') return forwardProblem(outcome.problem)
        if (outcome.kind === 'no-position') return fail({ kind: 'from-missing', name: outcome.name })
        plannedRoutes.push({
          assignment,
          route: withTour(outcome.storedRoute, { solution: id, vehicle, rule, end, visits: outcome.visits }),
        })
      }
      for (const { assignment, route } of plannedRoutes)
        await replaceRoute(assets, assignment.asset, route, { keepsVisits: false })
      const vehicles = new Set(pairs.value.map(({ tour }) => tour.vehicle))
      return jsonReply({
        solution: id,
        dispatched: plannedRoutes.map(({ assignment: { asset, tour }, route: { route } }) => ({
          vehicle: tour.vehicle,
          asset: asset.id,
          route_id: route.id,
          stops: tour.visits.map(({ stop }) => stop),
          distance_km: route.distanceKm,
          eta_min: route.etaMin,
          depart_at: route.departAt,
        })),
        not_dispatched: solution.tours.map(({ vehicle }) => vehicle).filter((vehicle) => !vehicles.has(vehicle)),
      })
    },
  })
}

/** Assigns vehicles to the asset ids that are given without a vehicle. The ids are assigned to the tours in order. */
function nameVehicles({ tours }: Solution, assignments: readonly (string | TourAssignment)[]): TourAssignment[] {
  return assignments.map((assignment, index) =>
    typeof assignment === 'string' ? { vehicle: tours[index]?.vehicle ?? index, asset: assignment } : assignment,
  )
}

/** Lists the tours of a day, by default of the first day. The tours of a solution for a single day have no `day`. */
function listToursOfDay(tours: readonly SolutionTour[], requestedDay: string | undefined): readonly SolutionTour[] {
  const days = tours.flatMap(({ day }) => (day === undefined ? [] : [day])).sort()
  const dayName = requestedDay ?? days[0]
  return dayName === undefined ? tours : tours.filter(({ day }) => day === dayName)
}

async function findAssignments(
  assets: TrackingOptions['assets'],
  account: number,
  { tours }: Solution,
  tourAssignments: readonly TourAssignment[],
): Promise<Result<Assignment[], AssignmentFailure>> {
  const assignments: Assignment[] = []
  for (const [index, { vehicle, asset: id }] of tourAssignments.entries()) {
    const field = `assets[${index}]`
    const earlierAssignments = tourAssignments.slice(0, index)
    if (earlierAssignments.some((other) => other.asset === id))
      return fail({ kind: 'dispatched-twice', field: `${field}.asset`, what: 'asset', value: JSON.stringify(id) })
    if (earlierAssignments.some((other) => other.vehicle === vehicle))
      return fail({ kind: 'dispatched-twice', field: `${field}.vehicle`, what: 'vehicle', value: String(vehicle) })
    const tour = tours.find((candidate) => candidate.vehicle === vehicle)
    const vehicles = tours.map((candidate) => candidate.vehicle)
    if (!tour) return fail({ kind: 'tour-not-found', field: `${field}.vehicle`, vehicle, vehicles })
    if (tour.visits.length > MAX_VIA) return fail({ kind: 'tour-too-long', vehicle, visits: tour.visits.length })
    const asset = await assets.find(account, id)
    if (!asset) return fail({ kind: 'asset-not-found', id })
    if (asset.kind === 'drone' || asset.kind === 'vessel')
      return fail({ kind: 'tour-off-road', field: `${field}.asset`, asset: asset.kind })
    assignments.push({ asset, tour })
  }
  return ok(assignments)
}
