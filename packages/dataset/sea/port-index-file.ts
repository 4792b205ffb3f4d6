import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { PortBookText } from '@fairway/sea'

/** Separates the three parts with an empty line. */
const BETWEEN = '\n\n'
const options = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

export function packPortBook({ areas, ports, settlements }: PortBookText): Uint8Array {
  return zstdCompressSync([areas, ports, settlements].map((part) => `${part}\n`).join(''), options)
}

export function unpackPortBook(bytes: Uint8Array): PortBookText {
  const [areas, ports, settlements] = zstdDecompressSync(bytes)
    .toString()
    .split(BETWEEN)
    .map((part) => `${part}\n`)
  if (areas === undefined || ports === undefined || settlements === undefined) {
    throw new Error('the port index does not have its three parts')
  }
  return { areas, ports, settlements }
}
