import type { EventStretches } from './event-place.ts'

/**
 * Collects the stretches of one event. An arc that occurs more than once is covered from its first to its last
 * position, because traffic must pass through the whole range.
 */
export class StretchSet {
  private readonly ranges = new Map<number, readonly [from: number, to: number]>()

  add(arc: number, from: number, to: number): void {
    const existingRange = this.ranges.get(arc)
    this.ranges.set(
      arc,
      existingRange ? [Math.min(existingRange[0], from), Math.max(existingRange[1], to)] : [from, to],
    )
  }

  /** Returns the collected stretches, or undefined if there are none. */
  finish(): EventStretches | undefined {
    const arc = Uint32Array.from(this.ranges.keys()).sort()
    if (arc.length === 0) return undefined
    const ranges = Array.from(arc, (arcNumber) => this.ranges.get(arcNumber) ?? [0, 1])
    return {
      count: arc.length,
      arc,
      from: Float32Array.from(ranges, ([from]) => from),
      to: Float32Array.from(ranges, ([, to]) => to),
    }
  }
}
