import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFileMissing, isOddId, readDocument, WorkFolders } from '@fairway/dataset'
import type { OddDocument } from '@fairway/road'
import { replaceFile } from '../../../../maps/traffic/store/replace-bytes.ts'

/** Document in the data folder, or the reason why the document is invalid. */
export interface StoredOdd {
  readonly id: string
  /** File version, which changes whenever the file is rewritten. */
  readonly stamp: string
  readonly document?: OddDocument
  readonly error?: string
}

const FILE_EXTENSION = '.json'

/**
 * Store of the domains in `<dataDir>/odd`, with one file per domain. Multiple processes can use the folder at the same
 * time.
 */
export class OddStore {
  private readonly root: string
  private cache = new Map<string, StoredOdd>()

  constructor(dataDir: string) {
    this.root = join(resolve(dataDir), 'odd')
  }

  /** Lists the documents, sorted by id. Unchanged files are not read again, so callers can list them every second. */
  async list(): Promise<readonly StoredOdd[]> {
    const nextCache = new Map<string, StoredOdd>()
    for (const id of await this.listIds()) {
      const storedOdd = await this.readIfChanged(id)
      if (storedOdd) nextCache.set(id, storedOdd)
    }
    this.cache = nextCache
    return [...nextCache.values()]
  }

  /** Stores a document and atomically replaces any document with the same id. */
  async put(json: unknown): Promise<void> {
    const { id } = readDocument(json)
    const workFolders = new WorkFolders(this.root)
    await workFolders.removeAbandoned(Date.now())
    await replaceFile(this.toFilePath(id), Buffer.from(`${JSON.stringify(json)}\n`), workFolders)
  }

  /** Removes a document. Returns false when no document has this id. */
  async remove(id: string): Promise<boolean> {
    if (!isOddId(id) || !(await this.listIds()).includes(id)) return false
    await rm(this.toFilePath(id), { force: true })
    return true
  }

  private toFilePath(id: string): string {
    return join(this.root, `${id}${FILE_EXTENSION}`)
  }

  private async listIds(): Promise<string[]> {
    try {
      const files = await readdir(this.root)
      return files
        .filter((file) => file.endsWith(FILE_EXTENSION))
        .map((file) => file.slice(0, -FILE_EXTENSION.length))
        .filter(isOddId)
        .sort()
    } catch (error) {
      if (isFileMissing(error)) return []
      throw error
    }
  }

  private async readIfChanged(id: string): Promise<StoredOdd | undefined> {
    const file = this.toFilePath(id)
    try {
      const { mtimeMs, size, ino } = await stat(file)
      const stamp = `${mtimeMs} ${size} ${ino}`
      const cached = this.cache.get(id)
      return cached?.stamp === stamp ? cached : { id, stamp, ...parseOdd(id, await readFile(file, 'utf8')) }
    } catch (error) {
      return isFileMissing(error) ? undefined : { id, stamp: 'unreadable', error: (error as Error).message }
    }
  }
}

/** Parses one file. An error is returned as a value, because one damaged file must not hide the other files. */
function parseOdd(id: string, content: string): Pick<StoredOdd, 'document' | 'error'> {
  try {
    const document = readDocument(JSON.parse(content))
    return document.id === id ? { document } : { error: `id is ${document.id}, but the file is named ${id}` }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
