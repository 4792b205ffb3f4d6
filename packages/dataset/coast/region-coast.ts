import { EARTH_RADIUS_METERS, TILE_EXTENT, type TileId, toLatitude } from '@fairway/geo'
import { BASEMAP_UNITS, type Basemap, basemapLayers } from '../basemap/schema.ts'
import type { TypedArray } from '../format/typed-array.ts'
import { cutWater, WATER_ZOOM, type WaterSections } from '../tiles/build-water.ts'
import { WaterTiles } from '../tiles/water-tiles.ts'
import type { CoastChain } from './chains.ts'
import { joinCoast } from './join-coast.ts'

/** The water around a map: the coastline of the map joined with the coastline of the world. */
export interface RegionCoast {
  /** Range of tiles at zoom level `WATER_ZOOM` that the region replaces, inclusive. */
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
  readonly sections: WaterSections
}

/**
 * Zoom level of the stored coast. Tiles at higher zoom levels are cut from the stored coast. A tile unit is 60 cm at
 * the equator.
 */
const COAST_ZOOM = 14
/**
 * Maximum distance at which the two coastlines count as the same coast, in meters. The world coastline is accurate to
 * 100 m, but it is older than the map and does not include recent harbor extensions.
 */
const TOLERANCE_METERS = 400
/**
 * Maximum number of coast tiles. No valid map exceeds this limit, and it prevents a damaged map from exhausting memory.
 */
const MAX_TILES = 10_000

/**
 * Builds the coast of a map, or returns undefined for a map without a coast. Without world water data, the coast
 * continues straight beyond the edge of the map.
 */
export function buildRegionCoast(
  basemap: Basemap,
  water: ReadonlyMap<string, TypedArray> | undefined,
): RegionCoast | undefined {
  const localCoast = listCoastline(basemap)
  if (localCoast.length === 0) return undefined
  const [x, y] = [localCoast.flatMap((chain) => chain.x), localCoast.flatMap((chain) => chain.y)]
  const tolerance = toWorldDistance(TOLERANCE_METERS, y[0])
  const tileCount = 2 ** WATER_ZOOM
  const toTile = (value: number) => Math.max(0, Math.min(tileCount - 1, Math.floor(value * tileCount)))
  const range = {
    west: toTile(min(x) - 2 * tolerance),
    east: toTile(max(x) + 2 * tolerance),
    north: toTile(min(y) - 2 * tolerance),
    south: toTile(max(y) + 2 * tolerance),
  }
  const roots = listTiles(range)
  if (roots.length > MAX_TILES) return undefined
  const box = {
    west: range.west / tileCount,
    north: range.north / tileCount,
    east: (range.east + 1) / tileCount,
    south: (range.south + 1) / tileCount,
  }
  const world = water ? listWorldChains(new WaterTiles(water), roots) : []
  const rings = joinCoast({ local: localCoast, world, box, tolerance })
  return { ...range, sections: cutWater(rings, roots, COAST_ZOOM) }
}

export function openRegionCoast({ sections }: RegionCoast): WaterTiles {
  return new WaterTiles(sections, COAST_ZOOM)
}

/**
 * Returns whether the coast of the region replaces the world coast in a tile. At zoom levels below `WATER_ZOOM`, both
 * look the same.
 */
export function isInCoastRange({ west, north, east, south }: RegionCoast, { z, x, y }: TileId): boolean {
  if (z < WATER_ZOOM) return false
  const factor = 2 ** (z - WATER_ZOOM)
  const [column, row] = [Math.floor(x / factor), Math.floor(y / factor)]
  return column >= west && column <= east && row >= north && row <= south
}

function listCoastline({ layer, pathFirst, pointFirst, x, y }: Basemap): CoastChain[] {
  const coastline = basemapLayers.indexOf('coastline')
  const chains: CoastChain[] = []
  for (let feature = layer.indexOf(coastline); feature >= 0 && layer[feature] === coastline; feature++) {
    for (let path = pathFirst[feature]; path < pathFirst[feature + 1]; path++) {
      const [from, to] = [pointFirst[path], pointFirst[path + 1]]
      const toWorld = (value: number) => value / BASEMAP_UNITS
      chains.push({ x: Array.from(x.subarray(from, to), toWorld), y: Array.from(y.subarray(from, to), toWorld) })
    }
  }
  return chains
}

/** Lists the world shorelines in the tiles, each with land on its left. Edges along tile borders are not shorelines. */
function listWorldChains(water: WaterTiles, tiles: readonly TileId[]): CoastChain[] {
  const chains: CoastChain[] = []
  for (const tile of tiles) {
    const rings = water.readShores(tile)
    if (!rings) continue
    const scale = 2 ** -tile.z / TILE_EXTENT
    for (let ring = 0; ring < rings.count; ring++) {
      const points = Array.from({ length: rings.endOffsets[ring] - rings.startOf(ring) }, (_, i): [number, number] => [
        rings.x[rings.startOf(ring) + i],
        rings.y[rings.startOf(ring) + i],
      ])
      // Water is on the right, so rings around water run clockwise and rings around land counterclockwise.
      if (shoelace(points) > 0 !== (rings.labels[ring] === 0)) points.reverse()
      for (const piece of dropBorderEdges(points))
        chains.push({
          x: piece.map(([x]) => (tile.x * TILE_EXTENT + x) * scale),
          y: piece.map(([, y]) => (tile.y * TILE_EXTENT + y) * scale),
        })
    }
  }
  return chains
}

function shoelace(points: readonly (readonly [number, number])[]): number {
  let sum = 0
  for (let i = 0; i + 1 < points.length; i++) sum += points[i][0] * points[i + 1][1] - points[i + 1][0] * points[i][1]
  return sum
}

function dropBorderEdges(ring: readonly [number, number][]): [number, number][][] {
  const isBorder = (i: number) => {
    const [[ax, ay], [bx, by]] = [ring[i], ring[i + 1]]
    return (ax === bx && (ax <= 0 || ax >= TILE_EXTENT)) || (ay === by && (ay <= 0 || ay >= TILE_EXTENT))
  }
  const edgeCount = ring.length - 1
  const first = Array.from({ length: edgeCount }, (_, i) => i).find(isBorder)
  if (first === undefined) return [[...ring]]
  const pieces: [number, number][][] = []
  let piece: [number, number][] | undefined
  for (let step = 1; step <= edgeCount; step++) {
    const edge = (first + step) % edgeCount
    if (isBorder(edge)) {
      piece = undefined
      continue
    }
    if (!piece) {
      piece = [ring[edge]]
      pieces.push(piece)
    }
    piece.push(ring[edge + 1])
  }
  return pieces
}

function listTiles({
  west,
  north,
  east,
  south,
}: {
  west: number
  north: number
  east: number
  south: number
}): TileId[] {
  const tiles: TileId[] = []
  for (let y = north; y <= south; y++) for (let x = west; x <= east; x++) tiles.push({ z: WATER_ZOOM, x, y })
  return tiles
}

function toWorldDistance(meters: number, y: number): number {
  const latitude = ((toLatitude(y) / 1e6) * Math.PI) / 180
  return meters / (2 * Math.PI * EARTH_RADIUS_METERS * Math.cos(latitude))
}

function min(values: readonly number[]): number {
  return values.reduce((minimum, value) => Math.min(minimum, value))
}

function max(values: readonly number[]): number {
  return values.reduce((maximum, value) => Math.max(maximum, value))
}
