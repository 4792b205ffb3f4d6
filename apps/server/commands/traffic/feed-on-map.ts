import {
  buildMatchMap,
  buildSegmentIndex,
  defaultProfile,
  type EdgeTable,
  EventLocator,
  edgeSideOf,
  findNextSegment,
  findSegment,
  NO_ID,
  type SegmentIndex,
} from '@fairway/road'
import { customizeMap, type PreparedMap } from '../../maps/metrics/customize.ts'
import type { FeedContent } from '../../maps/traffic/feeds/feed-content.ts'

/**
 * Flags that show which segments and events of a feed match roads of a map. The flag at each index is 1 for a match.
 */
export interface FeedOnMap {
  readonly segments: Uint8Array
  readonly events: Uint8Array
}

export function locateFeedOnMap(preparedMap: PreparedMap, content: FeedContent): FeedOnMap {
  return { segments: locateSegments(preparedMap, content), events: locateEvents(preparedMap, content) }
}

function locateSegments({ map: { network } }: PreparedMap, { speeds: { fromNode, toNode } }: FeedContent): Uint8Array {
  const matchFlags = new Uint8Array(fromNode.length)
  if (matchFlags.length === 0) return matchFlags
  const index = buildSegmentIndex(network)
  for (let i = 0; i < matchFlags.length; i++) {
    if (isDrivable(network.edges, index, fromNode[i] ?? 0, toNode[i] ?? 0)) matchFlags[i] = 1
  }
  return matchFlags
}

/** Returns whether a segment can be driven in this direction. A one-way street has segments in one direction only. */
function isDrivable(edges: EdgeTable, index: SegmentIndex, fromNode: number, toNode: number): boolean {
  let edgeSide = findSegment(edges, index, fromNode, toNode)
  for (; edgeSide !== NO_ID; edgeSide = findNextSegment(edges, index, edgeSide)) {
    if (edges.arc[edgeSideOf(edges, edgeSide)] !== NO_ID) return true
  }
  return false
}

function locateEvents(preparedMap: PreparedMap, { events }: FeedContent): Uint8Array {
  if (events.length === 0) return new Uint8Array(0)
  const metric = customizeMap(preparedMap, { profile: defaultProfile, activeConditions: [], avoidAreas: [] })
  const locator = new EventLocator(buildMatchMap(preparedMap.map, metric))
  return Uint8Array.from(events, ({ where, direction }) => (locator.locate(where, direction) === undefined ? 0 : 1))
}
