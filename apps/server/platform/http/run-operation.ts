import type { OperationContext, OperationOutcome } from '../../operations/define-operation.ts'
import { Reply } from '../../operations/reply.ts'
import type { HttpReply, HttpRequest } from './body/exchange.ts'
import type { InvalidInputError } from './body/validation.ts'
import type { ErrorResponder } from './handle-errors.ts'
import { type OperationSteps, prepareInput } from './operation-steps.ts'
import { sendProblem } from './send-problem.ts'

/** Operation with the steps that run before and after it outside Fastify. */
export interface RunnableOperation {
  readonly steps: OperationSteps
  findInputError(request: HttpRequest): InvalidInputError | undefined
  /** Runs after the reply is sent. */
  finish(request: HttpRequest, reply: HttpReply): void
  readonly sendError: ErrorResponder
}

/**
 * Request outside Fastify. The request is its own context, because a context object per request would be too expensive.
 */
export interface RunnableRequest extends HttpRequest, Omit<OperationContext, keyof HttpRequest> {
  /** Waits until it is this request's turn to parse a large body. Returns undefined if the request need not wait. */
  waitForTurn?(): Promise<void> | undefined
  /** Parses the body. Throws an error if the body is not JSON. */
  readBody(): void
  /** Ends the request if the error reply cannot be sent either. */
  abandon(): void
}

/** Runs the steps of an operation in the same order as Fastify. Only steps that return a promise run asynchronously. */
export function runOperation(runnable: RunnableOperation, request: RunnableRequest, reply: HttpReply): void {
  try {
    runnable.steps.authorize(request, reply, (error) => {
      if (error) return sendFailure(runnable, request, reply, error)
      const turn = request.waitForTurn?.()
      if (turn) void turn.then(() => readInput(runnable, request, reply))
      else readInput(runnable, request, reply)
    })
  } catch (error) {
    sendFailure(runnable, request, reply, error)
  }
}

function readInput(runnable: RunnableOperation, request: RunnableRequest, reply: HttpReply): void {
  try {
    request.readBody()
    const { operation } = runnable.steps
    if (!operation.prepare) return checkInput(runnable, request, reply)
    prepareInput(operation, request, request, reply, (error) => {
      if (error) sendFailure(runnable, request, reply, error)
      else checkInput(runnable, request, reply)
    })
  } catch (error) {
    sendFailure(runnable, request, reply, error)
  }
}

function checkInput(runnable: RunnableOperation, request: RunnableRequest, reply: HttpReply): void {
  const inputError = runnable.findInputError(request)
  if (inputError) return sendFailure(runnable, request, reply, inputError)
  const { steps } = runnable
  steps.recordUnknownFields(request)
  if (!steps.reserveQuota) return handleOperation(runnable, request, reply)
  steps.reserveQuota(request, reply, (error) => {
    if (error) sendFailure(runnable, request, reply, error)
    else handleOperation(runnable, request, reply)
  })
}

function handleOperation(runnable: RunnableOperation, request: RunnableRequest, reply: HttpReply): void {
  const outcome = runnable.steps.operation.handle(request, request)
  if (!(outcome instanceof Promise)) return sendOutcome(runnable.steps, outcome, reply)
  outcome
    .then((outcome) => sendOutcome(runnable.steps, outcome, reply))
    .catch((error: unknown) => sendFailure(runnable, request, reply, error))
}

export function sendOutcome(
  { operation, recordRefusal }: Pick<OperationSteps, 'operation' | 'recordRefusal'>,
  outcome: OperationOutcome,
  reply: HttpReply,
): void {
  if (outcome instanceof Reply) return outcome.sendTo(reply)
  const problem = operation.toProblem(outcome.failure)
  if (outcome.failure.kind === 'compute-busy' && reply.request) recordRefusal?.(reply.request, problem)
  sendProblem(reply, problem)
}

function sendFailure(runnable: RunnableOperation, request: RunnableRequest, reply: HttpReply, error: unknown): void {
  try {
    runnable.sendError(error as Error, request, reply)
  } catch {
    // The error reply failed too. Ending the request ensures that the caller does not wait forever.
    request.abandon()
  }
}
