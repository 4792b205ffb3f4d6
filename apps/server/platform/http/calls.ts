import type { FastifyBaseLogger } from 'fastify'
import type { Operation, RequestHeaders } from '../../operations/define-operation.ts'
import type { Clock } from '../clock.ts'
import type { FrameReply } from './body/exchange.ts'
import { parseJsonBody } from './body/json-body.ts'
import type { CheckMaker } from './body/validation.ts'
import type { Caller } from './guard/caller.ts'
import { innerSteps, inputCheck } from './operation-steps.ts'
import type { Problem } from './problem.ts'
import { type RunnableOperation, type RunRequest, runOperation } from './run-operation.ts'

/** The input of a call inside the process. It is validated like any other. */
export interface CallInput {
  readonly params?: object
  /** Values as they would be written in a URL. */
  readonly query?: object
  readonly body?: object
}

export type CallReply =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: Problem }

/** Calls an operation, named by its operation id, on behalf of a caller, for the given time or now. */
export type CallOperation = (
  operationId: string,
  caller: Caller,
  input: CallInput,
  options?: { readonly nowMs?: number | undefined },
) => Promise<CallReply>

export interface CallsOptions extends Pick<RunnableOperation, 'finish' | 'answerError'> {
  readonly nextId: (request: { headers: Record<string, unknown> }) => string
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly check: CheckMaker
}

/**
 * Calls of one operation by another, without HTTP. They are validated, measured and logged like all others, but neither
 * rate limited nor counted, because the outer operation is.
 */
export class OperationCalls {
  private readonly options: CallsOptions
  private readonly operations = new Map<string, Operation>()
  private readonly runnable = new Map<string, RunnableOperation>()

  constructor(options: CallsOptions) {
    this.options = options
  }

  add(operation: Operation): void {
    const id = operation.docs?.operationId
    if (id !== undefined) this.operations.set(id, operation)
  }

  find(operationId: string): Operation {
    const operation = this.operations.get(operationId)
    if (!operation) throw new Error(`there is no operation ${operationId}`)
    return operation
  }

  readonly call: CallOperation = (operationId, caller, input, { nowMs } = {}) => {
    const runnable = this.runnableOf(operationId)
    const { operation } = runnable.steps
    if (operation.access === 'key' && caller.kind !== 'account') {
      throw new Error(`${operationId} can only be called for an account`)
    }
    const { promise, resolve, reject } = Promise.withResolvers<CallReply>()
    const request = new InnerRequest(operation, caller, input, nowMs, this.options, reject)
    runOperation(runnable, request, new InnerReply(runnable, request, resolve))
    return promise
  }

  private runnableOf(operationId: string): RunnableOperation {
    const made = this.runnable.get(operationId)
    if (made) return made
    const { check, finish, answerError } = this.options
    const operation = this.find(operationId)
    const runnable = { steps: innerSteps(operation), faultIn: inputCheck(operation, check), finish, answerError }
    this.runnable.set(operationId, runnable)
    return runnable
  }
}

const NO_HEADERS: RequestHeaders = {}

class InnerRequest implements RunRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers = NO_HEADERS
  readonly ip = ''
  readonly is404 = false
  readonly params: object
  readonly query: object
  readonly log: FastifyBaseLogger
  caller: Caller
  body: unknown = undefined
  operation: Operation | null = null
  prepared: unknown = undefined
  reservation: RunRequest['reservation'] = null
  ignored: readonly string[] | null = null
  private readonly givenBody: object | undefined
  private readonly nowMs: number | undefined
  private readonly clock: Clock
  private readonly reject: (error: Error) => void

  constructor(
    operation: Operation,
    caller: Caller,
    { params, query, body }: CallInput,
    nowMs: number | undefined,
    { nextId, clock, log }: CallsOptions,
    reject: (error: Error) => void,
  ) {
    this.id = nextId({ headers: {} })
    this.method = operation.method
    this.url = operation.path
    this.params = { ...params }
    this.query = { ...query }
    this.givenBody = body
    this.caller = caller
    this.nowMs = nowMs
    this.clock = clock
    this.log = log
    this.reject = reject
  }

  /** A copy, because validation fills in defaults. Written and parsed, so that it is what a client could have sent. */
  readBody(): void {
    if (this.givenBody) this.body = parseJsonBody(JSON.stringify(this.givenBody))
  }

  now(): number {
    return this.nowMs ?? this.clock.now()
  }

  /** The outer operation finishes its call even if its client leaves. */
  onDisconnect(): () => void {
    return () => {}
  }

  abandon(): void {
    this.reject(new Error(`the call of ${this.url} could not be answered`))
  }
}

class InnerReply implements FrameReply {
  readonly copiesAtOnce = true
  statusCode = 200
  private problem: Problem | undefined
  private isSent = false
  private readonly begun = performance.now()
  private readonly runnable: RunnableOperation
  readonly request: InnerRequest
  private readonly resolve: (reply: CallReply) => void

  constructor(runnable: RunnableOperation, request: InnerRequest, resolve: (reply: CallReply) => void) {
    this.runnable = runnable
    this.request = request
    this.resolve = resolve
  }

  get elapsedTime(): number {
    return performance.now() - this.begun
  }

  /** Headers are for clients. */
  header(): void {}
  type(): void {}

  code(status: number): void {
    this.statusCode = status
  }

  takeProblem(problem: Problem): void {
    this.problem = problem
  }

  send(payload: unknown): void {
    if (this.isSent) return
    const text = typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload)
    const body = this.runnable.steps.leave(this.request, this, text)
    const reply: CallReply = this.problem
      ? { ok: false, problem: this.problem }
      : { ok: true, body: JSON.parse(body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : String(body)) }
    this.isSent = true
    this.runnable.finish(this.request, this)
    this.resolve(reply)
  }
}
