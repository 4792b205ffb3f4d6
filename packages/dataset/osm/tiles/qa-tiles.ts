import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { OsmBlock } from '../block.ts'
import { MalformedProtobuf } from '../pbf/protobuf.ts'
import type { Progress } from '../text/decompress.ts'
import { DOWNLOAD_AGAIN_REMEDY, UnreadableExtract } from '../unreadable-extract.ts'
import { decodeQaTile } from './qa-tile.ts'
import { TileGrid } from './tile-grid.ts'
import { BorderElements } from './tile-seams.ts'
import { NotQaTileError } from './tile-strings.ts'
import { findLayer, type TileLayer } from './vector-tile.ts'

const QA_TILES_REMEDY = 'give OSM QA tiles: files named zoom-x-y.mvt with every element in the layer "osm"'

interface TileFile {
  readonly file: string
  readonly zoom: number
  readonly column: number
  readonly row: number
}

/**
 * Reads OSM QA tiles, which are vector tiles with all nodes, ways and tags of OSM. Vertices get negative IDs, because
 * the ways in QA tiles have no node IDs. Points that are not vertices keep their OSM IDs. Yields one block per tile and
 * a last block with the elements that tile borders cut.
 */
export async function* readQaTiles(files: readonly string[], onProgress?: Progress): AsyncGenerator<OsmBlock> {
  const tiles = files.map(toTileFile).sort((a, b) => a.column - b.column || a.row - b.row)
  const sizes = await Promise.all(tiles.map(async ({ file }) => (await stat(file)).size))
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  let borderElements: BorderElements | undefined
  let readBytes = 0
  for (const [index, tile] of tiles.entries()) {
    const { layer, grid } = await readTile(tile)
    const currentBorder = borderElements ?? new BorderElements(grid.worldUnits)
    borderElements = currentBorder
    if (grid.worldUnits !== currentBorder.worldUnits)
      throwUnreadable(tile.file, 'the tile has a different zoom level than the first one')
    yield withReadErrors(tile.file, () => decodeQaTile(layer, grid, currentBorder))
    readBytes += sizes[index]
    onProgress?.(readBytes, totalBytes)
  }
  if (borderElements) yield borderElements.finish()
}

function toTileFile(file: string): TileFile {
  const match = /^(\d{1,2})-(\d+)-(\d+)\.mvt$/.exec(basename(file))
  if (!match) throwUnreadable(file, 'the name of the tile does not contain its position')
  const [zoom, column, row] = match.slice(1).map(Number)
  if (column >= 2 ** zoom || row >= 2 ** zoom) throwUnreadable(file, `there is no such tile at zoom ${zoom}`)
  return { file, zoom, column, row }
}

async function readTile({ file, zoom, column, row }: TileFile): Promise<{ layer: TileLayer; grid: TileGrid }> {
  const bytes = await readFile(file)
  if (bytes.length === 0) throw new UnreadableExtract(file, 0, 'the file is empty', DOWNLOAD_AGAIN_REMEDY)
  const layer = withReadErrors(file, () => findLayer(decompress(file, bytes), 'osm'))
  if (!layer) throwUnreadable(file, 'the tile has no layer "osm"')
  const grid = new TileGrid(zoom, column, row, layer.extent)
  // World coordinates must fit into 32 bits.
  if (layer.extent < 1 || grid.worldUnits > 2 ** 32)
    throwUnreadable(file, `tiles cannot have ${layer.extent} units at zoom ${zoom}`)
  return { layer, grid }
}

const MAX_TILE_BYTES = 1024 ** 3

/** Decompresses a tile if it is compressed with gzip, as tile servers usually store tiles. */
function decompress(file: string, bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_TILE_BYTES })
  } catch {
    throw new UnreadableExtract(file, 0, 'the tile cannot be decompressed with gzip', DOWNLOAD_AGAIN_REMEDY)
  }
}

function throwUnreadable(file: string, problem: string): never {
  throw new UnreadableExtract(file, 0, problem, QA_TILES_REMEDY)
}

function withReadErrors<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotQaTileError) throwUnreadable(file, error.message)
    if (!(error instanceof MalformedProtobuf)) throw error
    throw new UnreadableExtract(file, error.position, error.message, DOWNLOAD_AGAIN_REMEDY)
  }
}
