import { readFileSync } from 'node:fs'
import {
  BoxClipper,
  BUFFERED_TILE_BOX,
  computePointWeights,
  GeometryEncoder,
  GeometryType,
  Paths,
  type Position,
  parsePolyline,
  type ShapeDrawer,
  TILE_BUFFER,
  TILE_EXTENT,
  type TileId,
  type TileLayer,
  toWorldX,
  toWorldY,
} from '@fairway/geo'
import type { NameProperties } from '../basemap/names.ts'

/**
 * Highest zoom level at which the country borders are drawn, because they are accurate only to 1 km. At higher zoom
 * levels, maps contain exact borders.
 */
const MAX_BORDER_ZOOM = 8
/** Simplification tolerance in tile units. Eight units equal one pixel. */
const SIMPLIFY_TOLERANCE = 4

interface SeaLabel {
  readonly names: NameProperties
  readonly position: Position
  readonly fromZoom: number
  readonly toZoom: number
}

interface Border {
  readonly line: Paths
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

const readTable = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'))

/**
 * Returns the positions of country labels by country code, largest country first. Each label is in the middle of the
 * country, while gazetteers contain the position of the capital.
 */
export function readCountryLabels(): ReadonlyMap<string, Position> {
  const table = readTable(readFileSync(new URL('./data/country-labels.tsv', import.meta.url), 'utf8'))
  return new Map(table.map(([code = '', latitude, longitude]) => [code, [Number(latitude), Number(longitude)]]))
}

/** Returns the names of the seas in other languages, by their English name. The first row contains the languages. */
export function readSeaNames(): ReadonlyMap<string, NameProperties> {
  const [[, ...languages], ...rows] = readTable(readFileSync(new URL('./data/sea-names.tsv', import.meta.url), 'utf8'))
  return new Map(
    rows.map(([name = '', ...translations]) => [
      name,
      Object.fromEntries(
        languages.flatMap((language, i) => (translations[i] === name ? [] : [[`name:${language}`, translations[i]]])),
      ),
    ]),
  )
}

/**
 * Draws data that no compiled map contains: the borders of all countries and the names of the seas. Each thread needs a
 * separate instance.
 */
export class WorldOverview {
  private readonly borders: readonly Border[]
  private readonly seas: readonly SeaLabel[]
  private readonly paths = new Paths()
  private readonly clipper = new BoxClipper()
  private readonly encoder = new GeometryEncoder()

  constructor() {
    const lines = readFileSync(new URL('./data/borders.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    this.borders = lines.map(toBorder)
    const seas = readTable(readFileSync(new URL('./data/seas.tsv', import.meta.url), 'utf8'))
    const translations = readSeaNames()
    this.seas = seas.map(([name = '', latitude, longitude, fromZoom, toZoom]) => ({
      names: { name, ...translations.get(name) },
      position: [Number(latitude), Number(longitude)],
      fromZoom: Number(fromZoom),
      toZoom: Number(toZoom),
    }))
  }

  drawSeas(drawer: ShapeDrawer, layer: TileLayer, { z }: TileId): void {
    for (const { names, position, fromZoom, toZoom } of this.seas) {
      if (z >= fromZoom && z <= toZoom)
        drawer.drawPoint(layer, layer.encodeTags({ ...names, class: 'sea', rank: fromZoom }), position)
    }
  }

  drawBorders(layer: TileLayer, { z, x, y }: TileId): void {
    if (z > MAX_BORDER_ZOOM) return
    const scale = TILE_EXTENT * 2 ** z
    const margin = TILE_BUFFER / scale
    const [west, north, size] = [x / 2 ** z, y / 2 ** z, 2 ** -z]
    const minWeight = (SIMPLIFY_TOLERANCE / scale) ** 2
    const tags = layer.encodeTags({ level: 2 })
    for (const border of this.borders) {
      if (border.west > west + size + margin || border.east < west - margin) continue
      if (border.north > north + size + margin || border.south < north - margin) continue
      this.readLine(border, scale, x * TILE_EXTENT, y * TILE_EXTENT, minWeight)
      const clipped = this.clipper.clip(this.paths, 'lines', BUFFERED_TILE_BOX)
      this.encoder.beginFeature()
      for (let path = 0, point = 0; path < clipped.count; path++) {
        for (; point < clipped.endOffsets[path]; point++) this.encoder.addPoint(clipped.x[point], clipped.y[point])
        this.encoder.endLine()
      }
      if (!this.encoder.isEmpty) layer.add(GeometryType.line, this.encoder, tags)
    }
  }

  private readLine({ line }: Border, scale: number, west: number, north: number, minWeight: number): void {
    this.paths.clear()
    for (let point = 0; point < line.length; point++) {
      if (line.weight[point] > minWeight) this.paths.add(line.x[point] * scale - west, line.y[point] * scale - north, 0)
    }
    this.paths.endPath(0, 2)
  }
}

function toBorder(polyline: string): Border {
  const coordinates = parsePolyline(polyline, 5)
  if (!coordinates) throw new Error('a border of the world is not a polyline')
  const line = new Paths()
  for (const [i, longitude] of coordinates.longitude.entries())
    line.add(toWorldX(longitude), toWorldY(coordinates.latitude[i]), 0)
  computePointWeights(line.x, line.y, line.weight, 0, line.length - 1)
  const [x, y] = [line.x.subarray(0, line.length), line.y.subarray(0, line.length)]
  return { line, west: Math.min(...x), north: Math.min(...y), east: Math.max(...x), south: Math.max(...y) }
}
