import type { Coordinates } from '@fairway/geo'

/**
 * Computes a checksum for comparing two lines point by point. The checksum is the CRC-32 that zip and PNG use, computed
 * over the microdegrees as 32-bit little-endian numbers, alternating latitude and longitude. Returns eight hexadecimal
 * digits.
 */
export function checksumOf({ latitude, longitude }: Coordinates): string {
  let crc = -1
  for (let i = 0; i < latitude.length; i++) {
    crc = updateCrc(crc, latitude[i])
    crc = updateCrc(crc, longitude[i])
  }
  return (~crc >>> 0).toString(16).padStart(8, '0')
}

function updateCrc(crc: number, value: number): number {
  let next = crc ^ value
  for (let byte = 0; byte < 4; byte++) next = CRC_TABLE[next & 0xff] ^ (next >>> 8)
  return next
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})
