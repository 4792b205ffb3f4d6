import type { CandidateFinder } from '../match/candidate-finder.ts'
import type { MatchMap } from '../match/match-map.ts'
import type { MatchedTrack } from '../match/matched-track.ts'
import { arcBearing, degreesApart } from './arc-bearing.ts'
import type { EventTrack } from './event-line.ts'
import { everyRoadFinder } from './point-locator.ts'

/** At a corner the chord of a line deviates by half of the turn. A crossing or opposing road deviates by more. */
const MAX_DEGREES_OFF = 80
/** Typical error of imprecise lines, and the distance between the carriageways of one road. */
const CARELESS_METERS = 15
/** Maximum angle between roads that run in the same or the opposite direction. */
const PARALLEL_DEGREES = 35
/** A line does not refer to a road farther away than this. */
const FARTHEST_METERS = 30

/**
 * Checks whether a matched sample fits the line. The matcher explains every line as a drive, even one against a one-way
 * street: as a drive around the block or along the next street. Neither is intended. - The road must run in the
 * direction of the line and within 30 m of it. - No other road along the line may be nearer by more than 15 m, unless
 * both have the same name or ref. Such a pair is a dual carriageway, and a line in the wrong direction on one means the
 * other.
 */
export class FixCheck {
  private readonly source: MatchMap
  private readonly finder: CandidateFinder

  constructor(source: MatchMap) {
    this.source = source
    this.finder = everyRoadFinder(source)
  }

  isMeant(track: EventTrack, { points }: MatchedTrack, sample: number): boolean {
    const heading = track.heading[sample]
    const arc = points.arc[sample]
    const degreesOff = degreesApart(arcBearing(this.source, arc, points.fraction[sample]), heading)
    const meters = points.distanceMeters[sample]
    if (degreesOff > MAX_DEGREES_OFF || meters > FARTHEST_METERS) return false
    return meters <= CARELESS_METERS || !this.isNextStreet(track, sample, arc, meters)
  }

  private isNextStreet({ latitude, longitude, heading }: EventTrack, sample: number, arc: number, meters: number) {
    const { finder } = this
    const edge = this.source.map.network.arcs.edgeSide[arc] >>> 1
    finder.find(latitude[sample], longitude[sample], FARTHEST_METERS)
    for (let place = 0; place < finder.count && finder.meters[place] < meters - CARELESS_METERS; place++) {
      const apart = degreesApart(finder.bearing[place], heading[sample])
      if (Math.min(apart, 180 - apart) > PARALLEL_DEGREES) continue
      if (!this.isSameRoad(finder.edge[place], edge)) return true
    }
    return false
  }

  private isSameRoad(a: number, b: number): boolean {
    const { edges, roads } = this.source.map.network
    const [roadA, roadB] = [edges.road[a], edges.road[b]]
    const isShared = (texts: Uint32Array) => texts[roadA] !== 0 && texts[roadA] === texts[roadB]
    return a === b || isShared(roads.name) || isShared(roads.ref)
  }
}
