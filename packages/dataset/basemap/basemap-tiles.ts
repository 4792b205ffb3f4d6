import {
  BoxClipper,
  BUFFERED_TILE_BOX,
  drawRings,
  type FeatureProperties,
  GeometryEncoder,
  GeometryType,
  Paths,
  TILE_EXTENT,
  type TileId,
  type TileLayer,
} from '@fairway/geo'
import { FeatureFinder, toUnitBox, type UnitBox } from './basemap-index.ts'
import { type NameProperties, toNameProperties } from './names.ts'
import { BASEMAP_UNITS, type Basemap, type BasemapLayer, basemapLayers, FeatureFlag } from './schema.ts'

/** Minimum area of a ring or hole that is drawn, in square tile units. */
const MIN_RING_UNITS = 16
/** Number of keys per layer for features with the same properties. A key with its layer fits into 53 bits. */
const MAX_PROPERTY_KEYS = 2 ** 49
const MAX_CLASSES = 2 ** 10

interface FeatureClass {
  readonly name: string
  /** Position in the order in which the classes were first drawn. */
  readonly number: number
}

/**
 * Layers that are drawn as features. The coastline is excluded because it only separates land from sea (see
 * region-coast.ts).
 */
export type DrawnBasemapLayer = Exclude<BasemapLayer, 'coastline'>

/** Draws the base map of one dataset. Each thread needs a separate instance, because an instance reuses its buffers. */
export class BasemapTiles {
  private readonly basemap: Basemap
  private readonly finder: FeatureFinder
  private readonly paths = new Paths()
  private readonly clipper = new BoxClipper()
  private readonly encoder = new GeometryEncoder()
  private readonly decoder = new TextDecoder()
  /** Classes by index in the string table. There are about a hundred. */
  private readonly classes = new Map<number, FeatureClass>()
  /** Encoded tags of the current tile. Most features of a tile have the same properties as another one. */
  private readonly tags = new Map<number, Uint8Array>()
  private translations: ReadonlyMap<string, NameProperties> | undefined
  private bounds: UnitBox = { west: 0, north: 0, east: 0, south: 0 }

  constructor(basemap: Basemap) {
    this.basemap = basemap
    this.finder = new FeatureFinder(basemap)
  }

  draw(layers: Readonly<Record<DrawnBasemapLayer, TileLayer>>, tile: TileId): void {
    const { layer: layerColumn, flags } = this.basemap
    this.tags.clear()
    this.bounds = toUnitBox(tile)
    for (const feature of this.finder.find(tile, this.bounds)) {
      const name = basemapLayers[layerColumn[feature]]
      if (name === 'coastline') continue
      if ((flags[feature] & FeatureFlag.point) !== 0) this.drawPoint(layers[name], name, feature, tile)
      else this.drawShape(layers[name], name, feature, tile)
    }
  }

  /** Returns a name of a street or settlement with its translations. Returns undefined if there are none. */
  findTranslations(name: string): NameProperties | undefined {
    this.translations ??= this.readTranslations()
    return this.translations.get(name)
  }

  private readTranslations(): ReadonlyMap<string, NameProperties> {
    const translations = new Map<string, NameProperties>()
    for (const index of this.basemap.translation ?? []) {
      const properties = toNameProperties(this.readText(index))
      if (properties.name !== undefined) translations.set(properties.name, properties)
    }
    return translations
  }

  private drawShape(layer: TileLayer, name: BasemapLayer, feature: number, tile: TileId): void {
    const { encoder } = this
    const isPolygon = (this.basemap.flags[feature] & FeatureFlag.polygon) !== 0
    encoder.beginFeature()
    if (!this.encodeInsidePath(feature, isPolygon, tile)) this.encodeClippedPaths(feature, isPolygon, tile)
    if (encoder.isEmpty) return
    layer.add(isPolygon ? GeometryType.polygon : GeometryType.line, encoder, this.encodeTags(layer, name, feature))
  }

  /**
   * Encodes a feature that is a single path inside the tile, such as most buildings, without copying its points. Returns
   * false for all other features.
   */
  private encodeInsidePath(feature: number, isPolygon: boolean, tile: TileId): boolean {
    const { pathFirst, pointFirst, x, y, pointZoom, box } = this.basemap
    const { encoder, bounds } = this
    const path = pathFirst[feature]
    if (pathFirst[feature + 1] !== path + 1) return false
    const offset = 4 * feature
    if (box[offset] < bounds.west || box[offset + 2] > bounds.east) return false
    if (box[offset + 1] < bounds.north || box[offset + 3] > bounds.south) return false
    const scale = (TILE_EXTENT * 2 ** tile.z) / BASEMAP_UNITS
    const [west, north] = [tile.x * TILE_EXTENT, tile.y * TILE_EXTENT]
    let count = 0
    for (let point = pointFirst[path], end = pointFirst[path + 1]; point < end; point++) {
      if (pointZoom[point] > tile.z) continue
      encoder.addPoint(x[point] * scale - west, y[point] * scale - north)
      count++
    }
    if (count < (isPolygon ? 4 : 2)) encoder.dropPath()
    else if (isPolygon) encoder.endRing(false, MIN_RING_UNITS)
    else encoder.endLine()
    return true
  }

