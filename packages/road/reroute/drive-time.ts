import { Drive, turnFrom } from '../network/metric-snapshot.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'

/** How long a whole arc takes for one who comes to it so long after departure. Hundredths of a second. */
export type ArcDuration = (arc: number, elapsedCs: number) => number

/** As on an empty road: what the measures of a leg say. */
export function emptyRoad({ arcs: { drive } }: RoadNetwork): ArcDuration {
  return (arc) => drive[arc * Drive.SIZE + Drive.DURATION]
}

/** What legs take in all, turns included, for one who drives them without a break. Hundredths of a second. */
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
