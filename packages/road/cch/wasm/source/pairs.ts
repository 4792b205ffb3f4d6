import { load, store } from '~lib/builtins'
import { arcCount, downFirst, pairFirst, pairs, target, upFirst, vertexCount, word } from './customization.ts'

/**
 * Groups the pairs of all triangles by the arcs that they may shorten. The first pass counts the pairs, and the second
 * pass writes them. Pairs of lower vertices come first.
 */
export function groupPairs(): void {
  countPairs()
  placePairs()
}

/**
 * Counts the pairs of every arc in `pairFirst[arc + 2]`. The entry `pairFirst[arc + 1]` can then move from the first
 * pair of the arc to the end of its pairs.
 */
function countPairs(): void {
  const targetEnd = target + ((triangleCount() as usize) << 2)
  for (let next = target; next < targetEnd; next += 4) {
    const arc = load<u32>(next)
    if (arc < arcCount) store<u32>(counterOf(arc), load<u32>(counterOf(arc), 4) + 1, 4)
  }
  for (let arc: u32 = 0; arc < arcCount; arc++)
    store<u32>(counterOf(arc), load<u32>(counterOf(arc)) + load<u32>(counterOf(arc), 4), 4)
}

function placePairs(): void {
  let next = target
  for (let v: u32 = 0; v < vertexCount; v++) {
    const outEnd = word(upFirst, v + 1)
    for (let into = word(downFirst, v); into < word(downFirst, v + 1); into++) {
      for (let out = word(upFirst, v); out < outEnd; out++, next += 4) {
        const arc = load<u32>(next)
        if (arc >= arcCount) continue
        const at = load<u32>(counterOf(arc))
        store<u32>(counterOf(arc), at + 1)
        store<u32>(pairs + ((at as usize) << 3), into)
        store<u32>(pairs + ((at as usize) << 3), out, 4)
      }
    }
  }
}

/** Returns the offset of the counter that moves from the first pair of an arc to the end of its pairs. */
function counterOf(arc: u32): usize {
  return pairFirst + ((arc as usize) << 2) + 4
}

function triangleCount(): u32 {
  let count: u32 = 0
  for (let v: u32 = 0; v < vertexCount; v++) {
    count += (word(upFirst, v + 1) - word(upFirst, v)) * (word(downFirst, v + 1) - word(downFirst, v))
  }
  return count
}
