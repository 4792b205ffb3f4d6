import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredDataset } from '@fairway/dataset'

interface UnservedDataset {
  readonly dataset: StoredDataset
  readonly why: string
  /** State of the files before the attempt to load them. */
  readonly fileState: string
  readonly failedAtMs: number
}

/**
 * Time until the next attempt with unchanged files. Some causes, such as a lack of memory, do not depend on the files.
 */
export const RETRY_AFTER_MS = 60_000

/** Datasets that could not be loaded. The loader tries a dataset again when its files change, and once a minute. */
export class UnservedDatasets {
  private readonly byId = new Map<string, UnservedDataset>()
  private readonly now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /**
   * Records a failed dataset. `fileState` is the state before the attempt, so that a change during the attempt causes
   * another attempt. Returns false if the dataset failed before for the same reason.
   */
  add(dataset: StoredDataset, reason: string, fileState: string): boolean {
    const previous = this.byId.get(dataset.id)
    this.byId.set(dataset.id, { dataset, why: reason, fileState, failedAtMs: this.now() })
    return previous?.why !== reason
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

/** Returns the size, time and inode number of every file of a dataset. */
export async function readFileState({ folder, manifest }: StoredDataset): Promise<string> {
  const states = Object.keys(manifest.files).map(async (name) => {
    const file = await stat(join(folder, name)).catch(() => undefined)
    return file ? `${name} ${file.size} ${file.mtimeMs} ${file.ino}` : `${name} is missing`
  })
  return (await Promise.all(states)).join('\n')
}
