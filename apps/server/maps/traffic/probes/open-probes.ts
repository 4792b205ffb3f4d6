import { stat } from 'node:fs/promises'
import { decompress } from '../feeds/decompress.ts'
import { describeFeedFailure, FeedError } from '../feeds/feed-failure.ts'
import { openFile } from '../feeds/open-file.ts'
import { UnreadableProbesError } from './probe-failure.ts'
import { type ProbeFileContent, readProbes } from './read-probes.ts'

/** Error for a path that does not exist. */
export class ProbesNotFoundError extends Error {}

/** Reads a plain or compressed file of positions. Throws UnreadableProbesError and ProbesNotFoundError. */
export async function openProbes(
  path: string,
  nowMs: number,
  onProgress: (fraction: number) => void,
): Promise<ProbeFileContent> {
  try {
    const openResult = await openFile(path, { signal: new AbortController().signal })
    if (openResult.kind === 'unchanged') throw new Error('a file that was not read before cannot be unchanged')
    try {
      const countedChunks = countBytes(openResult.chunks, (await stat(path)).size, onProgress)
      return await readProbes(await decompress(countedChunks, Number.POSITIVE_INFINITY), nowMs)
    } finally {
      await openResult.close()
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    const { failure } = error
    if (failure.kind === 'gone') throw new ProbesNotFoundError(describeFeedFailure(failure))
    if (failure.kind === 'damaged-gzip') {
      throw new UnreadableProbesError('it is damaged or truncated; compress it again')
    }
    throw new UnreadableProbesError(describeFeedFailure(failure))
  }
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  onProgress: (fraction: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    yield chunk
    bytes += chunk.length
    onProgress(size === 0 ? 1 : bytes / size)
  }
}
