import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  computeFileSha256,
  DatasetStore,
  isDatasetId,
  type Manifest,
  parsePublishedManifest,
  type StoredDataset,
  syncPath,
} from '@fairway/dataset'
import { DownloadError } from '../../platform/transfer/download-failed.ts'
import { lockFile } from '../../platform/transfer/file-lock.ts'
import { PartialFile } from '../../platform/transfer/partial-file.ts'
import { DatasetSource, type SourceOptions } from './dataset-source.ts'
import { PUBLICATION_FILE, type Publication, parsePublication } from './publication.ts'
import { computeSha256 } from './publish-dataset.ts'

export interface FetchOptions extends SourceOptions {
  readonly region: string
  readonly dataDir: string
  readonly onProgress?: (progress: FetchProgress) => void
  /** Returns the free space of the disk that contains a folder, in bytes, for tests. */
  readonly findFreeBytes?: (folder: string) => Promise<number>
  /** Called with the published dataset before it is downloaded. Returns false to skip the download. */
  readonly isWanted?: (publication: Publication) => boolean
}

interface FetchProgress {
  readonly stage: 'downloading' | 'verifying'
  readonly bytes: number
  readonly totalBytes: number
}

export interface FetchResult {
  readonly publication: Publication
  /** False if the dataset was already in the data folder, or was not wanted. */
  readonly wasFetched: boolean
  /** Served dataset of the region. It is not the published one if the operator has pinned another dataset. */
  readonly servedDataset: StoredDataset | undefined
}

const MAX_PUBLICATION_BYTES = 4096
const MAX_MANIFEST_BYTES = 1024 * 1024
/** Number of times that a file is downloaded before its checksum counts as wrong. */
const MAX_DOWNLOADS = 2

/**
 * Downloads the published dataset of a region, verifies it, adds it to the data folder and serves it. Throws a
 * DownloadError if this is not possible. The dataset that is served then stays in use, and the next call continues a
 * partial download.
 */
export async function fetchDataset(options: FetchOptions): Promise<FetchResult> {
  return await new DatasetFetch(options).run()
}

class DatasetFetch {
  private readonly options: FetchOptions
  private readonly source: DatasetSource
  private readonly store: DatasetStore
  private readonly folder: string

  constructor(options: FetchOptions) {
    this.options = options
    this.source = new DatasetSource(options)
    this.store = new DatasetStore(options.dataDir)
    this.folder = this.store.toDownloadFolder(options.region)
  }

  async run(): Promise<FetchResult> {
    const publication = await this.readPublication()
    if (await this.isStored(publication)) return await this.serve(publication, false)
    if (this.options.isWanted?.(publication) === false) {
      return { publication, wasFetched: false, servedDataset: await this.store.findCurrent(this.options.region) }
    }
    await mkdir(this.folder, { recursive: true })
    const lock = await lockFile(join(this.folder, '.lock'))
    if ('heldBy' in lock) {
      throw new DownloadError(
        'under-way',
        `${this.options.region} is being downloaded by ${lock.heldBy}; wait until the download is done`,
      )
    }
    try {
      await this.removeOtherDownloads(publication)
      await this.fetchFiles(publication, await this.readManifest(publication))
    } finally {
      await lock.release()
    }
    return await this.serve(publication, true)
  }

  private async readPublication(): Promise<Publication> {
    const { region } = this.options
    const path = `${region}/${PUBLICATION_FILE}`
    const bytes = await this.source.read(path, MAX_PUBLICATION_BYTES).catch((error) => {
      if (!(error instanceof DownloadError) || error.kind !== 'not-found') throw error
      const hint = `publish the region with "fairway regions publish ${region} --to FOLDER", and check the URL`
      throw new DownloadError('not-found', `${error.message}; ${hint}`)
    })
    const publication = parsePublication(bytes.toString('utf8'))
    if ('problem' in publication)
      throw new DownloadError('unusable', `${this.source.toUrl(path)} ${publication.problem}; publish the region again`)
    return publication
  }

  private async isStored({ dataset }: Publication): Promise<boolean> {
    const storedDatasets = await this.store.list()
    return storedDatasets.some(({ region, id }) => region === this.options.region && id === dataset)
  }

  private async serve(publication: Publication, wasFetched: boolean): Promise<FetchResult> {
    const { region } = this.options
    const servedDataset = await this.store.follow(region, publication.dataset)
    if (wasFetched) await this.store.prune({ region })
    return { publication, wasFetched, servedDataset }
  }

