import type { ErrorCode } from '../api-types.ts'

export interface FairwayErrorFields {
  /**
   * `reply`: the service returned an error. `network`: there was no response. `timeout`: there was no response in time.
   */
  readonly kind: 'reply' | 'network' | 'timeout'
  /** Status of the last response, or 0 if there was none. */
  readonly status: number
  /** Whether a later retry can help. If false, change the request, unless the status is 500. */
  readonly busy: boolean
  /**
   * Error code, such as `not-snapped` or `key-expired`. Newer services may send codes that are not listed. Undefined if
   * the response is not from the service.
   */
  readonly code?: ErrorCode | (string & Record<never, never>) | undefined
  readonly detail: string
  /** ID that operators can use to find the request in their log. */
  readonly requestId?: string | undefined
  /** Seconds to wait, as requested by the service. */
  readonly retryAfterS?: number | undefined
  readonly attempts: number
  readonly cause?: unknown
}

/** Error thrown by all failed calls. Calls aborted by the caller throw the signal's reason instead. */
export class FairwayError extends Error implements FairwayErrorFields {
  override readonly name = 'FairwayError'
  readonly kind: FairwayErrorFields['kind']
  readonly status: number
  readonly busy: boolean
  readonly code: FairwayErrorFields['code']
  readonly detail: string
  readonly requestId: string | undefined
  readonly retryAfterS: number | undefined
  readonly attempts: number

  constructor({ kind, status, busy, code, detail, requestId, retryAfterS, attempts, cause }: FairwayErrorFields) {
    super(status > 0 ? `${status}: ${detail}` : detail, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.status = status
    this.busy = busy
    this.code = code
    this.detail = detail
    this.requestId = requestId
    this.retryAfterS = retryAfterS
    this.attempts = attempts
  }
}
