import type { HttpFailure } from '../http-problems.ts'

export interface BytesInFlightLimits {
  readonly maxTotal: number
  readonly maxPerCaller: number
}

/**
 * Maximum size of a body that is not counted. Small bodies use little memory, and counting them would take longer than
 * reading them.
 */
export const MAX_UNCOUNTED_BYTES = 65_536

/** Body that is counted from before its first byte until the reply. */
export interface CountedBody {
  /** Counts the body with this size, which may grow while the body arrives. Returns a failure if there is no room. */
  resize(bytes: number): HttpFailure | undefined
  release(): void
}

/**
 * Counts the bodies that this thread reads or processes. A caller without another body in progress may always send one,
 * because a body above the limit could otherwise never be sent.
 */
export class BytesInFlight {
  private readonly limits: BytesInFlightLimits
  private total = 0
  private readonly byCaller = new Map<string, number>()

  constructor(limits: BytesInFlightLimits) {
    this.limits = limits
  }

  open(callerId: string): CountedBody {
    let heldBytes = 0
    const hold = (bytes: number): void => {
      this.add(callerId, bytes - heldBytes)
      heldBytes = bytes
    }
    return {
      resize: (bytes) => {
        const failure = this.findFailure(callerId, heldBytes, bytes)
        if (!failure) hold(bytes)
        return failure
      },
      release: () => hold(0),
    }
  }

  /** Returns a function that releases the bytes, or a failure if there is no room. */
  acquire(callerId: string, bodyBytes: number): (() => void) | HttpFailure {
    const body = this.open(callerId)
    return body.resize(bodyBytes) ?? body.release
  }

  private findFailure(callerId: string, heldBytes: number, bodyBytes: number): HttpFailure | undefined {
    const { maxTotal, maxPerCaller } = this.limits
    const callerBytes = (this.byCaller.get(callerId) ?? 0) - heldBytes
    if (callerBytes > 0 && callerBytes + bodyBytes > maxPerCaller)
      return { kind: 'bodies-in-flight', heldBytes: callerBytes, bodyBytes, limitBytes: maxPerCaller }
    const otherBytes = this.total - heldBytes
    if (otherBytes > 0 && otherBytes + bodyBytes > maxTotal)
      return { kind: 'bodies-in-flight', heldBytes: undefined, bodyBytes, limitBytes: maxTotal }
    return undefined
  }

  private add(callerId: string, bytes: number): void {
    this.total += bytes
    const callerBytes = (this.byCaller.get(callerId) ?? 0) + bytes
    if (callerBytes > 0) this.byCaller.set(callerId, callerBytes)
    else this.byCaller.delete(callerId)
  }
}
