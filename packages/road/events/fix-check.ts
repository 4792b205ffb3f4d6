import type { CandidateFinder } from '../match/candidate-finder.ts'
import type { MatchMap } from '../match/match-map.ts'
import type { MatchedTrack } from '../match/matched-track.ts'
import { arcBearing, degreesApart } from './arc-bearing.ts'
import type { EventTrack } from './event-line.ts'
import { createAllRoadsFinder } from './point-locator.ts'

/**
 * Maximum difference between the headings of road and line, in degrees. At a corner, the chord of a line deviates by
 * half of the turn. A crossing or opposing road deviates by more.
 */
const MAX_DEGREES_OFF = 80
/** Typical error of imprecise lines, and the distance between the carriageways of one road. */
const LINE_TOLERANCE_METERS = 15
/** Maximum angle between roads that run in the same or the opposite direction. */
const PARALLEL_DEGREES = 35
/** Maximum distance, in meters, between a line and the road that it refers to. */
const MAX_DISTANCE_METERS = 30

/**
 * Checks whether a matched sample fits the line. The matcher interprets every line as a trip. A line against a one-way
 * street becomes a trip around the block or along the next street, and neither is intended. Two conditions prevent such
 * results. The road must run in the direction of the line and within 30 m of it. No other road along the line may be
 * nearer by more than 15 m, unless both roads have the same name or ref. Two roads with the same name are a dual
 * carriageway, and a line against the direction of one carriageway refers to the other.
 */
export class FixCheck {
  private readonly source: MatchMap
  private readonly finder: CandidateFinder

  constructor(source: MatchMap) {
    this.source = source
    this.finder = createAllRoadsFinder(source)
  }

  isOnIntendedRoad(track: EventTrack, { points }: MatchedTrack, sample: number): boolean {
    const heading = track.heading[sample]
    const arc = points.arc[sample]
    const degreesOff = degreesApart(arcBearing(this.source, arc, points.fraction[sample]), heading)
    const meters = points.distanceMeters[sample]
    if (degreesOff > MAX_DEGREES_OFF || meters > MAX_DISTANCE_METERS) return false
    return meters <= LINE_TOLERANCE_METERS || !this.hasNearerRoad(track, sample, arc, meters)
  }

  private hasNearerRoad({ latitude, longitude, heading }: EventTrack, sample: number, arc: number, meters: number) {
    const { finder } = this
    const edge = this.source.map.network.arcs.edgeSide[arc] >>> 1
    finder.find(latitude[sample], longitude[sample], MAX_DISTANCE_METERS)
    for (
      let candidate = 0;
      candidate < finder.count && finder.meters[candidate] < meters - LINE_TOLERANCE_METERS;
      candidate++
    ) {
      const angleDegrees = degreesApart(finder.bearing[candidate], heading[sample])
      if (Math.min(angleDegrees, 180 - angleDegrees) > PARALLEL_DEGREES) continue
      if (!this.isSameRoad(finder.edge[candidate], edge)) return true
    }
    return false
  }

  private isSameRoad(a: number, b: number): boolean {
    const { edges, roads } = this.source.map.network
    const [roadA, roadB] = [edges.road[a], edges.road[b]]
    const isSameText = (texts: Uint32Array) => texts[roadA] !== 0 && texts[roadA] === texts[roadB]
    return a === b || isSameText(roads.name) || isSameText(roads.ref)
  }
}
