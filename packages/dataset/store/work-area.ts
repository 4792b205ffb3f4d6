import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileMissing, writeFileSynced } from './durable.ts'
import { createOwnerMark, isAbandoned } from './owner-mark.ts'

/** Name of the file with the key of resumable work. */
const KEY_FILE = '.resume-key'
/**
 * Time in milliseconds after which the files of a killed compilation are deleted. These files take a lot of disk space.
 */
const MAX_RESUMABLE_MS = 24 * 3600_000

/**
 * Folder with datasets that are being added or removed. The folder is next to the regions, so that a rename can move a
 * dataset. The name starts with a dot, so that the folder is not a region.
 */
export class WorkFolders {
  private readonly root: string
  constructor(datasetsDir: string) {
    this.root = join(datasetsDir, '.work')
  }

  /** Returns a unique path that does not exist yet. */
  async reserve(): Promise<string> {
    await mkdir(this.root, { recursive: true })
    return join(this.root, createOwnerMark())
  }

  /** Atomically moves a folder out of the store, then deletes it. Returns false if the folder did not exist. */
  async discard(folder: string): Promise<boolean> {
    const trashFolder = await this.reserve()
    try {
      await rename(folder, trashFolder)
    } catch (error) {
      if (isFileMissing(error)) return false
      throw error
    }
    await rm(trashFolder, { recursive: true, force: true })
    return true
  }

  /**
   * Creates a folder for work that another process can take over if this process is killed. The key identifies the
   * work.
   */
  async start(key: string): Promise<string> {
    const folder = await this.reserve()
    await mkdir(folder)
    await writeFileSynced(join(folder, KEY_FILE), key)
    return folder
  }

  /** Takes over the folder of a killed process with the same key. Returns undefined if there is no such folder. */
  async takeOver(key: string): Promise<string | undefined> {
    for (const { path } of await this.listAbandoned(Date.now())) {
      if ((await readKey(path)) !== key) continue
      const reservedFolder = await this.reserve()
      try {
        await rename(path, reservedFolder)
        return reservedFolder
      } catch (error) {
        // Another process has already taken over the folder.
        if (!isFileMissing(error)) throw error
      }
    }
    return undefined
  }

  /** Deletes leftovers of killed processes, except work that can still be resumed. */
  async removeAbandoned(now: number): Promise<void> {
    for (const { path, idleMs } of await this.listAbandoned(now)) {
      if (idleMs < MAX_RESUMABLE_MS && (await readKey(path)) !== undefined) continue
      await rm(path, { recursive: true, force: true })
    }
  }

  private async listAbandoned(now: number): Promise<{ path: string; idleMs: number }[]> {
    const abandoned: { path: string; idleMs: number }[] = []
    for (const ownerMark of await readdir(this.root).catch(() => [])) {
      const path = join(this.root, ownerMark)
      const markStats = await stat(path).catch(() => undefined)
      if (!markStats) continue
      const idleMs = now - markStats.mtimeMs
      if (isAbandoned(ownerMark, idleMs)) abandoned.push({ path, idleMs })
    }
    return abandoned
  }
}

async function readKey(folder: string): Promise<string | undefined> {
  return await readFile(join(folder, KEY_FILE), 'utf8').catch(() => undefined)
}
