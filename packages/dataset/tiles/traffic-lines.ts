import { type TileId, type TileLayer, toLatitude, toLongitude, toTileBox } from '@fairway/geo'
import { ArcTraffic, firstSectionOn, isActiveAt, NO_ID, type RoadNetwork, type TrafficState } from '@fairway/road'
import { LineDrawer } from './line-drawer.ts'
import { readEdgeBox } from './road-cells.ts'
import { classNames, minZoomOfEdge } from './road-zooms.ts'

/** Number of steps for live speed ratios. Few distinct values make tiles smaller, and the color scale is no finer. */
const RATIO_STEPS = 20

/**
 * Draws the roads of one map that have traffic data at a given time. Each thread needs a separate instance, because an
 * instance reuses its buffers.
 */
export class TrafficLines {
  private readonly network: RoadNetwork
  private readonly state: TrafficState
  private readonly drawer = new LineDrawer()
  /** Edges with traffic data in at least one direction, sorted by the zoom level at which they first appear. */
  private readonly edges: Uint32Array
  private readonly box = new Int32Array(4)

  constructor(network: RoadNetwork, state: TrafficState) {
    this.network = network
    this.state = state
    this.edges = listEdgesWithTraffic(network, state)
  }

  draw(layer: TileLayer, tile: TileId, nowMs: number): void {
    const { west, north, east, south } = toTileBox(tile)
    const [left, right] = [toLongitude(west), toLongitude(east)]
    const [bottom, top] = [toLatitude(south), toLatitude(north)]
    const { network, box } = this
    const tagsCache = new Map<number, Uint8Array>()
    this.drawer.beginTile(tile)
    for (const edge of this.edges) {
      // The edges are sorted by zoom level, so all later edges appear at higher zoom levels.
      if (minZoomOfEdge(network, edge) > tile.z) break
      if (!readEdgeBox(network, edge, box)) continue
      if (box[0] > top || box[2] < bottom || box[1] > right || box[3] < left) continue
      for (const direction of [0, 1]) this.drawSide(layer, tagsCache, edge, direction, nowMs)
    }
  }

  /** Draws one side of a road in the direction of travel, because maps draw the two sides next to each other. */
  private drawSide(
    layer: TileLayer,
    tagsCache: Map<number, Uint8Array>,
    edge: number,
    direction: number,
    nowMs: number,
  ): void {
    const { edges, roads } = this.network
    const arc = edges.arc[2 * edge + direction]
    if (arc === NO_ID) return
    const closedFlag = isArcClosed(this.state, arc, nowMs) ? 1 : 0
    const ratio = this.getSpeedRatio(arc)
    if (ratio < 0 && closedFlag === 0) return
    const roadClass = roads.roadClass[edges.road[edge]]
    const key = (roadClass * (RATIO_STEPS + 2) + ratio + 1) * 2 + closedFlag
    const properties = {
      ratio: ratio < 0 ? undefined : ratio / RATIO_STEPS,
      closed: closedFlag,
      class: classNames[roadClass],
    }
    const tags = tagsCache.get(key) ?? layer.encodeTags(properties)
    tagsCache.set(key, tags)
    this.drawer.drawEdge(layer, tags, this.network, edge, direction === 1)
  }

  /** Returns the quantized ratio of live speed to free-flow speed, or -1 if it is unknown. */
  private getSpeedRatio(arc: number): number {
    const liveDuration = this.state.live[arc]
    if ((this.state.flags[arc] & ArcTraffic.live) === 0 || liveDuration === 0) return -1
    return Math.min(RATIO_STEPS, Math.round((this.network.arcs.duration[arc] / liveDuration) * RATIO_STEPS))
  }
}

function isArcClosed({ flags, events }: TrafficState, arc: number, nowMs: number): boolean {
  if ((flags[arc] & ArcTraffic.closed) !== 0) return true
  if ((flags[arc] & ArcTraffic.event) === 0) return false
  for (let placementIndex = firstSectionOn(events, arc); events.sectionArc[placementIndex] === arc; placementIndex++) {
    const event = events.sectionEvent[placementIndex]
    if (events.closes[event] === 1 && isActiveAt(events, event, nowMs)) return true
  }
  return false
}

function listEdgesWithTraffic(network: RoadNetwork, { flags }: TrafficState): Uint32Array {
  const { edges } = network
  const edgeIndices: number[] = []
  for (let edge = 0; edge < edges.count; edge++) {
    const forwardArc = edges.arc[2 * edge]
    const backwardArc = edges.arc[2 * edge + 1]
    if ((forwardArc !== NO_ID && flags[forwardArc] !== 0) || (backwardArc !== NO_ID && flags[backwardArc] !== 0))
      edgeIndices.push(edge)
  }
  return Uint32Array.from(edgeIndices).sort((a, b) => minZoomOfEdge(network, a) - minZoomOfEdge(network, b) || a - b)
}
