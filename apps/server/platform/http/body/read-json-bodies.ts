import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../operations/define-operation.ts'
import { BodyTooLargeError } from './body-limit.ts'
import { parseJsonBody, UnreadableBodyError } from './json-body.ts'

/** Parses bodies above a size in another thread. */
export interface LargeBodyParser {
  readonly maxInlineBytes: number
  parse(bytes: Uint8Array<ArrayBuffer>, operation: Operation | null): Promise<unknown>
}

/** Accepts only JSON. Fastify's own parser hides why a body is invalid and also accepts plain text. */
export function readJsonBodies(app: FastifyInstance, largeBodies: LargeBodyParser): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const { maxInlineBytes } = largeBodies
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { 'content-length': declared } = request.headers
    const declaredBytes = declared === undefined ? undefined : Number(declared)
    const limitBytes = request.routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY
    readBody(payload, { declaredBytes, limitBytes, maxJoinedBytes: maxInlineBytes }, (error, bytes) => {
      if (error) return done(error)
      if (bytes.length > maxInlineBytes) {
        return void largeBodies.parse(bytes, request.operation).then((value) => done(null, value), done)
      }
      try {
        done(null, parseJsonBody(bytes.toString('utf8')))
      } catch (error) {
        done(error as Error)
      }
    })
  })
}

export interface ExpectedBody {
  /** The length that the client announced; undefined if it did not. */
  readonly declaredBytes: number | undefined
  readonly limitBytes: number
  /** Longer announced bodies are copied into their final memory piece by piece. */
  readonly maxJoinedBytes: number
}

type Done = (error: Error | null, bytes: Buffer<ArrayBuffer>) => void

const NO_BYTES = Buffer.alloc(0)

/**
 * Reads a body into memory of its own. Joining the pieces of a large body when it is complete would take several
 * milliseconds at once, in which no other request is answered.
 */
export function readBody(payload: NodeJS.ReadableStream, expected: ExpectedBody, done: Done): void {
  const { declaredBytes, limitBytes, maxJoinedBytes } = expected
  if (declaredBytes !== undefined && declaredBytes > limitBytes) {
    return done(new BodyTooLargeError(limitBytes), NO_BYTES)
  }
  const isCopied = declaredBytes !== undefined && declaredBytes > maxJoinedBytes
  const whole = isCopied ? Buffer.allocUnsafeSlow(declaredBytes) : undefined
  const chunks: Buffer[] = []
  let receivedBytes = 0
  const finish = (error: Error | null): void => {
    payload.off('data', addChunk)
    payload.off('end', end)
    payload.off('error', finish)
    done(error, error ? NO_BYTES : (whole ?? Buffer.concat(chunks, receivedBytes)))
  }
  const addChunk = (chunk: Buffer): void => {
    const start = receivedBytes
    receivedBytes += chunk.length
    if (receivedBytes > limitBytes) finish(new BodyTooLargeError(limitBytes))
    else if (receivedBytes > (declaredBytes ?? limitBytes)) finish(createLengthError())
    else if (whole) whole.set(chunk, start)
    else chunks.push(chunk)
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
