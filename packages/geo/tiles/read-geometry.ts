import type { Paths } from './paths.ts'

const MOVE_TO = 1
const CLOSE_PATH = 7

/**
 * Reads the paths of a polygon geometry written by GeometryEncoder. Rings with the opposite orientation are holes with
 * the label 1.
 */
export function readRingPaths(bytes: Uint8Array, first: number, end: number, paths: Paths): void {
  let offset = first
  let x = 0
  let y = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[offset++]
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }
  const readSigned = (): number => {
    const value = readVarint()
    return (value >>> 1) ^ -(value & 1)
  }
  paths.clear()
  while (offset < end) {
    const command = readVarint()
    const id = command & 7
    if (id === CLOSE_PATH) {
      const start = paths.startOf(paths.count)
      paths.add(paths.x[start], paths.y[start], 0)
      paths.endPath(isHole(paths, start) ? 1 : 0, 4)
      continue
    }
    if (id === MOVE_TO) paths.length = paths.startOf(paths.count)
    for (let remainingPoints = command >>> 3; remainingPoints > 0; remainingPoints--) {
      x += readSigned()
      y += readSigned()
      paths.add(x, y, 0)
    }
  }
}

function isHole({ x, y, length }: Paths, start: number): boolean {
  let doubledArea = 0
  for (let i = start; i < length - 1; i++) doubledArea += x[i] * y[i + 1] - x[i + 1] * y[i]
  return doubledArea < 0
}
