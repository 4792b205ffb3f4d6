import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { type TileId, toWorldX, toWorldY } from '@fairway/geo'
import type { BoundingBox } from '../compile-options.ts'
import { type DirectoryEntry, FIRST_REQUEST_BYTES, HEADER_BYTES, toPmtilesId, writeDirectories } from './directory.ts'

export interface ArchiveOptions {
  readonly path: string
  readonly bounds: BoundingBox
  readonly minZoom: number
  readonly maxZoom: number
  /** Metadata as in TileJSON, such as vector layers and attribution. */
  readonly metadata: object
  /** Draws a tile. Returns no bytes for an empty tile. */
  readonly draw: (tile: TileId) => Uint8Array
  readonly onProgress?: ((doneTileCount: number, allTileCount: number) => void) | undefined
}

export interface ArchiveSummary {
  readonly tileCount: number
  /** Number of distinct tiles. For example, all tiles of open water are identical. */
  readonly contentCount: number
  readonly bytes: number
}

const MICRODEGREES_PER_DEGREE = 1e6
const GZIP_COMPRESSION = 2
const VECTOR_TILES = 1
const PROGRESS_TILES = 256

interface TileRange {
  readonly firstRow: number
  readonly rows: number
  readonly firstColumn: number
  readonly columns: number
}

/** Returns the range of tiles that touch the bounds. Columns wrap at the antimeridian. */
function toTileRange({ south, west, north, east }: BoundingBox, z: number): TileRange {
  const count = 2 ** z
  const clamp = (cell: number) => Math.max(0, Math.min(count - 1, Math.floor(cell)))
  const firstRow = clamp(toWorldY(north * MICRODEGREES_PER_DEGREE) * count)
  const firstColumn = clamp(toWorldX(west * MICRODEGREES_PER_DEGREE) * count)
  const lastColumn = clamp(toWorldX(east * MICRODEGREES_PER_DEGREE) * count) + (west > east ? count : 0)
  return {
    firstRow,
    rows: clamp(toWorldY(south * MICRODEGREES_PER_DEGREE) * count) - firstRow + 1,
    firstColumn,
    columns: Math.min(count, lastColumn - firstColumn + 1),
  }
}

export function countTilesInBounds(bounds: BoundingBox, minZoom: number, maxZoom: number): number {
  let count = 0
  for (let z = minZoom; z <= maxZoom; z++) {
    const { rows, columns } = toTileRange(bounds, z)
    count += rows * columns
  }
  return count
}

/** Lists all tiles that touch the bounds, in the order of the archive. */
export function listTilesInBounds(bounds: BoundingBox, minZoom: number, maxZoom: number): TileId[] {
  const tileCount: TileId[] = []
  for (let z = minZoom; z <= maxZoom; z++) {
    const { firstRow, rows, firstColumn, columns } = toTileRange(bounds, z)
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < columns; i++) tileCount.push({ z, x: (firstColumn + i) % 2 ** z, y: firstRow + row })
  }
  return tileCount
    .map((tile) => ({ tile, id: toPmtilesId(tile) }))
    .sort((a, b) => a.id - b.id)
    .map(({ tile }) => tile)
}

/**
 * Writes an archive of all tiles in the bounds. The first 16 KiB are reserved for the header and the root directory,
 * which are written last. Tiles are written as they are drawn, so no tile stays in memory. The file is renamed to its
 * final name when it is complete.
 */
export async function writeArchive(options: ArchiveOptions): Promise<ArchiveSummary> {
  const partialPath = `${options.path}.partial`
  const file = await open(partialPath, 'w')
  try {
    const summary = await writeSections(file, options)
    await file.sync()
    await file.close()
    await rename(partialPath, options.path)
    return summary
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(partialPath, { force: true })
    throw error
  }
}

async function writeSections(file: FileHandle, options: ArchiveOptions): Promise<ArchiveSummary> {
  const { bounds, minZoom, maxZoom, metadata } = options
  const { entries, tileBytes, contents: contentCount } = await writeTiles(file, options)
  const { root, leaves } = writeDirectories(entries)
  const metadataBytes = gzipSync(JSON.stringify(metadata))
  const metadataOffset = FIRST_REQUEST_BYTES + tileBytes
  const leavesOffset = metadataOffset + metadataBytes.length
  const tileCount = entries.reduce((sum, { runLength }) => sum + runLength, 0)
  const numbers = [
    ...[HEADER_BYTES, root.length, metadataOffset, metadataBytes.length, leavesOffset, leaves.length],
    ...[FIRST_REQUEST_BYTES, tileBytes, tileCount, entries.length, contentCount],
  ]
  await writeAt(file, toHeader(numbers, bounds, minZoom, maxZoom), 0)
  await writeAt(file, root, HEADER_BYTES)
  await writeAt(file, metadataBytes, metadataOffset)
  await writeAt(file, leaves, leavesOffset)
  return { tileCount, contentCount, bytes: leavesOffset + leaves.length }
}

async function writeTiles(file: FileHandle, { bounds, minZoom, maxZoom, draw, onProgress }: ArchiveOptions) {
  const entries: DirectoryEntry[] = []
  const storedTiles = new Map<string, { readonly offset: number; readonly length: number }>()
  let tileBytes = 0
  const tileCount = listTilesInBounds(bounds, minZoom, maxZoom)
  for (const [index, tile] of tileCount.entries()) {
    if (index % PROGRESS_TILES === 0) onProgress?.(index, tileCount.length)
    const bytes = draw(tile)
    if (bytes.length === 0) continue
    const hash = createHash('sha256').update(bytes).digest('base64')
    let content = storedTiles.get(hash)
    if (!content) {
      const compressed = gzipSync(bytes)
      content = { offset: tileBytes, length: compressed.length }
      storedTiles.set(hash, content)
      await writeAt(file, compressed, FIRST_REQUEST_BYTES + tileBytes)
      tileBytes += compressed.length
    }
    addTile(entries, toPmtilesId(tile), content)
  }
  onProgress?.(tileCount.length, tileCount.length)
  return { entries, tileBytes, contents: storedTiles.size }
}

function addTile(entries: DirectoryEntry[], tileId: number, content: { offset: number; length: number }): void {
  const last = entries.at(-1)
  if (last && last.offset === content.offset && last.tileId + last.runLength === tileId) last.runLength++
  else entries.push({ tileId, ...content, runLength: 1 })
}

/** Encodes the header. `numbers` contains offsets, lengths and counts in the order of the specification. */
function toHeader(
  numbers: readonly number[],
  { south, west, north, east }: BoundingBox,
  minZoom: number,
  maxZoom: number,
): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(3, 7)
  for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  const isClustered = 1
  header.set([isClustered, GZIP_COMPRESSION, GZIP_COMPRESSION, VECTOR_TILES, minZoom, maxZoom], 96)
  // An archive cannot cross the antimeridian, so these bounds span the whole width of the world.
  const [left, right] = west > east ? [-180, 180] : [west, east]
  const center = [(left + right) / 2, (south + north) / 2]
  for (const [index, degrees] of [left, south, right, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index)
  header.writeUInt8(Math.min(maxZoom, Math.max(minZoom, 12)), 118)
  for (const [index, degrees] of center.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 119 + 4 * index)
  return header
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let writtenBytes = 0; writtenBytes < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, writtenBytes, bytes.length - writtenBytes, position + writtenBytes)
    writtenBytes += bytesWritten
  }
}
