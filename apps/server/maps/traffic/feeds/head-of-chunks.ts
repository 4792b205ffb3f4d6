export interface PeekedStream {
  /** At least the requested number of bytes, if the stream has that many. */
  readonly head: Buffer
  /** Whole stream, including the head. */
  readonly chunks: AsyncIterable<Uint8Array>
  /**
   * Closes the source, for callers that need only the head. An iterator that was never started does not close its
   * source.
   */
  close(): Promise<void>
}

/** Reads the start of a stream, however small its chunks are. */
export async function peekStream(source: AsyncIterable<Uint8Array>, bytes: number): Promise<PeekedStream> {
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
  return { head, chunks: resumeAfterHead(head, iterator), close }
}

async function* resumeAfterHead(head: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

/** Yields the stream without its first bytes. */
export async function* skipBytes(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let remainingBytes = bytes
  for await (const chunk of chunks) {
    const skippedBytes = Math.min(remainingBytes, chunk.length)
    remainingBytes -= skippedBytes
    yield chunk.subarray(skippedBytes)
  }
}
