import { capOfLine, capOfOutline, capsMeet, isInside, type Outline, positionsAlong, toVector } from '@fairway/air'
import type { Position } from '@fairway/geo'

const LOOK_METERS = 25

/**
 * Returns a test of whether a straight segment enters an outline, by sampling. Most segments are far away and rejected
 * cheaply.
 */
export function enteringOf(outline: Outline): (from: Position, to: Position) => boolean {
  const around = capOfOutline(outline)
  return (from, to) => {
    if (!capsMeet(around, capOfLine([from, to]))) return false
    return positionsAlong(from, to, LOOK_METERS).some((position) => isInside(outline, toVector(position)))
  }
}
