import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Operation } from '../../operations/define-operation.ts'
import type { Clock } from '../clock.ts'
import { limitBody } from './body/body-limit.ts'
import { type BytesInFlight, MAX_UNCOUNTED_BYTES } from './body/bytes-in-flight.ts'
import type { HttpRequest } from './body/exchange.ts'
import { UnreadableBodyError } from './body/json-body.ts'
import { type SchemaCheckFactory, toFastifyValidator } from './body/validation.ts'
import { toErrorResponses } from './document-errors.ts'
import { FastifyContext } from './fastify-context.ts'
import { type Caller, toTaskOwner } from './guard/caller.ts'
import { type OperationSteps, prepareInput } from './operation-steps.ts'
import { sendOutcome } from './run-operation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    operation: HttpRequest['operation']
    caller: Caller
    prepared: unknown
    reservation: HttpRequest['reservation']
    ignored: HttpRequest['ignored']
  }
}

/** Adds the fields of a call to Fastify requests. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('operation', null)
  app.decorateRequest('caller')
  app.decorateRequest('prepared')
  app.decorateRequest('reservation', null)
  app.decorateRequest('ignored', null)
}

export interface AdapterOptions {
  readonly bytesInFlight: BytesInFlight
  readonly clock: Clock
  readonly check: SchemaCheckFactory
}

/** Serves an operation through Fastify. The steps become hooks of its route. */
export function addOperation(app: FastifyInstance, steps: OperationSteps, options: AdapterOptions): void {
  const { operation } = steps
  const { bodyTypes } = operation
  const route = toRoute(steps, options)
  if (!bodyTypes) return void app.route(route)
  // A separate scope ensures that no other operation accepts these body types.
  app.register(async (scope) => {
    for (const [type, parse] of Object.entries(bodyTypes)) {
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, text, done) => done(null, parse(String(text))))
    }
    scope.route(route)
  })
}

function toRoute(steps: OperationSteps, { clock, check, bytesInFlight }: AdapterOptions): RouteOptions {
  const { operation } = steps
  const { method, path, bodyLimitBytes, bodyLimitOf, looseBody, replyHeaders = {} } = operation
  return {
    method,
    url: path,
    schema: toSchema(operation),
    // The fast path serializes replies in this way too. Compiling a serializer would delay other requests by 30 ms when
    // the first reply is sent.
    ...(operation.fastPath && { serializerCompiler: () => JSON.stringify }),
    onRequest: [
      (_request, reply, done) => {
        reply.headers(replyHeaders)
        done()
      },
      steps.authorize,
    ],
    ...(looseBody && {
      validatorCompiler: ({ schema, httpPart }) =>
        toFastifyValidator(check(httpPart === 'body' ? looseBody : Object(schema), httpPart)),
    }),
    ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes }),
    preParsing: (request, reply, payload, done) => {
      try {
        const limitedPayload = bodyLimitOf ? limitBody(request, payload, bodyLimitOf(request.caller)) : payload
        reserveBytes(bytesInFlight, request, reply)
        done(null, limitedPayload)
      } catch (error) {
        done(error as Error)
      }
    },
    ...(operation.prepare && {
      preValidation: (request, reply, done) =>
        prepareInput(operation, request, new FastifyContext(request, clock), reply, done),
    }),
    preHandler: [
      (request, _reply, done) => {
        steps.recordUnknownFields(request)
        done()
      },
      ...(steps.reserveQuota ? [steps.reserveQuota] : []),
    ],
    onSend: (request, reply, payload, done) => done(null, steps.finishReply(request, reply, payload)),
    handler: async (request, reply) => {
      sendOutcome(steps, await operation.handle(request, new FastifyContext(request, clock)), reply)
      return reply
    },
  }
}

/** Counts a large body until the reply is sent. Throws an error if too many bodies are in progress. */
function reserveBytes(bytesInFlight: BytesInFlight, request: FastifyRequest, reply: FastifyReply): void {
  const { 'content-length': contentLength, 'transfer-encoding': encoding } = request.headers
  if (contentLength === undefined && encoding === undefined) return
  const { operation, caller } = request
  // A body of unknown length counts as the largest allowed body.
  const limitBytes = operation?.bodyLimitOf?.(caller) ?? request.routeOptions.bodyLimit ?? 0
  const bytes = contentLength === undefined ? limitBytes : Number(contentLength)
  // Fastify rejects a body above the limit without reading it.
  if (!(bytes > MAX_UNCOUNTED_BYTES) || bytes > (request.routeOptions.bodyLimit ?? bytes)) return
  const release = bytesInFlight.acquire(toTaskOwner(caller).id, bytes)
  if (typeof release !== 'function') throw new UnreadableBodyError(release)
  finished(reply.raw, release)
}

/** Returns the schemas for validation and for the OpenAPI document. */
function toSchema(operation: Operation): object {
  const { docs, idempotent, params, query, headers, body, reply } = operation
  return {
    ...docs,
    ...(docs && idempotent !== undefined && { 'x-idempotent': idempotent }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    response: { ...(reply && { 200: toResponse(reply) }), ...toErrorResponses(operation) },
  }
}

function toResponse(reply: NonNullable<Operation['reply']>): object {
  if (!('schema' in reply)) return reply
  const { schema, ...described } = reply
  return { ...described, ...schema }
}
