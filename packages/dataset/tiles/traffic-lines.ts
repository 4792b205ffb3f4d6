import { boxOf, latitudeAt, longitudeAt, type TileAddress, type TileLayer } from '@fairway/geo'
import { ArcTraffic, firstPlaceOn, holdsAt, NO_ID, type RoadNetwork, type TrafficState } from '@fairway/road'
import { LineDrawer } from './line-drawer.ts'
import { boxOfEdge } from './road-cells.ts'
import { classNames, zoomOfEdge } from './road-zooms.ts'

/** Live speeds are quantized, because few distinct values make tiles smaller and the color scale is no finer. */
const STEPS = 20

/** Roads with traffic data of one map at one instant. Reuses its memory, so each thread needs its own instance. */
export class TrafficLines {
  private readonly network: RoadNetwork
  private readonly state: TrafficState
  private readonly drawer = new LineDrawer()
  /** Edges with traffic on at least one side, sorted by the zoom at which they first appear. */
  private readonly edges: Uint32Array
  private readonly box = new Int32Array(4)

  constructor(network: RoadNetwork, state: TrafficState) {
    this.network = network
    this.state = state
    this.edges = edgesWithTraffic(network, state)
  }

  draw(layer: TileLayer, tile: TileAddress, nowMs: number): void {
    const { west, north, east, south } = boxOf(tile)
    const [left, right] = [longitudeAt(west), longitudeAt(east)]
    const [bottom, top] = [latitudeAt(south), latitudeAt(north)]
    const { network, box } = this
    const known = new Map<number, Uint8Array>()
    this.drawer.begin(tile)
    for (const edge of this.edges) {
      // The edges are sorted by zoom.
      if (zoomOfEdge(network, edge) > tile.z) break
      if (!boxOfEdge(network, edge, box)) continue
      if (box[0] > top || box[2] < bottom || box[1] > right || box[3] < left) continue
      for (const side of [0, 1]) this.drawSide(layer, known, edge, side, nowMs)
    }
  }

  /** Drawn in driving direction, because maps draw the two sides of a road next to each other. */
  private drawSide(layer: TileLayer, known: Map<number, Uint8Array>, edge: number, side: number, nowMs: number): void {
    const { edges, roads } = this.network
    const arc = edges.arc[2 * edge + side]
    if (arc === NO_ID) return
    const closed = isClosed(this.state, arc, nowMs) ? 1 : 0
    const ratio = this.ratioOf(arc)
    if (ratio < 0 && closed === 0) return
    const roadClass = roads.roadClass[edges.road[edge]]
    const key = (roadClass * (STEPS + 2) + ratio + 1) * 2 + closed
    const said = { ratio: ratio < 0 ? undefined : ratio / STEPS, closed, class: classNames[roadClass] }
    const tags = known.get(key) ?? layer.tagsOf(said)
    known.set(key, tags)
    this.drawer.drawEdge(layer, tags, this.network, edge, side === 1)
  }

  /** Ratio of live speed to free-flow speed, quantized. -1 if unknown. */
  private ratioOf(arc: number): number {
    const live = this.state.live[arc]
    if ((this.state.flags[arc] & ArcTraffic.live) === 0 || live === 0) return -1
    return Math.min(STEPS, Math.round((this.network.arcs.duration[arc] / live) * STEPS))
  }
}

function isClosed({ flags, events }: TrafficState, arc: number, nowMs: number): boolean {
  if ((flags[arc] & ArcTraffic.closed) !== 0) return true
  if ((flags[arc] & ArcTraffic.event) === 0) return false
  for (let place = firstPlaceOn(events, arc); events.placeArc[place] === arc; place++) {
    const event = events.placeEvent[place]
    if (events.closes[event] === 1 && holdsAt(events, event, nowMs)) return true
  }
  return false
}

function edgesWithTraffic(network: RoadNetwork, { flags }: TrafficState): Uint32Array {
  const { edges } = network
  const found: number[] = []
  for (let edge = 0; edge < edges.count; edge++) {
    const along = edges.arc[2 * edge]
    const against = edges.arc[2 * edge + 1]
    if ((along !== NO_ID && flags[along] !== 0) || (against !== NO_ID && flags[against] !== 0)) found.push(edge)
  }
  return Uint32Array.from(found).sort((a, b) => zoomOfEdge(network, a) - zoomOfEdge(network, b) || a - b)
}
