import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../operations/define-operation.ts'
import type { Clock } from '../../platform/clock.ts'
import { addIgnoredFieldWarnings } from '../../platform/http/body/unknown-fields.ts'
import { FastifyContext } from '../../platform/http/fastify-context.ts'
import { toHttpProblem } from '../../platform/http/http-problems.ts'
import { sendOutcome } from '../../platform/http/run-operation.ts'
import { sendProblem } from '../../platform/http/send-problem.ts'
import type { KnownMap } from '../regions/region-directory.ts'
import { toOperationKey } from './call-node.ts'
import type { ClusterDirectory } from './cluster-directory.ts'
import { ANSWER_HEADER, CALL_PATH, CALL_TYPE, parseCall } from './node-call.ts'
import { isSigned, matchesDigest } from './signature.ts'

export interface CallRouteOptions {
  readonly cluster: ClusterDirectory
  readonly regions: { list(): readonly Pick<KnownMap, 'handle'>[] }
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
      // The node that forwards the call compresses the reply for the client.
      config: { handlesCompression: true },
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
        const isServed = ({ handle }: Pick<KnownMap, 'handle'>) => handle.region === call.region
        if (!operation || (call.region !== undefined && !regions.list().some(isServed))) {
          return sendProblem(reply, toHttpProblem({ kind: 'region-unavailable', region: call.region ?? '' }))
        }
        request.caller = call.caller
        request.ignored = call.ignored
        const input = { ...call.input, headers: {} }
        // The call keeps the time of the first node, so that both nodes use the same traffic and opening hours.
        const context = new FastifyContext(request, { now: () => call.nowMs }, call)
        const outcome = await operation.handle(input, context)
        reply.header(ANSWER_HEADER, '1')
        sendOutcome({ operation }, outcome, reply)
        return reply
      },
    })
  })
}
