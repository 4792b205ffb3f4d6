import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Operation } from '../../operations/define-operation.ts'
import type { Clock } from '../clock.ts'
import { receiveBody } from './body/body-limit.ts'
import type { BytesInFlight, CountedBody } from './body/bytes-in-flight.ts'
import type { HttpRequest } from './body/exchange.ts'
import { type SchemaCheckFactory, toFastifyValidator } from './body/validation.ts'
import { compressReply } from './compression/compress-reply.ts'
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
  interface FastifyContextConfig {
    /** True for operations. Other routes receive their bodies as they arrive. */
    acceptsCompressedBody?: boolean
    /** True if the route itself compresses its replies, or must not. */
    handlesCompression?: boolean
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
  readonly compressesReplies: boolean
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

function toRoute(
  steps: OperationSteps,
  { clock, check, bytesInFlight, compressesReplies }: AdapterOptions,
): RouteOptions {
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
    config: { acceptsCompressedBody: true, handlesCompression: true },
    preParsing: (request, reply, payload, done) => {
      try {
        const limits = {
          callerBytes: bodyLimitOf?.(request.caller),
          routeBytes: request.routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY,
        }
        done(null, receiveBody(request.headers, payload, limits, createBodyCount(bytesInFlight, request, reply)))
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
    onSend: (request, reply, payload, done) => {
      const finalPayload = steps.finishReply(request, reply, payload)
      if (compressesReplies) compressReply(request, reply, finalPayload, done)
      else done(null, finalPayload)
    },
    handler: async (request, reply) => {
      sendOutcome(steps, await operation.handle(request, new FastifyContext(request, clock)), reply)
      return reply
    },
  }
}

/** Returns a function that counts a large body until the reply is sent. Most bodies are small and are not counted. */
function createBodyCount(
  bytesInFlight: BytesInFlight,
  request: FastifyRequest,
  reply: FastifyReply,
): CountedBody['resize'] {
  let counted: CountedBody | undefined
  return (bytes) => {
    if (counted === undefined) {
      counted = bytesInFlight.open(toTaskOwner(request.caller).id)
      finished(reply.raw, counted.release)
    }
    return counted.resize(bytes)
  }
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
