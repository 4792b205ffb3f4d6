import { Transform } from 'node:stream'

/** Error for a body that exceeds the caller's limit. */
export class BodyTooLargeError extends Error {
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`the body has more than ${limitBytes} bytes`)
    this.limitBytes = limitBytes
  }
}

interface IncomingHeaders {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * Passes the body through unless it is too large. A declared length above the limit fails before the first byte is
 * read. A body without a declared length fails as soon as it exceeds the limit.
 */
export function limitBody<P extends NodeJS.ReadableStream>(
  { headers }: IncomingHeaders,
  payload: P,
  limitBytes: number,
): P | Transform {
  const contentLength = headers['content-length']
  if (contentLength !== undefined) {
    if (Number(contentLength) > limitBytes) throw new BodyTooLargeError(limitBytes)
    return payload
  }
  let bytes = 0
  const byteCounter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      if (bytes > limitBytes) next(new BodyTooLargeError(limitBytes))
      else next(null, chunk)
    },
  })
  payload.on('error', (error) => byteCounter.destroy(error))
  return payload.pipe(byteCounter)
}
