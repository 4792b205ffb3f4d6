import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { type HgtTile, parseTileName, readHgt } from '@fairway/geo'

/** Maximum size of a tile in bytes. Files that decompress to more than 25.9 MB are not tiles. */
const MAX_TILE_BYTES = 3601 * 3601 * 2

const ZIP_LOCAL_HEADER = 0x04034b50
const ZIP_DIRECTORY_ENTRY = 0x02014b50
const ZIP_DIRECTORY_END = 0x06054b50
const ZIP_STORED = 0
const ZIP_DEFLATED = 8
const GZIP_MAGIC = 0x8b1f

export type HgtError = { readonly message: string }

/**
 * Returns whether a file with this name can be a tile. A zip archive must be read to find out whether it contains a
 * tile.
 */
export function isTileFile(name: string): boolean {
  return /\.hgt(\.gz|\.zip)?$|\.zip$/i.test(name)
}

/** Reads an elevation tile from a file such as `N42E001.hgt`, or compressed as `.hgt.gz` or `.hgt.zip`. */
export function readHgtFile(path: string): HgtTile | HgtError {
  return readHgtBytes(readFileSync(path), basename(path))
}

export function readHgtBytes(bytes: Buffer, name: string): HgtTile | HgtError {
  if (bytes.length < 4) return readHgt(bytes, name)
  if (bytes.readUInt16LE(0) === GZIP_MAGIC && /\.gz$/i.test(name)) return gunzipTile(bytes, name)
  if (bytes.readUInt32LE(0) !== ZIP_LOCAL_HEADER) return readHgt(bytes, name)
  const decompressed = unzipTile(bytes)
  if ('message' in decompressed) return { message: `${name}: ${decompressed.message}` }
  const [outerTile, innerTile] = [parseTileName(name), parseTileName(decompressed.name)]
  if (
    outerTile &&
    innerTile &&
    (outerTile.latitude !== innerTile.latitude || outerTile.longitude !== innerTile.longitude)
  )
    return {
      message: `${name}: contains ${decompressed.name}, which is another tile; give the zip the name of its tile`,
    }
  return readHgt(decompressed.bytes, decompressed.name)
}

function gunzipTile(bytes: Buffer, name: string): HgtTile | HgtError {
  try {
    return readHgt(gunzipSync(bytes, { maxOutputLength: MAX_TILE_BYTES }), name)
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return { message: `${name}: ${isTooLarge ? `decompresses to more than ${MAX_TILE_BYTES} bytes` : 'is damaged'}` }
  }
}

/**
 * Extracts the tile from a zip archive. The central directory at the end is used, because sizes in the local headers
 * may be missing.
 */
function unzipTile(zip: Buffer): { readonly name: string; readonly bytes: Uint8Array } | HgtError {
  try {
    const entries = listEntries(zip).filter(({ name }) => /\.hgt$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name))
    const [entry] = entries
    if (!entry || entries.length > 1) return { message: `the zip contains ${entries.length} .hgt files; allowed: 1` }
    if (entry.size > MAX_TILE_BYTES)
      return { message: `${entry.name} decompresses to ${entry.size} bytes; allowed: ${MAX_TILE_BYTES}` }
    const start = entry.offset + 30 + zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28)
    const compressed = zip.subarray(start, start + entry.compressedSize)
    if (entry.method === ZIP_STORED) return { name: entry.name, bytes: compressed }
    if (entry.method !== ZIP_DEFLATED)
      return { message: `is compressed with method ${entry.method}; allowed: 0 and 8 (deflate)` }
    return { name: entry.name, bytes: inflateRawSync(compressed, { maxOutputLength: MAX_TILE_BYTES }) }
  } catch {
    // Offsets point outside the file, or the stream is truncated.
    return { message: 'the zip is damaged' }
  }
}

interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly compressedSize: number
  readonly size: number
  readonly offset: number
}

function listEntries(zip: Buffer): ZipEntry[] {
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== ZIP_DIRECTORY_END) end--
  const entries: ZipEntry[] = []
  let offset = zip.readUInt32LE(end + 16)
  for (let remainingEntries = zip.readUInt16LE(end + 10); remainingEntries > 0; remainingEntries--) {
    if (zip.readUInt32LE(offset) !== ZIP_DIRECTORY_ENTRY) throw new RangeError('there is no entry here')
    const nameLength = zip.readUInt16LE(offset + 28)
    entries.push({
      name: zip.toString('utf8', offset + 46, offset + 46 + nameLength),
      method: zip.readUInt16LE(offset + 10),
      compressedSize: zip.readUInt32LE(offset + 20),
      size: zip.readUInt32LE(offset + 24),
      offset: zip.readUInt32LE(offset + 42),
    })
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32)
  }
  return entries
}
