import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HgtTerrain, type Position, parseTileName, type Terrain } from '@fairway/geo'
import { isFileMissing } from '../store/durable.ts'
import { isTileFile, readHgtFile } from './read-hgt.ts'

interface LoadedTile {
  readonly terrain: Terrain | undefined
  readonly bytes: number
  readonly stamp: string
  /** Reason why the tile contains no elevations. */
  readonly error?: string
}

export interface TerrainFolderOptions {
  /** Memory limit for tiles in this thread, in bytes. */
  readonly maxBytes?: number
  readonly now?: () => number
}

/**
 * Default memory limit in bytes, for 3 tiles at one arc second or 30 tiles at three arc seconds. A flight seldom needs
 * more tiles at the same time. The compiler sets a higher limit.
 */
const MAX_BYTES = 80 * 1024 * 1024
const RESCAN_INTERVAL_MS = 1000
/** Name of the file in the folder that contains the attribution for tiles from other sources. */
const ATTRIBUTION_FILE = 'attribution.txt'
const DEFAULT_ATTRIBUTION = 'Terrain: SRTM (NASA, public domain)'

/**
 * Terrain from the tiles in `<dataDir>/terrain`. Tiles are read on demand, and the least recently used tiles are
 * evicted first.
 */
export class TerrainFolder implements Terrain {
  private readonly root: string
  private readonly maxBytes: number
  private readonly now: () => number
  /** File names by tile corner. */
  private files = new Map<string, string>()
  /** Loaded tiles by corner, with the most recently used tile last. */
  private loadedTiles = new Map<string, LoadedTile>()
  private scannedAtMs = Number.NEGATIVE_INFINITY
  private tileErrors = new Set<string>()

  constructor(dataDir: string, { maxBytes = MAX_BYTES, now = () => performance.now() }: TerrainFolderOptions = {}) {
    this.root = join(resolve(dataDir), 'terrain')
    this.maxBytes = maxBytes
    this.now = now
  }

  /** Lists the tiles and checks whether the loaded tiles are still current. Call this method before each request. */
  refresh(): void {
    this.tileErrors.clear()
    if (this.now() - this.scannedAtMs < RESCAN_INTERVAL_MS) return
    this.scannedAtMs = this.now()
    this.files = new Map(
      this.listFiles().flatMap((name) => {
        const corner = isTileFile(name) ? parseTileName(name) : undefined
        return corner ? [[toTileKey(corner.latitude, corner.longitude), name] as const] : []
      }),
    )
    for (const [key, tile] of this.loadedTiles) if (tile.stamp !== this.getFileStamp(key)) this.loadedTiles.delete(key)
  }

  get isEmpty(): boolean {
    return this.files.size === 0
  }

  /**
   * Attribution, followed by the name, modification time and size of every tile file. Any change to a tile changes the
   * fingerprint.
   */
  get fingerprint(): string {
    const tiles = [...this.files].map(([key, name]) => `${name} ${this.getFileStamp(key)}`)
    return [this.attribution, ...tiles.sort()].join('\n')
  }

  get attribution(): string {
    try {
      return readFileSync(join(this.root, ATTRIBUTION_FILE), 'utf8').trim() || DEFAULT_ATTRIBUTION
    } catch {
      return DEFAULT_ATTRIBUTION
    }
  }

  /** Errors of the unusable tiles that this request needed. */
  get faults(): string[] {
    return [...this.tileErrors]
  }

  heightAt(position: Position): number | undefined {
    return this.findInTiles(position, (tile) => tile.heightAt(position))
  }

  cellsPerDegreeAt(position: Position): number | undefined {
    return this.findInTiles(position, (tile) => tile.cellsPerDegreeAt?.(position))
  }

  private findInTiles(
    [latitude, longitude]: Position,
    read: (tile: Terrain) => number | undefined,
  ): number | undefined {
    for (const south of listTileCorners(latitude)) {
      for (const west of listTileCorners(longitude)) {
        // The antimeridian is the western border of the tiles at -180 and the eastern border of the tiles at 179.
        const tile = this.findTile(toTileKey(south, ((west + 540) % 360) - 180))
        const value = tile && read(tile)
        if (value !== undefined) return value
      }
    }
    return undefined
  }

  private findTile(key: string): Terrain | undefined {
    const loadedTile = this.loadedTiles.get(key)
    const name = this.files.get(key)
    if (!loadedTile && name === undefined) return undefined
    const tile = loadedTile ?? this.load(key, name ?? '')
    this.loadedTiles.delete(key)
    this.loadedTiles.set(key, tile)
    if (tile.error !== undefined) this.tileErrors.add(tile.error)
    return tile.terrain
  }

  private load(key: string, name: string): LoadedTile {
    const stamp = this.getFileStamp(key)
    const tileResult = readTile(join(this.root, name))
    if ('message' in tileResult) return { terrain: undefined, bytes: 0, stamp, error: tileResult.message }
    this.evictUntilFits(tileResult.samples.byteLength)
    return { terrain: new HgtTerrain([tileResult]), bytes: tileResult.samples.byteLength, stamp }
  }

  private evictUntilFits(bytes: number): void {
    let usedBytes = [...this.loadedTiles.values()].reduce((sum, tile) => sum + tile.bytes, bytes)
    for (const [key, tile] of this.loadedTiles) {
      if (usedBytes <= this.maxBytes) return
      if (tile.bytes > 0) this.loadedTiles.delete(key)
      usedBytes -= tile.bytes
    }
  }

  private listFiles(): string[] {
    try {
      return readdirSync(this.root).sort()
    } catch (error) {
      if (isFileMissing(error)) return []
      throw error
    }
  }

  private getFileStamp(key: string): string {
    const status = statSync(join(this.root, this.files.get(key) ?? ''), { throwIfNoEntry: false })
    return status ? `${this.files.get(key)} ${status.mtimeMs} ${status.size}` : 'gone'
  }
}

const toTileKey = (latitude: number, longitude: number) => `${latitude},${longitude}`

/** Returns the tile corners for a coordinate. A border belongs to the tiles on both sides. */
function listTileCorners(degrees: number): readonly number[] {
  const flooredDegrees = Math.floor(degrees)
  return degrees === flooredDegrees ? [flooredDegrees, flooredDegrees - 1] : [flooredDegrees]
}

function readTile(path: string): ReturnType<typeof readHgtFile> {
  try {
    return readHgtFile(path)
  } catch (error) {
    return { message: (error as Error).message }
  }
}
