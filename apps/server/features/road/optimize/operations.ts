import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import { threadTurns } from '../../../platform/compute/turns.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import type { ModelSource } from '../models/model-source.ts'
import { otherMapCodes } from '../regional.ts'
import type { RoutingService } from '../route/service.ts'
import { readQuery } from './days/read-query.ts'
import { problems } from './failures.ts'
import { listOptimizePoints } from './layout.ts'
import { type BudgetLimit, countUnits, type PointLimit } from './limits.ts'
import { createDrawTours, hasLines } from './lines/draw-tours.ts'
import { OptimizeReply } from './reply/reply-schemas.ts'
import { completeReply, toReplyData, writeReply } from './reply/write-reply.ts'
import { OptimizeBody } from './schemas.ts'
import { optimize, type SolveInWorker } from './service.ts'
import type { KeepSolution } from './solution.ts'

export interface OptimizeOperationsOptions {
  readonly solve: SolveInWorker
  readonly limitOf: PointLimit
  readonly budgetLimitOf: BudgetLimit
  /** Maximum distance from a point to the road it snaps to, in meters. */
  readonly radiusMeters: number
  /** Body limit for ordinary requests, in bytes. A custom matrix needs several times this limit. */
  readonly bodyLimitBytes: number
  readonly models: ModelSource
  /** Stores the solutions of accounts, so that they can be dispatched. */
  readonly keepSolution: KeepSolution
  /** Service that draws the tours. */
  readonly routing: RoutingService
}

/**
 * Factor by which a body with a custom matrix may exceed the normal limit. With the default limit of 4 MiB, such a body
 * may have 20 MiB. Two tables of 1,000 × 1,000 cells fit, with up to eight digits, a decimal point and a comma per
 * cell.
 */
const MATRIX_BODY_FACTOR = 5
/** Bytes per cell of both tables together. */
const BYTES_PER_CELL = 20

/**
 * Maximum number of stops of a problem that is handled without waiting. Larger problems take a turn of the thread for
 * each step, because a step takes a few milliseconds for 1,000 stops.
 */
const MAX_STOPS_WITHOUT_TURN = 100

/** Both spellings share one operation, because an OpenAPI document lists each operation once. */
const operationSpellings = [
  { path: '/v1/optimize', operationId: 'optimize', also: '/v1/optimise' },
  { path: '/v1/optimise', operationId: 'optimise', also: '/v1/optimize' },
] as const

export function optimizeOperations(options: OptimizeOperationsOptions): Operation[] {
  return operationSpellings.map((spelling) => optimizeOperation(spelling, options))
}

function optimizeOperation(
  { path, operationId, also }: (typeof operationSpellings)[number],
  options: OptimizeOperationsOptions,
): Operation {
  const { solve, limitOf, budgetLimitOf, radiusMeters, bodyLimitBytes, models, keepSolution, routing } = options
  const drawTours = createDrawTours({ service: routing, models })
  return defineOperation({
    name: 'optimize',
    method: 'POST',
    idempotent: true,
    path,
    access: 'open',
    fastPath: true,
    bodyLimitBytes: MATRIX_BODY_FACTOR * bodyLimitBytes,
    // The limit depends on the caller's point limit, because parsing a large body delays other requests.
    bodyLimitOf: (caller) => bodyLimitBytes + BYTES_PER_CELL * limitOf(caller) ** 2,
    packedTables: [
      ['matrix', 'distances_km'],
      ['matrix', 'durations_min'],
    ],
    docs: {
      operationId,
      tags: ['Routes'],
      summary: 'Optimize the order of stops',
      description: `Finds the order in which one or more vehicles should visit the stops to minimize distance, driving time, cost or the number of vehicles, within time windows, capacities and other constraints. A receipt lets you verify that the returned order is no worse than the given one. Counts as one route per 10 stops, rounded up. \`${also}\` is the same operation.`,
      security: [{}, { key: [] }],
    },
    body: OptimizeBody,
    reply: { description: 'The order of the stops, and the tours.', schema: OptimizeReply },
    errors: [400, 401, 403, 413, 422, 502],
    regional: { positions: ({ body }) => listOptimizePoints(body), mapCodes: otherMapCodes },
    failures: problems,
    units: ({ body }) => countUnits(body),
    async handle({ body: requestBody }, context) {
      const { caller } = context
      const nowMs = context.now()
      const owner = toTaskOwner(caller)
      const isLarge = requestBody.stops.length > MAX_STOPS_WITHOUT_TURN
      const waitForTurn = () => (isLarge ? threadTurns.take(owner.id) : undefined)
      await waitForTurn()
      const read = readQuery(requestBody, { caller, limitOf, budgetLimitOf, nowMs, radiusMeters, models })
      if (!read.ok) return read
      const { body, query } = read.value
      const replyData = toReplyData(body, query, caller.kind === 'account')
      // Tours are drawn on this thread, so their replies cannot be written on a compute thread.
      const isDrawn = hasLines(body) && !body.matrix
      const cancelFlag = new CancelFlag()
      const ignoreDisconnect = context.onDisconnect(() => cancelFlag.cancel())
      await waitForTurn()
      const computeData = isDrawn ? undefined : replyData
      const result = await optimize(solve, query, computeData, owner, cancelFlag).finally(ignoreDisconnect)
      if (!result.ok) return result
      let written = result.value
      if (written.kind === 'solved') {
        const lines = await drawTours(body, query, written.result.solution.tours, nowMs)
        if (!lines.ok) return lines
        await waitForTurn()
        written = writeReply(query.job, replyData, written, lines.value)
      }
      const warnings = collectWarnings(context, written.warnings)
      await waitForTurn()
      const { solutionJson } = written
      const id = caller.kind === 'account' && solutionJson ? await keepSolution(caller, solutionJson, nowMs) : undefined
      await waitForTurn()
      return serializedReply(completeReply(written, id, warnings))
    },
  })
}