  private async readManifest({ dataset, manifestSha256 }: Publication): Promise<{ manifest: Manifest; bytes: Buffer }> {
    const { region } = this.options
    const path = `${region}/${dataset}/manifest.json`
    const bytes = await this.source.read(path, MAX_MANIFEST_BYTES)
    const actualSha256 = computeSha256(bytes)
    if (actualSha256 !== manifestSha256) {
      const expectedText = `${PUBLICATION_FILE} says ${manifestSha256}`
      throw new DownloadError(
        'wrong-checksum',
        `${this.source.toUrl(path)} has the SHA-256 ${actualSha256}, but ${expectedText}; publish the region again`,
      )
    }
    const parsed = parsePublishedManifest(bytes.toString('utf8'), { region, dataset })
    if ('problem' in parsed)
      throw new DownloadError(
        'unusable',
        `${this.source.toUrl(path)} ${parsed.problem}; publish a dataset that was compiled with the version of this server`,
      )
    return { manifest: parsed.manifest, bytes }
  }

  /** Removes partial downloads of datasets that are no longer published. */
  private async removeOtherDownloads({ dataset }: Publication): Promise<void> {
    for (const entry of await readdir(this.folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== dataset && isDatasetId(entry.name))
        await rm(join(this.folder, entry.name), { recursive: true, force: true })
    }
  }

  private async fetchFiles({ dataset }: Publication, { manifest, bytes }: { manifest: Manifest; bytes: Buffer }) {
    const folder = join(this.folder, dataset)
    await mkdir(folder, { recursive: true })
    const files = Object.entries(manifest.files)
    const totalBytes = files.reduce((sum, [, file]) => sum + file.bytes, 0)
    await this.checkSpace(folder, totalBytes)
    let doneBytes = 0
    for (const [name, file] of files) {
      const report = (stage: FetchProgress['stage'], fileBytes: number) =>
        this.options.onProgress?.({ stage, bytes: doneBytes + fileBytes, totalBytes })
      await this.fetchFile(`${this.options.region}/${dataset}/${name}`, join(folder, name), file, report)
      doneBytes += file.bytes
    }
    const manifestFile = join(folder, 'manifest.json')
    await writeFile(manifestFile, bytes)
    await syncPath(manifestFile)
    await syncPath(folder)
    await this.store.adopt(this.options.region, dataset, folder)
    // Another process may have added the same dataset.
    await rm(folder, { recursive: true, force: true })
  }

  private async checkSpace(folder: string, totalBytes: number): Promise<void> {
    const names = await readdir(folder)
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    const missingBytes = totalBytes - sizes.reduce((sum, size) => sum + size, 0)
    const freeBytes = await (this.options.findFreeBytes ?? findFreeBytes)(folder)
    if (missingBytes <= freeBytes) return
    throw new DownloadError(
      'no-space',
      `the dataset of ${this.options.region} needs ${missingBytes} more bytes, but the disk with ${this.options.dataDir} has only ${freeBytes} bytes free; free some space`,
    )
  }

  private async fetchFile(
    path: string,
    file: string,
    { bytes, sha256 }: Manifest['files'][string],
    report: (stage: FetchProgress['stage'], bytes: number) => void,
  ): Promise<void> {
    const url = this.source.toUrl(path)
    const partialFile = new PartialFile(file)
    for (let attempt = 1; ; attempt++) {
      // A file without a suffix was verified before an earlier call was interrupted.
      if ((await stat(file).catch(() => undefined))?.size === bytes) return
      await this.source.download(path, partialFile, (receivedBytes) => report('downloading', receivedBytes))
      const problem = await findProblem(partialFile, { bytes, sha256 }, (count) => report('verifying', count))
      if (problem === undefined) return await partialFile.complete()
      await partialFile.discard()
      if (attempt === MAX_DOWNLOADS)
        throw new DownloadError('wrong-checksum', `${url} has ${problem}, again; publish the region again`)
      this.options.onRetry?.(`${url} has ${problem}`, 0)
    }
  }
}

async function findProblem(
  partialFile: PartialFile,
  expectedFile: Manifest['files'][string],
  onBytes: (count: number) => void,
): Promise<string | undefined> {
  const size = await partialFile.size()
  if (size !== expectedFile.bytes) return `${size} bytes, but the manifest says ${expectedFile.bytes}`
  let readBytes = 0
  const sha256 = await computeFileSha256(partialFile.path, (count) => {
    readBytes += count
    onBytes(readBytes)
  })
  return sha256 === expectedFile.sha256
    ? undefined
    : `the SHA-256 ${sha256}, but the manifest says ${expectedFile.sha256}`
}

async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
