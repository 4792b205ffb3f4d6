import { bearingBetween, EARTH_RADIUS_METERS, type Position, RADIANS, toVector } from '@fairway/geo'
import type { Fix } from '../fixes/fix.ts'
import { makePlan, type Plan } from '../route/asset-route.ts'
import type { Kind } from '../state/kinds.ts'

/** Routes and drives for tests, given in meters east and north of a position. */

export type Drawn = readonly [east: number, north: number]

const ORIGIN: Position = [41.15, -8.61]
const PER_DEGREE = RADIANS * EARTH_RADIUS_METERS
export const START_MS = Date.UTC(2026, 5, 16, 9)

export function place([east, north]: Drawn, [latitude, longitude]: Position = ORIGIN): Position {
  const east180 = longitude + east / (PER_DEGREE * Math.cos((latitude * Math.PI) / 180))
  return [latitude + north / PER_DEGREE, east180 > 180 ? east180 - 360 : east180]
}

export function drawPlan(
  line: readonly Drawn[],
  kind: Kind = 'vehicle',
  speedMs = 10,
  origin?: Position,
  departMs?: number,
): Plan {
  let meters = 0
  const secondsAt = line.map((point, i) => {
    meters += i === 0 ? 0 : apart(line[i - 1], point)
    return meters / speedMs
  })
  return makePlan({ kind, points: line.map((point) => place(point, origin)), secondsAt, departMs })
}

export interface DriveOptions {
  readonly speedMs?: number
  readonly noiseM?: number
  readonly random?: () => number
  readonly tells?: boolean
  readonly startMs?: number
  readonly everyS?: number
  readonly origin?: Position
}

/** Fixes of an asset that moves along the line. */
export function drive(line: readonly Drawn[], options: DriveOptions = {}): Fix[] {
  const { speedMs = 10, noiseM = 0, random = () => 0.5, tells = true, startMs = START_MS, everyS = 1 } = options
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const fixes: Fix[] = []
  let [begin, second] = [0, 0]
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1], line[i]]
    const end = begin + apart(from, to) / speedMs
    const headingDeg = bearingBetween(toVector(...place(from, options.origin)), toVector(...place(to, options.origin)))
    for (; second <= end; second += everyS) {
      const share = (second - begin) / (end - begin)
      const [east, north] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
      const blurred: Drawn = noiseM > 0 ? [east + noiseM * normal(), north + noiseM * normal()] : [east, north]
      const [latitude, longitude] = place(blurred, options.origin)
      const motion = tells ? { speedMs, headingDeg } : {}
      fixes.push({
        latitude,
        longitude,
        timeMs: startMs + 1000 * second,
        accuracyM: Math.max(3, 1.515 * noiseM),
        ...motion,
      })
    }
    begin = end
  }
  return fixes
}

function apart([a, b]: Drawn, [c, d]: Drawn): number {
  return Math.hypot(c - a, d - b)
}
