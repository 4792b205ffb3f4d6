import { Drive, turnFrom } from '../network/metric-snapshot.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'

/** Duration of a whole arc when it is reached at the given time after departure, in hundredths of a second. */
export type ArcDuration = (arc: number, elapsedCs: number) => number

/** Free-flow durations, as in the path attributes of a leg. */
export function emptyRoad({ arcs: { drive } }: RoadNetwork): ArcDuration {
  return (arc) => drive[arc * Drive.SIZE + Drive.DURATION]
}

/** Total duration of legs driven without a break, turns included, in hundredths of a second. */
export function driveTime(network: RoadNetwork, legs: readonly RouteLeg[], durationOf: ArcDuration): number {
  let elapsed = 0
  for (const { arcs, turns, startFraction, endFraction } of legs) {
    const last = arcs.length - 1
    for (let i = 0; i <= last; i++) {
      const share = (i === last ? endFraction : 1) - (i === 0 ? startFraction : 0)
      if (i > 0) elapsed += turnFrom(network, arcs[i - 1] * Drive.SIZE, turns[i - 1]) & 0xffff
      elapsed += durationOf(arcs[i], elapsed) * Math.max(0, share)
    }
  }
  return elapsed
}
