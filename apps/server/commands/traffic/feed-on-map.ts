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
import { type PreparedMap, weigh } from '../../maps/metrics/customize.ts'
import type { FeedContent } from '../../maps/traffic/feeds/feed-content.ts'

/** Which segments and events of a feed are on the roads of a map: 1 for each match, by index. */
export interface FeedOnMap {
  readonly segments: Uint8Array
  readonly events: Uint8Array
}

export function locateFeed(prepared: PreparedMap, content: FeedContent): FeedOnMap {
  return { segments: locateSegments(prepared, content), events: locateEvents(prepared, content) }
}

function locateSegments({ map: { network } }: PreparedMap, { speeds: { fromNode, toNode } }: FeedContent): Uint8Array {
  const found = new Uint8Array(fromNode.length)
  if (found.length === 0) return found
  const index = buildSegmentIndex(network)
  for (let i = 0; i < found.length; i++) {
    if (isDriven(network.edges, index, fromNode[i] ?? 0, toNode[i] ?? 0)) found[i] = 1
  }
  return found
}

/** A one-way street has segments in one direction only. */
function isDriven(edges: EdgeTable, index: SegmentIndex, fromNode: number, toNode: number): boolean {
  let side = findSegment(edges, index, fromNode, toNode)
  for (; side !== NO_ID; side = findNextSegment(edges, index, side)) {
    if (edges.arc[edgeSideOf(edges, side)] !== NO_ID) return true
  }
  return false
}

function locateEvents(prepared: PreparedMap, { events }: FeedContent): Uint8Array {
  if (events.length === 0) return new Uint8Array(0)
  const metric = weigh(prepared, { profile: defaultProfile, holds: [], avoidAreas: [] })
  const locator = new EventLocator(buildMatchMap(prepared.map, metric))
  return Uint8Array.from(events, ({ where, direction }) => (locator.locate(where, direction) === undefined ? 0 : 1))
}
