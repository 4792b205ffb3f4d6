import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../operations/define-operation.ts'
import { Turns } from '../../compute/turns.ts'
import { toTaskOwner } from '../guard/caller.ts'
import { BodyTooLargeError } from './body-limit.ts'
import { parseJsonBody, UnreadableBodyError } from './json-body.ts'

/** Parses bodies above a size in another thread. */
export interface LargeBodyParser {
  readonly maxInlineBytes: number
  open(operation: Operation | null): BodySink
}

/** Receives a large body while it arrives. */
export interface BodySink {
  /** The chunks must not be used afterward. */
  add(chunks: readonly Buffer[]): void
  /** Resolves with the body, which does not have to be checked again. */
  parse(): Promise<unknown>
  /** The body does not arrive completely. */
  drop(): void
}

/** Parsing and checking a larger body takes up to a few milliseconds, so such bodies take turns. */
const MAX_BYTES_WITHOUT_TURN = 8192

/** Accepts only JSON. Fastify's own parser hides why a body is invalid and also accepts plain text. */
export function readJsonBodies(app: FastifyInstance, largeBodies: LargeBodyParser): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const { maxInlineBytes } = largeBodies
  const turns = new Turns()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { 'content-length': declared } = request.headers
    const declaredBytes = declared === undefined ? undefined : Number(declared)
    const limitBytes = request.routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY
    const open = (): BodySink => largeBodies.open(request.operation)
    readBody(payload, { declaredBytes, limitBytes, maxInlineBytes, open }, (error, body) => {
      if (error) return done(error)
      if (!Buffer.isBuffer(body)) return void body.parse().then((value) => done(null, value), done)
      const turn = body.length > MAX_BYTES_WITHOUT_TURN ? turns.take(toTaskOwner(request.caller).id) : undefined
      if (turn) void turn.then(() => parseInline(body, done))
      else parseInline(body, done)
    })
  })
}

function parseInline(bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  let body: unknown
  try {
    body = parseJsonBody(bytes.toString('utf8'))
  } catch (error) {
    return done(error as Error)
  }
  done(null, body)
}

export interface ExpectedBody {
  /** The length that the client announced; undefined if it announced none. */
  readonly declaredBytes: number | undefined
  readonly limitBytes: number
  /** Longer bodies are passed to a sink in pieces of about this size. */
  readonly maxInlineBytes: number
  open(): BodySink
}

type Done = (error: Error | null, body: Buffer | BodySink) => void

const NO_BYTES = Buffer.alloc(0)

/**
 * Reads a small body into memory, and passes on a large one while it arrives. Keeping large bodies in this thread would
 * make V8 collect all its garbage again and again, and no other request would be handled in the meantime.
 */
export function readBody(payload: NodeJS.ReadableStream, expected: ExpectedBody, done: Done): void {
  const { declaredBytes, limitBytes, maxInlineBytes } = expected
  if (declaredBytes !== undefined && declaredBytes > limitBytes) {
    return done(new BodyTooLargeError(limitBytes), NO_BYTES)
  }
  let sink: BodySink | undefined
  let chunks: Buffer[] = []
  let [receivedBytes, heldBytes] = [0, 0]
  const passOn = (): void => {
    sink ??= expected.open()
    sink.add(chunks)
    chunks = []
    heldBytes = 0
  }
  const finish = (error: Error | null): void => {
    payload.off('data', addChunk)
    payload.off('end', end)
    payload.off('error', finish)
    if (error) sink?.drop()
    else if (sink) passOn()
    done(error, error ? NO_BYTES : (sink ?? Buffer.concat(chunks, receivedBytes)))
  }
  const addChunk = (chunk: Buffer): void => {
    receivedBytes += chunk.length
    if (receivedBytes > limitBytes) return finish(new BodyTooLargeError(limitBytes))
    if (receivedBytes > (declaredBytes ?? limitBytes)) return finish(createLengthError())
    chunks.push(chunk)
    heldBytes += chunk.length
    if (heldBytes > maxInlineBytes) passOn()
  }
  const end = (): void => finish(receivedBytes === (declaredBytes ?? receivedBytes) ? null : createLengthError())
  payload.on('data', addChunk)
  payload.on('end', end)
  payload.on('error', finish)
  payload.resume()
}

/** Node checks the length of requests that arrive through a socket. */
function createLengthError(): Error {
  return new UnreadableBodyError({ kind: 'http-malformed' })
}
