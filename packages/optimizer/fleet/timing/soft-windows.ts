import type { FleetStop } from '../../problem/stop.ts'

/**
 * One soft window per stop. Service outside of its window has a price. Stops without a soft window have infinite edges.
 */
export interface SoftWindowTable {
  readonly from: Float64Array
  readonly to: Float64Array
  /** Cost per unit of time before and after the window. */
  readonly earlyCost: Float64Array
  readonly lateCost: Float64Array
}

/** Returns the soft windows, or undefined if no stop has one. */
export function toSoftWindowTable(stops: readonly FleetStop[]): SoftWindowTable | undefined {
  if (!stops.some(({ softWindow }) => softWindow)) return undefined
  return {
    from: Float64Array.from(stops, ({ softWindow }) => softWindow?.window[0] ?? Number.NEGATIVE_INFINITY),
    to: Float64Array.from(stops, ({ softWindow }) => softWindow?.window[1] ?? Number.POSITIVE_INFINITY),
    earlyCost: Float64Array.from(stops, ({ softWindow }) => softWindow?.earlyCost ?? 0),
    lateCost: Float64Array.from(stops, ({ softWindow }) => softWindow?.lateCost ?? 0),
  }
}

export function computeSoftPenalty(
  { from, to, earlyCost, lateCost }: SoftWindowTable,
  stop: number,
  start: number,
): number {
  if (start < from[stop]) return earlyCost[stop] * (from[stop] - start)
  return start > to[stop] ? lateCost[stop] * (start - to[stop]) : 0
}
