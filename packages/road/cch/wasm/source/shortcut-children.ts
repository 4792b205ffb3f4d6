/** See hierarchy/parts.ts: two 26-bit numbers in a double or, if negative, a turn and the arc it leads into. */
const PART_SCALE: f64 = 67108864
export const PART_BITS: i64 = 26
export const PART_MASK: i64 = (1 << 26) - 1

export function toParts(first: u32, second: u32): f64 {
  return (first as f64) * PART_SCALE + (second as f64)
}

export function firstPart(pair: f64): u32 {
  return ((pair as i64) >> PART_BITS) as u32
}

export function secondPart(pair: f64): u32 {
  return ((pair as i64) & PART_MASK) as u32
}

/** The turn of a leaf; an arbitrary turn for other values. */
export function turnOfLeaf(leaf: f64): u32 {
  const number = leaf as i64
  return ((number ^ (number >> 63)) >> PART_BITS) as u32
}
