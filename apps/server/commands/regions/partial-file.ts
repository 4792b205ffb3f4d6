import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { syncPath } from '@fairway/dataset'

/** What a mirror said of the file whose first bytes are here. */
export interface PartOrigin {
  readonly url: string
  /** An ETag or a date that changes with the file; null: a continuation could not be told from another file. */
  readonly validator: string | null
  readonly total: number | null
}

/** A download that is not complete: `FILE.part`, and beside it where it comes from, so that it can be continued. */
export class PartialFile {
  readonly path: string
  readonly #originPath: string
  readonly #target: string
  constructor(target: string) {
    this.#target = target
    this.path = `${target}.part`
    this.#originPath = `${this.path}.json`
  }

  async size(): Promise<number> {
    return (await stat(this.path).catch(() => undefined))?.size ?? 0
  }

  async findOrigin(): Promise<PartOrigin | undefined> {
    try {
      const { url, validator, total } = JSON.parse(await readFile(this.#originPath, 'utf8')) as Partial<PartOrigin>
      return url === undefined ? undefined : { url, validator: validator ?? null, total: total ?? null }
    } catch {
      // Not there, or cut off: then it begins anew.
      return undefined
    }
  }

  /** Empties it for another file. The old origin goes first: it must never stand beside bytes that are not its own. */
  async restart(origin: PartOrigin): Promise<void> {
    await this.discard()
    await writeFile(this.path, '')
    await writeFile(this.#originPath, JSON.stringify(origin))
  }
  openToAppend(): Promise<FileHandle> {
    return open(this.path, 'a')
  }
  async discard(): Promise<void> {
    await rm(this.#originPath, { force: true })
    await rm(this.path, { force: true })
  }
  async complete(): Promise<void> {
    await syncPath(this.path)
    await rename(this.path, this.#target)
    await rm(this.#originPath, { force: true })
  }
}
