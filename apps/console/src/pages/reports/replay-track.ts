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
  const before = fixes[index]
  if (before === undefined) return undefined
  const after = fixes[index + 1]
  const { speed_ms, heading } = before
  const rest = { speedKmh: speed_ms === undefined ? undefined : speed_ms * 3.6, heading }
  if (after === undefined) return { at: before.at, ...rest }
  const [startMs, endMs] = [Date.parse(before.time), Date.parse(after.time)]
  if (endMs - startMs > MAX_GAP_MS) return { at: before.at, ...rest, speedKmh: undefined }
  const share = endMs === startMs ? 0 : (timeMs - startMs) / (endMs - startMs)
  return { at: interpolate(before.at, after.at, share), ...rest }
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

function interpolate([latitude, longitude]: Point, [toLatitude, toLongitude]: Point, share: number): Point {
  // This formula takes the shorter direction, even across the 180th meridian.
  const turn = ((((toLongitude - longitude) % 360) + 540) % 360) - 180
  return [latitude + (toLatitude - latitude) * share, longitude + turn * share]
}
