import type { BoundingBox } from '@fairway/dataset'
import { LocalClock } from '../../conditions/local-clock.ts'

/** Offsets never change within a quarter-hour. */
const STEP_SECONDS = 900

/**
 * Seconds that the clocks in the middle of a map are ahead of UTC. Every quarter-hour is asked for once: passages come in
 * the order of roads, back and forth in time.
 */
export function utcOffsetsOf({ south, north, west, east }: BoundingBox): (epochSeconds: number) => number {
  const clock = new LocalClock((south + north) / 2, west <= east ? (west + east) / 2 : west)
  const known = new Map<number, number>()
  return (epochSeconds) => {
    const step = Math.floor(epochSeconds / STEP_SECONDS)
    const offset = known.get(step) ?? clock.utcOffsetSeconds(step * STEP_SECONDS * 1000)
    known.set(step, offset)
    return offset
  }
}
