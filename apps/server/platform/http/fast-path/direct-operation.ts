import type { FrameReply, FrameRequest, FrameStep } from '../body/exchange.ts'
import { parseJsonBody } from '../body/json-body.ts'
import type { Check } from '../body/validation.ts'
import type { ErrorAnswer } from '../failures.ts'
import type { DirectReply } from './direct-reply.ts'
import type { DirectRequest } from './direct-request.ts'

export type DirectHandler = (request: FrameRequest, reply: FrameReply) => unknown

/** An operation with all framework steps around it. */
export interface DirectOperation {
  /** Larger bodies take the regular path. */
  readonly mostBodyBytes: number
  /** Runs before the body is read. */
  readonly enter: FrameStep
  /** Runs after the body is validated. */
  readonly prepare: readonly FrameStep[]
  readonly faultOf: Check
  readonly handler: DirectHandler
  /** Runs as the reply is sent and returns the payload to send. */
  leave(request: FrameRequest, reply: FrameReply, payload: unknown): unknown
  /** Runs after the reply is sent. */
  finish(request: FrameRequest, reply: FrameReply): void
  readonly answerError: ErrorAnswer
}

/** Runs the steps of an operation in the same order as Fastify. */
export function perform(operation: DirectOperation, request: DirectRequest, reply: DirectReply): void {
  const failed = (error: Error): void => {
    try {
      operation.answerError(error, request, reply)
    } catch {
      // Sending the failure failed too. The first error is logged, and the caller must not wait forever.
      request.socket.destroy()
    }
  }
  const guarded = (step: () => void): void => {
    try {
      step()
    } catch (error) {
      failed(error as Error)
    }
  }
  const prepare = (index: number): void => {
    const step = operation.prepare[index]
    if (!step) return handle()
    step(request, reply, (error) => (error ? failed(error) : prepare(index + 1)))
  }
  const handle = (): void => {
    const answer = operation.handler(request, reply)
    // A handler that returns its reply has already sent it.
    if (answer instanceof Promise) answer.then((value) => sendIfOpen(reply, value)).catch(failed)
    else sendIfOpen(reply, answer)
  }
  const readBody = (): void => {
    request.body = parseJsonBody(request.text())
    const fault = operation.faultOf(request.body)
    if (fault) failed(fault)
    else prepare(0)
  }
  guarded(() => operation.enter(request, reply, (error) => (error ? failed(error) : guarded(readBody))))
}

function sendIfOpen(reply: DirectReply, value: unknown): void {
  if (!reply.sent) reply.send(value)
}
