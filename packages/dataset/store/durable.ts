import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A power cut may undo everything that was not synced, in any order: what others rely on is synced before it is named. */
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

/** Readers see the old text or the new one, never a part of it. `beside` is a name nobody else uses. */
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
