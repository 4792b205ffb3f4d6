import { stat } from 'node:fs/promises'
import { unpack } from '../feeds/decompress.ts'
import { describeFailure, FeedBroken } from '../feeds/feed-failure.ts'
import { openFile } from '../feeds/open-file.ts'
import { ProbesUnreadable } from './probe-failure.ts'
import { type ReadProbes, readProbes } from './read-probes.ts'

/** The path does not exist. */
export class ProbesMissing extends Error {}

/** Reads a file of positions, compressed or not. Throws ProbesUnreadable and ProbesMissing. */
export async function openProbes(
  path: string,
  nowMs: number,
  onProgress: (fraction: number) => void,
): Promise<ReadProbes> {
  try {
    const opened = await openFile(path, { signal: new AbortController().signal })
    if (opened.kind === 'unchanged') throw new Error('a file that was not read before cannot be unchanged')
    try {
      const counted = countBytes(opened.chunks, (await stat(path)).size, onProgress)
      return await readProbes(await unpack(counted, Number.POSITIVE_INFINITY), nowMs)
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (!(error instanceof FeedBroken)) throw error
    const { failure } = error
    if (failure.kind === 'gone') throw new ProbesMissing(describeFailure(failure))
    if (failure.kind === 'damaged-gzip') {
      throw new ProbesUnreadable('it is damaged or truncated; compress it again')
    }
    throw new ProbesUnreadable(describeFailure(failure))
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
