import type { FastifyBaseLogger } from 'fastify'
import type { Operation, RequestHeaders } from '../../operations/define-operation.ts'
import type { Clock } from '../clock.ts'
import type { HttpReply } from './body/exchange.ts'
import { parseJsonBody } from './body/json-body.ts'
import type { SchemaCheckFactory } from './body/validation.ts'
import type { Caller } from './guard/caller.ts'
import { createInputCheck, createInternalSteps } from './operation-steps.ts'
import type { Problem } from './problem.ts'
import { type RunnableOperation, type RunnableRequest, runOperation } from './run-operation.ts'

/** Input of a call inside the process. The framework validates it like the input of an HTTP request. */
interface CallInput {
  readonly params?: object
  /** Query values as they appear in a URL. */
  readonly query?: object
  readonly body?: object
}

export type CallReply =
  /** `source` is set instead of the body if the call takes it and this process computed the reply. */
  | { readonly ok: true; readonly body: unknown; readonly source?: object }
  | { readonly ok: false; readonly problem: Problem }

interface CallOptions {
  readonly nowMs?: number | undefined
  /** Whether metrics and the log include the call. Default: true. */
  readonly isRecorded?: boolean
  /** Cancels the call as if the client had disconnected. Without a signal, the call always completes. */
  readonly signal?: AbortSignal | undefined
  /** Whether the caller can use the source of a reply. Writing and parsing JSON can take longer than the operation. */
  readonly takesSource?: boolean
  /** Whether the body has only JSON values and is used for this call alone, so that it need not be copied. */
  readonly ownsBody?: boolean
}

/** Calls the operation with the given operation id on behalf of a caller, at the given time or now. */
export type OperationCaller = (
  operationId: string,
  caller: Caller,
  input: CallInput,
  options?: CallOptions,
) => Promise<CallReply>

export interface InternalCallsOptions extends Pick<RunnableOperation, 'finish' | 'sendError'> {
  readonly createRequestId: (request: { headers: Record<string, unknown> }) => string
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly check: SchemaCheckFactory
}

/**
 * Calls one operation from another without HTTP. The calls are validated, measured and logged. Internal calls are
 * neither rate-limited nor counted, because the outer call is already limited and counted.
 */
export class InternalCalls {
  private readonly options: InternalCallsOptions
  private readonly operations = new Map<string, Operation>()
  private readonly runnableOperations = new Map<string, RunnableOperation>()

  constructor(options: InternalCallsOptions) {
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

  readonly call: OperationCaller = (operationId, caller, input, options = {}) => {
    const { isRecorded = true, takesSource = false } = options
    const recordedOperation = this.getRunnable(operationId)
    const runnable = isRecorded ? recordedOperation : { ...recordedOperation, finish: () => undefined }
    const { operation } = runnable.steps
    if (operation.access === 'key' && caller.kind !== 'account') {
      throw new Error(`${operationId} can only be called for an account`)
    }
    const { promise, resolve, reject } = Promise.withResolvers<CallReply>()
    const request = new InternalRequest(operation, caller, input, options, this.options, reject)
    runOperation(runnable, request, new InternalReply(runnable, request, takesSource, resolve))
    return promise
  }

  private getRunnable(operationId: string): RunnableOperation {
    const cachedOperation = this.runnableOperations.get(operationId)
    if (cachedOperation) return cachedOperation
    const { check, finish, sendError } = this.options
    const operation = this.find(operationId)
    const runnable = {
      steps: createInternalSteps(operation),
      findInputError: createInputCheck(operation, check),
      finish,
      sendError,
    }
    this.runnableOperations.set(operationId, runnable)
    return runnable
  }
}

const NO_HEADERS: RequestHeaders = {}

class InternalRequest implements RunnableRequest {
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
  reservation: RunnableRequest['reservation'] = null
  ignored: readonly string[] | null = null
  private readonly inputBody: object | undefined
  private readonly nowMs: number | undefined
  private readonly signal: AbortSignal | undefined
  private readonly ownsBody: boolean
  private readonly clock: Clock
  private readonly reject: (error: Error) => void

  constructor(
    operation: Operation,
    caller: Caller,
    { params, query, body }: CallInput,
    { nowMs, signal, ownsBody = false }: CallOptions,
    { createRequestId, clock, log }: InternalCallsOptions,
    reject: (error: Error) => void,
  ) {
    this.id = createRequestId({ headers: {} })
    this.method = operation.method
    this.url = operation.path
    this.params = { ...params }
    this.query = { ...query }
    this.inputBody = body
    this.caller = caller
    this.nowMs = nowMs
    this.signal = signal
    this.ownsBody = ownsBody
    this.clock = clock
    this.log = log
    this.reject = reject
  }

  /**
   * Copies the body unless the call owns it, because validation fills in defaults. The copy goes through JSON, so that
   * it contains only values that a client could send.
   */
  readBody(): void {
    if (this.ownsBody) this.body = this.inputBody
    else if (this.inputBody) this.body = parseJsonBody(JSON.stringify(this.inputBody))
  }

  now(): number {
    return this.nowMs ?? this.clock.now()
  }

  /**
   * Registers `listener` with the signal of the call. Without a signal, the call completes even if the client of the
   * outer operation disconnects.
   */
  onDisconnect(listener: () => void): () => void {
    const { signal } = this
    if (!signal) return () => {}
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener)
    return () => signal.removeEventListener('abort', listener)
  }

  abandon(): void {
    this.reject(new Error(`the call to ${this.url} could not be answered`))
  }
}

class InternalReply implements HttpReply {
  readonly copiesBody = true
  readonly needsWholeBody = true
  statusCode = 200
  private problem: Problem | undefined
  private isSent = false
  private readonly startedAt = performance.now()
  private readonly runnable: RunnableOperation
  readonly request: InternalRequest
  private readonly resolve: (reply: CallReply) => void
  readonly sendSource: HttpReply['sendSource']

  constructor(
    runnable: RunnableOperation,
    request: InternalRequest,
    takesSource: boolean,
    resolve: (reply: CallReply) => void,
  ) {
    this.runnable = runnable
    this.request = request
    this.resolve = resolve
    if (takesSource) this.sendSource = (source) => this.finish({ ok: true, body: undefined, source })
  }

  get elapsedTime(): number {
    return performance.now() - this.startedAt
  }

  /** Does nothing, because only HTTP clients need headers. */
  header(): void {}
  hasHeader(): boolean {
    return false
  }
  type(): void {}

  code(status: number): void {
    this.statusCode = status
  }

  receiveProblem(problem: Problem): void {
    this.problem = problem
  }

  send(payload: unknown): void {
    if (this.isSent) return
    const serializedBody =
      typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload)
    const body = this.runnable.steps.finishReply(this.request, this, serializedBody)
    const reply: CallReply = this.problem
      ? { ok: false, problem: this.problem }
      : {
          ok: true,
          body: JSON.parse(
            body instanceof Uint8Array
              ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
              : String(body),
          ),
        }
    this.finish(reply)
  }

  private finish(reply: CallReply): void {
    this.isSent = true
    this.runnable.finish(this.request, this)
    this.resolve(reply)
  }
}
