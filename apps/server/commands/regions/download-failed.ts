export type DownloadFailureKind = 'not-found' | 'refused' | 'unreachable' | 'wrong-checksum' | 'under-way'

/** A download that failed for good. The message contains the URL, the reply and what to do. */
export class DownloadError extends Error {
  readonly kind: DownloadFailureKind
  constructor(kind: DownloadFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** A failed attempt; the next one may succeed. */
export class RetryableError extends Error {
  /** The delay that the server requested, if any. */
  readonly afterMs: number | undefined
  /** Whether data arrived. As long as it does, retrying is worthwhile. */
  readonly progressed: boolean
  constructor(
    message: string,
    { afterMs, progressed = false }: { afterMs?: number | undefined; progressed?: boolean } = {},
  ) {
    super(message)
    this.afterMs = afterMs
    this.progressed = progressed
  }
}
