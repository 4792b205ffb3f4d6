import type { HttpReply, HttpRequest } from '../http/body/exchange.ts'
import type { OperationSteps, StepRecorder } from '../http/operation-steps.ts'
import type { RequestTrace } from './otlp-format.ts'
import { collectStages, epochMs, type Stage, timeStage } from './stages.ts'

interface RequestRecorderOptions {
  /** Receives finished traces. Undefined if only slow requests are logged. */
  readonly send: ((trace: RequestTrace) => void) | undefined
  /** Fraction of the traces started by this server that are sent to the collector, from 0 to 1. */
  readonly sampleRatio: number
  /** Minimum duration of a request that is logged with its stages, in milliseconds. Zero disables the log. */
  readonly slowRequestMs: number
  readonly log: { warn(fields: object, message: string): void }
}

/** Version 00 of the W3C traceparent header: trace id, id of the calling span, flags. */
const traceParentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Times the steps of requests. A recorder exists only if traces or slow requests are recorded. */
export class RequestRecorder implements StepRecorder {
  private readonly options: RequestRecorderOptions
  private readonly stagesOf = new WeakMap<object, Stage[]>()
  private readonly sampledRequests = new WeakSet<object>()

  constructor(options: RequestRecorderOptions) {
    this.options = options
  }

  /** Returns the steps with timers around them. */
  record(steps: OperationSteps): OperationSteps {
    const { operation, authorize, reserveQuota } = steps
    return {
      ...steps,
      operation: {
        ...operation,
        handle: (input, context) => {
          const stages = this.stagesOf.get(input)
          if (!stages) return operation.handle(input, context)
          return collectStages(stages, () => timeStage('handle', () => operation.handle(input, context)))
        },
      },
      authorize: (request, reply, next) => {
        // Requests that are not recorded skip the timers.
        if (!this.isWanted(request)) return authorize(request, reply, next)
        const stages: Stage[] = []
        this.stagesOf.set(request, stages)
        const startMs = epochMs()
        authorize(request, reply, (error) => {
          stages.push({ name: 'guard', startMs, endMs: epochMs() })
          next(error)
        })
      },
      reserveQuota:
        reserveQuota &&
        ((request, reply, next) => {
          const startMs = epochMs()
          reserveQuota(request, reply, (error) => {
            this.stagesOf.get(request)?.push({ name: 'quota', startMs, endMs: epochMs() })
            next(error)
          })
        }),
    }
  }

  /** Records a request. Call this method when the reply has been sent. */
  finish(request: HttpRequest, reply: HttpReply): void {
    const stages = this.stagesOf.get(request)
    if (!stages) return
    const endMs = epochMs()
    const handleStage = stages.find(({ name }) => name === 'handle')
    if (handleStage) stages.push({ name: 'write', startMs: handleStage.endMs, endMs })
    stages.sort((a, b) => a.startMs - b.startMs)
    const { slowRequestMs, send } = this.options
    if (slowRequestMs > 0 && reply.elapsedTime >= slowRequestMs) this.logSlow(request, reply, stages)
    if (send && this.sampledRequests.has(request)) this.sendTrace(request, reply, stages, endMs, send)
  }

  private isWanted(request: HttpRequest): boolean {
    const { send, sampleRatio, slowRequestMs } = this.options
    if (!send) return slowRequestMs > 0
    const flags = readTraceParent(request)?.[3]
    // If the caller sent flags, they determine whether the trace is sampled.
    const isSampled = flags === undefined ? Math.random() < sampleRatio : (Number.parseInt(flags, 16) & 1) === 1
    if (isSampled) this.sampledRequests.add(request)
    return isSampled || slowRequestMs > 0
  }

  private logSlow(
    { id, operation }: HttpRequest,
    { statusCode, elapsedTime }: HttpReply,
    stages: readonly Stage[],
  ): void {
    const fields = {
      reqId: id,
      operation: operation?.name,
      status: statusCode,
      ms: roundMs(elapsedTime),
      stages: Object.fromEntries(stages.map(({ name, startMs, endMs }) => [name, roundMs(endMs - startMs)])),
    }
    this.options.log.warn(fields, 'slow request')
  }

  private sendTrace(
    request: HttpRequest,
    reply: HttpReply,
    stages: readonly Stage[],
    endMs: number,
    send: (trace: RequestTrace) => void,
  ): void {
    const { id, method, operation } = request
    const [, traceId, parentSpanId] = readTraceParent(request) ?? []
    send({
      traceId: traceId ?? randomHex(16),
      parentSpanId,
      spanId: randomHex(8),
      name: `${method} ${operation?.path ?? 'unknown'}`,
      startMs: endMs - reply.elapsedTime,
      endMs,
      status: reply.statusCode,
      attributes: {
        'http.request.method': method,
        'http.route': operation?.path ?? '',
        'fairway.operation': operation?.name ?? '',
        'fairway.request_id': id,
      },
      stages: stages.map((stage) => ({ ...stage, spanId: randomHex(8) })),
    })
  }
}

function readTraceParent({ headers }: HttpRequest): RegExpExecArray | null {
  return typeof headers.traceparent === 'string' ? traceParentPattern.exec(headers.traceparent) : null
}

/** Returns a random id. Ids must be unique but not secret, and node:crypto would cost more than the rest of a span. */
function randomHex(bytes: number): string {
  let hex = ''
  while (hex.length < bytes * 2)
    hex += Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return hex
}

function roundMs(ms: number): number {
  return Math.round(ms * 100) / 100
}
