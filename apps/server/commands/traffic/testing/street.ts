import type { SmallMap } from '../../../../../tests/support/maps/small-map.ts'

/** A straight street in Tokyo from west to east, 1.5 km long, with a side street at each corner. */
const LATITUDE = 35.68
const WEST = 139.7
/** About 450 m. */
const STEP = 0.005
const corners = ['A', 'B', 'C', 'D'] as const

export const CENTER: readonly [number, number] = [LATITUDE, WEST + 1.5 * STEP]

export const street: SmallMap = {
  places: Object.fromEntries([
    ...corners.map((letter, i) => [letter, [LATITUDE, WEST + i * STEP]] as const),
    ...corners.map((letter, i) => [letter.toLowerCase(), [LATITUDE + 0.002, WEST + i * STEP]] as const),
  ]),
  ways: {
    ABCD: { highway: 'residential', name: 'Long Street' },
    Aa: { highway: 'residential' },
    Bb: { highway: 'residential' },
    Cc: { highway: 'residential' },
    Dd: { highway: 'residential' },
  },
}

const METERS_PER_DEGREE = 90_480

/** Rows (vehicle,time,lat,lon) of one vehicle that drives the street from A to D and leaves it at an instant. */
export function driveEast(vehicle: string, kmh: number, endMs: number): string[] {
  const seconds = (3 * STEP * METERS_PER_DEGREE * 3.6) / kmh
  const rows: string[] = []
  // Generated backwards, so that the end is always a position.
  for (let left = 0; left < seconds; left += 5) {
    const longitude = WEST + 3 * STEP * (1 - left / seconds)
    const time = new Date(endMs - 1000 * left).toISOString()
    rows.unshift(`${vehicle},${time},${LATITUDE.toFixed(6)},${longitude.toFixed(6)}`)
  }
  return rows
}

export function toTracks(...drives: readonly (readonly string[])[]): string {
  return `${['vehicle,time,lat,lon', ...drives.flat()].join('\n')}\n`
}
