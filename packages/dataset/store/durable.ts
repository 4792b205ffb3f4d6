import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A power failure may undo unsynced writes in any order, so data is synced before anything refers to it. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Readers see either the old or the new content, never a part. `beside` is a unique name. */
export async function replaceFile(file: string, beside: string, text: string): Promise<void> {
  try {
    await writeSynced(beside, text)
    await rename(beside, file)
    await syncPath(dirname(file))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
