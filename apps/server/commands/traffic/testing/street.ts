import type { SmallMap } from '../../../../../tests/support/maps/small-map.ts'

/** Straight street of 1.5 km in Tokyo, from west to east, with a side street at each corner. */
const LATITUDE = 35.68
const WEST = 139.7
/** Distance between corners in degrees, which is about 450 m. */
const CORNER_STEP = 0.005
const corners = ['A', 'B', 'C', 'D'] as const

export const CENTER: readonly [number, number] = [LATITUDE, WEST + 1.5 * CORNER_STEP]

export const street: SmallMap = {
  places: Object.fromEntries([
    ...corners.map((letter, i) => [letter, [LATITUDE, WEST + i * CORNER_STEP]] as const),
    ...corners.map((letter, i) => [letter.toLowerCase(), [LATITUDE + 0.002, WEST + i * CORNER_STEP]] as const),
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

/** Returns rows (vehicle,time,lat,lon) of a vehicle that drives along the street from A to D and arrives at `endMs`. */
export function makeEastboundTrip(vehicle: string, kmh: number, endMs: number): string[] {
  const seconds = (3 * CORNER_STEP * METERS_PER_DEGREE * 3.6) / kmh
  const rows: string[] = []
  // The positions are generated backward, so that one position is exactly at the end.
  for (let secondsLeft = 0; secondsLeft < seconds; secondsLeft += 5) {
    const longitude = WEST + 3 * CORNER_STEP * (1 - secondsLeft / seconds)
    const time = new Date(endMs - 1000 * secondsLeft).toISOString()
    rows.unshift(`${vehicle},${time},${LATITUDE.toFixed(6)},${longitude.toFixed(6)}`)
  }
  return rows
}

export function toTrackFile(...trips: readonly (readonly string[])[]): string {
  return `${['vehicle,time,lat,lon', ...trips.flat()].join('\n')}\n`
}
