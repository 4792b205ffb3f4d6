import type { Position } from '@fairway/places'

const RADIANS = Math.PI / 180

/** The initial bearing of the great circle between two positions: degrees clockwise from north, 0 to 360. */
export function bearing(from: Position, to: Position): number {
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS]
  const east = (to.longitude - from.longitude) * RADIANS
  const x = Math.sin(east) * Math.cos(b)
  const y = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(east)
  return (Math.atan2(x, y) / RADIANS + 360) % 360
}
