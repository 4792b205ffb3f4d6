export interface ErrorFacts {
  /** `reply`: the service said no; `network`: nobody answered; `timeout`: not in time. */
  readonly kind: 'reply' | 'network' | 'timeout'
  /** Of the last reply; 0 when there was none. */
  readonly status: number
  /** Trying again later can help; otherwise the request must change. */
  readonly busy: boolean
  readonly detail: string
  /** What operators find the request by in their log. */
  readonly requestId?: string | undefined
  /** How long the service asked to wait, in seconds. */
  readonly retryAfterS?: number | undefined
  /** How often it was tried. */
  readonly attempts: number
  readonly cause?: unknown
}

/** The one error of calls that do not succeed. Calls that their caller aborts throw the reason of the signal instead. */
export class FairwayError extends Error implements ErrorFacts {
  override readonly name = 'FairwayError'
  readonly kind: ErrorFacts['kind']
  readonly status: number
  readonly busy: boolean
  readonly detail: string
  readonly requestId: string | undefined
  readonly retryAfterS: number | undefined
  readonly attempts: number

  constructor({ kind, status, busy, detail, requestId, retryAfterS, attempts, cause }: ErrorFacts) {
    super(status > 0 ? `${status}: ${detail}` : detail, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.status = status
    this.busy = busy
    this.detail = detail
    this.requestId = requestId
    this.retryAfterS = retryAfterS
    this.attempts = attempts
  }
}
