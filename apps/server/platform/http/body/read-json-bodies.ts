import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../operations/define-operation.ts'
import { threadTurns } from '../../compute/turns.ts'
import { toTaskOwner } from '../guard/caller.ts'
import { findContentEncoding } from './body-encoding.ts'
import { BodyTooLargeError } from './body-limit.ts'
import { parseJsonBody, UnreadableBodyError } from './json-body.ts'

/** Parser that handles bodies above `maxInlineBytes` in another thread. */
export interface LargeBodyParser {
  readonly maxInlineBytes: number
  open(operation: Operation | null): BodySink
}

/** Receiver of a large body that is still arriving. */
export interface BodySink {
  /** Adds chunks, which the caller must not use afterward. */
  add(chunks: readonly Buffer[]): void
  /** Resolves with the validated body. */
  parse(): Promise<unknown>
  /** Discards an incomplete body. */
  drop(): void
}

/**
 * Maximum size of a body that is parsed without waiting for a turn. Larger bodies take turns, because each one takes up
 * to a few milliseconds.
 */
export const MAX_BYTES_WITHOUT_TURN = 8192

/** Accepts only JSON. Fastify's own parser hides why a body is invalid, and also accepts plain text. */
export function readJsonBodies(app: FastifyInstance, largeBodies: LargeBodyParser): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const { maxInlineBytes } = largeBodies
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { 'content-length': contentLength } = request.headers
    // The declared length of a compressed body is not the length of its content.
    const isLengthKnown = contentLength !== undefined && findContentEncoding(request.headers) === undefined
    const declaredBytes = isLengthKnown ? Number(contentLength) : undefined
    const limitBytes = request.routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY
    const open = (): BodySink => largeBodies.open(request.operation)
    readBody(payload, { declaredBytes, limitBytes, maxInlineBytes, open }, (error, body) => {
      if (error) return done(error)
      if (!Buffer.isBuffer(body)) return void body.parse().then((value) => done(null, value), done)
      const turn = body.length > MAX_BYTES_WITHOUT_TURN ? threadTurns.take(toTaskOwner(request.caller).id) : undefined
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
  /** Declared length of the body, in bytes. Undefined if the client did not declare a length. */
  readonly declaredBytes: number | undefined
  readonly limitBytes: number
  /** Maximum size of a body that is kept in memory. A longer body goes to a sink in pieces of about this size. */
  readonly maxInlineBytes: number
  open(): BodySink
}

type BodyCallback = (error: Error | null, body: Buffer | BodySink) => void

const NO_BYTES = Buffer.alloc(0)

/**
 * Reads a small body into memory, and passes a large one to a sink while it arrives. Large bodies in this thread would
 * cause repeated full garbage collections, which delay all other requests.
 */
export function readBody(payload: NodeJS.ReadableStream, expectedBody: ExpectedBody, done: BodyCallback): void {
  const { declaredBytes, limitBytes, maxInlineBytes } = expectedBody
  if (declaredBytes !== undefined && declaredBytes > limitBytes) {
    return done(new BodyTooLargeError(limitBytes), NO_BYTES)
  }
  let sink: BodySink | undefined
  let chunks: Buffer[] = []
  let [receivedBytes, heldBytes] = [0, 0]
  const passOn = (): void => {
    sink ??= expectedBody.open()
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

/** Creates the error for a wrong length. Node itself checks the length of requests from a socket. */
function createLengthError(): Error {
  return new UnreadableBodyError({ kind: 'http-malformed' })
}
