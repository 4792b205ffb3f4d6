import type { BoundingBox } from '@fairway/dataset'
import { LocalClock } from '../../../platform/local-clock.ts'

/** Step of the offset cache. UTC offsets never change within a quarter-hour. */
const STEP_SECONDS = 900

/**
 * Creates a function that returns the UTC offset at the center of a map, in seconds. The offset of each quarter-hour is
 * cached, because passages are ordered by road and not by time.
 */
export function createUtcOffsetLookup({ south, north, west, east }: BoundingBox): (epochSeconds: number) => number {
  const clock = new LocalClock((south + north) / 2, west <= east ? (west + east) / 2 : west)
  const cachedOffsets = new Map<number, number>()
  return (epochSeconds) => {
    const step = Math.floor(epochSeconds / STEP_SECONDS)
    const offset = cachedOffsets.get(step) ?? clock.utcOffsetSeconds(step * STEP_SECONDS * 1000)
    cachedOffsets.set(step, offset)
    return offset
  }
}
