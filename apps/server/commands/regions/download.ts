import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DownloadError, RetryableError } from '../../platform/transfer/download-failed.ts'
import { lockFile } from '../../platform/transfer/file-lock.ts'
import { computeFileMd5, findPublishedMd5 } from '../../platform/transfer/md5.ts'
import { PartialFile } from '../../platform/transfer/partial-file.ts'
import { defaultRetries, type RetryPolicy, withRetries } from '../../platform/transfer/retries.ts'
import { findPartialDownload, transferFile } from '../../platform/transfer/transfer.ts'
import { formatDuration, formatSize } from '../amounts.ts'
import type { ProgressDisplay } from '../progress.ts'

export interface DownloadJob {
  readonly url: string
  readonly file: string
  readonly display: ProgressDisplay
  readonly retries?: RetryPolicy
  readonly stallMs?: number
}

export interface DownloadResult {
  /** True if the bytes match the checksum that the mirror publishes. False if the mirror publishes no checksum. */
  readonly wasVerified: boolean
  /** False if the local file was already the same as on the mirror. */
  readonly wasFetched: boolean
}

const STALL_MS = 60_000

/**
 * Downloads a file completely and verifies it, or throws a DownloadError. The next call continues a partial download.
 */
export async function download(job: DownloadJob): Promise<DownloadResult> {
  await mkdir(dirname(job.file), { recursive: true })
  const lock = await lockFile(`${job.file}.lock`)
  if ('heldBy' in lock) {
    throw new DownloadError(
      'under-way',
      `${job.file} is being downloaded by ${lock.heldBy}; wait until the download is done`,
    )
  }
  try {
    return await new Download(job).run()
  } finally {
    await lock.release()
  }
}

/**
 * Maximum number of times that a file is downloaded. The mirror may replace the file during a download. Two
 * replacements in a row indicate another problem.
 */
const MAX_DOWNLOADS = 2
const TRY_ANOTHER_HINT =
  'the mirror may be replacing the file: try again later, or use another mirror with --mirror-url'
const CHECK_MIRROR_HINT = 'check the network and the mirror URL (--mirror-url, FAIRWAY_MIRROR_URL)'

class Download {
  private readonly job: DownloadJob
  private readonly partialFile: PartialFile
  private readonly stallMs: number
  constructor(job: DownloadJob) {
    this.job = job
    this.partialFile = new PartialFile(job.file)
    this.stallMs = job.stallMs ?? STALL_MS
  }

  async run(): Promise<DownloadResult> {
    if (await this.isDownloaded()) return { wasVerified: true, wasFetched: false }
    for (let attemptNumber = 1; ; attemptNumber++) {
      await this.fetchAll()
      const { wasVerified, mismatch } = await this.verify()
      if (mismatch === undefined) {
        await this.partialFile.complete()
        return { wasVerified, wasFetched: true }
      }
      await this.partialFile.discard()
      if (attemptNumber === MAX_DOWNLOADS)
        throw new DownloadError('wrong-checksum', `${mismatch}, again; ${TRY_ANOTHER_HINT}`)
      this.job.display.print(`${mismatch}; downloading it again`)
    }
  }

  private async isDownloaded(): Promise<boolean> {
    const { file } = this.job
    if (!(await stat(file).catch(() => undefined))?.isFile()) return false
    const publishedMd5 = await this.fetchPublishedMd5()
    return publishedMd5 !== undefined && (await computeFileMd5(file)) === publishedMd5
  }

  private async fetchAll(): Promise<void> {
    const { url, display } = this.job
    const partialDownload = await findPartialDownload(this.partialFile, url)
    if (partialDownload) display.print(`Continuing ${this.partialFile.path} after ${formatSize(partialDownload.bytes)}`)
    await this.runWithRetries(() =>
      transferFile({
        url,
        partialFile: this.partialFile,
        stallMs: this.stallMs,
        onBytes: (receivedBytes, total) =>
          display.report({
            stage: 'downloading',
            fraction: total ? receivedBytes / total : 0,
            note: total ? `${formatSize(receivedBytes)} of ${formatSize(total)}` : formatSize(receivedBytes),
          }),
      }),
    )
  }

  private async verify(): Promise<{ wasVerified: boolean; mismatch?: string }> {
    const publishedMd5 = await this.fetchPublishedMd5()
    const { url, display } = this.job
    const size = await this.partialFile.size()
    if (publishedMd5 === undefined) {
      display.print(`${url}.md5 contains no checksum; only the file size was checked (${formatSize(size)})`)
      return { wasVerified: false }
    }
    let readBytes = 0
    const actualMd5 = await computeFileMd5(this.partialFile.path, (count) => {
      readBytes += count
      display.report({ stage: 'verifying', fraction: readBytes / size })
    })
    if (actualMd5 === publishedMd5) return { wasVerified: true }
    return { wasVerified: false, mismatch: `${url} has the MD5 ${actualMd5}, but ${url}.md5 says ${publishedMd5}` }
  }

  private async fetchPublishedMd5(): Promise<string | undefined> {
    return await this.runWithRetries(() => findPublishedMd5(this.job.url, this.stallMs))
  }

  private async runWithRetries<T>(work: () => Promise<T>): Promise<T> {
    const { retries = defaultRetries, display } = this.job
    try {
      return await withRetries(retries, work, (reason, pauseMs) =>
        display.print(`${reason}; trying again in ${formatDuration(pauseMs / 1000)}`),
      )
    } catch (error) {
      if (error instanceof DownloadError && error.kind === 'refused')
        throw new DownloadError('refused', `${error.message}; check the mirror URL (--mirror-url, FAIRWAY_MIRROR_URL)`)
      if (!(error instanceof RetryableError)) throw error
      const keptBytes = await this.partialFile.size()
      const hint = keptBytes > 0 ? `; the ${formatSize(keptBytes)} already downloaded will be kept` : ''
      const message = `${error.message} (${retries.maxTries} attempts); ${CHECK_MIRROR_HINT} and run the command again${hint}`
      throw new DownloadError('unreachable', message)
    }
  }
}
