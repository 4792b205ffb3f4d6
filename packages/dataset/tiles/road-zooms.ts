import { isLink, RoadClass, RoadFlag, type RoadNetwork } from '@fairway/road'

/**
 * Highest zoom level at which roads are drawn as joined and simplified lines. At higher zoom levels, roads are drawn
 * edge by edge.
 */
export const OVERVIEW_ZOOM = 11
/** Maximum zoom level of generated tiles. Clients overzoom these tiles at higher zoom levels. */
export const MAX_ZOOM = 16

const minZoomByClass: readonly number[] = [
  5, // motorway
  12,
  5, // trunk
  12,
  8, // primary
  12,
  10, // secondary
  12,
  12, // tertiary
  12,
  13, // unclassified
  13, // residential
  13, // living street
  14, // service
  13, // track
  8, // ferry
  8, // train
  14, // other
]

/** Class names in tiles. Links have the class of the road that they lead to. */
export const classNames: readonly string[] = [
  'motorway',
  'motorway',
  'trunk',
  'trunk',
  'primary',
  'primary',
  'secondary',
  'secondary',
  'tertiary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'track',
  'ferry',
  'train',
  'other',
]

/** Returns the lowest zoom level at which an edge is drawn. */
export function minZoomOfEdge({ edges, roads }: RoadNetwork, edge: number): number {
  return minZoomByClass[roads.roadClass[edges.road[edge]]] ?? 14
}

/** Returns the tile properties of a road. `oneway` is 1 along the line and -1 against it. */
export function describeRoad(
  network: RoadNetwork,
  road: number,
  getString: (stringIndex: number) => string,
  oneway?: -1 | 1,
) {
  const { roads } = network
  const roadClass = roads.roadClass[road]
  const flags = roads.flags[road]
  return {
    class: classNames[roadClass] ?? 'other',
    name: getString(roads.name[road]) || undefined,
    ref: getString(roads.ref[road]) || undefined,
    link: isLink(roadClass) ? 1 : undefined,
    tunnel: (flags & RoadFlag.tunnel) !== 0 ? 1 : undefined,
    bridge: (flags & RoadFlag.bridge) !== 0 ? 1 : undefined,
    toll: (flags & RoadFlag.toll) !== 0 ? 1 : undefined,
    unpaved: (flags & RoadFlag.unpaved) !== 0 || roadClass === RoadClass.track ? 1 : undefined,
    oneway,
  }
}
