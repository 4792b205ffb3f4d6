import {
  BoxClipper,
  BUFFERED_TILE_BOX,
  drawRings,
  type FeatureProperties,
  GeometryEncoder,
  GeometryType,
  Paths,
  TILE_BUFFER,
  TILE_EXTENT,
  type TileId,
  type TileLayer,
} from '@fairway/geo'
import { listFeatures } from './basemap-index.ts'
import { toNameProperties } from './names.ts'
import { BASEMAP_UNITS, type Basemap, type BasemapLayer, basemapLayers, FeatureFlag } from './schema.ts'

/** Minimum area of a ring or hole that is drawn, in square tile units. */
const MIN_RING_UNITS = 16

/**
 * Layers that are drawn as features. The coastline is excluded because it only separates land from sea (see
 * region-coast.ts).
 */
export type DrawnBasemapLayer = Exclude<BasemapLayer, 'coastline'>

/** Draws the base map of one dataset. Each thread needs a separate instance, because an instance reuses its buffers. */
export class BasemapTiles {
  private readonly basemap: Basemap
  private readonly paths = new Paths()
  private readonly clipper = new BoxClipper()
  private readonly encoder = new GeometryEncoder()
  private readonly decoder = new TextDecoder()

  constructor(basemap: Basemap) {
    this.basemap = basemap
  }

  draw(layers: Readonly<Record<DrawnBasemapLayer, TileLayer>>, tile: TileId): void {
    const { zoom, box, layer: layerColumn } = this.basemap
    const unit = BASEMAP_UNITS / 2 ** tile.z
    const margin = (unit * TILE_BUFFER) / TILE_EXTENT
    const [west, north] = [tile.x * unit, tile.y * unit]
    for (const feature of listFeatures(this.basemap, tile)) {
      if (zoom[feature] > tile.z) continue
      const boxOffset = 4 * feature
      if (box[boxOffset] > west + unit + margin || box[boxOffset + 2] < west - margin) continue
      if (box[boxOffset + 1] > north + unit + margin || box[boxOffset + 3] < north - margin) continue
      const name = basemapLayers[layerColumn[feature]]
      if (name !== 'coastline') this.drawFeature(layers[name], name, feature, tile)
    }
  }

  private drawFeature(layer: TileLayer, name: BasemapLayer, feature: number, tile: TileId): void {
    const { flags } = this.basemap
    const { encoder } = this
    const isPolygon = (flags[feature] & FeatureFlag.polygon) !== 0
    if ((flags[feature] & FeatureFlag.point) !== 0) return this.drawPoint(layer, name, feature, tile)
    const isInside = this.readPaths(feature, tile)
    const paths = isInside
      ? this.paths
      : this.clipper.clip(this.paths, isPolygon ? 'rings' : 'lines', BUFFERED_TILE_BOX)
    if (paths.count === 0) return
    encoder.beginFeature()
    if (isPolygon) drawRings(encoder, paths, { scale: 1, west: 0, north: 0, minWeight: -1, minArea: MIN_RING_UNITS })
    else {
      for (let path = 0, point = 0; path < paths.count; path++) {
        for (; point < paths.endOffsets[path]; point++) encoder.addPoint(paths.x[point], paths.y[point])
        encoder.endLine()
      }
    }
    if (encoder.isEmpty) return
    const tags = layer.encodeTags(this.describe(name, feature))
    layer.add(isPolygon ? GeometryType.polygon : GeometryType.line, encoder.bytes(), tags)
  }

  private drawPoint(layer: TileLayer, name: BasemapLayer, feature: number, { z, x, y }: TileId): void {
    const { box } = this.basemap
    const scale = (TILE_EXTENT * 2 ** z) / BASEMAP_UNITS
    const [column, row] = [box[4 * feature] * scale - x * TILE_EXTENT, box[4 * feature + 1] * scale - y * TILE_EXTENT]
    // A symbol outside this tile is drawn by the adjacent tile.
    if (column < 0 || column >= TILE_EXTENT || row < 0 || row >= TILE_EXTENT) return
    this.encoder.beginFeature()
    this.encoder.writePoint(column, row)
    layer.add(GeometryType.point, this.encoder.bytes(), layer.encodeTags(this.describe(name, feature)))
  }

  /**
   * Reads the paths of a feature in tile units, without points that are invisible at this zoom level. Returns true if
   * all points are inside the tile.
   */
  private readPaths(feature: number, tile: TileId): boolean {
    const { pathFirst, pointFirst, isHole, x, y, pointZoom, flags } = this.basemap
    const { paths } = this
    const scale = (TILE_EXTENT * 2 ** tile.z) / BASEMAP_UNITS
    const [west, north] = [tile.x * TILE_EXTENT, tile.y * TILE_EXTENT]
    const minPoints = (flags[feature] & FeatureFlag.polygon) !== 0 ? 4 : 2
    let isInside = true
    paths.clear()
    for (let path = pathFirst[feature]; path < pathFirst[feature + 1]; path++) {
      for (let point = pointFirst[path]; point < pointFirst[path + 1]; point++) {
        if (pointZoom[point] > tile.z) continue
        const column = x[point] * scale - west
        const row = y[point] * scale - north
        if (
          column < BUFFERED_TILE_BOX.west ||
          column > BUFFERED_TILE_BOX.east ||
          row < BUFFERED_TILE_BOX.north ||
          row > BUFFERED_TILE_BOX.south
        )
          isInside = false
        paths.add(column, row, 0)
      }
      paths.endPath(isHole[path], minPoints)
    }
    return isInside
  }

  private describe(layer: BasemapLayer, feature: number): FeatureProperties {
    const { flags, value, minValue } = this.basemap
    const hasFlag = (flag: number) => ((flags[feature] & flag) !== 0 ? 1 : undefined)
    const className = this.readText(this.basemap.class[feature])
    const names = toNameProperties(this.readText(this.basemap.name[feature]))
    switch (layer) {
      case 'buildings':
        return {
          class: className === 'part' ? 'part' : undefined,
          height: value[feature] / 10,
          min_height: minValue[feature] === 0 ? undefined : minValue[feature] / 10,
        }
      case 'borders':
        return { level: value[feature] }
      case 'pois':
        return { ...names, category: className, rank: value[feature] }
      case 'labels':
        return { ...names, class: className, rank: value[feature] }
      case 'land':
        return { class: className }
      case 'water':
        return { kind: className, intermittent: hasFlag(FeatureFlag.intermittent) }
      default:
        return {
          ...names,
          class: className,
          bridge: hasFlag(FeatureFlag.bridge),
          tunnel: hasFlag(FeatureFlag.tunnel),
          service: hasFlag(FeatureFlag.service),
          intermittent: hasFlag(FeatureFlag.intermittent),
        }
    }
  }

  private readText(index: number): string {
    if (index === 0) return ''
    const { textFirst, textBytes } = this.basemap
    // TextDecoder cannot decode from shared memory, so `slice` copies the bytes first.
    return this.decoder.decode(textBytes.slice(textFirst[index], textFirst[index + 1]))
  }
}
