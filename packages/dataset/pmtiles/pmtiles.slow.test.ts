import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom, type TileId } from '@fairway/geo'
import { PMTiles, type Source, zxyToTileId } from 'pmtiles'
import { afterAll, expect, test } from 'vitest'
import { FIRST_REQUEST_BYTES, HEADER_BYTES, toPmtilesId } from './directory.ts'
import { countTilesInBounds, listTilesInBounds, writeArchive } from './write-archive.ts'

const path = join(tmpdir(), `fairway-${process.pid}.pmtiles`)
const bounds = { south: -34.95, west: -56.25, north: -34.85, east: -56.1 }
/** Draws empty tiles, many identical tiles and some unique tiles. */
const drawTile = ({ z, x, y }: TileId): Uint8Array => {
  if ((x + y) % 7 === 0) return new Uint8Array(0)
  return new TextEncoder().encode(x % 3 === 0 ? `tile ${z}/${x}/${y}` : 'water')
}

afterAll(() => rm(path, { force: true }))

/** Opens the archive with the reference reader of the PMTiles project. */
function openArchive(file: Buffer): PMTiles {
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => ({
      data: new Uint8Array(file.subarray(offset, offset + length)).buffer as ArrayBuffer,
    }),
  }
  return new PMTiles(source)
}

test('numbers tiles as the format specifies, for random tiles up to zoom level 16 (seed 1)', () => {
  const random = seededRandom(1)
  for (let round = 0; round < 500; round++) {
    const z = Math.floor(random() * 17)
    const [x, y] = [Math.floor(random() * 2 ** z), Math.floor(random() * 2 ** z)]
    expect([z, x, y, toPmtilesId({ z, x, y })]).toEqual([z, x, y, zxyToTileId(z, x, y)])
  }
})

test('lists each tile of an area once, in ascending order, even across the antimeridian', () => {
  for (const box of [bounds, { south: -18, west: 177, north: -16, east: -178 }]) {
    const ids = listTilesInBounds(box, 0, 10).map(toPmtilesId)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(countTilesInBounds(box, 0, 10)).toBe(ids.length)
  }
  const columns = listTilesInBounds({ south: -1, west: 170, north: 1, east: -170 }, 3, 3).map(({ x }) => x)
  expect(new Set(columns)).toEqual(new Set([7, 0]))
})

test('writes an archive from which the reader gets every tile, the bounds and the metadata', async () => {
  const metadata = { name: 'Montevideo', attribution: '© someone' }
  const summary = await writeArchive({ path, bounds, minZoom: 2, maxZoom: 14, metadata, draw: drawTile })
  const file = await readFile(path)
  const archive = openArchive(file)
  const decoder = new TextDecoder()
  let tiles = 0
  for (const tile of listTilesInBounds(bounds, 2, 14)) {
    const drawn = drawTile(tile)
    const read = await archive.getZxy(tile.z, tile.x, tile.y)
    expect(read === undefined ? '' : decoder.decode(read.data)).toBe(decoder.decode(drawn))
    if (drawn.length > 0) tiles++
  }
  const header = await archive.getHeader()
  expect(await archive.getZxy(14, 0, 0)).toBeUndefined()
  expect(await archive.getMetadata()).toEqual(metadata)
  expect(header).toMatchObject({
    ...{ specVersion: 3, clustered: true, tileType: 1, tileCompression: 2, minZoom: 2, maxZoom: 14 },
    ...{ minLon: bounds.west, minLat: bounds.south, maxLon: bounds.east, maxLat: bounds.north },
    ...{ numAddressedTiles: tiles, numTileContents: summary.contentCount },
  })
  expect(summary).toMatchObject({ tileCount: tiles, bytes: file.length })
  expect(summary.contentCount).toBeLessThan(tiles)
})

test('splits a directory that does not fit into the first request', async () => {
  const box = { south: -2, west: 0, north: 2, east: 5.4 }
  const drawn = new Map<number, Uint8Array>()
  const random = seededRandom(2)
  const pool = Uint8Array.from({ length: 4096 }, () => random() * 256)
  const draw = (tile: TileId) => {
    const first = Math.floor(random() * 3000)
    const bytes = pool.subarray(first, random() < 0.2 ? first : first + 1 + random() * 1000)
    drawn.set(toPmtilesId(tile), bytes)
    return bytes
  }
  await writeArchive({ path, bounds: box, minZoom: 12, maxZoom: 13, metadata: {}, draw })
  const archive = openArchive(await readFile(path))
  const header = await archive.getHeader()
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(HEADER_BYTES + header.rootDirectoryLength).toBeLessThanOrEqual(FIRST_REQUEST_BYTES)
  const tiles = listTilesInBounds(box, 12, 13).filter((_, index) => index % 211 === 0)
  for (const tile of tiles) {
    const read = await archive.getZxy(tile.z, tile.x, tile.y)
    expect(new Uint8Array(read?.data ?? new ArrayBuffer(0))).toEqual(drawn.get(toPmtilesId(tile)))
  }
})

test('leaves no file behind when a tile cannot be drawn', async () => {
  const failing = `${path}.failing`
  const draw = () => {
    throw new Error('no data')
  }
  const archive = writeArchive({ path: failing, bounds, minZoom: 0, maxZoom: 1, metadata: {}, draw })
  await expect(archive).rejects.toThrow('no data')
  for (const name of [failing, `${failing}.partial`]) await expect(readFile(name)).rejects.toThrow('ENOENT')
})
