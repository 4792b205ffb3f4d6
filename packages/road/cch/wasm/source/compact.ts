import { store } from '~lib/builtins'
import { downFirst, slotCount, target, upFirst, upper, word } from './customization.ts'

/**
 * Returns true if the compact layout is in use, which is the case for maps whose triangles do not fit in the memory.
 */
export function isCompact(): bool {
  return upper !== 0
}

/** Writes the targets of all triangles at a vertex, in the order of the fast layout. */
export function listTargets(v: u32): void {
  const outEnd = word(upFirst, v + 1)
  const intoEnd = word(downFirst, v + 1)
  let at = target
  for (let into = word(downFirst, v); into < intoEnd; into++) {
    const x = word(upper, into)
    for (let out = word(upFirst, v); out < outEnd; out++, at += 4) {
      const y = word(upper, out)
      const arc = y > x ? findArc(upFirst, x, y) : findArc(downFirst, y, x)
      // A pair x→v→x uses the spare slot.
      store<u32>(at, x === y ? slotCount : arc)
    }
  }
}

/** Returns the arc between `v` and the higher vertex `w` in the sorted rows of `first`, or NO_ARC if there is none. */
export function findArc(first: usize, v: u32, w: u32): u32 {
  const end = word(first, v + 1)
  let low = word(first, v)
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (word(upper, middle) < w) low = middle + 1
    else high = middle
  }
  return low < end && word(upper, low) === w ? low : NO_ARC
}

export const NO_ARC: u32 = 0xffffffff
