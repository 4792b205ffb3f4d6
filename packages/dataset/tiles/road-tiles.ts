import {
  type FeatureProperties,
  TILE_EXTENT,
  type TileId,
  type TileLayer,
  toLatitude,
  toLongitude,
  toTileBox,
} from '@fairway/geo'
import { NO_ID, type RoadNetwork, type TextCache } from '@fairway/road'
import type { NameProperties } from '../basemap/names.ts'
import { LineDrawer } from './line-drawer.ts'
import { buildRoadCells, listEdgesInTile, type RoadCells, readEdgeBox } from './road-cells.ts'
import { buildOverview, OVERVIEW_UNITS, type RoadOverview } from './road-overview.ts'
import { describeRoad, MAX_ZOOM, minZoomOfEdge, OVERVIEW_ZOOM } from './road-zooms.ts'

/** Additional data for drawing the roads of a dataset, built once per dataset and shared by threads. */
export interface RoadTileIndex {
  readonly overview: RoadOverview
  /** Edges that appear at zoom level 12 or lower, and edges that appear only at higher zoom levels. */
  readonly major: RoadCells
  readonly minor: RoadCells
}

const MAJOR_ZOOM = OVERVIEW_ZOOM + 1
/** Minimum length of a piece in tile units. Shorter pieces are invisible in an overview. */
const MIN_LENGTH_UNITS = 4

export function buildRoadTileIndex(network: RoadNetwork): RoadTileIndex {
  return {
    overview: buildOverview(network),
    major: buildRoadCells(network, MAJOR_ZOOM, 0, MAJOR_ZOOM),
    minor: buildRoadCells(network, MAJOR_ZOOM + 1, MAJOR_ZOOM + 1, MAX_ZOOM),
  }
}

/** Draws the roads of one dataset. Each thread needs a separate instance, because an instance reuses its buffers. */
export class RoadTiles {
  readonly network: RoadNetwork
  private readonly strings: TextCache
  private readonly index: RoadTileIndex
  private readonly drawer = new LineDrawer()
  private readonly box = new Int32Array(4)
  private readonly getString = (stringIndex: number) => this.strings.get(stringIndex)
  private readonly findTranslations: (name: string) => NameProperties | undefined

  constructor(
    network: RoadNetwork,
    strings: TextCache,
    index: RoadTileIndex,
    findTranslations: (name: string) => NameProperties | undefined = () => undefined,
  ) {
    this.network = network
    this.strings = strings
    this.index = index
    this.findTranslations = findTranslations
  }

  draw(layer: TileLayer, tile: TileId): void {
    this.drawer.beginTile(tile)
    if (tile.z <= OVERVIEW_ZOOM) this.drawOverview(layer, tile)
    else this.drawEdges(layer, tile)
  }

  private drawEdges(layer: TileLayer, tile: TileId): void {
    const { box, network } = this
    const { west, north, east, south } = toTileBox(tile)
    const [left, right] = [toLongitude(west), toLongitude(east)]
    const [bottom, top] = [toLatitude(south), toLatitude(north)]
    const tagsByRoad = new Map<number, Uint8Array>()
    for (const cells of [this.index.major, this.index.minor]) {
      if (cells.zoom > tile.z) continue
      for (const edge of listEdgesInTile(cells, tile.z, tile.x, tile.y)) {
        if (minZoomOfEdge(network, edge) > tile.z || !readEdgeBox(network, edge, box)) continue
        if (box[0] > top || box[2] < bottom || box[1] > right || box[3] < left) continue
        this.drawer.drawEdge(layer, this.encodeTags(layer, edge, tagsByRoad), network, edge, false)
      }
    }
  }

  private encodeTags(layer: TileLayer, edge: number, tagsByRoad: Map<number, Uint8Array>): Uint8Array {
    const road = this.network.edges.road[edge]
    const oneway = getOneway(this.network, edge)
    const key = road * 3 + oneway + 1
    const cached = tagsByRoad.get(key)
    if (cached) return cached
    const tags = layer.encodeTags(this.translate(this.describe(road, oneway || undefined)))
    tagsByRoad.set(key, tags)
    return tags
  }

  private drawOverview(layer: TileLayer, tile: TileId): void {
    const { overview } = this.index
    const { box, road, zoom } = overview
    const bounds = toTileBox(tile)
    const [west, east] = [bounds.west * OVERVIEW_UNITS, bounds.east * OVERVIEW_UNITS]
    const [north, south] = [bounds.north * OVERVIEW_UNITS, bounds.south * OVERVIEW_UNITS]
    const minLength = (MIN_LENGTH_UNITS / TILE_EXTENT) * 2 ** -tile.z * OVERVIEW_UNITS
    const tagsCache = new Map<number, Uint8Array>()
    for (let line = 0; line < road.length; line++) {
      const boxOffset = 4 * line
      if (zoom[line] > tile.z || box[boxOffset + 1] > south || box[boxOffset + 3] < north) continue
      const isInTile = box[boxOffset] <= east && box[boxOffset + 2] >= west
      const crossesAntimeridian = box[boxOffset] < 0 || box[boxOffset + 2] > OVERVIEW_UNITS
      if (!isInTile && !crossesAntimeridian) continue
      if (box[boxOffset + 2] - box[boxOffset] < minLength && box[boxOffset + 3] - box[boxOffset + 1] < minLength)
        continue
      const tags = tagsCache.get(road[line]) ?? layer.encodeTags(this.describeForOverview(road[line]))
      tagsCache.set(road[line], tags)
      this.drawer.drawOverview(layer, tags, overview, line)
    }
  }

  private describeForOverview(road: number) {
    const { class: roadClass, ref, toll } = this.describe(road)
    return { class: roadClass, ref, toll }
  }

  private describe(road: number, oneway?: -1 | 1) {
    return describeRoad(this.network, road, this.getString, oneway)
  }

  private translate(properties: FeatureProperties & { readonly name: string | undefined }): FeatureProperties {
    const names = properties.name === undefined ? undefined : this.findTranslations(properties.name)
    return names ? { ...properties, ...names } : properties
  }
}

/** Returns 1 if only the edge's direction is open, -1 if only the reverse is open, and 0 otherwise. */
function getOneway({ edges }: RoadNetwork, edge: number): -1 | 0 | 1 {
  if (edges.arc[2 * edge + 1] === NO_ID) return 1
  return edges.arc[2 * edge] === NO_ID ? -1 : 0
}
