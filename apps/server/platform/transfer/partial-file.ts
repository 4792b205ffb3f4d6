import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { syncPath } from '@fairway/dataset'

/** Origin of a partial download, as reported by the mirror. */
export interface PartialFileOrigin {
  readonly url: string
  /** ETag or date that changes with the file. If it is null, the download cannot be resumed safely. */
  readonly validator: string | null
  readonly total: number | null
}

/** Incomplete download in `FILE.part`. A second file stores its origin, so that the download can be resumed. */
export class PartialFile {
  readonly path: string
  private readonly originPath: string
  private readonly target: string
  constructor(target: string) {
    this.target = target
    this.path = `${target}.part`
    this.originPath = `${this.path}.json`
  }

  async size(): Promise<number> {
    return (await stat(this.path).catch(() => undefined))?.size ?? 0
  }

  async findOrigin(): Promise<PartialFileOrigin | undefined> {
    try {
      const { url, validator, total } = JSON.parse(
        await readFile(this.originPath, 'utf8'),
      ) as Partial<PartialFileOrigin>
      return url === undefined ? undefined : { url, validator: validator ?? null, total: total ?? null }
    } catch {
      // If the origin is missing or truncated, the download starts again.
      return undefined
    }
  }

  /**
   * Empties the file for another download. The old origin is deleted first, because an origin must never describe bytes
   * from another download.
   */
  async restart(origin: PartialFileOrigin): Promise<void> {
    await this.discard()
    await writeFile(this.path, '')
    await writeFile(this.originPath, JSON.stringify(origin))
  }
  openToAppend(): Promise<FileHandle> {
    return open(this.path, 'a')
  }
  async discard(): Promise<void> {
    await rm(this.originPath, { force: true })
    await rm(this.path, { force: true })
  }
  async complete(): Promise<void> {
    await syncPath(this.path)
    await rename(this.path, this.target)
    await rm(this.originPath, { force: true })
  }
}
