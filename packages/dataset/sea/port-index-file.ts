import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { PortIndexText } from '@fairway/sea'

/** Separator between the three parts of the file: an empty line. */
const PART_SEPARATOR = '\n\n'
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

export function compressPortIndex({ areas, ports, settlements }: PortIndexText): Uint8Array {
  return zstdCompressSync([areas, ports, settlements].map((section) => `${section}\n`).join(''), zstdOptions)
}

export function decompressPortIndex(bytes: Uint8Array): PortIndexText {
  const [areas, ports, settlements] = zstdDecompressSync(bytes)
    .toString()
    .split(PART_SEPARATOR)
    .map((section) => `${section}\n`)
  if (areas === undefined || ports === undefined || settlements === undefined) {
    throw new Error('the port index does not have three parts')
  }
  return { areas, ports, settlements }
}
