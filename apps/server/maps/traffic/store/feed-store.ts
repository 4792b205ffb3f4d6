import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFileMissing, WorkFolders } from '@fairway/dataset'
import { FEED_NAME_RULE, isFeedName } from './feed-name.ts'
import { type FeedMetadata, isFileOf, parseMetadata, serializeMetadata, toFileName } from './feed-note.ts'
import { replaceFile } from './replace-bytes.ts'

/** Manually loaded feed. */
export interface StoredFeed {
  readonly name: string
  /**
   * Path of the original bytes, which may be compressed. The file never changes, because a new feed with the same name
   * gets a different path.
   */
  readonly path: string
  readonly source: string
  readonly loadedAtMs: number
  /** Time when the feed expires. Undefined if the feed applies until it is unloaded or replaced. */
  readonly untilMs: number | undefined
  /** Version that changes whenever the feed is loaded again. */
  readonly version: string
}

export interface PutOptions {
  readonly source: string
  readonly untilMs: number | undefined
}

interface CachedMetadata {
  readonly fileStamp: string
  readonly feed: StoredFeed | undefined
}

/** Time for which unreferenced data files are kept. A reader may just have read the old metadata. */
const UNUSED_FILE_GRACE_MS = 60_000

/** Store of the feeds in `<dataDir>/traffic/feeds`. Any number of processes can use the folder at the same time. */
export class FeedStore {
  private readonly root: string
  private readonly folder: string
  private readonly now: () => number
  private metadataCache = new Map<string, CachedMetadata>()

  constructor(dataDir: string, now: () => number = Date.now) {
    this.root = join(resolve(dataDir), 'traffic')
    this.folder = join(this.root, 'feeds')
    this.now = now
  }

  /**
   * Lists the feeds by name, including expired feeds. A call is cheap, because unchanged metadata is not read again.
   */
  async list(): Promise<StoredFeed[]> {
    const names = await this.listNames()
    const nextCache = new Map<string, CachedMetadata>()
    for (const name of names) {
      const metadata = await this.readMetadata(name)
      if (metadata) nextCache.set(name, metadata)
    }
    this.metadataCache = nextCache
    return [...nextCache.values()].flatMap(({ feed }) => (feed ? [feed] : []))
  }

  /** Stores a feed, and atomically replaces a feed of the same name. */
  async put(name: string, bytes: Uint8Array, { source, untilMs }: PutOptions): Promise<StoredFeed> {
    if (!isFeedName(name)) throw new RangeError(`a feed cannot be named ${JSON.stringify(name)}; ${FEED_NAME_RULE}`)
    const workArea = new WorkFolders(this.root)
    await workArea.removeAbandoned(this.now())
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const metadata: FeedMetadata = { file: toFileName(name, hash), source, loadedAtMs: this.now(), untilMs }
    await replaceFile(join(this.folder, metadata.file), bytes, workArea)
    const previousFeed = (await this.readMetadata(name))?.feed
    // The modification time of the old file is updated, so that the file is kept for the full grace period.
    if (previousFeed) await utimes(previousFeed.path, this.now() / 1000, this.now() / 1000).catch(ignoreMissing)
    await replaceFile(this.toMetadataPath(name), Buffer.from(serializeMetadata(metadata)), workArea)
    await this.removeUnusedFiles()
    return this.toStoredFeed(name, metadata)
  }

  /** Removes a feed, even if its metadata is damaged. Returns false if no feed has this name. */
  async remove(name: string): Promise<boolean> {
    if (!isFeedName(name)) return false
    const existingFeed = await this.readMetadata(name)
    if (!existingFeed) return false
    // The metadata is removed first, because the file that it references must exist as long as the metadata exists.
    await rm(this.toMetadataPath(name), { force: true })
    if (existingFeed.feed) await rm(existingFeed.feed.path, { force: true })
    await this.removeUnusedFiles()
    return true
  }

  /** Removes expired feeds and unreferenced data files. Returns the names of the expired feeds. */
  async removeExpired(nowMs: number): Promise<string[]> {
    const expiredFeeds = (await this.list()).filter(({ untilMs = Number.POSITIVE_INFINITY }) => untilMs <= nowMs)
    for (const { name } of expiredFeeds) await this.remove(name)
    await this.removeUnusedFiles()
    return expiredFeeds.map(({ name }) => name)
  }

  private toMetadataPath(name: string): string {
    return join(this.folder, `${name}.json`)
  }

  private async listNames(): Promise<string[]> {
    const files = await this.listFiles()
    return files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .filter(isFeedName)
      .sort()
  }

  private async listFiles(): Promise<string[]> {
    try {
      return await readdir(this.folder)
    } catch (error) {
      if (isFileMissing(error)) return []
      throw error
    }
  }

  /**
   * Reads the metadata of a feed. Returns undefined if there is none. Returns an entry without a feed if the metadata
   * is damaged, so that it does not hide the other feeds.
   */
  private async readMetadata(name: string): Promise<CachedMetadata | undefined> {
    const file = this.toMetadataPath(name)
    try {
      const { mtimeMs, size, ino } = await stat(file)
      const stamp = `${mtimeMs} ${size} ${ino}`
      const cached = this.metadataCache.get(name)
      if (cached?.fileStamp === stamp) return cached
      const metadata = parseMetadata(name, await readFile(file, 'utf8'))
      return { fileStamp: stamp, feed: metadata && this.toStoredFeed(name, metadata) }
    } catch (error) {
      return isFileMissing(error) ? undefined : { fileStamp: 'unreadable', feed: undefined }
    }
  }

  private toStoredFeed(name: string, { file, source, loadedAtMs, untilMs }: FeedMetadata): StoredFeed {
    const version = `${file} ${loadedAtMs} ${untilMs ?? 'open'}`
    return { name, path: join(this.folder, file), source, loadedAtMs, untilMs, version }
  }

  /** Removes unreferenced data files. Recent files stay, because another process may be about to reference them. */
  private async removeUnusedFiles(): Promise<void> {
    const listedPaths = new Set((await this.list()).map(({ path }) => path))
    for (const file of await this.listFiles()) {
      const path = join(this.folder, file)
      if (!isFileOf(file.slice(0, file.indexOf('.')), file) || listedPaths.has(path)) continue
      const fileStat = await stat(path).catch(ignoreMissing)
      if (fileStat && this.now() - fileStat.mtimeMs > UNUSED_FILE_GRACE_MS) await rm(path, { force: true })
    }
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isFileMissing(error)) throw error
}
