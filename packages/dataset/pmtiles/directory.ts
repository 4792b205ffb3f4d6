import { gzipSync } from 'node:zlib'
import { ByteWriter, type TileId } from '@fairway/geo'

/** Directories of a PMTiles archive, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */

/**
 * A directory entry. Consecutive tiles with the same bytes share an entry, and a run length of zero denotes a leaf
 * directory.
 */
export interface DirectoryEntry {
  readonly tileId: number
  readonly offset: number
  readonly length: number
  runLength: number
}

export interface Directories {
  readonly root: Uint8Array
  readonly leaves: Uint8Array
}

/** Number of bytes that a reader requests first. They must contain the header and the root directory. */
export const FIRST_REQUEST_BYTES = 16_384
export const HEADER_BYTES = 127
const MIN_LEAF_ENTRIES = 4096

/**
 * Returns the tile ID, which is the position on the Hilbert curve of the zoom level plus the number of tiles at lower
 * zoom levels.
 */
export function toPmtilesId({ z, x, y }: TileId): number {
  let id = (4 ** z - 1) / 3
  let [column, row] = [x, y]
  for (let size = 2 ** (z - 1); size >= 1; size /= 2) {
    const right = (column & size) === 0 ? 0 : 1
    const lower = (row & size) === 0 ? 0 : 1
    id += size * size * ((3 * right) ^ lower)
    if (lower === 1) continue
    if (right === 1) [column, row] = [size - 1 - column, size - 1 - row]
    ;[column, row] = [row, column]
  }
  return id
}

/**
 * Writes directories for entries sorted by tile. Leaf directories grow until the root directory fits into the first
 * request.
 */
export function writeDirectories(entries: readonly DirectoryEntry[]): Directories {
  const singleDirectory = writeDirectory(entries)
  if (fitsFirstRequest(singleDirectory)) return { root: singleDirectory, leaves: new Uint8Array(0) }
  for (let size = MIN_LEAF_ENTRIES; ; size *= 2) {
    const directories = writeLeaves(entries, size)
    if (fitsFirstRequest(directories.root)) return directories
  }
}

function fitsFirstRequest(root: Uint8Array): boolean {
  return HEADER_BYTES + root.length <= FIRST_REQUEST_BYTES
}

function writeLeaves(entries: readonly DirectoryEntry[], size: number): Directories {
  const leaves = new ByteWriter()
  const rootEntries: DirectoryEntry[] = []
  for (let first = 0; first < entries.length; first += size) {
    const leafEntries = entries.slice(first, first + size)
    const leaf = writeDirectory(leafEntries)
    rootEntries.push({ tileId: leafEntries[0].tileId, offset: leaves.length, length: leaf.length, runLength: 0 })
    leaves.append(leaf)
  }
  return { root: writeDirectory(rootEntries), leaves: leaves.view() }
}

function writeDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const writer = new ByteWriter()
  writer.varint(entries.length)
  let lastId = 0
  for (const { tileId } of entries) {
    writer.varint(tileId - lastId)
    lastId = tileId
  }
  for (const { runLength } of entries) writer.varint(runLength)
  for (const { length } of entries) writer.varint(length)
  let end = -1
  for (const { offset, length } of entries) {
    // Zero means that the data directly follows the data of the previous entry.
    writer.varint(offset === end ? 0 : offset + 1)
    end = offset + length
  }
  return gzipSync(writer.view())
}
