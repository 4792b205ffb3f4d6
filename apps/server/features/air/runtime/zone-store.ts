import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { type DecodedText, decodeText } from '@fairway/air'
import { isFileMissing, WorkFolders } from '@fairway/dataset'
import { isFeedName, toFeedName } from '../../../maps/traffic/store/feed-name.ts'
import { replaceFile } from '../../../maps/traffic/store/replace-bytes.ts'

export interface ZoneFile {
  /** File name without the extension. The files mine.json and mine.txt cannot both exist. */
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** File version, which changes whenever the file is rewritten. */
  readonly stamp: string
}

const FILE_EXTENSIONS = ['.json', '.geojson', '.txt']

/**
 * Maximum size of a file in bytes. A larger file contains more zones than a drone could encounter in a day and takes
 * minutes to read.
 */
export const MAX_ZONE_BYTES = 64 * 1024 * 1024

/** Store of the files in `<dataDir>/zones`. Multiple processes can use the folder at the same time. */
export class ZoneStore {
  private readonly root: string

  constructor(dataDir: string) {
    this.root = join(resolve(dataDir), 'zones')
  }

  /** Lists the files, sorted by name. No file is read, so callers can list the files several times per second. */
  async list(): Promise<ZoneFile[]> {
    const zoneFiles: ZoneFile[] = []
    for (const file of (await this.listFiles()).sort()) {
      const path = join(this.root, file)
      const status = await stat(path).catch((error: unknown) => {
        if (!isFileMissing(error)) throw error
      })
      if (!status?.isFile()) continue
      const { mtimeMs, size, ino } = status
      zoneFiles.push({ name: basename(file, extname(file)), path, bytes: size, stamp: `${mtimeMs} ${size} ${ino}` })
    }
    return zoneFiles
  }

  /** Stores a file and atomically replaces any file with the same name. */
  async put(name: string, content: string): Promise<void> {
    const previousFiles = (await this.list()).filter((file) => file.name === name)
    const workFolders = new WorkFolders(this.root)
    await workFolders.removeAbandoned(Date.now())
    const path = join(this.root, `${name}${/^\s*[[{]/.test(content) ? '.json' : '.txt'}`)
    await replaceFile(path, Buffer.from(content), workFolders)
    for (const previousFile of previousFiles)
      if (previousFile.path !== path) await rm(previousFile.path, { force: true })
  }

  /** Removes a file. Returns false if no file has this name. */
  async remove(name: string): Promise<boolean> {
    const matches = (await this.list()).filter((file) => file.name === name)
    for (const { path } of matches) await rm(path, { force: true })
    return matches.length > 0
  }

  private async listFiles(): Promise<string[]> {
    try {
      const files = await readdir(this.root)
      return files.filter((file) => !file.startsWith('.') && FILE_EXTENSIONS.includes(extname(file).toLowerCase()))
    } catch (error) {
      if (isFileMissing(error)) return []
      throw error
    }
  }
}

/** Reads a file in any encoding, unless it is too large for a zone file. */
export async function readZoneText(path: string): Promise<DecodedText | { readonly tooLarge: string }> {
  const { size } = await stat(path)
  if (size > MAX_ZONE_BYTES) return { tooLarge: `has ${size} bytes; the maximum is ${MAX_ZONE_BYTES}` }
  return decodeText(await readFile(path))
}

export const ZONES_NAME_RULE = 'at most 64 lowercase letters, digits and hyphens, not starting with a hyphen'
export const isZonesName = isFeedName

/** Returns the default name of a file. For example, `Zones of Uruguay.geojson` becomes `zones-of-uruguay`. */
export function toZonesName(path: string): string {
  return toFeedName(basename(path).replace(/(\.(json|geojson|txt|air|openair))+$/i, ''))
}
