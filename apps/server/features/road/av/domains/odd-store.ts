import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isMissing, isOddId, readDocument, WorkArea } from '@fairway/dataset'
import type { OddDocument } from '@fairway/road'
import { replaceBytes } from '../../../../maps/traffic/store/replace-bytes.ts'

/** A document of the data folder, or the reason why it is invalid. */
export interface ShelvedOdd {
  readonly id: string
  /** Changes whenever the file is rewritten. */
  readonly stamp: string
  readonly document?: OddDocument
  readonly fault?: string
}

const EXTENSION = '.json'

/** The domains in `<dataDir>/odd`, one file each. Any number of processes may use the folder at once. */
export class OddShelf {
  private readonly root: string
  private known = new Map<string, ShelvedOdd>()

  constructor(dataDir: string) {
    this.root = join(resolve(dataDir), 'odd')
  }

  /** Sorted by id. Cheap enough to call every second, because unchanged files are not read. */
  async list(): Promise<readonly ShelvedOdd[]> {
    const known = new Map<string, ShelvedOdd>()
    for (const id of await this.listIds()) {
      const found = await this.look(id)
      if (found) known.set(id, found)
    }
    this.known = known
    return [...known.values()]
  }

  /** Replaces a document of the same id atomically. */
  async put(json: unknown): Promise<void> {
    const { id } = readDocument(json)
    const workArea = new WorkArea(this.root)
    await workArea.sweep(Date.now())
    await replaceBytes(this.fileOf(id), Buffer.from(`${JSON.stringify(json)}\n`), workArea)
  }

  /** Returns false when no document has this id. */
  async remove(id: string): Promise<boolean> {
    if (!isOddId(id) || !(await this.listIds()).includes(id)) return false
    await rm(this.fileOf(id), { force: true })
    return true
  }

  private fileOf(id: string): string {
    return join(this.root, `${id}${EXTENSION}`)
  }

  private async listIds(): Promise<string[]> {
    try {
      const files = await readdir(this.root)
      return files
        .filter((file) => file.endsWith(EXTENSION))
        .map((file) => file.slice(0, -EXTENSION.length))
        .filter(isOddId)
        .sort()
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  private async look(id: string): Promise<ShelvedOdd | undefined> {
    const file = this.fileOf(id)
    try {
      const { mtimeMs, size, ino } = await stat(file)
      const stamp = `${mtimeMs} ${size} ${ino}`
      const known = this.known.get(id)
      return known?.stamp === stamp ? known : { id, stamp, ...readText(id, await readFile(file, 'utf8')) }
    } catch (error) {
      return isMissing(error) ? undefined : { id, stamp: 'unreadable', fault: (error as Error).message }
    }
  }
}

/** One damaged file must not hide the others. */
function readText(id: string, text: string): Pick<ShelvedOdd, 'document' | 'fault'> {
  try {
    const document = readDocument(JSON.parse(text))
    return document.id === id ? { document } : { fault: `id is ${document.id}, but the file is named ${id}` }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}
