import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredDataset } from '@fairway/dataset'

interface UnservedDataset {
  readonly dataset: StoredDataset
  readonly why: string
  /** The state of its files before the attempt to load it. */
  readonly fileState: string
  readonly failedAtMs: number
}

/** Some reasons, such as a lack of memory, have nothing to do with the files. */
export const RETRY_AFTER_MS = 60_000

/** The datasets that could not be loaded. They are tried again when their files change, and once a minute. */
export class UnservedDatasets {
  private readonly byId = new Map<string, UnservedDataset>()
  private readonly now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /**
   * `fileState` was read before the attempt, so that a change during the attempt leads to another one. Returns false if
   * the dataset failed for the same reason before.
   */
  add(dataset: StoredDataset, why: string, fileState: string): boolean {
    const previous = this.byId.get(dataset.id)
    this.byId.set(dataset.id, { dataset, why, fileState, failedAtMs: this.now() })
    return previous?.why !== why
  }

  deleteRegion(region: string): void {
    for (const [id, { dataset }] of this.byId) if (dataset.region === region) this.byId.delete(id)
  }

  listRegions(): string[] {
    return [...new Set([...this.byId.values()].map(({ dataset }) => dataset.region))]
  }

  async hasRetries(): Promise<boolean> {
    for (const { dataset, fileState, failedAtMs } of this.byId.values()) {
      if (this.now() - failedAtMs >= RETRY_AFTER_MS || (await readFileState(dataset)) !== fileState) return true
    }
    return false
  }
}

/** Size, time and number of every file of a dataset. */
export async function readFileState({ folder, manifest }: StoredDataset): Promise<string> {
  const states = Object.keys(manifest.files).map(async (name) => {
    const file = await stat(join(folder, name)).catch(() => undefined)
    return file ? `${name} ${file.size} ${file.mtimeMs} ${file.ino}` : `${name} is missing`
  })
  return (await Promise.all(states)).join('\n')
}
