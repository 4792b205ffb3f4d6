export type DownloadFailureKind = 'not-found' | 'refused' | 'unreachable' | 'wrong-checksum' | 'under-way'

/** A download that is given up; the message has the address, what it answered, and what to do. */
export class DownloadFailed extends Error {
  readonly kind: DownloadFailureKind
  constructor(kind: DownloadFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** One try that failed in a way in which the next one may not. */
export class TryAgain extends Error {
  /** When the other side wants to be asked again, if it said so. */
  readonly afterMs: number | undefined
  /** Something arrived: as long as that is so, it is worth going on. */
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
