import { capsIntersect, isInside, lineToCap, type Outline, outlineToCap, samplePositions, toVector } from '@fairway/air'
import type { Position } from '@fairway/geo'

const SAMPLE_STEP_METERS = 25

/**
 * Creates a function that samples a straight segment to test whether it enters an outline. Most segments are far away
 * and are rejected cheaply.
 */
export function createEntryTest(outline: Outline): (from: Position, to: Position) => boolean {
  const boundingCap = outlineToCap(outline)
  return (from, to) => {
    if (!capsIntersect(boundingCap, lineToCap([from, to]))) return false
    return samplePositions(from, to, SAMPLE_STEP_METERS).some((position) => isInside(outline, toVector(position)))
  }
}
