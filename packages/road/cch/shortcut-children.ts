/**
 * The meaning of a hierarchy arc in one double: the two shortcut children x→v and v→y of an arc x→y or, as a negative
 * number, the turn and the road arc it leads into. A single number lets customization select one of two without a
 * branch. Path unpacking is bound by memory latency, so it reads one location per arc instead of five.
 */
export const CHILD_SCALE = 2 ** 26

export function toChildren(first: number, second: number): number {
  return first * CHILD_SCALE + second
}

export function firstChild(children: number): number {
  return Math.floor(children / CHILD_SCALE)
}

export function secondChild(children: number): number {
  return children - firstChild(children) * CHILD_SCALE
}

export function toLeaf(turn: number, roadArc: number): number {
  return -1 - toChildren(turn, roadArc)
}
