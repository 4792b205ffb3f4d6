/**
 * The meaning of a hierarchy arc in one double: the two shortcut children x→v and v→y of an arc x→y or, as a negative
 * number, the turn and the road arc it leads into. A single number lets customization select one of two without a
 * branch. Path unpacking is bound by memory latency, so it reads one location per arc instead of five.
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
