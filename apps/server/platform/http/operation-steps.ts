import type { Operation, OperationContext } from '../../operations/define-operation.ts'
import type { HttpReply, HttpRequest, HttpStep, NextHandler } from './body/exchange.ts'
import { addIgnoredFieldWarnings, createUnknownFieldFinder } from './body/unknown-fields.ts'
import type { InvalidInputError, SchemaCheckFactory } from './body/validation.ts'
import { createGuard, type GuardOptions } from './guard/guard.ts'
import { createMeter, type MeterOptions } from './guard/meter.ts'
import { RecentRefusals } from './guard/recent-refusals.ts'
import { RequestTurns } from './guard/request-turns.ts'
import type { Problem } from './problem.ts'
import { sendProblem } from './send-problem.ts'

/** Steps around an operation, in the order in which they run. */
export interface OperationSteps {
  readonly operation: Operation
  /** Checks authentication, load shedding and the rate limit before the body is read. */
  readonly authorize: HttpStep
  /** Records unknown fields when the input is valid. */
  recordUnknownFields(request: HttpRequest): void
  /** Reserves quota units. Undefined if the operation consumes no units. */
  readonly reserveQuota: HttpStep | undefined
  /** Records that the compute threads were too busy for a request. Undefined for calls inside the process. */
  readonly recordRefusal?: (request: HttpRequest, problem: Problem) => void
  /** Returns the final payload when the reply is sent. */
  finishReply(request: HttpRequest, reply: HttpReply, payload: unknown): unknown
}

/** Times the steps of requests, for traces and for the log of slow requests. */
export interface StepRecorder {
  /** Returns the steps with timers around them. */
  record(steps: OperationSteps): OperationSteps
  /** Records the request when its reply has been sent. */
  finish(request: HttpRequest, reply: HttpReply): void
}

interface ExternalStepOptions extends GuardOptions, MeterOptions {
  /** Recorder of step times. Undefined if requests are not timed. */
  readonly recorder?: StepRecorder | undefined
}

/** Builds the steps of external calls, which are guarded, metered and counted. */
export function createExternalSteps(options: ExternalStepOptions): (operation: Operation) => OperationSteps {
  const recentRefusals = new RecentRefusals()
  const guard = createGuard(options, { recentRefusals, turns: new RequestTurns() })
  const meter = createMeter(options)
  const { recorder } = options
  return (operation) => {
    const { reserve, recordUsage } = meter(operation)
    const steps: OperationSteps = {
      ...createCommonSteps(operation),
      authorize: guard(operation),
      reserveQuota: operation.units ? reserve : undefined,
      recordRefusal: (request, problem) => recentRefusals.record(request, problem),
      finishReply(request, reply, payload) {
        const payloadWithWarnings = addIgnoredFieldWarnings(request, reply, payload)
        if (!operation.uncounted) recordUsage(request, reply)
        return payloadWithWarnings
      },
    }
    return recorder ? recorder.record(steps) : steps
  }
}

/**
 * Returns the steps of calls inside the process. These calls are neither rate-limited nor counted, because the outer
 * call is already limited and counted.
 */
export function createInternalSteps(operation: Operation): OperationSteps {
  return {
    ...createCommonSteps(operation),
    authorize(request, _reply, next) {
      request.operation = operation
      next()
    },
    reserveQuota: undefined,
    finishReply: addIgnoredFieldWarnings,
  }
}

function createCommonSteps(operation: Operation): Pick<OperationSteps, 'operation' | 'recordUnknownFields'> {
  const findUnknownFields = createUnknownFieldFinder(operation)
  return {
    operation,
    recordUnknownFields(request) {
      request.ignored = findUnknownFields(request)
    },
  }
}

/** Runs the operation's `prepare` step before validation. */
export function prepareInput(
  operation: Operation,
  request: HttpRequest,
  context: OperationContext,
  reply: HttpReply,
  next: NextHandler,
): void {
  const preparation = operation.prepare?.(request, context)
  const applyPreparation = (result: Awaited<typeof preparation>): void => {
    if (result?.ok === false) return void sendProblem(reply, operation.toProblem(result.failure))
    request.prepared = result?.value
    next()
  }
  if (preparation instanceof Promise) preparation.then(applyPreparation).catch(next)
  else applyPreparation(preparation)
}

/** Validates the parts of the input in the same order as Fastify. */
export function createInputCheck(
  operation: Operation,
  check: SchemaCheckFactory,
): (request: HttpRequest) => InvalidInputError | undefined {
  const { params, query, headers } = operation
  const body = operation.looseBody ?? operation.body
  const checkBody = body && check(body, 'body')
  if (!params && !query && !headers) return (request) => checkBody?.(request.body)
  const checkParams = params && check(params, 'params')
  const checkQuery = query && check(query, 'querystring')
  const checkHeaders = headers && check(headers, 'headers')
  return (request) =>
    checkParams?.(request.params) ??
    checkBody?.(request.body) ??
    checkQuery?.(request.query) ??
    checkHeaders?.(request.headers)
}
