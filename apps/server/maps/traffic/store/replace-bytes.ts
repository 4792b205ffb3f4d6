import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncPath, type WorkArea } from '@fairway/dataset'

/** Replaces the file atomically. If the process is killed, the old bytes stay. */
export async function replaceBytes(file: string, bytes: Uint8Array, workArea: WorkArea): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const beside = await workArea.reserve()
  try {
    await writeSynced(beside, bytes)
    await rename(beside, file)
    await syncPath(dirname(file))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** A power failure may undo unsynced data but keep the file name. */
async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
