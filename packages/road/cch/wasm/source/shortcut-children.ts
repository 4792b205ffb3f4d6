/**
 * Scale of two 26-bit numbers in a double. A negative double contains a turn and the arc that it leads into; see
 * cch/shortcut-children.ts.
 */
const CHILD_SCALE: f64 = 67108864
export const CHILD_BITS: i64 = 26
export const CHILD_MASK: i64 = (1 << 26) - 1

export function toChildren(first: u32, second: u32): f64 {
  return (first as f64) * CHILD_SCALE + (second as f64)
}

export function firstChild(pair: f64): u32 {
  return ((pair as i64) >> CHILD_BITS) as u32
}

export function secondChild(pair: f64): u32 {
  return ((pair as i64) & CHILD_MASK) as u32
}

/** Returns the turn of a leaf. For other values, the result is an arbitrary turn. */
export function turnOfLeaf(leaf: f64): u32 {
  const number = leaf as i64
  return ((number ^ (number >> 63)) >> CHILD_BITS) as u32
}
