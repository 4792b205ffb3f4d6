import { CandidateFinder } from '../match/candidate-finder.ts'
import type { MatchMap } from '../match/match-map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import type { Point } from './event-place.ts'
import type { StretchSet } from './stretch-set.ts'

const SEARCH_RADIUS_METERS = 50
/**
 * Roads also match if they are at most this many meters farther away than the nearest road. At a junction, all of its
 * roads match.
 */
const JUNCTION_METERS = 5
/** Length in meters above which an event does not affect the far end of an arc. */
const LONG_ARC_METERS = 300
const EVENT_RADIUS_METERS = 150

/** Finds the roads at a point, in both directions. */
export class PointLocator {
  private readonly network: RoadNetwork
  private readonly finder: CandidateFinder

  constructor(source: MatchMap) {
    this.network = source.map.network
    this.finder = createAllRoadsFinder(source)
  }

  locate([latitude, longitude]: Point, stretchSet: StretchSet): void {
    const { finder } = this
    finder.find(latitude, longitude, SEARCH_RADIUS_METERS)
    for (let candidate = 0; candidate < finder.count; candidate++) {
      if (finder.meters[candidate] > finder.meters[0] + JUNCTION_METERS) break
      this.addEventStretch(finder.edge[candidate], finder.alongCm[candidate], stretchSet)
    }
  }

  private addEventStretch(edge: number, alongCm: number, stretchSet: StretchSet): void {
    const { lengthCm, arc } = this.network.edges
    const length = lengthCm[edge]
    const isLong = length > 100 * LONG_ARC_METERS
    const from = isLong ? Math.max(0, (alongCm - 100 * EVENT_RADIUS_METERS) / length) : 0
    const to = isLong ? Math.min(1, (alongCm + 100 * EVENT_RADIUS_METERS) / length) : 1
    if (arc[2 * edge] !== NO_ID) stretchSet.add(arc[2 * edge], from, to)
    if (arc[2 * edge + 1] !== NO_ID) stretchSet.add(arc[2 * edge + 1], 1 - to, 1 - from)
  }
}

/**
 * Finds the roads around a point, including roads that the metric closes. An event on a closed road must not be moved
 * to the next road. Network weights are finite, so a signed view of them is a metric in which all roads are open, and
 * it needs no extra memory.
 */
export function createAllRoadsFinder(source: MatchMap): CandidateFinder {
  const { weight } = source.map.network.arcs
  const arc = new Int32Array(weight.buffer, weight.byteOffset, weight.length)
  const { metric } = source
  return new CandidateFinder({ ...source, metric: { ...metric, weights: { ...metric.weights, arc } } })
}
