/**
 * What an arc of the hierarchy stands for, in one double: the two arcs x→v and v→y of an arc x→y, or, as a negative
 * number, the turn it is and the arc of the road that the turn leads into. One number, because customization can choose between two of them
 * without a branch, and because unpacking a path is all waiting for memory: one place per arc, not five.
 */
export const PART_SCALE = 2 ** 26

export function toParts(first: number, second: number): number {
  return first * PART_SCALE + second
}

export function firstPart(parts: number): number {
  return Math.floor(parts / PART_SCALE)
}

export function secondPart(parts: number): number {
  return parts - firstPart(parts) * PART_SCALE
}

export function toLeaf(turn: number, roadArc: number): number {
  return -1 - toParts(turn, roadArc)
}
