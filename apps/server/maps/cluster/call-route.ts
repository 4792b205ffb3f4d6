import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation, OperationContext } from '../../operations/define-operation.ts'
import type { Clock } from '../../platform/clock.ts'
import { addIgnoredFieldWarnings } from '../../platform/http/body/unknown-fields.ts'
import { toHttpProblem } from '../../platform/http/http-problems.ts'
import { sendOutcome } from '../../platform/http/run-operation.ts'
import { sendProblem } from '../../platform/http/send-problem.ts'
import type { RegionDirectory } from '../regions/region-directory.ts'
import { toOperationKey } from './call-node.ts'
import type { ClusterDirectory } from './cluster-directory.ts'
import { ANSWER_HEADER, CALL_PATH, CALL_TYPE, type NodeCall, parseCall } from './node-call.ts'
import { isSigned, matchesDigest } from './signature.ts'

export interface CallRouteOptions {
  readonly cluster: ClusterDirectory
  readonly regions: RegionDirectory
  readonly clock: Clock
  /** Operations that other nodes may call. */
  readonly operations: readonly Operation[]
}

/** Body limit of calls between nodes. The first node has already applied the limit of the operation. */
const BODY_LIMIT_BYTES = 1024 * 1024 * 1024

/**
 * Adds the route on which other nodes call operations of this node. The calls are neither limited nor counted, because
 * the first node has done both. The operation runs here, so a call is never forwarded again. To anyone without the
 * secret of the nodes, the path does not exist.
 */
export function addCallRoute(app: FastifyInstance, { cluster, regions, clock, operations }: CallRouteOptions): void {
  const operationsByKey = new Map(operations.map((operation) => [toOperationKey(operation), operation]))
  app.register(async (scope) => {
    scope.addContentTypeParser(CALL_TYPE, { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: 'POST',
      url: CALL_PATH,
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { hide: true } as object,
      onRequest: (request, reply, done) => {
        if (isSigned(cluster.secrets, request.headers, clock.now())) done()
        else sendProblem(reply, toHttpProblem({ kind: 'path-unknown', path: CALL_PATH }))
      },
      onSend: (request, reply, payload, done) => done(null, addIgnoredFieldWarnings(request, reply, payload)),
      handler: async (request, reply) => {
        const body = request.body as Buffer
        if (!matchesDigest(request.headers, body)) {
          return sendProblem(reply, toHttpProblem({ kind: 'path-unknown', path: CALL_PATH }))
        }
        const call = parseCall(body)
        const operation = operationsByKey.get(call.operation)
        const isServed = ({ handle }: { handle: { region: string } }) => handle.region === call.region
        if (!operation || (call.region !== undefined && !regions.list().some(isServed))) {
          return sendProblem(reply, toHttpProblem({ kind: 'region-unavailable', region: call.region ?? '' }))
        }
        request.caller = call.caller
        request.ignored = call.ignored
        const input = { ...call.input, headers: {} }
        const outcome = await operation.handle(input, new CallContext(request, call))
        reply.header(ANSWER_HEADER, '1')
        sendOutcome({ operation }, outcome, reply)
        return reply
      },
    })
  })
}

/** Context of an operation that another node calls. */
class CallContext implements OperationContext {
  readonly prepared = undefined
  readonly method = 'POST'
  private readonly request: FastifyRequest
  private readonly call: NodeCall

  constructor(request: FastifyRequest, call: NodeCall) {
    this.request = request
    this.call = call
  }

  get id(): string {
    return this.request.id
  }

  get url(): string {
    return this.call.url
  }

  get ip(): string {
    return this.call.ip
  }

  get caller(): OperationContext['caller'] {
    return this.call.caller
  }

  get ignored(): readonly string[] | null {
    return this.request.ignored
  }

  set ignored(fields: readonly string[] | null) {
    this.request.ignored = fields
  }

  get log(): OperationContext['log'] {
    return this.request.log
  }

  now(): number {
    return this.call.nowMs
  }

  onDisconnect(act: () => void): () => void {
    const { socket } = this.request.raw
    socket.once('close', act)
    return () => void socket.off('close', act)
  }
}
