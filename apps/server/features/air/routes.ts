import type { Clock } from '../../platform/clock.ts'
import { CancelFlag } from '../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../platform/compute/task.ts'
import { type FrameReply, nowOf } from '../../platform/http/body/exchange.ts'
import { takeWarnings } from '../../platform/http/body/own-warnings.ts'
import { ownerOf } from '../../platform/http/guard/caller.ts'
import { whenGone } from '../../platform/http/guard/client-gone.ts'
import { refuse } from '../../platform/http/problem.ts'
import { errors } from '../../platform/http/schemas.ts'
import type { App } from '../../platform/http/server.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import { routeIds } from '../road/route/memory/route-id.ts'
import { droneExample } from './examples.ts'
import { type DroneFailure, problems, toFailure } from './failures.ts'
import { type FlightFile, GEOJSON_TYPE, PLAN_TYPE, toGeoJson, toPlan } from './files.ts'
import type { FlightJob, FlightOutcome, PlannedFlight } from './flight-job.ts'
import { toReply } from './reply.ts'
import { DroneReply, FeatureReply, PlanReply } from './reply-schemas.ts'
import { type DroneQuery, readDroneQuery } from './request.ts'
import { DroneBody } from './schemas.ts'

export interface DroneRoutesOptions {
  /** Plans a flight on the compute threads. Among a thousand zones it takes as long as many road routes. */
  readonly plan: (job: FlightJob, options: TaskOptions) => Promise<TaskOutcome<FlightOutcome>>
  readonly clock: Clock
}

const content = {
  'application/json': { schema: DroneReply, example: droneExample },
  [PLAN_TYPE]: { schema: PlanReply },
  [GEOJSON_TYPE]: { schema: FeatureReply },
}

export function droneRoutes(app: App, { plan, clock }: DroneRoutesOptions): void {
  const nextId = routeIds()

  app.post(
    '/v1/drone/route',
    {
      config: { operation: { name: 'drone', access: 'open', units: () => 1 } },
      schema: {
        operationId: 'droneRoute',
        tags: ['Routes'],
        summary: 'Air route for a drone from A to B',
        description:
          'The fastest flight around no-fly zones that are active when and where it would meet them, through drone corridors where they help, within the range of the aircraft and its reserve, in the given wind. Every leg is checked along its full length, not only at its ends. Aerodrome zones are known worldwide; the operator of the service adds others.',
        security: [{}, { key: [] }],
        body: DroneBody,
        response: { 200: { description: 'The flight.', content }, ...errors(400, 401, 403, 413, 422) },
      },
    },
    async (request, reply) => {
      const query = readDroneQuery(request.body, nowOf(request, clock))
      if (!query.ok) return refuse(reply, problems, query.failure)
      const gone = new CancelFlag()
      const stayed = whenGone(request, () => gone.cancel())
      const done = await plan(query.value.job, { owner: ownerOf(request.caller), cancel: gone.shared }).finally(stayed)
      const flight = outcomeOf(done, gone)
      if (!flight.ok) return refuse(reply, problems, flight.failure)
      const warnings = takeWarnings(request, flight.value.notes)
      const file = toFile(query.value, flight.value, nextId())
      if (file.name !== '') reply.header('content-disposition', `attachment; filename="${file.name}"`)
      return sendFile(reply, file.type, { ...file.content, warnings })
    },
  )
}

/** Serialized here because the framework would otherwise look for a serializer for this media type. */
function sendFile(reply: object, type: string, content: object): never {
  const frame = reply as FrameReply
  frame.type(`${type}; charset=utf-8`)
  frame.send(JSON.stringify(content))
  return reply as never
}

function toFile(query: DroneQuery, planned: PlannedFlight, id: string): FlightFile {
  if (query.format === 'plan') return toPlan(query, planned, id)
  const reply = toReply(query, planned, id)
  return query.format === 'geojson' ? toGeoJson(planned, reply) : { type: 'application/json', name: '', content: reply }
}

function outcomeOf(done: TaskOutcome<FlightOutcome>, gone: CancelFlag): Result<PlannedFlight, DroneFailure> {
  if (done.kind === 'busy') return fail({ kind: 'flights-busy', retryAfterSeconds: done.retryAfterSeconds })
  if (done.kind === 'lost') return fail({ kind: 'flight-lost' })
  if (done.kind === 'cancelled' || gone.isCancelled) return fail({ kind: 'flight-given-up' })
  if (done.value.kind === 'planned') return ok(done.value)
  const { failure } = done.value
  return fail(failure.kind === 'refused' ? toFailure(failure.refusal) : failure)
}
