import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDatasetId, isFileMissing, WorkFolders } from '@fairway/dataset'
import { readTypical, type TypicalSpeeds, type UnreadableTypical, writeTypical } from '@fairway/road'
import { replaceFile } from './replace-bytes.ts'

const EXTENSION = '.typical'

/** The offset of the network fingerprint in the file. */
const FINGERPRINT_OFFSET = 16

/** Typical speeds by dataset in `<dataDir>/traffic/typical`. Arc numbers change with every dataset. */
export class TypicalSpeedStore {
  private readonly root: string
  private readonly folder: string

  constructor(dataDir: string) {
    this.root = join(resolve(dataDir), 'traffic')
    this.folder = join(this.root, 'typical')
  }

  /**
   * Returns undefined when nothing has been learned yet. `networkFingerprint` identifies the network of the dataset.
   */
  async read(dataset: string, networkFingerprint: number): Promise<TypicalSpeeds | UnreadableTypical | undefined> {
    const bytes = await this.readBytes(dataset)
    return bytes && readTypical(bytes, networkFingerprint)
  }

  /** Reads the speeds without a map, whatever network they were learned on. */
  async readUnchecked(dataset: string): Promise<TypicalSpeeds | UnreadableTypical | undefined> {
    const bytes = await this.readBytes(dataset)
    if (!bytes || bytes.length < FINGERPRINT_OFFSET + 4) return bytes && readTypical(bytes, 0)
    return readTypical(bytes, bytes.readUInt32LE(FINGERPRINT_OFFSET))
  }

  /** Replaces the speeds atomically. Returns the size. */
  async write(dataset: string, networkFingerprint: number, speeds: TypicalSpeeds): Promise<number> {
    const workArea = new WorkFolders(this.root)
    await workArea.removeAbandoned(Date.now())
    const bytes = writeTypical(speeds, networkFingerprint)
    await replaceFile(this.toFilePath(dataset), bytes, workArea)
    return bytes.length
  }

  /** Changes whenever the file is rewritten; undefined when there is none. Costs one stat call. */
  async findVersion(dataset: string): Promise<string | undefined> {
    const fileStat = await ignoreMissingFile(stat(this.toFilePath(dataset)))
    return fileStat && `${fileStat.mtimeMs} ${fileStat.size} ${fileStat.ino}`
  }

  /** In bytes. */
  async getSizeBytes(dataset: string): Promise<number> {
    return (await ignoreMissingFile(stat(this.toFilePath(dataset))))?.size ?? 0
  }

  /** Ids of the datasets with learned speeds. */
  async listDatasets(): Promise<string[]> {
    const files = await ignoreMissingFile(readdir(this.folder))
    return (files ?? [])
      .filter((file) => file.endsWith(EXTENSION))
      .map((file) => file.slice(0, -EXTENSION.length))
      .filter(isDatasetId)
      .sort()
  }

  /** Without their dataset, arc numbers are meaningless. */
  async removeAllBut(datasets: ReadonlySet<string>): Promise<void> {
    for (const dataset of await this.listDatasets()) {
      if (!datasets.has(dataset)) await rm(this.toFilePath(dataset), { force: true })
    }
  }

  private readBytes(dataset: string): Promise<Buffer | undefined> {
    return ignoreMissingFile(readFile(this.toFilePath(dataset)))
  }

  private toFilePath(dataset: string): string {
    return join(this.folder, `${dataset}${EXTENSION}`)
  }
}

async function ignoreMissingFile<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (error) {
    if (isFileMissing(error)) return undefined
    throw error
  }
}

/** The number of arcs with a typical speed at any time of the week. */
export function countCoveredArcs({ arcCount, first }: TypicalSpeeds): number {
  let coveredCount = 0
  for (let arc = 0; arc < arcCount; arc++) if ((first[arc + 1] ?? 0) > (first[arc] ?? 0)) coveredCount++
  return coveredCount
}
