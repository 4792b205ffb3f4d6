import { edgesTouching } from '../areas/edges-touching.ts'
import type { MatchMap } from '../match/match-map.ts'
import { NO_ID } from '../sentinels.ts'
import { lineMeters, MIN_LINE_METERS } from './event-line.ts'
import type { EventPlace, EventStretches, Point } from './event-place.ts'
import { LineLocator } from './line-locator.ts'
import { isNearMap } from './near-map.ts'
import { PointLocator } from './point-locator.ts'
import { SparseLocator } from './sparse-locator.ts'
import { StretchSet } from './stretch-set.ts'

/**
 * Finds the arcs of traffic events. Each thread needs its own instance, because an instance owns scratch memory. Lines
 * are matched to roads that are open in the metric of the match map. That metric should therefore not contain temporary
 * closures. Points and areas are matched to all roads.
 */
export class EventLocator {
  private readonly source: MatchMap
  private readonly points: PointLocator
  private readonly lines: LineLocator
  private readonly sparseLines: SparseLocator

  constructor(source: MatchMap) {
    this.source = source
    this.points = new PointLocator(source)
    this.lines = new LineLocator(source)
    this.sparseLines = new SparseLocator(source)
  }

  /**
   * Returns the arcs of an event, or undefined if the event is outside this map. Points and areas have no direction and
   * apply to both directions of a road.
   */
  locate(place: EventPlace, direction: 'along' | 'both'): EventStretches | undefined {
    const stretchSet = new StretchSet()
    if ('at' in place) this.points.locate(place.at, stretchSet)
    else if ('area' in place) this.addArea(place.area, stretchSet)
    else this.addLine(place.line, place.sparse === true, direction, stretchSet)
    return stretchSet.finish()
  }

  private addArea(ring: readonly Point[], stretchSet: StretchSet): void {
    const { edges } = this.source.map.network
    for (const edge of edgesTouching(this.source.map, ring)) {
      for (const arc of [edges.arc[2 * edge], edges.arc[2 * edge + 1]]) if (arc !== NO_ID) stretchSet.add(arc, 0, 1)
    }
  }

  private addLine(
    line: readonly Point[],
    isSparse: boolean,
    direction: 'along' | 'both',
    stretchSet: StretchSet,
  ): void {
    if (!isNearMap(this.source.map.snapIndex.grid, line)) return
    if (lineMeters(line) < MIN_LINE_METERS) {
      this.points.locate(line[0], stretchSet)
      return
    }
    const locator = isSparse ? this.sparseLines : this.lines
    locator.locate(line, stretchSet)
    if (direction === 'both') locator.locate(line.toReversed(), stretchSet)
  }
}
