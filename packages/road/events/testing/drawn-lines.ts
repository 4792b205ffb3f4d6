import { rulerAt } from '@fairway/geo'
import { lineOf } from '../../match/testing/lines.ts'
import type { RoadNetwork } from '../../network/network.ts'
import type { PlannedLeg } from '../../route/leg.ts'
import type { EventStretches, Point } from '../event-place.ts'

/** Returns the arcs of a leg with the affected fraction of each arc. Copies are replaced by their original arcs. */
export function stretchesOf({ arcs, edges }: RoadNetwork, leg: PlannedLeg): EventStretches {
  const last = leg.arcs.length - 1
  return {
    count: leg.arcs.length,
    arc: leg.arcs.map((arc) => edges.arc[arcs.edgeSide[arc]]),
    from: Float32Array.from(leg.arcs, (_, i) => (i === 0 ? leg.startFraction : 0)),
    to: Float32Array.from(leg.arcs, (_, i) => (i === last ? leg.endFraction : 1)),
  }
}

/** Returns the line of a leg with a lateral offset and random noise, as if drawn by hand. */
export function drawnLine(
  network: RoadNetwork,
  leg: PlannedLeg,
  { shiftMeters, noiseMeters }: { readonly shiftMeters: number; readonly noiseMeters: number },
  random: () => number,
): Point[] {
  const { count, arc, from, to } = stretchesOf(network, leg)
  const line = lineOf(network, { count, arc, from: Float64Array.from(from), to: Float64Array.from(to) })
  return line.map((point, i) => {
    const [before, after] = [line[Math.max(0, i - 1)], line[Math.min(line.length - 1, i + 1)]]
    const ruler = rulerAt(point[0])
    const north = (after[0] - before[0]) * ruler.perLatitudeDegree
    const east = (after[1] - before[1]) * ruler.perLongitudeDegree
    const length = Math.hypot(north, east) || 1
    const [radius, angle] = [noiseMeters * Math.sqrt(random()), 2 * Math.PI * random()]
    const moveNorth = (-east / length) * shiftMeters + radius * Math.sin(angle)
    const moveEast = (north / length) * shiftMeters + radius * Math.cos(angle)
    const longitude = point[1] + moveEast / ruler.perLongitudeDegree
    return [point[0] + moveNorth / ruler.perLatitudeDegree, longitude - 360 * Math.round(longitude / 360)]
  })
}

export interface Overlap {
  readonly meant: number
  readonly found: number
  readonly common: number
}

/**
 * Returns the length of the overlap in meters. An arc that occurs more than once is covered from its first to its last
 * position.
 */
export function overlapOf(network: RoadNetwork, meant: EventStretches, found: EventStretches | undefined): Overlap {
  const [a, b] = [rangesOf(meant), rangesOf(found)]
  const lengthOf = (arc: number) => network.edges.lengthCm[network.arcs.edgeSide[arc] >>> 1] / 100
  const sum = (ranges: Map<number, [number, number]>) =>
    [...ranges].reduce((meters, [arc, [from, to]]) => meters + (to - from) * lengthOf(arc), 0)
  const common = [...a].reduce((meters, [arc, [from, to]]) => {
    const [otherFrom, otherTo] = b.get(arc) ?? [0, 0]
    return meters + Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom)) * lengthOf(arc)
  }, 0)
  return { meant: sum(a), found: sum(b), common }
}

function rangesOf(stretches: EventStretches | undefined): Map<number, [number, number]> {
  const ranges = new Map<number, [number, number]>()
  for (let i = 0; i < (stretches?.count ?? 0); i++) {
    if (!stretches) break
    const [from, to] = ranges.get(stretches.arc[i]) ?? [1, 0]
    ranges.set(stretches.arc[i], [Math.min(from, stretches.from[i]), Math.max(to, stretches.to[i])])
  }
  return ranges
}
