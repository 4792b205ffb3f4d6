import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './durable.ts'
import { createMark, isAbandoned } from './owner-mark.ts'

/**
 * Where datasets are on their way in or out. It lies beside the regions and begins with a dot: a folder gets from one
 * to the other by a rename, and nobody takes it for a region.
 */
export class WorkArea {
  readonly #root: string
  constructor(datasetsDir: string) {
    this.#root = join(datasetsDir, '.work')
  }

  /** A path that is ours alone; nothing is there yet. */
  async reserve(): Promise<string> {
    await mkdir(this.#root, { recursive: true })
    return join(this.#root, createMark())
  }

  /** Takes a folder away from where it is seen, in one step, and then deletes it; false when it was not there. */
  async discard(folder: string): Promise<boolean> {
    const doomed = await this.reserve()
    try {
      await rename(folder, doomed)
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
    await rm(doomed, { recursive: true, force: true })
    return true
  }

  /** Deletes what killed processes have left behind. */
  async sweep(now: number): Promise<void> {
    for (const mark of await readdir(this.#root).catch(() => [])) {
      const path = join(this.#root, mark)
      const changed = await stat(path).catch(() => undefined)
      if (changed && isAbandoned(mark, now - changed.mtimeMs)) await rm(path, { recursive: true, force: true })
    }
  }
}
