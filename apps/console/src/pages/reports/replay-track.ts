import type { Point } from '../../points.ts'

export interface TrackFix {
  readonly at: Point
  readonly time: string
  readonly speed_ms?: number | undefined
  readonly heading?: number | undefined
}

export interface ReplayPosition {
  readonly at: Point
  readonly speedKmh: number | undefined
  readonly heading: number | undefined
}

/**
 * Maximum time between two positions for interpolation, in milliseconds. During a longer gap, the path is unknown, so
 * the asset stays at the position before the gap.
 */
const MAX_GAP_MS = 180_000

/**
 * Returns the position of the asset at a time, or undefined before its first fix. The fixes must be in chronological
 * order.
 */
export function findPositionAt(fixes: readonly TrackFix[], timeMs: number): ReplayPosition | undefined {
  const index = findLastBefore(fixes, timeMs)
  const previousFix = fixes[index]
  if (previousFix === undefined) return undefined
  const nextFix = fixes[index + 1]
  const { speed_ms, heading } = previousFix
  const motionFields = { speedKmh: speed_ms === undefined ? undefined : speed_ms * 3.6, heading }
  if (nextFix === undefined) return { at: previousFix.at, ...motionFields }
  const [startMs, endMs] = [Date.parse(previousFix.time), Date.parse(nextFix.time)]
  if (endMs - startMs > MAX_GAP_MS) return { at: previousFix.at, ...motionFields, speedKmh: undefined }
  const share = endMs === startMs ? 0 : (timeMs - startMs) / (endMs - startMs)
  return { at: interpolate(previousFix.at, nextFix.at, share), ...motionFields }
}

/** Returns the index of the last fix at or before the time, or -1. */
function findLastBefore(fixes: readonly TrackFix[], timeMs: number): number {
  let [low, high] = [0, fixes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Date.parse(fixes[middle]?.time ?? '') <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

function interpolate([latitude, longitude]: Point, [toLatitude, toLongitude]: Point, fraction: number): Point {
  // This formula takes the shorter direction, even across the 180th meridian.
  const turn = ((((toLongitude - longitude) % 360) + 540) % 360) - 180
  return [latitude + (toLatitude - latitude) * fraction, longitude + turn * fraction]
}
