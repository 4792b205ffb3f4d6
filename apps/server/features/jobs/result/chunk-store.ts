import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/storage/database.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { createPiece, type Piece } from './piece.ts'

/** Piece as stored in a database row. */
export interface StoredChunk extends Omit<Piece, 'bytes'> {
  readonly chunk: number
  /** Bytes of the piece, or null if they are in a file. */
  readonly bytes: Uint8Array | null
}

/** Key of a chunk of a finished job. */
export interface ChunkKey {
  readonly section: number
  readonly part: number
  readonly chunk: number
  readonly contentLength: number
  readonly contentCrc32: number
}

/** Section number of the request. The sections of results start at 0. */
const BODY_SECTION = -1
/** Size of a chunk's content in bytes. A row or file contains one chunk, which is written and read in one piece. */
const CHUNK_BYTES = 1_000_000

/**
 * Stores the bytes of requests and results. With a shared database, the bytes are in its rows, so that every server can
 * read them. With an embedded database, the bytes are in separate files, because a database file never shrinks.
 */
export class ChunkStore {
  private readonly db: Kysely<Tables>
  private readonly folder: string | undefined

  constructor({ db, kind }: Pick<Database, 'db' | 'kind'>, dataDir: string) {
    this.db = db
    this.folder = kind === 'sqlite' ? join(dataDir, 'jobs') : undefined
  }

  /** Compresses the request of a job and writes its files. The rows are written with the job. */
  async prepareBody(job: string, body: object): Promise<StoredChunk[]> {
    const content = Buffer.from(JSON.stringify(body))
    const pieces: Piece[] = []
    for (let from = 0; from < content.length; from += CHUNK_BYTES)
      pieces.push(createPiece(BODY_SECTION, content.subarray(from, from + CHUNK_BYTES)))
    return await this.prepare(job, 0, pieces)
  }

  /** Writes the files of a part. The rows are written when the part is finished. */
  async prepare(job: string, part: number, pieces: readonly Piece[]): Promise<StoredChunk[]> {
    const chunks = pieces.map((piece, chunk): StoredChunk => ({ ...piece, chunk }))
    if (this.folder === undefined) return chunks
    await mkdir(join(this.folder, job), { recursive: true, mode: 0o700 })
    for (const { section, chunk, bytes } of chunks)
      if (bytes) await writeDurably(this.pathOf(job, { section, part, chunk }), bytes)
    return chunks.map((chunk) => ({ ...chunk, bytes: null }))
  }

  async listBody(job: string): Promise<ChunkKey[]> {
    return await this.list(job, (section) => section === BODY_SECTION)
  }

  /** Lists the chunks of a result, in order. */
  async listResult(job: string): Promise<ChunkKey[]> {
    return await this.list(job, (section) => section !== BODY_SECTION)
  }

  private async list(job: string, isWanted: (section: number) => boolean): Promise<ChunkKey[]> {
    const rows = await this.db
      .selectFrom('job_chunks')
      .select(['section', 'part', 'chunk', 'content_length', 'content_crc32'])
      .where('job', '=', job)
      .orderBy('section')
      .orderBy('part')
      .orderBy('chunk')
      .execute()
    return rows
      .filter(({ section }) => isWanted(section))
      .map(({ section, part, chunk, content_length, content_crc32 }) => ({
        section,
        part,
        chunk,
        contentLength: content_length,
        contentCrc32: content_crc32,
      }))
  }

  /** Reads the compressed bytes of a chunk. */
  async read(job: string, key: Pick<ChunkKey, 'section' | 'part' | 'chunk'>): Promise<Uint8Array> {
    if (this.folder !== undefined) return await readFile(this.pathOf(job, key))
    const row = await this.db
      .selectFrom('job_chunks')
      .select('bytes')
      .where('job', '=', job)
      .where('section', '=', key.section)
      .where('part', '=', key.part)
      .where('chunk', '=', key.chunk)
      .executeTakeFirst()
    if (!row?.bytes) throw new Error(`chunk ${key.section}/${key.part}/${key.chunk} of ${job} is missing`)
    return row.bytes
  }

  async deleteFiles(job: string): Promise<void> {
    if (this.folder !== undefined) await rm(join(this.folder, job), { recursive: true, force: true })
  }

  private pathOf(job: string, { section, part, chunk }: Pick<ChunkKey, 'section' | 'part' | 'chunk'>): string {
    return join(this.folder ?? '', job, `${section}-${part}-${chunk}`)
  }
}

/**
 * Writes a file durably. If the process is killed, either the complete file or no file exists under this name. The row
 * that refers to the file is written afterward.
 */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
