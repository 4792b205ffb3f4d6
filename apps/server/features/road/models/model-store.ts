import { readFileSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFileMissing, WorkFolders } from '@fairway/dataset'
import type { TravelModel } from '@fairway/road'
import { replaceFile } from '../../../maps/traffic/store/replace-bytes.ts'
import { toProblem } from '../../../platform/http/problem.ts'
import { modelProblems } from './failures.ts'
import { readModel } from './read-model.ts'

/** Model in the data folder, or the reason why the model is invalid. */
export interface StoredModel {
  readonly name: string
  /** File version, which changes whenever the file is rewritten. */
  readonly stamp: string
  readonly model?: TravelModel
  readonly error?: string
}

export const MODEL_NAME_RULE =
  '1 to 64 lowercase letters, digits, dashes and underscores, beginning with a letter or digit'
const NAME_PATTERN = /^[a-z0-9][a-z0-9_-]{0,63}$/
const FILE_EXTENSION = '.json'

export function isModelName(name: string): boolean {
  return NAME_PATTERN.test(name)
}

/** Reads a model from JSON text, or returns a description of the error. */
export function parseModelFile(content: string): { readonly model: TravelModel } | { readonly error: string } {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (error) {
    return { error: `it is not JSON: ${(error as Error).message}` }
  }
  const model = readModel(json)
  return model.ok ? { model: model.value } : { error: toProblem(modelProblems, model.failure).body.detail }
}

/**
 * Store of the named models in `<dataDir>/models`, with one file per model. Multiple processes can use the folder at
 * the same time.
 */
export class ModelStore {
  private readonly root: string
  private cache = new Map<string, StoredModel>()

  constructor(dataDir: string) {
    this.root = join(resolve(dataDir), 'models')
  }

  /** Lists the models, sorted by name. Unchanged files are not read again, so callers can list them every second. */
  async list(): Promise<readonly StoredModel[]> {
    const nextCache = new Map<string, StoredModel>()
    for (const name of await this.listNames()) {
      const storedModel = await this.readIfChanged(name)
      if (storedModel) nextCache.set(name, storedModel)
    }
    this.cache = nextCache
    return [...nextCache.values()]
  }

  /** Reads one model synchronously, because requests read their models synchronously. */
  readNew(name: string): TravelModel | undefined {
    if (!isModelName(name)) return undefined
    try {
      const parsed = parseModelFile(readFileSync(this.toFilePath(name), 'utf8'))
      return 'model' in parsed ? parsed.model : undefined
    } catch {
      // The file is missing or cannot be read. In the latter case, the next scan logs the reason.
      return undefined
    }
  }

  /** Stores a model and atomically replaces any model with the same name. The content must be valid. */
  async put(name: string, content: string, nowMs: number): Promise<void> {
    const workFolders = new WorkFolders(this.root)
    await workFolders.removeAbandoned(nowMs)
    await replaceFile(this.toFilePath(name), Buffer.from(content), workFolders)
  }

  /** Removes a model. Returns false when no model has this name. */
  async remove(name: string): Promise<boolean> {
    if (!isModelName(name) || !(await this.listNames()).includes(name)) return false
    await rm(this.toFilePath(name), { force: true })
    return true
  }

  private toFilePath(name: string): string {
    return join(this.root, `${name}${FILE_EXTENSION}`)
  }

  private async listNames(): Promise<string[]> {
    try {
      const files = await readdir(this.root)
      return files
        .filter((file) => file.endsWith(FILE_EXTENSION))
        .map((file) => file.slice(0, -FILE_EXTENSION.length))
        .filter(isModelName)
        .sort()
    } catch (error) {
      if (isFileMissing(error)) return []
      throw error
    }
  }

  private async readIfChanged(name: string): Promise<StoredModel | undefined> {
    const file = this.toFilePath(name)
    try {
      const { mtimeMs, size, ino } = await stat(file)
      const stamp = `${mtimeMs} ${size} ${ino}`
      const cached = this.cache.get(name)
      return cached?.stamp === stamp ? cached : { name, stamp, ...parseModelFile(await readFile(file, 'utf8')) }
    } catch (error) {
      return isFileMissing(error) ? undefined : { name, stamp: 'unreadable', error: (error as Error).message }
    }
  }
}