  private encodeClippedPaths(feature: number, isPolygon: boolean, tile: TileId): void {
    const { encoder } = this
    this.readPaths(feature, isPolygon, tile)
    const paths = this.clipper.clip(this.paths, isPolygon ? 'rings' : 'lines', BUFFERED_TILE_BOX)
    if (isPolygon) {
      drawRings(encoder, paths, { scale: 1, west: 0, north: 0, minWeight: -1, minArea: MIN_RING_UNITS })
      return
    }
    for (let path = 0, point = 0; path < paths.count; path++) {
      for (; point < paths.endOffsets[path]; point++) encoder.addPoint(paths.x[point], paths.y[point])
      encoder.endLine()
    }
  }

  private drawPoint(layer: TileLayer, name: BasemapLayer, feature: number, { z, x, y }: TileId): void {
    const { box } = this.basemap
    const scale = (TILE_EXTENT * 2 ** z) / BASEMAP_UNITS
    const [column, row] = [box[4 * feature] * scale - x * TILE_EXTENT, box[4 * feature + 1] * scale - y * TILE_EXTENT]
    // A symbol outside this tile is drawn by the adjacent tile.
    if (column < 0 || column >= TILE_EXTENT || row < 0 || row >= TILE_EXTENT) return
    this.encoder.beginFeature()
    this.encoder.writePoint(column, row)
    layer.add(GeometryType.point, this.encoder, this.encodeTags(layer, name, feature))
  }

  /** Reads the paths of a feature in tile units, without points that are invisible at this zoom level. */
  private readPaths(feature: number, isPolygon: boolean, tile: TileId): void {
    const { pathFirst, pointFirst, isHole, x, y, pointZoom } = this.basemap
    const { paths } = this
    const scale = (TILE_EXTENT * 2 ** tile.z) / BASEMAP_UNITS
    const [west, north] = [tile.x * TILE_EXTENT, tile.y * TILE_EXTENT]
    const minPoints = isPolygon ? 4 : 2
    paths.clear()
    for (let path = pathFirst[feature]; path < pathFirst[feature + 1]; path++) {
      for (let point = pointFirst[path]; point < pointFirst[path + 1]; point++) {
        if (pointZoom[point] <= tile.z) paths.add(x[point] * scale - west, y[point] * scale - north, 0)
      }
      paths.endPath(isHole[path], minPoints)
    }
  }

  /** Encodes the properties of a feature once per tile for all features with the same properties. */
  private encodeTags(layer: TileLayer, name: BasemapLayer, feature: number): Uint8Array {
    const key = this.toTagKey(name, feature)
    // Nearly every symbol and label has its own name.
    if (key < 0) return layer.encodeTags(this.describe(name, feature))
    const cached = this.tags.get(key)
    if (cached) return cached
    const tags = layer.encodeTags(this.describe(name, feature))
    this.tags.set(key, tags)
    return tags
  }

  /** Returns a number that is equal for features of a tile with equal properties, or -1 if there is none. */
  private toTagKey(name: BasemapLayer, feature: number): number {
    const { layer, flags, value, minValue } = this.basemap
    const layerKey = layer[feature] * MAX_PROPERTY_KEYS
    switch (name) {
      case 'pois':
      case 'labels':
        return -1
      case 'borders':
        return layerKey + value[feature]
      case 'buildings': {
        const isPart = this.readClass(feature).name === 'part' ? 1 : 0
        return layerKey + (minValue[feature] * 2 ** 16 + value[feature]) * 2 + isPart
      }
      default: {
        const { number } = this.readClass(feature)
        const nameIndex = name === 'land' || name === 'water' ? 0 : this.basemap.name[feature]
        return number < MAX_CLASSES ? layerKey + (nameIndex * MAX_CLASSES + number) * 2 ** 6 + flags[feature] : -1
      }
    }
  }

  private describe(layer: BasemapLayer, feature: number): FeatureProperties {
    const { flags, value, minValue } = this.basemap
    const hasFlag = (flag: number) => ((flags[feature] & flag) !== 0 ? 1 : undefined)
    const className = this.readClass(feature).name
    const readNames = () => toNameProperties(this.readText(this.basemap.name[feature]))
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
        return { ...readNames(), category: className, rank: value[feature] }
      case 'labels':
        return { ...readNames(), class: className, rank: value[feature] }
      case 'land':
        return { class: className }
      case 'water':
        return { kind: className, intermittent: hasFlag(FeatureFlag.intermittent) }
      default:
        return {
          ...readNames(),
          class: className,
          bridge: hasFlag(FeatureFlag.bridge),
          tunnel: hasFlag(FeatureFlag.tunnel),
          service: hasFlag(FeatureFlag.service),
          intermittent: hasFlag(FeatureFlag.intermittent),
        }
    }
  }

  private readClass(feature: number): FeatureClass {
    const index = this.basemap.class[feature]
    const cached = this.classes.get(index)
    if (cached) return cached
    const featureClass = { name: this.readText(index), number: this.classes.size }
    this.classes.set(index, featureClass)
    return featureClass
  }

  private readText(index: number): string {
    if (index === 0) return ''
    const { textFirst, textBytes } = this.basemap
    // TextDecoder cannot decode from shared memory, so `slice` copies the bytes first.
    return this.decoder.decode(textBytes.slice(textFirst[index], textFirst[index + 1]))
  }
}
