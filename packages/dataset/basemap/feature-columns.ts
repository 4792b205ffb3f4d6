import { computePointWeights, Paths, TILE_EXTENT } from '@fairway/geo'
import { Uint32Builder } from '../osm/growing.ts'
import { buildBasemapIndex } from './basemap-index.ts'
import type { ClassifiedFeature } from './classify.ts'
import { BASEMAP_UNITS, type Basemap, basemapLayers } from './schema.ts'

/** Simplification tolerance in tile units. Eight units equal one pixel. */
const TOLERANCE_UNITS = 3
/** Lowest zoom level at which all points are drawn. */
const FULL_ZOOM = 16

interface FeatureOptions {
  readonly spec: ClassifiedFeature
  readonly name: string
  readonly zoom: number
  /** Area in world coordinates. The area determines the drawing order and is zero for lines and points. */
  readonly area: number
}

/** Collects features in any order and sorts them into columns. */
export class FeatureColumns {
  private readonly features: { options: FeatureOptions; path: number }[] = []
  private readonly paths = new Paths()

  /** Adds the points of a line or ring. The first point of a ring is repeated at its end. */
  addPath(x: ArrayLike<number>, y: ArrayLike<number>, isRing: boolean, isHole: boolean): void {
    const { paths } = this
    const first = paths.length
    for (let i = 0; i < x.length; i++) paths.add(x[i], y[i], 0)
    if (isRing) paths.add(x[0], y[0], 0)
    computePointWeights(paths.x, paths.y, paths.weight, first, paths.length - 1)
    paths.endPath(isHole ? 1 : 0, isRing ? 4 : 1)
  }

  /** Creates a feature from the paths added since the previous feature. A feature without paths is skipped. */
  endFeature(options: FeatureOptions): void {
    const previous = this.features.at(-1)?.path ?? 0
    if (this.paths.count > previous) this.features.push({ options, path: this.paths.count })
  }

  finish(translations: readonly string[]): Basemap {
    const order = Uint32Array.from(this.features.keys()).sort((a, b) => this.compare(a, b))
    const texts = new TextColumns()
    const count = order.length
    const columns = {
      layer: new Uint8Array(count),
      class: new Uint32Array(count),
      flags: new Uint8Array(count),
      zoom: new Uint8Array(count),
      value: new Uint16Array(count),
      minValue: new Uint16Array(count),
      name: new Uint32Array(count),
      box: new Int32Array(4 * count),
    }
    const geometry = new GeometryColumns(this.paths)
    for (const [index, feature] of order.entries()) {
      const { spec, name, zoom } = this.features[feature].options
      columns.layer[index] = basemapLayers.indexOf(spec.layer)
      columns.class[index] = texts.intern(spec.class)
      columns.flags[index] = spec.flags
      columns.zoom[index] = zoom
      columns.value[index] = spec.value ?? 0
      columns.minValue[index] = spec.minValue ?? 0
      columns.name[index] = texts.intern(name)
      const [from, to] = [this.features[feature - 1]?.path ?? 0, this.features[feature].path]
      columns.box.set(geometry.add(from, to), 4 * index)
    }
    const translation = Uint32Array.from(translations, (text) => texts.intern(text))
    const index = buildBasemapIndex(columns.zoom, columns.box)
    return { ...columns, ...geometry.finish(), translation, ...texts.finish(), ...index }
  }

  /** Compares two features by layer, then by descending area, because small areas are drawn over large ones. */
  private compare(a: number, b: number): number {
    const [first, second] = [this.features[a].options, this.features[b].options]
    const layerDifference = basemapLayers.indexOf(first.spec.layer) - basemapLayers.indexOf(second.spec.layer)
    return layerDifference || second.area - first.area || (first.spec.value ?? 0) - (second.spec.value ?? 0) || a - b
  }
}

class GeometryColumns {
  private readonly source: Paths
  private readonly pathFirst = new Uint32Builder()
  private readonly pointFirst = new Uint32Builder()
  private readonly holes: number[] = []
  private readonly x: Int32Array
  private readonly y: Int32Array
  private readonly pointZoom: Uint8Array
  private pointCount = 0

  constructor(source: Paths) {
    this.source = source
    this.x = new Int32Array(source.length)
    this.y = new Int32Array(source.length)
    this.pointZoom = new Uint8Array(source.length)
  }

  /** Copies paths and returns their bounding box. */
  add(from: number, to: number): [west: number, north: number, east: number, south: number] {
    const { source } = this
    let [west, north, east, south] = [2 ** 31 - 1, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31)]
    this.pathFirst.push(this.pointFirst.length)
    for (let path = from; path < to; path++) {
      this.pointFirst.push(this.pointCount)
      this.holes.push(source.labels[path])
      for (let point = source.startOf(path); point < source.endOffsets[path]; point++) {
        const x = Math.round(source.x[point] * BASEMAP_UNITS)
        const y = Math.round(source.y[point] * BASEMAP_UNITS)
        this.x[this.pointCount] = x
        this.y[this.pointCount] = y
        this.pointZoom[this.pointCount++] = toPointZoom(source.weight[point])
        west = Math.min(west, x)
        east = Math.max(east, x)
        north = Math.min(north, y)
        south = Math.max(south, y)
      }
    }
    return [west, north, east, south]
  }

  finish() {
    this.pathFirst.push(this.pointFirst.length)
    this.pointFirst.push(this.pointCount)
    return {
      pathFirst: this.pathFirst.finish(),
      pointFirst: this.pointFirst.finish(),
      isHole: Uint8Array.from(this.holes),
      x: this.x,
      y: this.y,
      pointZoom: this.pointZoom,
    }
  }
}

/** Returns the lowest zoom level at which removing the point would shift the line by more than the tolerance. */
function toPointZoom(weight: number): number {
  if (!(weight > 0)) return FULL_ZOOM
  const zoom = Math.ceil(Math.log2(TOLERANCE_UNITS / TILE_EXTENT / Math.sqrt(weight)))
  return Math.max(0, Math.min(FULL_ZOOM, zoom))
}

class TextColumns {
  private readonly indices = new Map<string, number>([['', 0]])

  intern(text: string): number {
    const existingIndex = this.indices.get(text)
    if (existingIndex !== undefined) return existingIndex
    this.indices.set(text, this.indices.size)
    return this.indices.size - 1
  }

  finish(): { textFirst: Uint32Array; textBytes: Uint8Array } {
    const encoder = new TextEncoder()
    const encoded = [...this.indices.keys()].map((text) => encoder.encode(text))
    const textFirst = new Uint32Array(encoded.length + 1)
    for (const [index, bytes] of encoded.entries()) textFirst[index + 1] = textFirst[index] + bytes.length
    const textBytes = new Uint8Array(textFirst[encoded.length])
    for (const [index, bytes] of encoded.entries()) textBytes.set(bytes, textFirst[index])
    return { textFirst, textBytes }
  }
}
