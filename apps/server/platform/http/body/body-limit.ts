import { Transform } from 'node:stream'

/** A body that is larger than this caller may send. */
export class BodyTooLarge extends Error {
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`the body has more than ${limitBytes} bytes`)
    this.limitBytes = limitBytes
  }
}

interface Coming {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The body as it comes, unless it is larger: known before the first byte where its length was told, else as soon as it is. */
export function limitBody<P extends NodeJS.ReadableStream>(
  { headers }: Coming,
  payload: P,
  limitBytes: number,
): P | Transform {
  const told = headers['content-length']
  if (told !== undefined) {
    if (Number(told) > limitBytes) throw new BodyTooLarge(limitBytes)
    return payload
  }
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      if (bytes > limitBytes) next(new BodyTooLarge(limitBytes))
      else next(null, chunk)
    },
  })
  payload.on('error', (error) => counting.destroy(error))
  return payload.pipe(counting)
}
