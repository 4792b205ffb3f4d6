import { bearingBetween, EARTH_RADIUS_METERS, type Position, RADIANS_PER_DEGREE, toVector } from '@fairway/geo'
import type { Fix } from '../fixes/fix.ts'
import { type AssetRoute, makeAssetRoute } from '../route/asset-route.ts'
import type { AssetKind } from '../state/kinds.ts'

/** Meters east and north of the origin. */
export type LocalPoint = readonly [east: number, north: number]

const ORIGIN: Position = [41.15, -8.61]
const METERS_PER_DEGREE = RADIANS_PER_DEGREE * EARTH_RADIUS_METERS
export const START_MS = Date.UTC(2026, 5, 16, 9)

export function toPosition([east, north]: LocalPoint, [latitude, longitude]: Position = ORIGIN): Position {
  const east180 = longitude + east / (METERS_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))
  return [latitude + north / METERS_PER_DEGREE, east180 > 180 ? east180 - 360 : east180]
}

export function makeTestRoute(
  line: readonly LocalPoint[],
  kind: AssetKind = 'vehicle',
  speedMs = 10,
  origin?: Position,
  departMs?: number,
): AssetRoute {
  let meters = 0
  const secondsAt = line.map((point, i) => {
    meters += i === 0 ? 0 : distanceBetween(line[i - 1], point)
    return meters / speedMs
  })
  return makeAssetRoute({ kind, points: line.map((point) => toPosition(point, origin)), secondsAt, departMs })
}

export interface DriveOptions {
  readonly speedMs?: number
  readonly noiseM?: number
  readonly random?: () => number
  readonly reportsMotion?: boolean
  readonly startMs?: number
  readonly intervalS?: number
  readonly origin?: Position
}

/** Returns the fixes of an asset that moves along the line. */
export function simulateDrive(line: readonly LocalPoint[], options: DriveOptions = {}): Fix[] {
  const {
    speedMs = 10,
    noiseM = 0,
    random = () => 0.5,
    reportsMotion = true,
    startMs = START_MS,
    intervalS = 1,
  } = options
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const fixes: Fix[] = []
  let [legStartS, second] = [0, 0]
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1], line[i]]
    const legEndS = legStartS + distanceBetween(from, to) / speedMs
    const headingDeg = bearingBetween(
      toVector(...toPosition(from, options.origin)),
      toVector(...toPosition(to, options.origin)),
    )
    for (; second <= legEndS; second += intervalS) {
      const share = (second - legStartS) / (legEndS - legStartS)
      const [east, north] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
      const blurred: LocalPoint = noiseM > 0 ? [east + noiseM * normal(), north + noiseM * normal()] : [east, north]
      const [latitude, longitude] = toPosition(blurred, options.origin)
      const motion = reportsMotion ? { speedMs, headingDeg } : {}
      fixes.push({
        latitude,
        longitude,
        timeMs: startMs + 1000 * second,
        accuracyM: Math.max(3, 1.515 * noiseM),
        ...motion,
      })
    }
    legStartS = legEndS
  }
  return fixes
}

function distanceBetween([a, b]: LocalPoint, [c, d]: LocalPoint): number {
  return Math.hypot(c - a, d - b)
}
