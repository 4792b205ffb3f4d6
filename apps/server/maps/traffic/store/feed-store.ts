import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isMissing, WorkArea } from '@fairway/dataset'
import { FEED_NAME_RULE, isFeedName } from './feed-name.ts'
import { type FeedNote, isFileOf, readNote, toFileName, writeNote } from './feed-note.ts'
import { replaceBytes } from './replace-bytes.ts'

/** A manually loaded feed. */
export interface ShelvedFeed {
  readonly name: string
  /** The original bytes, possibly compressed. They never change: a new feed of the same name gets another path. */
  readonly path: string
  readonly source: string
  readonly loadedAtMs: number
  /** When it expires. Undefined means that it applies until it is unloaded or replaced. */
  readonly untilMs: number | undefined
  /** Changes whenever the feed is loaded again. */
  readonly version: string
}

export interface PutOptions {
  readonly source: string
  readonly untilMs: number | undefined
}

interface KnownNote {
  readonly stamp: string
  readonly feed: ShelvedFeed | undefined
}

/** Unreferenced data files stay this long, for readers that have just read the old note. */
const LINGER_MS = 60_000

/** The feeds in `<dataDir>/traffic/feeds`. Any number of processes may use the folder at once. */
export class FeedShelf {
  private readonly root: string
  private readonly folder: string
  private readonly now: () => number
  private known = new Map<string, KnownNote>()

  constructor(dataDir: string, now: () => number = Date.now) {
    this.root = join(resolve(dataDir), 'traffic')
    this.folder = join(this.root, 'feeds')
    this.now = now
  }

  /**
   * Sorted by name, including expired feeds. Cheap enough to call a few times per second, because unchanged notes are
   * not read.
   */
  async list(): Promise<ShelvedFeed[]> {
    const names = await this.listNames()
    const known = new Map<string, KnownNote>()
    for (const name of names) {
      const note = await this.look(name)
      if (note) known.set(name, note)
    }
    this.known = known
    return [...known.values()].flatMap(({ feed }) => (feed ? [feed] : []))
  }

  /** Replaces a feed of the same name atomically. */
  async put(name: string, bytes: Uint8Array, { source, untilMs }: PutOptions): Promise<ShelvedFeed> {
    if (!isFeedName(name)) throw new RangeError(`a feed cannot be named ${JSON.stringify(name)}; ${FEED_NAME_RULE}`)
    const workArea = new WorkArea(this.root)
    await workArea.sweep(this.now())
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const note: FeedNote = { file: toFileName(name, hash), source, loadedAtMs: this.now(), untilMs }
    await replaceBytes(join(this.folder, note.file), bytes, workArea)
    const old = (await this.look(name))?.feed
    // Updates the time of the old file, so that it is kept for the full delay from now on.
    if (old) await utimes(old.path, this.now() / 1000, this.now() / 1000).catch(ignoreMissing)
    await replaceBytes(this.noteFile(name), Buffer.from(writeNote(note)), workArea)
    await this.sweep()
    return this.toFeed(name, note)
  }

  /** Returns false when no feed has this name. A damaged note is removed too. */
  async remove(name: string): Promise<boolean> {
    if (!isFeedName(name)) return false
    const known = await this.look(name)
    if (!known) return false
    // The note first, because the file it names must exist as long as the note does.
    await rm(this.noteFile(name), { force: true })
    if (known.feed) await rm(known.feed.path, { force: true })
    await this.sweep()
    return true
  }

  /** Removes expired feeds and unreferenced data files. Returns the names. */
  async removeEnded(nowMs: number): Promise<string[]> {
    const ended = (await this.list()).filter(({ untilMs = Number.POSITIVE_INFINITY }) => untilMs <= nowMs)
    for (const { name } of ended) await this.remove(name)
    await this.sweep()
    return ended.map(({ name }) => name)
  }

  private noteFile(name: string): string {
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
      if (isMissing(error)) return []
      throw error
    }
  }

  /**
   * Returns undefined without a note, and no feed when the note cannot be read: one damaged note must not hide the
   * others.
   */
  private async look(name: string): Promise<KnownNote | undefined> {
    const file = this.noteFile(name)
    try {
      const { mtimeMs, size, ino } = await stat(file)
      const stamp = `${mtimeMs} ${size} ${ino}`
      const known = this.known.get(name)
      if (known?.stamp === stamp) return known
      const note = readNote(name, await readFile(file, 'utf8'))
      return { stamp, feed: note && this.toFeed(name, note) }
    } catch (error) {
      return isMissing(error) ? undefined : { stamp: 'unreadable', feed: undefined }
    }
  }

  private toFeed(name: string, { file, source, loadedAtMs, untilMs }: FeedNote): ShelvedFeed {
    const version = `${file} ${loadedAtMs} ${untilMs ?? 'open'}`
    return { name, path: join(this.folder, file), source, loadedAtMs, untilMs, version }
  }

  /** Skips recent files, because another process may be about to reference them. */
  private async sweep(): Promise<void> {
    const named = new Set((await this.list()).map(({ path }) => path))
    for (const file of await this.listFiles()) {
      const path = join(this.folder, file)
      if (!isFileOf(file.slice(0, file.indexOf('.')), file) || named.has(path)) continue
      const written = await stat(path).catch(ignoreMissing)
      if (written && this.now() - written.mtimeMs > LINGER_MS) await rm(path, { force: true })
    }
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
