import { open, readdir, stat } from 'node:fs/promises'
import type { Compression } from './text/decompress.ts'
import { DOWNLOAD_AGAIN_REMEDY, EXTRACT_FORMAT_REMEDY, UnreadableExtract } from './unreadable-extract.ts'

/** Format of a file. A compressed text file must be decompressed to distinguish XML from JSON. */
export type ExtractFormat =
  | { readonly kind: 'pbf'; readonly bytes: number }
  | { readonly kind: 'text'; readonly compression: Compression }
  | { readonly kind: 'tiles'; readonly files: readonly string[] }

const HEAD_BYTES = 512

/**
 * Detects the format from the content. The file name is used only if the content is inconclusive, as in a damaged file.
 */
export async function detectExtractFormat(file: string): Promise<ExtractFormat> {
  const status = await stat(file).catch((error: unknown) => throwUnreadable(file, describeSystemError(error)))
  if (status.isDirectory()) return { kind: 'tiles', files: await listTiles(file) }
  // Reading a pipe would block forever.
  if (!status.isFile()) throwUnreadable(file, ['this is neither a file nor a folder', EXTRACT_FORMAT_REMEDY])
  if (status.size === 0) throw new UnreadableExtract(file, 0, 'the file is empty', DOWNLOAD_AGAIN_REMEDY)
  const head = await readHead(file).catch((error: unknown) => throwUnreadable(file, describeSystemError(error)))
  if (file.endsWith('.mvt')) return { kind: 'tiles', files: [file] }
  if (isPbf(head)) return { kind: 'pbf', bytes: status.size }
  if (startsWith(head, [0x1f, 0x8b])) return { kind: 'text', compression: 'gzip' }
  if (startsWith(head, 'BZh')) return { kind: 'text', compression: 'bzip2' }
  if (detectTextFormat(head)) return { kind: 'text', compression: 'none' }
  const unsupportedFormat = unsupportedFormats.find(({ signature }) => startsWith(head, signature))
  if (unsupportedFormat)
    throw new UnreadableExtract(
      file,
      0,
      `this is ${unsupportedFormat.name}`,
      unsupportedFormat.remedy ?? EXTRACT_FORMAT_REMEDY,
    )
  if (file.endsWith('.pbf')) return { kind: 'pbf', bytes: status.size }
  throw new UnreadableExtract(file, 0, 'the format of this file is unknown', EXTRACT_FORMAT_REMEDY)
}

const DECOMPRESS_FIRST = 'decompress it first'

/** Formats of files that users often pass by mistake. */
const unsupportedFormats: readonly { signature: readonly number[] | string; name: string; remedy?: string }[] = [
  { signature: [0x89, 0x50, 0x4e, 0x47], name: 'a PNG image' },
  { signature: [0xff, 0xd8, 0xff], name: 'a JPEG image' },
  { signature: '%PDF', name: 'a PDF document' },
  { signature: 'SQLite format 3', name: 'an SQLite database (GeoPackage or MBTiles)' },
  { signature: [0x50, 0x4b, 0x03, 0x04], name: 'a ZIP archive', remedy: DECOMPRESS_FIRST },
  { signature: [0xfd, 0x37, 0x7a, 0x58, 0x5a], name: 'compressed with xz', remedy: DECOMPRESS_FIRST },
  { signature: [0x28, 0xb5, 0x2f, 0xfd], name: 'compressed with zstd', remedy: DECOMPRESS_FIRST },
  { signature: [0x37, 0x7a, 0xbc, 0xaf], name: 'compressed with 7-Zip', remedy: DECOMPRESS_FIRST },
  { signature: [0xff, 0xe0], name: 'an .o5m file', remedy: 'convert it to .osm.pbf with osmconvert' },
]

export type TextFormat = 'xml' | 'json' | 'blank'

/** Detects the format from the first bytes. Returns undefined if the text is neither XML nor JSON. */
export function detectTextFormat(bytes: Uint8Array): TextFormat | undefined {
  const firstByte = bytes.find((byte, index) => !isWhitespace(byte) && !(index < 3 && byte === BYTE_ORDER_MARK[index]))
  if (firstByte === undefined) return 'blank'
  if (firstByte === 0x3c) return 'xml'
  return firstByte === 0x7b || firstByte === 0x5b ? 'json' : undefined
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

function isWhitespace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

/** Returns whether the file starts like a PBF file, with a four-byte length and a header with the blob type. */
export function isPbf(head: Uint8Array): boolean {
  return startsWith(head, [0, 0]) && Buffer.from(head.subarray(0, 64)).includes('OSMHeader')
}

function startsWith(head: Uint8Array, signature: readonly number[] | string): boolean {
  const expectedBytes = Buffer.from(signature as string)
  return expectedBytes.equals(head.subarray(0, expectedBytes.length))
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function listTiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => throwUnreadable(folder, describeSystemError(error)))
  const tiles = names.filter((name) => name.endsWith('.mvt'))
  if (tiles.length === 0) throwUnreadable(folder, ['the folder contains no .mvt files', EXTRACT_FORMAT_REMEDY])
  return tiles.map((name) => `${folder}/${name}`)
}

function throwUnreadable(file: string, [problem, remedy]: readonly [string, string]): never {
  throw new UnreadableExtract(file, 0, problem, remedy, '')
}

/** Converts an operating system error to a message and a remedy. */
export function describeSystemError(error: unknown): readonly [what: string, remedy: string] {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'ENOENT' || code === 'ENOTDIR') return ['there is no such file', 'check the path']
  if (code === 'EACCES' || code === 'EPERM')
    return ['this user has no permission to read the file', 'change its permissions']
  return [`the file cannot be read (${String(message)})`, 'check the disk and the path']
}
