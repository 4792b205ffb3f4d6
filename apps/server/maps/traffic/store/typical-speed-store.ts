import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDatasetId, isFileMissing, WorkFolders } from '@fairway/dataset'
import { readTypical, type TypicalSpeeds, type UnreadableTypical, writeTypical } from '@fairway/road'
import { replaceFile } from './replace-bytes.ts'

const FILE_EXTENSION = '.typical'

/** Offset of the network fingerprint in the file, in bytes. */
const FINGERPRINT_OFFSET = 16

/**
 * Store of typical speeds by dataset in `<dataDir>/traffic/typical`. Speeds are stored per dataset, because arc numbers
 * change with every dataset.
 */
export class TypicalSpeedStore {
  private readonly root: string
  private readonly folder: string

  constructor(dataDir: string) {
    this.root = join(resolve(dataDir), 'traffic')
    this.folder = join(this.root, 'typical')
  }

  /**
   * Reads the speeds of a dataset. Returns undefined if no speeds have been learned yet. `networkFingerprint`
   * identifies the network of the dataset.
   */
  async read(dataset: string, networkFingerprint: number): Promise<TypicalSpeeds | UnreadableTypical | undefined> {
    const bytes = await this.readBytes(dataset)
    return bytes && readTypical(bytes, networkFingerprint)
  }

  /** Reads the speeds without checking which network they were learned on. */
  async readUnchecked(dataset: string): Promise<TypicalSpeeds | UnreadableTypical | undefined> {
    const bytes = await this.readBytes(dataset)
    if (!bytes || bytes.length < FINGERPRINT_OFFSET + 4) return bytes && readTypical(bytes, 0)
    return readTypical(bytes, bytes.readUInt32LE(FINGERPRINT_OFFSET))
  }

  /** Replaces the speeds atomically. Returns the size in bytes. */
  async write(dataset: string, networkFingerprint: number, speeds: TypicalSpeeds): Promise<number> {
    const workArea = new WorkFolders(this.root)
    await workArea.removeAbandoned(Date.now())
    const bytes = writeTypical(speeds, networkFingerprint)
    await replaceFile(this.toFilePath(dataset), bytes, workArea)
    return bytes.length
  }

  /**
   * Returns a version that changes whenever the file is rewritten, or undefined if there is no file. The call needs
   * only one `stat`.
   */
  async findVersion(dataset: string): Promise<string | undefined> {
    const fileStat = await ignoreMissingFile(stat(this.toFilePath(dataset)))
    return fileStat && `${fileStat.mtimeMs} ${fileStat.size} ${fileStat.ino}`
  }

  async getSizeBytes(dataset: string): Promise<number> {
    return (await ignoreMissingFile(stat(this.toFilePath(dataset))))?.size ?? 0
  }

  /** Lists the ids of the datasets with learned speeds. */
  async listDatasets(): Promise<string[]> {
    const files = await ignoreMissingFile(readdir(this.folder))
    return (files ?? [])
      .filter((file) => file.endsWith(FILE_EXTENSION))
      .map((file) => file.slice(0, -FILE_EXTENSION.length))
      .filter(isDatasetId)
      .sort()
  }

  /** Removes the speeds of all other datasets. Arc numbers are meaningless without their dataset. */
  async removeAllBut(datasets: ReadonlySet<string>): Promise<void> {
    for (const dataset of await this.listDatasets()) {
      if (!datasets.has(dataset)) await rm(this.toFilePath(dataset), { force: true })
    }
  }

  private readBytes(dataset: string): Promise<Buffer | undefined> {
    return ignoreMissingFile(readFile(this.toFilePath(dataset)))
  }

  private toFilePath(dataset: string): string {
    return join(this.folder, `${dataset}${FILE_EXTENSION}`)
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

/** Returns the number of arcs that have a typical speed for at least one time of the week. */
export function countCoveredArcs({ arcCount, first }: TypicalSpeeds): number {
  let coveredCount = 0
  for (let arc = 0; arc < arcCount; arc++) if ((first[arc + 1] ?? 0) > (first[arc] ?? 0)) coveredCount++
  return coveredCount
}
