import { version } from '../version.ts'
import { DownloadError, RetryableError } from './download-failed.ts'

export interface OpenResponse {
  readonly response: Response
  /** Returns the next bytes, or undefined at the end. */
  read(): Promise<Uint8Array | undefined>
  close(): void
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Maximum time without data, in milliseconds. */
  readonly stallMs: number
  /** HTTP statuses that are accepted in addition to successful ones. */
  readonly alsoAccept?: readonly number[]
  /** Ends the request, for example because the server stops. */
  readonly signal?: AbortSignal | undefined
}

/** Sends a GET request. Throws RetryableError for temporary errors and DownloadError for permanent errors. */
export async function openUrl(
  url: string,
  { headers, stallMs, alsoAccept = [], signal }: RequestOptions,
): Promise<OpenResponse> {
  const watchdog = new StallTimer(stallMs)
  const runWatched = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await watchdog.watch(work())
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw new RetryableError(`${url}: ${describeFailure(error)}`)
    }
  }
  const response = await runWatched(() =>
    fetch(url, {
      // Compressed transfers cannot be resumed in the middle, and extracts are already compressed.
      headers: { 'accept-encoding': 'identity', 'user-agent': `fairway/${version}`, ...headers },
      signal: signal ? AbortSignal.any([watchdog.signal, signal]) : watchdog.signal,
    }),
  )
  if (!response.ok && !alsoAccept.includes(response.status)) {
    watchdog.close()
    throw toFailure(url, response)
  }
  const reader = response.body?.getReader()
  return {
    response,
    read: async () => (reader ? (await runWatched(() => reader.read())).value : undefined),
    close: () => watchdog.close(),
  }
}

function toFailure(url: string, { status, statusText, headers }: Response): Error {
  const message = `${url} returned ${status} ${statusText}`.trimEnd()
  if (status === 404 || status === 410) return new DownloadError('not-found', message)
  if (status === 408 || status === 429 || status >= 500) {
    return new RetryableError(message, { afterMs: toPauseMs(headers.get('retry-after')) })
  }
  return new DownloadError('refused', message)
}

function toPauseMs(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(seconds, 0) * 1000 : undefined
}

/**
 * Returns the reason for a failure. `fetch` reports only "fetch failed" or "terminated", and the cause contains the
 * reason.
 */
function describeFailure(error: unknown): string {
  const { cause, message } = error as Error
  if (!(cause instanceof Error)) return message
  // A host name with several IP addresses has one error per address.
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message
  return cause.message || ((cause as NodeJS.ErrnoException).code ?? message)
}

/** Aborts an open connection that sends no data. */
class StallTimer {
  private readonly controller = new AbortController()
  private readonly stallMs: number
  private timer: NodeJS.Timeout | undefined
  constructor(stallMs: number) {
    this.stallMs = stallMs
  }
  get signal(): AbortSignal {
    return this.controller.signal
  }
  async watch<T>(work: Promise<T>): Promise<T> {
    const abortStalled = () => this.controller.abort(new Error(`no data received for ${this.stallMs / 1000} s`))
    this.timer = setTimeout(abortStalled, this.stallMs)
    try {
      return await work
    } finally {
      clearTimeout(this.timer)
    }
  }
  close(): void {
    clearTimeout(this.timer)
    this.controller.abort(new Error('no longer needed'))
  }
}
