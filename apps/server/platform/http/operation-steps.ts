import type { Operation, OperationContext } from '../../operations/define-operation.ts'
import type { FrameReply, FrameRequest, FrameStep, Next } from './body/exchange.ts'
import { tellIgnoredFields, unknownFields } from './body/unknown-fields.ts'
import type { CheckMaker, InvalidInput } from './body/validation.ts'
import { createGuard, type GuardOptions } from './guard/guard.ts'
import { createMeter, type MeterOptions } from './guard/meter.ts'
import { sendProblem } from './send-problem.ts'

/** The steps around an operation, in the order in which every caller runs them. */
export interface OperationSteps {
  readonly operation: Operation
  /** Authentication, load shedding and rate limit. Runs before the body is read. */
  readonly enter: FrameStep
  /** Runs when the input is valid. */
  noteUnknownFields(request: FrameRequest): void
  /** Reserves quota units. Undefined if the operation consumes none. */
  readonly take: FrameStep | undefined
  /** Runs as the reply is sent and returns the payload to send. */
  leave(request: FrameRequest, reply: FrameReply, payload: unknown): unknown
}

/** Builds the steps of calls from outside: guarded, metered and counted. */
export function createSteps(options: GuardOptions & MeterOptions): (operation: Operation) => OperationSteps {
  const guard = createGuard(options)
  const meter = createMeter(options)
  return (operation) => {
    const { take, count } = meter(operation)
    return {
      ...ownSteps(operation),
      enter: guard(operation),
      take: operation.units ? take : undefined,
      leave(request, reply, payload) {
        const told = tellIgnoredFields(request, reply, payload)
        if (!operation.uncounted) count(request, reply)
        return told
      },
    }
  }
}

/**
 * The steps of calls inside the process. They are neither rate limited nor counted, because the operation that makes
 * them is.
 */
export function innerSteps(operation: Operation): OperationSteps {
  return {
    ...ownSteps(operation),
    enter(request, _reply, next) {
      request.operation = operation
      next()
    },
    take: undefined,
    leave: tellIgnoredFields,
  }
}

function ownSteps(operation: Operation): Pick<OperationSteps, 'operation' | 'noteUnknownFields'> {
  const unknownIn = unknownFields(operation)
  return {
    operation,
    noteUnknownFields(request) {
      request.ignored = unknownIn(request)
    },
  }
}

/** Runs the operation's own step before validation. */
export function prepareInput(
  operation: Operation,
  request: FrameRequest,
  context: OperationContext,
  reply: FrameReply,
  next: Next,
): void {
  const prepared = operation.prepare?.(request, context)
  const settle = (result: Awaited<typeof prepared>): void => {
    if (result?.ok === false) return void sendProblem(reply, operation.problemOf(result.failure))
    request.prepared = result?.value
    next()
  }
  if (prepared instanceof Promise) prepared.then(settle).catch(next)
  else settle(prepared)
}

/** Checks the parts of the input in the order in which Fastify does. */
export function inputCheck(
  operation: Operation,
  check: CheckMaker,
): (request: FrameRequest) => InvalidInput | undefined {
  const { params, query, headers } = operation
  const body = operation.looseBody ?? operation.body
  const faultInBody = body && check(body, 'body')
  if (!params && !query && !headers) return (request) => faultInBody?.(request.body)
  const faultInParams = params && check(params, 'params')
  const faultInQuery = query && check(query, 'querystring')
  const faultInHeaders = headers && check(headers, 'headers')
  return (request) =>
    faultInParams?.(request.params) ??
    faultInBody?.(request.body) ??
    faultInQuery?.(request.query) ??
    faultInHeaders?.(request.headers)
}
