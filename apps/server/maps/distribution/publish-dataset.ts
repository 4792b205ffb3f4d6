import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDatasetId, type StoredDataset, syncPath } from '@fairway/dataset'
import { PUBLICATION_FILE, toPublicationJson } from './publication.ts'

/** Number of datasets that stay published. Other servers may still be downloading the previous one. */
const KEPT_DATASETS = 2

export type PublishResult =
  /** False if the dataset was already published. */
  { readonly copied: boolean } | { readonly damagedFile: string }

/** Copies a dataset into a folder that a web server or an object store publishes. */
export async function publishDataset(
  { region, id, folder, manifest }: StoredDataset,
  target: string,
  onBytes: (copied: number) => void = () => {},
): Promise<PublishResult> {
  const regionFolder = join(target, region)
  const datasetFolder = join(regionFolder, id)
  const publishedIds = await readdir(regionFolder).catch((): string[] => [])
  const isCopied = !publishedIds.includes(id)
  if (isCopied) {
    const workFolder = join(regionFolder, `.${id}.${randomUUID()}`)
    await mkdir(workFolder, { recursive: true })
    try {
      const progress = { bytes: 0 }
      for (const [name, { sha256 }] of Object.entries(manifest.files)) {
        const actualSha256 = await copyFile(join(folder, name), join(workFolder, name), (count) => {
          progress.bytes += count
          onBytes(progress.bytes)
        })
        if (actualSha256 !== sha256) return { damagedFile: join(folder, name) }
      }
      await copyFile(join(folder, 'manifest.json'), join(workFolder, 'manifest.json'))
      await syncPath(workFolder)
      await rename(workFolder, datasetFolder)
    } finally {
      await rm(workFolder, { recursive: true, force: true })
    }
  }
  const manifestBytes = await readFile(join(datasetFolder, 'manifest.json'))
  await announceDataset(regionFolder, toPublicationJson({ dataset: id, manifestSha256: computeSha256(manifestBytes) }))
  await removeOutdated(regionFolder, id)
  return { copied: isCopied }
}

/**
 * Copies a file and returns its checksum. The copy does not keep the permissions of the private file, so that a web
 * server can read it.
 */
async function copyFile(from: string, to: string, onBytes: (count: number) => void = () => {}): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        onBytes(chunk.length)
        yield chunk
      }
    },
    createWriteStream(to),
  )
  await syncPath(to)
  return hash.digest('hex')
}

export function computeSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Replaces the publication atomically. */
async function announceDataset(regionFolder: string, json: string): Promise<void> {
  const temporaryFile = join(regionFolder, `.${PUBLICATION_FILE}.${randomUUID()}`)
  await writeFile(temporaryFile, json)
  await syncPath(temporaryFile)
  await rename(temporaryFile, join(regionFolder, PUBLICATION_FILE))
  await syncPath(regionFolder)
}

async function removeOutdated(regionFolder: string, currentId: string): Promise<void> {
  const ids = (await readdir(regionFolder)).filter(isDatasetId).sort().reverse()
  const keptIds = new Set([currentId, ...ids.filter((id) => id !== currentId).slice(0, KEPT_DATASETS - 1)])
  for (const id of ids) {
    if (!keptIds.has(id)) await rm(join(regionFolder, id), { recursive: true, force: true })
  }
}
