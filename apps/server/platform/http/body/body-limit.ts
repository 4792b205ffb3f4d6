import type { IncomingHttpHeaders } from 'node:http'
import { Transform, type TransformCallback } from 'node:stream'
import {
  type BodyEncoding,
  createDecompressor,
  type Decompressor,
  findContentEncoding,
  parseBodyEncoding,
} from './body-encoding.ts'
import { type CountedBody, MAX_UNCOUNTED_BYTES } from './bytes-in-flight.ts'
import { UnreadableBodyError } from './json-body.ts'

/** Error for a body that exceeds the caller's limit. */
export class BodyTooLargeError extends Error {
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`the body has more than ${limitBytes} bytes`)
    this.limitBytes = limitBytes
  }
}

export interface BodyLimits {
  /** Limit of the caller. Undefined if only the limit of the route applies. */
  readonly callerBytes: number | undefined
  readonly routeBytes: number
}

/**
 * Decompresses a body, limits its size and counts a large one. A declared length above the limit fails before the first
 * byte is read. A compressed body, or one without a declared length, is counted while it arrives and fails as soon as it
 * exceeds the limit.
 */
export function receiveBody<P extends NodeJS.ReadableStream>(
  headers: IncomingHttpHeaders,
  payload: P,
  limits: BodyLimits,
  resize: CountedBody['resize'],
): P | Transform {
  const { 'content-length': contentLength, 'transfer-encoding': transferEncoding } = headers
  if (contentLength === undefined && transferEncoding === undefined) return payload
  const declaredBytes = contentLength === undefined ? undefined : Number(contentLength)
  const { callerBytes, routeBytes } = limits
  if (declaredBytes !== undefined && callerBytes !== undefined && declaredBytes > callerBytes)
    throw new BodyTooLargeError(callerBytes)
  const encoding = parseBodyEncoding(findContentEncoding(headers) ?? '')
  if (declaredBytes === undefined || encoding !== undefined)
    return readCounted(payload, encoding, new BodyCounter(callerBytes ?? routeBytes, resize))
  // Fastify rejects a body above the limit of the route without reading it.
  if (declaredBytes <= routeBytes) countBytes(declaredBytes, resize)
  return payload
}

/** Passes on a body whose size is not known in advance. The source stays open, because the reply uses its connection. */
function readCounted(
  source: NodeJS.ReadableStream,
  encoding: BodyEncoding | undefined,
  counter: BodyCounter,
): BodyCounter {
  source.on('error', (error) => counter.destroy(error))
  if (encoding === undefined) return source.pipe(counter)
  const decompressor = createDecompressor(encoding)
  decompressor.on('error', ({ message: why }) => {
    counter.destroy(new UnreadableBodyError({ kind: 'body-damaged', encoding, why }))
  })
  counter.on('close', () => {
    source.unpipe(decompressor)
    decompressor.destroy()
  })
  counter.decompressor = decompressor
  return source.pipe(decompressor).pipe(counter)
}

class BodyCounter extends Transform {
  decompressor: Decompressor | undefined
  private readonly limitBytes: number
  private readonly resize: CountedBody['resize']
  private bytes = 0

  constructor(limitBytes: number, resize: CountedBody['resize']) {
    super()
    this.limitBytes = limitBytes
    this.resize = resize
  }

  /** Size of the body as the client sent it. Fastify compares it with the declared length. */
  get receivedEncodedLength(): number {
    return this.decompressor?.bytesWritten ?? this.bytes
  }

  override _transform(chunk: Buffer, _encoding: string, next: TransformCallback): void {
    this.bytes += chunk.length
    if (this.bytes > this.limitBytes) return next(new BodyTooLargeError(this.limitBytes))
    try {
      countBytes(this.bytes, this.resize)
    } catch (error) {
      return next(error as Error)
    }
    next(null, chunk)
  }
}

function countBytes(bytes: number, resize: CountedBody['resize']): void {
  const failure = bytes > MAX_UNCOUNTED_BYTES ? resize(bytes) : undefined
  if (failure) throw new UnreadableBodyError(failure)
}
