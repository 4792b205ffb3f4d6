import { i32x4, v128 } from '~lib/builtins'
import { INFINITE } from '../relax.ts'
import { best, meetingDepth, rowHeight, sourceLabels, stride, targetLabels } from './memory.ts'

/**
 * Packs the labels of sources. If all weights are small enough, a label also contains its depth, and one minimum
 * handles both. The weight is in the high bits. The low `bits` bits of target labels contain a code that decreases with
 * depth. Weights have at most `29 - bits` bits. Therefore, infinite labels stay infinite, and the sum of two finite
 * labels stays finite.
 */
export function packSources(sources: u32, bits: u32): void {
  const end = sourceLabels + (((sources as usize) * rowHeight) << 2)
  const none = i32x4.splat(0)
  for (let at = sourceLabels; at < end; at += 16) v128.store(at, packed(v128.load(at), none, bits))
}

export function packTargets(bits: u32): void {
  let at = targetLabels
  for (let depth: usize = 0; depth < rowHeight; depth++) {
    const code = i32x4.splat((1 << bits) - 1 - (depth as i32))
    for (let place: usize = 0; place < stride; place += 16, at += 16) {
      v128.store(at, packed(v128.load(at), code, bits))
    }
  }
}

/** Restores the original labels. */
export function unpackTargets(bits: u32): void {
  const end = targetLabels + rowHeight * stride
  for (let at = targetLabels; at < end; at += 16) v128.store(at, unpacked(v128.load(at), bits))
}

/** Splits the minimum packed sums into sums and the depths of their meeting nodes. */
export function unpackRow(row: usize, bits: u32): void {
  const deepest = i32x4.splat((1 << bits) - 1)
  for (let at = row; at < row + stride; at += 16) {
    const sums = v128.load(best + at)
    v128.store(best + at, unpacked(sums, bits))
    v128.store(meetingDepth + at, i32x4.sub(deepest, v128.and(sums, deepest)))
  }
}

function packed(labels: v128, code: v128, bits: u32): v128 {
  const infinite = i32x4.splat(INFINITE)
  const short = i32x4.add(i32x4.shl(labels, bits), code)
  return v128.bitselect(short, infinite, i32x4.lt_s(labels, infinite))
}

function unpacked(labels: v128, bits: u32): v128 {
  const infinite = i32x4.splat(INFINITE)
  return v128.bitselect(i32x4.shr_s(labels, bits), infinite, i32x4.lt_s(labels, infinite))
}
