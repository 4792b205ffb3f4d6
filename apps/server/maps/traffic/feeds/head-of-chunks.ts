export interface Headed {
  /** At least as many bytes as asked for, if there are so many. */
  readonly head: Buffer
  /** All of it, the head as well. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** For whoever wants nothing but the head: chunks that nobody began to take do not close what they come from. */
  close(): Promise<void>
}

/** Looks at the beginning of a stream, however small the pieces in which it comes. */
export async function readHead(source: AsyncIterable<Uint8Array>, bytes: number): Promise<Headed> {
  const iterator = source[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < bytes) {
    const next = await iterator.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(first)
  const close = async () => void (await iterator.return?.())
  return { head, chunks: continueFrom(head, iterator), close }
}

async function* continueFrom(head: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

/** The same without its first bytes. */
export async function* dropFirst(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of chunks) {
    const dropped = Math.min(left, chunk.length)
    left -= dropped
    yield chunk.subarray(dropped)
  }
}
