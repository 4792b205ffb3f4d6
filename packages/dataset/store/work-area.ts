import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileMissing } from './durable.ts'
import { createOwnerMark, isAbandoned } from './owner-mark.ts'

/**
 * Holds datasets that are being added or removed. It is next to the regions so that a folder moves by a rename, and it
 * begins with a dot so that it is not a region.
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

  /** Atomically moves a folder out of sight, then deletes it. Returns false if it did not exist. */
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

  /** Deletes leftovers of killed processes. */
  async removeAbandoned(now: number): Promise<void> {
    for (const ownerMark of await readdir(this.root).catch(() => [])) {
      const path = join(this.root, ownerMark)
      const markStats = await stat(path).catch(() => undefined)
      if (markStats && isAbandoned(ownerMark, now - markStats.mtimeMs)) await rm(path, { recursive: true, force: true })
    }
  }
}
