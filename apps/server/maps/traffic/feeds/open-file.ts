import { type FileHandle, open, stat } from 'node:fs/promises'
import { FeedError } from './feed-failure.ts'
import type { FeedVersion, OpenFeedResult } from './opened-feed.ts'

interface OpenFileOptions {
  readonly previousVersion?: FeedVersion | undefined
  readonly signal: AbortSignal
}

/** Opens a feed file. Throws FeedError. */
export async function openFile(path: string, { previousVersion, signal }: OpenFileOptions): Promise<OpenFeedResult> {
  const version = await withFeedErrors(() => readFileVersion(path))
  if (previousVersion && isSameVersion(previousVersion, version)) return { kind: 'unchanged' }
  const handle = await withFeedErrors(() => open(path))
  return {
    kind: 'open',
    chunks: readChunks(handle, signal),
    // A file that is modified during reading has no version, so it is read again next time.
    version: async () => {
      const currentVersion = await readFileVersion(path).catch(() => undefined)
      return currentVersion && isSameVersion(version, currentVersion) ? version : undefined
    },
    close: () => handle.close(),
  }
}

/** Returns the version of a regular file. Opening a pipe or device could block forever. */
async function readFileVersion(path: string): Promise<FeedVersion> {
  const fileStat = await stat(path)
  if (!fileStat.isFile()) throw new FeedError({ kind: 'unreadable-file', code: 'not a regular file' })
  return { kind: 'file', modifiedMs: fileStat.mtimeMs, bytes: fileStat.size, inode: fileStat.ino }
}

/** Compares two versions, including the inode, because another file may have the same size and time. */
function isSameVersion(first: FeedVersion, second: FeedVersion): boolean {
  if (first.kind !== 'file' || second.kind !== 'file') return false
  return first.modifiedMs === second.modifiedMs && first.bytes === second.bytes && first.inode === second.inode
}

const CHUNK_BYTES = 256 * 1024

async function* readChunks(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (;;) {
    signal.throwIfAborted()
    // Each read uses a new buffer, because the consumer may still be reading the previous chunk.
    const { bytesRead, buffer } = await withFeedErrors(() => handle.read(Buffer.allocUnsafe(CHUNK_BYTES)))
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function withFeedErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FeedError) throw error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const isNotFound = code === 'ENOENT' || code === 'ENOTDIR'
    throw new FeedError(isNotFound ? { kind: 'gone' } : { kind: 'unreadable-file', code })
  }
}
