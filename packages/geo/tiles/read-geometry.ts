import type { Paths } from './paths.ts'

const MOVE_TO = 1
const CLOSE_PATH = 7

/**
 * Reads the paths of a polygon geometry written by GeometryEncoder. Rings with the opposite orientation are holes and
 * marked 1.
 */
export function readRingPaths(bytes: Uint8Array, first: number, end: number, into: Paths): void {
  let at = first
  let x = 0
  let y = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }
  const signed = (): number => {
    const value = varint()
    return (value >>> 1) ^ -(value & 1)
  }
  into.clear()
  while (at < end) {
    const command = varint()
    const id = command & 7
    if (id === CLOSE_PATH) {
      const start = into.startOf(into.count)
      into.add(into.x[start], into.y[start], 0)
      into.endPath(isHole(into, start) ? 1 : 0, 4)
      continue
    }
    if (id === MOVE_TO) into.length = into.startOf(into.count)
    for (let times = command >>> 3; times > 0; times--) {
      x += signed()
      y += signed()
      into.add(x, y, 0)
    }
  }
}

function isHole({ x, y, length }: Paths, start: number): boolean {
  let twice = 0
  for (let i = start; i < length - 1; i++) twice += x[i] * y[i + 1] - x[i + 1] * y[i]
  return twice < 0
}
