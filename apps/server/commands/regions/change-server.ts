import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { type PublishedState, parseState, toChangePath } from '@fairway/dataset'
import { DownloadError, RetryableError } from '../../platform/transfer/download-failed.ts'
import { openUrl } from '../../platform/transfer/request.ts'
import { defaultRetries, type RetryPolicy, withRetries } from '../../platform/transfer/retries.ts'
import { formatDuration } from '../amounts.ts'
import { CommandError, exitCodes } from '../exit.ts'
import type { ProgressDisplay } from '../progress.ts'

const STALL_MS = 60_000
/** Maximum size of a state file, which is usually a few hundred bytes long. A wrong URL may return any content. */
const MAX_STATE_BYTES = 64 * 1024

/**
 * Server or folder with replication files in the layout of Geofabrik and planet.openstreetmap.org. `state.txt` contains
 * the newest sequence number, and change 4321 is at `000/004/321.osc.gz`.
 */
export class ChangeServer {
  private readonly base: string
  private readonly display: ProgressDisplay
  private readonly retries: RetryPolicy

  constructor(base: string, display: ProgressDisplay, retries: RetryPolicy = defaultRetries) {
    this.base = base.startsWith('file://') ? fileURLToPath(base) : base
    this.display = display
    this.retries = retries
  }

  async readState(): Promise<PublishedState> {
    const state = parseState(await this.readText('state.txt'))
    if (state) return state
    throw new CommandError(
      exitCodes.failed,
      `${this.toLocation('state.txt')} has no sequenceNumber and timestamp; check the URL (--from)`,
    )
  }

  /** Returns the path of the change file, which is either in the folder or downloaded to `file`. */
  async fetchChange(sequence: number, file: string): Promise<string> {
    const name = `${toChangePath(sequence)}.osc.gz`
    this.display.report({ stage: 'fetching the changes', fraction: 0, note: `change ${sequence}` })
    if (this.isFolder) {
      const path = this.toLocation(name)
      if (!(await stat(path).catch(() => undefined))) throw this.toMissingError(sequence, path)
      return path
    }
    try {
      await this.download(name, (body) => pipeline(body, createWriteStream(file)))
    } catch (error) {
      if (error instanceof DownloadError && error.kind === 'not-found')
        throw this.toMissingError(sequence, error.message)
      throw toCommandError(error)
    }
    return file
  }

  private get isFolder(): boolean {
    return !/^https?:\/\//.test(this.base)
  }
  private toLocation(name: string): string {
    return this.isFolder ? join(this.base, name) : `${this.base}/${name}`
  }

  private async readText(name: string): Promise<string> {
    if (this.isFolder) {
      return await readFile(this.toLocation(name), 'utf8').catch((error: Error) => {
        throw new CommandError(exitCodes.notFound, `${this.toLocation(name)} cannot be read: ${error.message}`)
      })
    }
    const chunks: Uint8Array[] = []
    try {
      await this.download(name, async (body) => {
        chunks.length = 0
        let bytes = 0
        for await (const chunk of body) {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > MAX_STATE_BYTES) break
        }
      })
    } catch (error) {
      throw toCommandError(error)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  private async download(name: string, save: (body: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void> {
    const attempt = async () => {
      const response = await openUrl(this.toLocation(name), { stallMs: STALL_MS })
      try {
        await save(readAll(response.read))
      } finally {
        response.close()
      }
    }
    await withRetries(this.retries, attempt, (reason, pauseMs) =>
      this.display.print(`${reason}; trying again in ${formatDuration(pauseMs / 1000)}`),
    )
  }

  private toMissingError(sequence: number, reason: string): CommandError {
    return new CommandError(
      exitCodes.notFound,
      `change ${sequence} is not published (${reason}); old changes are eventually removed, so add the region again`,
    )
  }
}

async function* readAll(read: () => Promise<Uint8Array | undefined>): AsyncGenerator<Uint8Array> {
  for (let chunk = await read(); chunk; chunk = await read()) yield chunk
}

function toCommandError(error: unknown): unknown {
  if (error instanceof RetryableError)
    return new CommandError(exitCodes.unavailable, `${error.message}; check the network and the URL (--from)`)
  if (!(error instanceof DownloadError)) return error
  return new CommandError(
    error.kind === 'not-found' ? exitCodes.notFound : exitCodes.failed,
    `${error.message}; check --from`,
  )
}
