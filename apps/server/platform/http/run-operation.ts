import type { OperationContext, Outcome } from '../../operations/define-operation.ts'
import { Reply } from '../../operations/reply.ts'
import type { FrameReply, FrameRequest } from './body/exchange.ts'
import type { InvalidInput } from './body/validation.ts'
import type { ErrorAnswer } from './failures.ts'
import { type OperationSteps, prepareInput } from './operation-steps.ts'
import { sendProblem } from './send-problem.ts'

/** An operation with everything that runs around it outside Fastify. */
export interface RunnableOperation {
  readonly steps: OperationSteps
  faultIn(request: FrameRequest): InvalidInput | undefined
  /** Runs after the reply is sent. */
  finish(request: FrameRequest, reply: FrameReply): void
  readonly answerError: ErrorAnswer
}

/** A request outside Fastify. It is its own context, because an object per request would cost more than it explains. */
export interface RunRequest extends FrameRequest, Omit<OperationContext, keyof FrameRequest> {
  /** Parses the body. Throws if it is not JSON. */
  readBody(): void
  /** Gives up when not even the failure could be sent. */
  abandon(): void
}

/** Runs the steps of an operation in the same order as Fastify. It uses promises only where a step does. */
export function runOperation(runnable: RunnableOperation, request: RunRequest, reply: FrameReply): void {
  try {
    runnable.steps.enter(request, reply, (error) => {
      if (error) fail(runnable, request, reply, error)
      else readInput(runnable, request, reply)
    })
  } catch (error) {
    fail(runnable, request, reply, error)
  }
}

function readInput(runnable: RunnableOperation, request: RunRequest, reply: FrameReply): void {
  try {
    request.readBody()
    const { operation } = runnable.steps
    if (!operation.prepare) return checkInput(runnable, request, reply)
    prepareInput(operation, request, request, reply, (error) => {
      if (error) fail(runnable, request, reply, error)
      else checkInput(runnable, request, reply)
    })
  } catch (error) {
    fail(runnable, request, reply, error)
  }
}

function checkInput(runnable: RunnableOperation, request: RunRequest, reply: FrameReply): void {
  const fault = runnable.faultIn(request)
  if (fault) return fail(runnable, request, reply, fault)
  const { steps } = runnable
  steps.noteUnknownFields(request)
  if (!steps.take) return handle(runnable, request, reply)
  steps.take(request, reply, (error) => {
    if (error) fail(runnable, request, reply, error)
    else handle(runnable, request, reply)
  })
}

function handle(runnable: RunnableOperation, request: RunRequest, reply: FrameReply): void {
  const outcome = runnable.steps.operation.handle(request, request)
  if (!(outcome instanceof Promise)) return sendOutcome(runnable.steps, outcome, reply)
  outcome
    .then((settled) => sendOutcome(runnable.steps, settled, reply))
    .catch((error: unknown) => fail(runnable, request, reply, error))
}

/** Sends what an operation returned. */
export function sendOutcome(
  { operation }: Pick<OperationSteps, 'operation'>,
  outcome: Outcome,
  reply: FrameReply,
): void {
  if (outcome instanceof Reply) outcome.sendTo(reply)
  else sendProblem(reply, operation.problemOf(outcome.failure))
}

function fail(runnable: RunnableOperation, request: RunRequest, reply: FrameReply, error: unknown): void {
  try {
    runnable.answerError(error as Error, request, reply)
  } catch {
    // Sending the failure failed too. The first error is logged, and the caller must not wait forever.
    request.abandon()
  }
}
