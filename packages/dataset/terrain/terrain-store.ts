import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type HgtTile, parseTileName } from '@fairway/geo'
import { isFileMissing, replaceFileAtomically } from '../store/durable.ts'
import { isTileFile, readHgtFile } from './read-hgt.ts'

/** A tile in the data folder, or the reason why it is unusable. */
export interface StoredTile {
  /** Name of the corner, such as N42E001. */
  readonly name: string
  readonly file: string
  readonly bytes: number
  /** Distance between two samples, in arc seconds. */
  readonly arcSeconds?: number
  /** Fraction of the samples without a height. */
  readonly voidShare?: number
  readonly minMeters?: number
  readonly maxMeters?: number
  readonly error?: string
}

/** Error for an unusable tile. The message names the file and the problem. */
export class UnusableTileError extends Error {}

const VOID_SAMPLE = -32_768
const ARC_SECONDS_PER_DEGREE = 3600
/**
 * Range of valid heights in meters, from below the Dead Sea to above Mount Everest, with a margin for measurement
 * errors.
 */
const MIN_METERS = -600
const MAX_METERS = 9100

/** Elevation tiles in `<dataDir>/terrain`. Any number of processes can use the folder, and servers detect changes. */
export class TerrainStore {
  private readonly root: string

  constructor(dataDir: string) {
    this.root = join(resolve(dataDir), 'terrain')
  }

  /** Reads every tile and returns the tiles sorted by name. */
  async list(): Promise<StoredTile[]> {
    const tiles: StoredTile[] = []
    for (const { name, file } of await this.listFiles()) {
      const path = join(this.root, file)
      const { size: bytes } = await stat(path)
      tiles.push({ name, file, bytes, ...describeTile(path) })
    }
    return tiles.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Returns the paths of all tiles in these files and folders, including subfolders. */
  static async findTiles(paths: readonly string[]): Promise<string[]> {
    const tiles: string[] = []
    for (const path of paths) {
      const status = await stat(path).catch((error: Error) => {
        throw new UnusableTileError(`${path} cannot be read: ${error.message}`)
      })
      if (!status.isDirectory()) {
        tiles.push(path)
        continue
      }
      const tileFiles = (await readdir(path, { recursive: true })).filter(isTileFile).sort()
      if (tileFiles.length === 0)
        throw new UnusableTileError(`${path} contains no tiles; allowed: .hgt, .hgt.gz and .hgt.zip`)
      tiles.push(...tileFiles.map((file) => join(path, file)))
    }
    return tiles
  }

  /** Throws an UnusableTileError for the first tile that is damaged or has a wrong name. */
  static verify(paths: readonly string[]): void {
    for (const path of paths) readVerified(path)
  }

  /**
   * Stores a tile uncompressed, because reading it is then several times faster. An existing tile with the same corner
   * is replaced.
   */
  async add(path: string): Promise<StoredTile> {
    const tile = readVerified(path)
    const name = toTileName(tile)
    await mkdir(this.root, { recursive: true })
    const file = `${name}.hgt`
    const bytes = toBigEndian(tile.samples)
    await replaceFileAtomically(join(this.root, file), join(this.root, `.${randomUUID()}.part`), bytes)
    for (const other of await this.listFiles()) {
      if (other.name === name && other.file !== file) await rm(join(this.root, other.file), { force: true })
    }
    return { name, file, bytes: bytes.length, ...summarizeTile(tile) }
  }

  async listNames(): Promise<string[]> {
    return [...new Set((await this.listFiles()).map(({ name }) => name))].sort()
  }

  async remove(name: string): Promise<void> {
    for (const other of await this.listFiles())
      if (other.name === name) await rm(join(this.root, other.file), { force: true })
  }

  private async listFiles(): Promise<{ readonly name: string; readonly file: string }[]> {
    try {
      return (await readdir(this.root)).flatMap((file) => {
        const corner = isTileFile(file) ? parseTileName(file) : undefined
        return corner ? [{ name: toTileName(corner), file }] : []
      })
    } catch (error) {
      if (isFileMissing(error)) return []
      throw error
    }
  }
}

function readVerified(path: string): HgtTile {
  const tile = readTile(path)
  if ('message' in tile) throw new UnusableTileError(tile.message)
  const { minMeters, maxMeters, voidShare } = summarizeTile(tile)
  if (voidShare === 1) throw new UnusableTileError(`${path}: all heights are missing`)
  const invalidMeters = minMeters < MIN_METERS ? minMeters : maxMeters > MAX_METERS ? maxMeters : undefined
  if (invalidMeters !== undefined)
    throw new UnusableTileError(
      `${path}: has a height of ${invalidMeters} m; allowed: ${MIN_METERS} to ${MAX_METERS}; the file is damaged or has another byte order`,
    )
  return tile
}

function describeTile(path: string): Partial<StoredTile> {
  const tile = readTile(path)
  return 'message' in tile ? { error: tile.message } : summarizeTile(tile)
}

function readTile(path: string): HgtTile | { readonly message: string } {
  try {
    return readHgtFile(path)
  } catch (error) {
    return { message: `${path} cannot be read: ${(error as Error).message}` }
  }
}

function summarizeTile({ size, samples }: HgtTile) {
  let [minMeters, maxMeters, voids] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (let index = 0; index < samples.length; index++) {
    const meters = samples[index]
    if (meters === VOID_SAMPLE) voids++
    else {
      if (meters < minMeters) minMeters = meters
      if (meters > maxMeters) maxMeters = meters
    }
  }
  return { arcSeconds: ARC_SECONDS_PER_DEGREE / (size - 1), voidShare: voids / samples.length, minMeters, maxMeters }
}

function toTileName({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): string {
  const degrees = (value: number, digitCount: number) => `${Math.abs(value)}`.padStart(digitCount, '0')
  return `${latitude < 0 ? 'S' : 'N'}${degrees(latitude, 2)}${longitude < 0 ? 'W' : 'E'}${degrees(longitude, 3)}`
}

function toBigEndian(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2)
  for (let index = 0; index < samples.length; index++) bytes.writeInt16BE(samples[index], index * 2)
  return bytes
}
