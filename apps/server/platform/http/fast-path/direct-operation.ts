import type { FrameReply, FrameRequest, FrameStep } from '../body/exchange.ts'
import { parseJsonBody } from '../body/json-body.ts'
import type { Check } from '../body/validation.ts'
import type { ErrorAnswer } from '../failures.ts'
import type { DirectReply } from './direct-reply.ts'
import type { DirectRequest } from './direct-request.ts'

export type DirectHandler = (request: FrameRequest, reply: FrameReply) => unknown

/** One operation with everything that the frame does around it. */
export interface DirectOperation {
  /** Larger ones go the long way. */
  readonly mostBodyBytes: number
  /** Before the body is read. */
  readonly enter: FrameStep
  /** When the body has proved valid. */
  readonly prepare: readonly FrameStep[]
  readonly faultOf: Check
  readonly handler: DirectHandler
  /** As the reply leaves; gives back what is to be sent. */
  leave(request: FrameRequest, reply: FrameReply, payload: unknown): unknown
  /** When it has left. */
  finish(request: FrameRequest, reply: FrameReply): void
  readonly answerError: ErrorAnswer
}

/** Leads a request through its operation, in the order in which Fastify would. */
export function perform(operation: DirectOperation, request: DirectRequest, reply: DirectReply): void {
  const failed = (error: Error): void => {
    try {
      operation.answerError(error, request, reply)
    } catch {
      // Not even the failure can be told. The first error is in the log; the caller must not wait for ever.
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
    // A handler that gives back its reply has sent it.
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
