import type { Clock } from '../../../platform/clock.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import { limitBody } from '../../../platform/http/body/body-limit.ts'
import { ownerOf } from '../../../platform/http/guard/caller.ts'
import { whenGone } from '../../../platform/http/guard/client-gone.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { problems } from './failures.ts'
import { type PointLimit, unitsOf } from './limits.ts'
import { toReply } from './reply.ts'
import { OptimizeReply } from './reply-schemas.ts'
import { readOptimizeQuery } from './request.ts'
import { OptimizeBody } from './schemas.ts'
import { optimize, type SolveElsewhere } from './service.ts'

export interface OptimizationRoutesOptions {
  readonly solve: SolveElsewhere
  readonly clock: Clock
  readonly limitOf: PointLimit
  /** The maximum snapping distance from a point to a road. */
  readonly radiusMeters: number
  /** Body limit of ordinary requests. A custom matrix has many more numbers and needs several times as much. */
  readonly bodyLimitBytes: number
}

/**
 * 20 MiB with the default of 4 MiB: two tables of 1,000 × 1,000 cells, each with up to eight digits, a decimal point
 * and a comma.
 */
export const MATRIX_BODY_FACTOR = 5
/** Bytes per cell for both tables together. */
const BYTES_PER_CELL = 20

/** Both spellings are the same operation, and an OpenAPI document lists each operation once. */
const spellings = [
  { path: '/v1/optimize', operationId: 'optimize', also: '/v1/optimise' },
  { path: '/v1/optimise', operationId: 'optimise', also: '/v1/optimize' },
] as const

export function optimizationRoutes(app: App, options: OptimizationRoutesOptions): void {
  const { solve, clock, limitOf, radiusMeters, bodyLimitBytes } = options
  for (const { path, operationId, also } of spellings) {
    app.post(
      path,
      {
        bodyLimit: MATRIX_BODY_FACTOR * bodyLimitBytes,
        // The limit depends on the caller's point limit, because parsing a large body takes long and delays other
        // requests.
        preParsing: async (request, _reply, payload) =>
          limitBody(request, payload, bodyLimitBytes + BYTES_PER_CELL * limitOf(request.caller) ** 2),
        config: { operation: { name: 'optimize', access: 'open', units: unitsOf } },
        schema: {
          operationId,
          tags: ['Routes'],
          summary: 'Optimize the order of stops',
          description: `The order in which one or more vehicles visit all stops with the shortest distance or driving time, within time windows, capacities and other constraints. A receipt lets anyone verify that the order is never worse than the given one. Counts as one route per started 10 stops. ${also} is the same operation.`,
          security: [{}, { key: [] }],
          body: OptimizeBody,
          response: {
            200: { description: 'The order.', ...OptimizeReply },
            ...errors(400, 401, 403, 413, 422, 502),
          },
        },
      },
      async (request, reply) => {
        const { caller } = request
        const query = readOptimizeQuery(request.body, { caller, limitOf, nowMs: clock.now(), radiusMeters })
        if (!query.ok) return refuse(reply, problems, query.failure)
        const gone = new CancelFlag()
        const stayed = whenGone(request, () => gone.cancel())
        const solved = await optimize(solve, query.value, ownerOf(caller), gone).finally(stayed)
        if (!solved.ok) return refuse(reply, problems, solved.failure)
        return toReply(query.value, solved.value) as never
      },
    )
  }
}
