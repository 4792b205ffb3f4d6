import {
  capOfLine,
  capOfOutline,
  capsMeet,
  isInside,
  type Outline,
  type Position,
  positionsAlong,
  toVector,
} from '@fairway/air'

const LOOK_METERS = 25

/** Tells of straight pieces whether they lead into an outline, looked at every so often; most are far away and cost nothing. */
export function enteringOf(outline: Outline): (from: Position, to: Position) => boolean {
  const around = capOfOutline(outline)
  return (from, to) => {
    if (!capsMeet(around, capOfLine([from, to]))) return false
    return positionsAlong(from, to, LOOK_METERS).some((position) => isInside(outline, toVector(position)))
  }
}
