import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDatasetId, isMissing, WorkArea } from '@fairway/dataset'
import { readTypical, type TypicalSpeeds, type UnreadableTypical, writeTypical } from '@fairway/road'
import { replaceBytes } from './replace-bytes.ts'

const EXTENSION = '.typical'

/** The offset of the network mark in the file. */
const MARK_BYTE = 16

/** Typical speeds by dataset in `<dataDir>/traffic/typical`. Arc numbers change with every dataset. */
export class TypicalShelf {
  private readonly root: string
  private readonly folder: string

  constructor(dataDir: string) {
    this.root = join(resolve(dataDir), 'traffic')
    this.folder = join(this.root, 'typical')
  }

  /** Returns undefined when nothing was learned yet. `networkMark` identifies the network of the dataset. */
  async read(dataset: string, networkMark: number): Promise<TypicalSpeeds | UnreadableTypical | undefined> {
    const bytes = await this.readBytes(dataset)
    return bytes && readTypical(bytes, networkMark)
  }

  /** Reads the speeds without a map, whatever network they were learned on. */
  async inspect(dataset: string): Promise<TypicalSpeeds | UnreadableTypical | undefined> {
    const bytes = await this.readBytes(dataset)
    if (!bytes || bytes.length < MARK_BYTE + 4) return bytes && readTypical(bytes, 0)
    return readTypical(bytes, bytes.readUInt32LE(MARK_BYTE))
  }

  /** Replaces the speeds atomically. Returns the size. */
  async write(dataset: string, networkMark: number, speeds: TypicalSpeeds): Promise<number> {
    const workArea = new WorkArea(this.root)
    await workArea.sweep(Date.now())
    const bytes = writeTypical(speeds, networkMark)
    await replaceBytes(this.file(dataset), bytes, workArea)
    return bytes.length
  }

  /** Changes whenever the file is rewritten; undefined when there is none. Costs one stat call. */
  async version(dataset: string): Promise<string | undefined> {
    const found = await orNothing(stat(this.file(dataset)))
    return found && `${found.mtimeMs} ${found.size} ${found.ino}`
  }

  /** In bytes. */
  async size(dataset: string): Promise<number> {
    return (await orNothing(stat(this.file(dataset))))?.size ?? 0
  }

  /** Ids of the datasets with learned speeds. */
  async list(): Promise<string[]> {
    const files = await orNothing(readdir(this.folder))
    return (files ?? [])
      .filter((file) => file.endsWith(EXTENSION))
      .map((file) => file.slice(0, -EXTENSION.length))
      .filter(isDatasetId)
      .sort()
  }

  /** Without their dataset, arc numbers are meaningless. */
  async removeAllBut(datasets: ReadonlySet<string>): Promise<void> {
    for (const dataset of await this.list()) {
      if (!datasets.has(dataset)) await rm(this.file(dataset), { force: true })
    }
  }

  private readBytes(dataset: string): Promise<Buffer | undefined> {
    return orNothing(readFile(this.file(dataset)))
  }

  private file(dataset: string): string {
    return join(this.folder, `${dataset}${EXTENSION}`)
  }
}

async function orNothing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The number of arcs with a typical speed at any time of the week. */
export function countKnownArcs({ arcCount, first }: TypicalSpeeds): number {
  let known = 0
  for (let arc = 0; arc < arcCount; arc++) if ((first[arc + 1] ?? 0) > (first[arc] ?? 0)) known++
  return known
}
