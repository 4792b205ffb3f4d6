import type { BodyPiece, LargeBody, ParsedBody, TablePath } from './body-requests.ts'
import { parseJsonBody, UnreadableBodyError } from './json-body.ts'
import { getNotes } from './spellings.ts'
import { compileBodyCheck, type SchemaCheck } from './validation.ts'

const checks = new Map<string, SchemaCheck>()

/** Pieces of large bodies by id, until each body is complete. */
export class PartialBodies {
  private readonly chunks = new Map<number, Uint8Array<ArrayBuffer>[]>()

  add({ id, chunks }: BodyPiece): void {
    const earlier = this.chunks.get(id)
    if (earlier) earlier.push(...chunks)
    else this.chunks.set(id, [...chunks])
  }

  drop(id: number): void {
    this.chunks.delete(id)
  }

  /** Parses and validates a complete body. */
  parse(body: LargeBody): ParsedBody {
    const chunks = this.chunks.get(body.id) ?? []
    this.chunks.delete(body.id)
    return parseLargeBody(toText(chunks), body)
  }
}

/**
 * Concatenates the chunks. Each chunk and the copy are freed explicitly, because garbage collection would run much
 * later.
 */
function toText(chunks: readonly Uint8Array<ArrayBuffer>[]): string {
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0))
  let start = 0
  for (const chunk of chunks) {
    bytes.set(chunk, start)
    start += chunk.length
    chunk.buffer.transfer(0)
  }
  const text = bytes.toString('utf8')
  bytes.buffer.transfer(0)
  return text
}

/**
 * Parses a body and packs its tables of numbers, because copying a million numbers between threads takes as long as
 * parsing them.
 */
function parseLargeBody(text: string, { schema, tables }: LargeBody): ParsedBody {
  try {
    const value = parseJsonBody(text)
    const error = schema === undefined ? undefined : getCheck(schema)(value)
    if (error) return { kind: 'invalid', reason: error.message }
    for (const path of tables) packTable(value, path)
    return { kind: 'value', value, notes: getNotes(value) }
  } catch (error) {
    if (error instanceof UnreadableBodyError) return { kind: 'unreadable', failure: error.failure }
    throw error
  }
}

function getCheck(schema: string): SchemaCheck {
  const check = checks.get(schema) ?? compileBodyCheck(JSON.parse(schema) as object)
  checks.set(schema, check)
  return check
}

/** Replaces the rows of a table with number arrays in shared memory, in which NaN replaces null. */
function packTable(body: unknown, [field, name]: TablePath): void {
  const parent = (body as Record<string, Record<string, unknown> | undefined>)[field]
  const rows = parent?.[name] as (number | null)[][] | undefined
  if (!parent || !rows) return
  const cellCount = rows.reduce((sum, row) => sum + row.length, 0)
  const cells = new Float64Array(new SharedArrayBuffer(cellCount * Float64Array.BYTES_PER_ELEMENT))
  let start = 0
  parent[name] = rows.map((row) => {
    const packedRow = cells.subarray(start, start + row.length)
    for (let index = 0; index < row.length; index++) packedRow[index] = row[index] ?? Number.NaN
    start += row.length
    return packedRow
  })
}
