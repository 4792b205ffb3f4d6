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

/** Between two positions that are further apart in time, the asset stays at the first, because its path is unknown. */
const MAX_GAP_MS = 180_000

/** Where the asset was at a time. Undefined before its first position. Fixes are in chronological order. */
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

/** The index of the last fix that is not after the time, or -1. */
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
  // The shorter direction, also across the 180th meridian.
  const turn = ((((toLongitude - longitude) % 360) + 540) % 360) - 180
  return [latitude + (toLatitude - latitude) * share, longitude + turn * share]
}
