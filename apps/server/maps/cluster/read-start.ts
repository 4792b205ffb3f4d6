import { Readable } from 'node:stream'

/**
 * Reads a stream to its end if it has at most `maxBytes`. Otherwise, returns a stream of the whole content. The limit
 * also applies to replies without a content length, such as a reply that a node starts to send before it has computed
 * all of it.
 */
export async function readStart(stream: Readable, maxBytes: number): Promise<Buffer | Readable> {
  const chunks: Buffer[] = []
  let bytes = 0
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const { done, value } = await iterator.next()
    if (done) return Buffer.concat(chunks)
    chunks.push(value)
    bytes += value.length
    if (bytes > maxBytes) return Readable.from(continueReading(chunks, iterator), { objectMode: false })
  }
}

async function* continueReading(chunks: readonly Buffer[], iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    // Ends the connection to the other node if the client has disconnected.
    await iterator.return?.()
  }
}
