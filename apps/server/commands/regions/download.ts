import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toDuration, toSize } from '../amounts.ts'
import type { ProgressDisplay } from '../progress.ts'
import { DownloadFailed, TryAgain } from './download-failed.ts'
import { lockFile } from './file-lock.ts'
import { findPublishedMd5, md5OfFile } from './md5.ts'
import { PartialFile } from './partial-file.ts'
import { patientRetries, type RetryPolicy, withRetries } from './retries.ts'
import { findHeld, transfer } from './transfer.ts'

export interface DownloadJob {
  readonly url: string
  readonly file: string
  readonly display: ProgressDisplay
  readonly retries?: RetryPolicy
  readonly stallMs?: number
}

export interface Downloaded {
  /** Whether the bytes match the checksum published by the mirror. False when it publishes none. */
  readonly verified: boolean
  /** False when the local file was already the same as on the mirror. */
  readonly fetched: boolean
}

const STALL_MS = 60_000

/**
 * Downloads a file completely and verifies it, or throws a DownloadFailed. A partial download is continued next time.
 */
export async function download(job: DownloadJob): Promise<Downloaded> {
  await mkdir(dirname(job.file), { recursive: true })
  const lock = await lockFile(`${job.file}.lock`)
  if ('heldBy' in lock) {
    throw new DownloadFailed(
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

/** The mirror may replace the file during the download. Twice in a row indicates another problem. */
const ROUNDS = 2
const TRY_ANOTHER = 'the mirror may be replacing the file: try again later, or use another mirror with --mirror-url'
const CHECK_MIRROR = 'check the network and the mirror URL (--mirror-url, FAIRWAY_MIRROR_URL)'

class Download {
  private readonly job: DownloadJob
  private readonly part: PartialFile
  private readonly stallMs: number
  constructor(job: DownloadJob) {
    this.job = job
    this.part = new PartialFile(job.file)
    this.stallMs = job.stallMs ?? STALL_MS
  }

  async run(): Promise<Downloaded> {
    if (await this.isHere()) return { verified: true, fetched: false }
    for (let round = 1; ; round++) {
      await this.fetchAll()
      const { verified, wrong } = await this.verify()
      if (wrong === undefined) {
        await this.part.complete()
        return { verified, fetched: true }
      }
      await this.part.discard()
      if (round === ROUNDS) throw new DownloadFailed('wrong-checksum', `${wrong}, again; ${TRY_ANOTHER}`)
      this.job.display.say(`${wrong}; downloading it again`)
    }
  }

  private async isHere(): Promise<boolean> {
    const { file } = this.job
    if (!(await stat(file).catch(() => undefined))?.isFile()) return false
    const published = await this.publishedMd5()
    return published !== undefined && (await md5OfFile(file)) === published
  }

  private async fetchAll(): Promise<void> {
    const { url, display } = this.job
    const held = await findHeld(this.part, url)
    if (held) display.say(`Continuing ${this.part.path} after ${toSize(held.bytes)}`)
    await this.persistently(() =>
      transfer({
        url,
        part: this.part,
        stallMs: this.stallMs,
        onBytes: (arrived, total) =>
          display.report({
            stage: 'downloading',
            fraction: total ? arrived / total : 0,
            note: total ? `${toSize(arrived)} of ${toSize(total)}` : toSize(arrived),
          }),
      }),
    )
  }

  private async verify(): Promise<{ verified: boolean; wrong?: string }> {
    const published = await this.publishedMd5()
    const { url, display } = this.job
    const size = await this.part.size()
    if (published === undefined) {
      display.say(`${url}.md5 contains no checksum; only the file size was checked (${toSize(size)})`)
      return { verified: false }
    }
    let read = 0
    const found = await md5OfFile(this.part.path, (count) => {
      read += count
      display.report({ stage: 'verifying', fraction: read / size })
    })
    if (found === published) return { verified: true }
    return { verified: false, wrong: `${url} has the MD5 ${found}, but ${url}.md5 says ${published}` }
  }

  private async publishedMd5(): Promise<string | undefined> {
    return await this.persistently(() => findPublishedMd5(this.job.url, this.stallMs))
  }

  private async persistently<T>(work: () => Promise<T>): Promise<T> {
    const { retries = patientRetries, display } = this.job
    try {
      return await withRetries(retries, work, (why, pauseMs) =>
        display.say(`${why}; trying again in ${toDuration(pauseMs / 1000)}`),
      )
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error
      const kept = await this.part.size()
      const hint = kept > 0 ? `; the ${toSize(kept)} already downloaded are kept` : ''
      const told = `${error.message} (${retries.tries} attempts); ${CHECK_MIRROR} and run the command again${hint}`
      throw new DownloadFailed('unreachable', told)
    }
  }
}
