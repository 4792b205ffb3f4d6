import { removeStop, type Stop, updateStop } from '../entry/stops.ts'
import type { FixablePoint } from './list-point-fixes.ts'

type ApplyStops = (next: readonly Stop[]) => void

/** Returns the points of a list that a failure refers to. Each change applies to the list at that moment. */
export function toFixablePoints(
  stops: readonly Stop[],
  blamedIndexes: ReadonlySet<number>,
  noun: string,
  getStops: () => readonly Stop[],
  apply: ApplyStops,
): readonly FixablePoint[] {
  return stops.flatMap(({ key, at }, index) => {
    if (!blamedIndexes.has(index)) return []
    return {
      title: `${noun} ${index + 1}`,
      at,
      move: (to) => apply(updateStop(getStops(), key, { at: to, label: '', isLookedUp: true })),
      remove: () => apply(removeStop(getStops(), key)),
    }
  })
}
