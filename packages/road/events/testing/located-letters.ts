import type { DrawnMap } from '@fairway/dataset/testing'
import { buildMatchMap } from '../../match/match-map.ts'
import { EventLocator } from '../event-locator.ts'
import type { EventPlace, Point } from '../event-place.ts'

export function locatorOf(map: DrawnMap): EventLocator {
  return new EventLocator(buildMatchMap(map.roads, map.metricFor({})))
}

/** Returns the line through the named nodes, shifted north and east by the given numbers of meters. */
export function lineOver(map: DrawnMap, letters: string, [north, east]: readonly [number, number] = [0, 0]): Point[] {
  return [...letters].map((letter) => {
    const [latitude, longitude] = map.pointOf(letter)
    return [latitude + north / 110_574, longitude + east / 111_302]
  })
}

/** Returns the position at the given distance from one node toward another. */
export function beyond(map: DrawnMap, from: string, to: string, meters: number): Point {
  const [[y0, x0], [y1, x1]] = [map.pointOf(from), map.pointOf(to)]
  const length = Math.hypot((y1 - y0) * 110_574, (x1 - x0) * 111_302)
  return [y0 + ((y1 - y0) * meters) / length, x0 + ((x1 - x0) * meters) / length]
}

/** Returns the sorted arcs of an event as letters and percentages: `AB`, or `AB 20-70` for a section of the arc. */
export function located(
  map: DrawnMap,
  locator: EventLocator,
  where: EventPlace,
  direction: 'along' | 'both' = 'along',
): string[] {
  const found = locator.locate(where, direction)
  return Array.from(found?.arc ?? [], (arc, i) => {
    const side = map.roads.network.arcs.edgeSide[arc]
    const along = map.lettersOfEdge(side >>> 1)
    const letters = (side & 1) === 0 ? along : [...along].reverse().join('')
    const [from, to] = [found?.from[i] ?? 0, found?.to[i] ?? 1].map((share) => Math.round(share * 100))
    return from === 0 && to === 100 ? letters : `${letters} ${from}-${to}`
  }).sort()
}
