import { DriveRecord, readTurn } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'

/**
 * Returns the duration, in hundredths of a second, of a whole arc that is reached at the given time after departure.
 */
export type ArcDuration = (arc: number, elapsedCs: number) => number

/** Returns free-flow durations, as in the path attributes of a leg. */
export function durationWithoutTraffic({ arcs: { drive } }: RoadNetwork): ArcDuration {
  return (arc) => drive[arc * DriveRecord.SIZE + DriveRecord.DURATION]
}

/** Returns the total duration of legs driven without a break, including turns, in hundredths of a second. */
export function travelTime(network: RoadNetwork, legs: readonly RouteLeg[], durationOf: ArcDuration): number {
  let elapsed = 0
  for (const { arcs, turns, startFraction, endFraction } of legs) {
    const last = arcs.length - 1
    for (let i = 0; i <= last; i++) {
      const drivenFraction = (i === last ? endFraction : 1) - (i === 0 ? startFraction : 0)
      if (i > 0) elapsed += readTurn(network, arcs[i - 1] * DriveRecord.SIZE, turns[i - 1]) & 0xffff
      elapsed += durationOf(arcs[i], elapsed) * Math.max(0, drivenFraction)
    }
  }
  return elapsed
}
