import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncPath, type WorkFolders } from '@fairway/dataset'

/** Replaces the file atomically. If the process is killed, the old bytes stay. */
export async function replaceFile(file: string, bytes: Uint8Array, workArea: WorkFolders): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporaryFile = await workArea.reserve()
  try {
    await writeAndSync(temporaryFile, bytes)
    await rename(temporaryFile, file)
    await syncPath(dirname(file))
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
}

/** Writes and syncs a file. Without a sync, a power failure could lose the data but keep the file name. */
async function writeAndSync(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
