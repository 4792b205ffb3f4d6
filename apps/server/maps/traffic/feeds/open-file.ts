import { type FileHandle, open, stat } from 'node:fs/promises'
import { FeedBroken } from './feed-failure.ts'
import type { FeedVersion, OpenedFeed } from './opened-feed.ts'

interface FileOptions {
  readonly known?: FeedVersion | undefined
  readonly signal: AbortSignal
}

/** Throws FeedBroken. */
export async function openFile(path: string, { known, signal }: FileOptions): Promise<OpenedFeed> {
  const version = await orBroken(() => findVersion(path))
  if (known && isSame(known, version)) return { kind: 'unchanged' }
  const handle = await orBroken(() => open(path))
  return {
    kind: 'open',
    chunks: readChunks(handle, signal),
    // The file may be written during reading. In that case it is read again next time.
    version: async () => {
      const after = await findVersion(path).catch(() => undefined)
      return after && isSame(version, after) ? version : undefined
    },
    close: () => handle.close(),
  }
}

/** Opens only regular files, because opening a pipe or device could block forever. */
async function findVersion(path: string): Promise<FeedVersion> {
  const found = await stat(path)
  if (!found.isFile()) throw new FeedBroken({ kind: 'unreadable-file', code: 'not a regular file' })
  return { kind: 'file', modifiedMs: found.mtimeMs, bytes: found.size, inode: found.ino }
}

/** Compares the inode too: another file may have the same size and time. */
function isSame(one: FeedVersion, other: FeedVersion): boolean {
  if (one.kind !== 'file' || other.kind !== 'file') return false
  return one.modifiedMs === other.modifiedMs && one.bytes === other.bytes && one.inode === other.inode
}

const CHUNK_BYTES = 256 * 1024

async function* readChunks(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (;;) {
    signal.throwIfAborted()
    // A new buffer each time, because the consumer may still be reading the previous chunk.
    const { bytesRead, buffer } = await orBroken(() => handle.read(Buffer.allocUnsafe(CHUNK_BYTES)))
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FeedBroken) throw error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const isGone = code === 'ENOENT' || code === 'ENOTDIR'
    throw new FeedBroken(isGone ? { kind: 'gone' } : { kind: 'unreadable-file', code })
  }
}
