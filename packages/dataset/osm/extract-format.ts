import { open, readdir, stat } from 'node:fs/promises'
import type { Packing } from './text/decompress.ts'
import { DOWNLOAD_AGAIN, GIVE_AN_EXTRACT, UnreadableExtract } from './unreadable-extract.ts'

/** How to read a file. Whether a text file is XML or JSON is only known after decompression. */
export type ExtractFormat =
  | { readonly kind: 'pbf'; readonly bytes: number }
  | { readonly kind: 'text'; readonly packing: Packing }
  | { readonly kind: 'tiles'; readonly files: readonly string[] }

const HEAD_BYTES = 512

/** The content decides. The file name is used only if the content is inconclusive, as in a damaged file. */
export async function recogniseExtract(file: string): Promise<ExtractFormat> {
  const status = await stat(file).catch((error: unknown) => refuse(file, systemFault(error)))
  if (status.isDirectory()) return { kind: 'tiles', files: await listTiles(file) }
  // A pipe would block forever.
  if (!status.isFile()) refuse(file, ['this is neither a file nor a folder', GIVE_AN_EXTRACT])
  if (status.size === 0) throw new UnreadableExtract(file, 0, 'the file is empty', DOWNLOAD_AGAIN)
  const head = await readHead(file).catch((error: unknown) => refuse(file, systemFault(error)))
  if (file.endsWith('.mvt')) return { kind: 'tiles', files: [file] }
  if (isPbf(head)) return { kind: 'pbf', bytes: status.size }
  if (startsWith(head, [0x1f, 0x8b])) return { kind: 'text', packing: 'gzip' }
  if (startsWith(head, 'BZh')) return { kind: 'text', packing: 'bzip2' }
  if (kindOfText(head)) return { kind: 'text', packing: 'none' }
  const other = strangers.find(({ begin }) => startsWith(head, begin))
  if (other) throw new UnreadableExtract(file, 0, `this is ${other.name}`, other.remedy ?? GIVE_AN_EXTRACT)
  if (file.endsWith('.pbf')) return { kind: 'pbf', bytes: status.size }
  throw new UnreadableExtract(file, 0, 'the format of this file is unknown', GIVE_AN_EXTRACT)
}

const UNPACK = 'decompress it first'

/** Common files passed by mistake. */
const strangers: readonly { begin: readonly number[] | string; name: string; remedy?: string }[] = [
  { begin: [0x89, 0x50, 0x4e, 0x47], name: 'a PNG image' },
  { begin: [0xff, 0xd8, 0xff], name: 'a JPEG image' },
  { begin: '%PDF', name: 'a PDF document' },
  { begin: 'SQLite format 3', name: 'an SQLite database (GeoPackage or MBTiles)' },
  { begin: [0x50, 0x4b, 0x03, 0x04], name: 'a ZIP archive', remedy: UNPACK },
  { begin: [0xfd, 0x37, 0x7a, 0x58, 0x5a], name: 'compressed with xz', remedy: UNPACK },
  { begin: [0x28, 0xb5, 0x2f, 0xfd], name: 'compressed with zstd', remedy: UNPACK },
  { begin: [0x37, 0x7a, 0xbc, 0xaf], name: 'compressed with 7-Zip', remedy: UNPACK },
  { begin: [0xff, 0xe0], name: 'an .o5m file', remedy: 'convert it to .osm.pbf with osmconvert' },
]

export type KindOfText = 'xml' | 'json' | 'blank'

/** Detects the format from the first bytes. Undefined if it is neither XML nor JSON. */
export function kindOfText(bytes: Uint8Array): KindOfText | undefined {
  const first = bytes.find((byte, at) => !isBlank(byte) && !(at < 3 && byte === BYTE_ORDER_MARK[at]))
  if (first === undefined) return 'blank'
  if (first === 0x3c) return 'xml'
  return first === 0x7b || first === 0x5b ? 'json' : undefined
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

/** A four-byte length, then a header with the blob type. */
export function isPbf(head: Uint8Array): boolean {
  return startsWith(head, [0, 0]) && Buffer.from(head.subarray(0, 64)).includes('OSMHeader')
}

function startsWith(head: Uint8Array, begin: readonly number[] | string): boolean {
  const expected = Buffer.from(begin as string)
  return expected.equals(head.subarray(0, expected.length))
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
  const names = await readdir(folder).catch((error: unknown) => refuse(folder, systemFault(error)))
  const tiles = names.filter((name) => name.endsWith('.mvt'))
  if (tiles.length === 0) refuse(folder, ['the folder contains no .mvt files', GIVE_AN_EXTRACT])
  return tiles.map((name) => `${folder}/${name}`)
}

function refuse(file: string, [what, remedy]: readonly [string, string]): never {
  throw new UnreadableExtract(file, 0, what, remedy, '')
}

/** Converts an operating system error to a sentence. */
export function systemFault(error: unknown): readonly [what: string, remedy: string] {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'ENOENT' || code === 'ENOTDIR') return ['there is no such file', 'check the path']
  if (code === 'EACCES' || code === 'EPERM')
    return ['this user has no permission to read the file', 'change its permissions']
  return [`the file cannot be read (${String(message)})`, 'check the disk and the path']
}
