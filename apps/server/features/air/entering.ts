import { capOfLine, capOfOutline, capsMeet } from '@fairway/air/geometry/cap.ts'
import { toVector } from '@fairway/air/geometry/ellipsoid.ts'
import { isInside } from '@fairway/air/geometry/inside.ts'
import type { Outline, Position } from '@fairway/air/model.ts'
import { positionsAlong } from '@fairway/air/plan/flight/heights.ts'

const LOOK_METERS = 25

/** Tells of straight pieces whether they lead into an outline, looked at every so often; most are far away and cost nothing. */
export function enteringOf(outline: Outline): (from: Position, to: Position) => boolean {
  const around = capOfOutline(outline)
  return (from, to) => {
    if (!capsMeet(around, capOfLine([from, to]))) return false
    return positionsAlong(from, to, LOOK_METERS).some((position) => isInside(outline, toVector(position)))
  }
}
