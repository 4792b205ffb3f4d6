import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { serializedReply } from '../../operations/reply.ts'
import { CancelFlag } from '../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../platform/compute/task.ts'
import { collectWarnings } from '../../platform/http/body/own-warnings.ts'
import { toTaskOwner } from '../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import { createRouteIdGenerator } from '../road/route/memory/route-id.ts'
import { droneExample } from './examples.ts'
import { type DroneFailure, problems, toFailure } from './failures.ts'
import { type FlightFile, GEOJSON_MEDIA_TYPE, PLAN_MEDIA_TYPE, toGeoJsonFile, toMissionFile } from './files.ts'
import type { FlightJob, FlightOutcome, PlannedFlight } from './flight-job.ts'
import { toDroneReply } from './reply.ts'
import { DroneReply, FeatureReply, PlanReply } from './reply-schemas.ts'
import { type DroneQuery, readDroneQuery } from './request.ts'
import { DroneBody } from './schemas.ts'

/**
 * Plans a flight on the compute threads. With a thousand zones, planning a flight takes as long as computing many road
 * routes.
 */
export type PlanFlight = (job: FlightJob, options: TaskOptions) => Promise<TaskOutcome<FlightOutcome>>

const replyContent = {
  'application/json': { schema: DroneReply, example: droneExample },
  [PLAN_MEDIA_TYPE]: { schema: PlanReply },
  [GEOJSON_MEDIA_TYPE]: { schema: FeatureReply },
}

export function droneOperation(plan: PlanFlight): Operation {
  const nextId = createRouteIdGenerator('drone')
  return defineOperation({
    name: 'drone',
    method: 'POST',
    idempotent: true,
    path: '/v1/drone/route',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'droneRoute',
      tags: ['Routes'],
      summary: 'Plan a drone flight',
      description:
        'Finds the fastest flight around no-fly zones that would be active when the aircraft reaches them, and through drone corridors where useful. The flight stays within the range of the aircraft and keeps its reserve in the given wind. Every leg is checked along its full length, not only at its endpoints. Aerodrome zones are included worldwide; the operator of the service can add other zones.',
      security: [{}, { key: [] }],
    },
    body: DroneBody,
    reply: { description: 'The flight.', content: replyContent },
    errors: [400, 401, 403, 413, 422],
    failures: problems,
    units: () => 1,
    async handle({ body }, context) {
      const query = readDroneQuery(body, context.now())
      if (!query.ok) return query
      const cancelFlag = new CancelFlag()
      const ignoreDisconnect = context.onDisconnect(() => cancelFlag.cancel())
      const task = { owner: toTaskOwner(context.caller), cancel: cancelFlag.shared }
      const flight = toResult(await plan(query.value.job, task).finally(ignoreDisconnect), cancelFlag)
      if (!flight.ok) return flight
      const warnings = collectWarnings(context, flight.value.notes)
      const { name, type, content } = toFile(query.value, flight.value, nextId())
      return serializedReply(JSON.stringify({ ...content, warnings }), {
        type: `${type}; charset=utf-8`,
        ...(name !== '' && { headers: { 'content-disposition': `attachment; filename="${name}"` } }),
      })
    },
  })
}

function toFile(query: DroneQuery, plannedFlight: PlannedFlight, id: string): FlightFile {
  if (query.format === 'plan') return toMissionFile(query, plannedFlight, id)
  const reply = toDroneReply(query, plannedFlight, id)
  return query.format === 'geojson'
    ? toGeoJsonFile(plannedFlight, reply)
    : { type: 'application/json', name: '', content: reply }
}

function toResult(outcome: TaskOutcome<FlightOutcome>, cancelFlag: CancelFlag): Result<PlannedFlight, DroneFailure> {
  if (outcome.kind === 'busy') return fail({ kind: 'flights-busy', retryAfterSeconds: outcome.retryAfterSeconds })
  if (outcome.kind === 'lost') return fail({ kind: 'flight-lost' })
  if (outcome.kind === 'cancelled' || cancelFlag.isCancelled) return fail({ kind: 'flight-given-up' })
  if (outcome.value.kind === 'planned') return ok(outcome.value)
  const { failure } = outcome.value
  return fail(failure.kind === 'refused' ? toFailure(failure.refusal) : failure)
}
