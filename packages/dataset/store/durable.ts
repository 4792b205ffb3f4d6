import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Syncs a file or folder to disk. A power failure can undo unsynced writes in any order, so data must be synced before
 * other files refer to it.
 */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function writeFileSynced(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Replaces a file so that readers see either the old or the new content. `temporaryFile` must be a unique path on the
 * same disk.
 */
export async function replaceFileAtomically(
  file: string,
  temporaryFile: string,
  content: string | Uint8Array,
): Promise<void> {
  try {
    await writeFileSynced(temporaryFile, content)
    await rename(temporaryFile, file)
    await syncPath(dirname(file))
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
}

export function isFileMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
