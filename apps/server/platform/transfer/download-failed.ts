export type DownloadFailureKind =
  | 'not-found'
  | 'refused'
  | 'unreachable'
  | 'wrong-checksum'
  | 'under-way'
  | 'unusable'
  | 'no-space'

/** Error for a download that failed permanently. The message contains the URL, the reply and what to do. */
export class DownloadError extends Error {
  readonly kind: DownloadFailureKind
  constructor(kind: DownloadFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Error for a failed attempt after which a retry may succeed. */
export class RetryableError extends Error {
  /** Delay that the server requested, if any. */
  readonly afterMs: number | undefined
  /** True if data arrived. A retry is useful as long as data arrives. */
  readonly hasProgress: boolean
  constructor(
    message: string,
    { afterMs, hasProgress = false }: { afterMs?: number | undefined; hasProgress?: boolean } = {},
  ) {
    super(message)
    this.afterMs = afterMs
    this.hasProgress = hasProgress
  }
}
