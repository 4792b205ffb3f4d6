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

/**
 * Counts the bodies that this thread reads or processes, from before the first byte until the reply. A caller without a
 * body in progress may always send one, because a body above the limit could otherwise never be sent.
 */
export class BytesInFlight {
  private readonly limits: BytesInFlightLimits
  private total = 0
  private readonly byCaller = new Map<string, number>()

  constructor(limits: BytesInFlightLimits) {
    this.limits = limits
  }

  /** Returns a function that releases the bytes, or a failure if there is no room. */
  acquire(callerId: string, bodyBytes: number): (() => void) | HttpFailure {
    const { maxTotal, maxPerCaller } = this.limits
    const callerBytes = this.byCaller.get(callerId) ?? 0
    if (callerBytes > 0 && callerBytes + bodyBytes > maxPerCaller)
      return { kind: 'bodies-in-flight', heldBytes: callerBytes, bodyBytes, limitBytes: maxPerCaller }
    if (this.total > 0 && this.total + bodyBytes > maxTotal)
      return { kind: 'bodies-in-flight', heldBytes: undefined, bodyBytes, limitBytes: maxTotal }
    this.add(callerId, bodyBytes)
    let isHeld = true
    return () => {
      if (isHeld) this.add(callerId, -bodyBytes)
      isHeld = false
    }
  }

  private add(callerId: string, bytes: number): void {
    this.total += bytes
    const callerBytes = (this.byCaller.get(callerId) ?? 0) + bytes
    if (callerBytes > 0) this.byCaller.set(callerId, callerBytes)
    else this.byCaller.delete(callerId)
  }
}
