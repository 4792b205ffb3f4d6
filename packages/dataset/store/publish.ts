import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DATASET_FORMAT } from '../format/header.ts'
import { toDatasetId } from './dataset-id.ts'
import { isFileMissing, syncPath, writeFileSynced } from './durable.ts'
import type { DatasetFile, Manifest, ManifestContent } from './manifest.ts'
import { toManifestJson } from './manifest-json.ts'

/** Fills a folder with the files of a dataset and returns the metadata that only the compiler can provide. */
export type WriteDataset = (folder: string) => Promise<ManifestContent>

export interface Publication {
  readonly region: string
  readonly datasetsDir: string
  /** Unique path on the same disk that does not exist yet. */
  readonly workFolder: string
  readonly write: WriteDataset
  /**
   * Returns the creation time. `publishToStore` calls this function after all files are written, because compilations
   * may take hours and the last to finish is the newest.
   */
  createdAt(): Promise<Date>
}

/** Publishes a dataset. All files are synced to disk before a rename makes the whole dataset visible at once. */
export async function publishToStore(publication: Publication): Promise<Manifest> {
  const { region, datasetsDir, workFolder, write } = publication
  try {
    await mkdir(workFolder)
    const content = await write(workFolder)
    const files = await hashAndSyncFiles(workFolder)
    const instant = await publication.createdAt()
    const dataset = toDatasetId(instant, computeContentHash(files))
    const manifest = { ...content, format: DATASET_FORMAT, region, dataset, createdAt: instant.toISOString(), files }
    await writeFileSynced(join(workFolder, 'manifest.json'), `${JSON.stringify(toManifestJson(manifest), null, 2)}\n`)
    await syncPath(workFolder)
    await moveIntoStore(workFolder, datasetsDir, join(region, dataset))
    return manifest
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

async function hashAndSyncFiles(folder: string): Promise<Record<string, DatasetFile>> {
  const files: Record<string, DatasetFile> = {}
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name)
    await syncPath(path)
    files[name] = { bytes: (await stat(path)).size, sha256: await computeFileSha256(path) }
  }
  if (Object.keys(files).length === 0) throw new Error('a dataset must have at least one file')
  return files
}

export async function computeFileSha256(path: string, onBytes?: (count: number) => void): Promise<string> {
  const hash = createHash('sha256')
  const reader = createReadStream(path, { highWaterMark: 1024 * 1024 })
  if (onBytes) reader.on('data', (chunk) => onBytes(chunk.length))
  await pipeline(reader, hash)
  return hash.digest('hex')
}

function computeContentHash(files: Readonly<Record<string, DatasetFile>>): string {
  const lines = Object.entries(files).map(([name, { sha256 }]) => `${sha256}  ${name}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

const MAX_ATTEMPTS = 10

/** Moves a complete dataset into the store with one rename. */
export async function moveIntoStore(workFolder: string, datasetsDir: string, path: string): Promise<void> {
  const target = join(datasetsDir, path)
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(target), { recursive: true })
    try {
      await rename(workFolder, target)
      break
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The same bytes were already published in the same millisecond.
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return
      // Another process removed the region and its empty folder before the rename.
      if (!isFileMissing(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
  // Sync all folders up to the data folder, because they may also be new.
  for (let folder = target; folder !== dirname(datasetsDir); ) {
    folder = dirname(folder)
    await syncPath(folder)
  }
}
