import { DownloadError, RetryableError } from '../../platform/transfer/download-failed.ts'
import type { PartialFile } from '../../platform/transfer/partial-file.ts'
import { openUrl } from '../../platform/transfer/request.ts'
import { defaultRetries, type RetryPolicy, withRetries } from '../../platform/transfer/retries.ts'
import { transferFile } from '../../platform/transfer/transfer.ts'

const STALL_MS = 60_000
const CHECK_HINT = 'check the network and the URL (--from, FAIRWAY_DATASETS_URL)'

export interface SourceOptions {
  /** URL of the published folder, optionally with a user name and password. */
  readonly url: string
  readonly retries?: RetryPolicy
  readonly stallMs?: number
  readonly signal?: AbortSignal | undefined
  readonly onRetry?: (reason: string, pauseMs: number) => void
}

/** HTTP server or object store that publishes datasets. */
export class DatasetSource {
  /** URL without credentials, which would otherwise appear in messages. */
  readonly base: string
  private readonly options: SourceOptions
  private readonly headers: Readonly<Record<string, string>>

  constructor(options: SourceOptions) {
    const url = new URL(options.url)
    const { username, password } = url
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    url.username = ''
    url.password = ''
    this.options = options
    this.base = url.href.replace(/\/+$/, '')
    this.headers = {
      // A cache between the servers must not hide a new dataset.
      'cache-control': 'no-cache',
      ...(username !== '' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    }
  }

  toUrl(path: string): string {
    return `${this.base}/${path}`
  }

  /** Reads a small file. */
  async read(path: string, maxBytes: number): Promise<Buffer> {
    return await this.retry(async () => {
      const { headers } = this
      const response = await openUrl(this.toUrl(path), { headers, ...this.toRequestOptions() })
      try {
        const chunks: Uint8Array[] = []
        let bytes = 0
        for (let chunk = await response.read(); chunk; chunk = await response.read()) {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > maxBytes)
            throw new DownloadError('unusable', `${this.toUrl(path)} has more than ${maxBytes} bytes; check the URL`)
        }
        return Buffer.concat(chunks)
      } finally {
        response.close()
      }
    })
  }

  /** Downloads the missing part of a file. */
  async download(path: string, partialFile: PartialFile, onBytes: (arrived: number) => void): Promise<void> {
    const { headers } = this
    const url = this.toUrl(path)
    await this.retry(() => transferFile({ url, partialFile, headers, onBytes, ...this.toRequestOptions() }))
  }

  private toRequestOptions() {
    return { stallMs: this.options.stallMs ?? STALL_MS, signal: this.options.signal }
  }

  private async retry<T>(work: () => Promise<T>): Promise<T> {
    const { retries = defaultRetries, onRetry = () => {} } = this.options
    try {
      return await withRetries(retries, work, onRetry)
    } catch (error) {
      if (error instanceof RetryableError)
        throw new DownloadError('unreachable', `${error.message} (${retries.maxTries} attempts); ${CHECK_HINT}`)
      if (error instanceof DownloadError && error.kind === 'refused')
        throw new DownloadError('refused', `${error.message}; ${CHECK_HINT}`)
      throw error
    }
  }
}
