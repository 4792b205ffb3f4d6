import { i32x4, load, min, store, v128 } from '~lib/builtins'
import { INFINITE } from '../relax.ts'
import { best, meetingDepth, rowHeight, sourceLabels, stride, targetLabels } from './memory.ts'

/**
 * Relaxes the cells of multiple sources and targets with the sums of their labels, and records the depth of the
 * minimum. The sums cover the depths `from` to `to` of the common path. Among equal sums, the one at the greatest depth
 * is chosen, because depths are visited upward within a section and sections are visited downward.
 */
export function meetOver(s: u32, sEnd: u32, t: u32, tEnd: u32, from: u32, to: u32): void {
  if (tEnd - t >= 8) {
    for (let j = t; j < tEnd; j += 8) {
      // The last block may overlap the previous one, because taking a minimum twice is harmless.
      const column = min<u32>(j, tEnd - 8)
      if (sEnd - s >= 4) for (let i = s; i < sEnd; i += 4) meetBlock(min<u32>(i, sEnd - 4), column, from, to)
      else for (let i = s; i < sEnd; i++) meetRow(i, column, from, to)
    }
  } else for (let i = s; i < sEnd; i++) for (let j = t; j < tEnd; j++) meetOne(i, j, from, to)
}

function labelAt(row: u32, depth: u32): usize {
  return sourceLabels + (((row as usize) * rowHeight + (depth as usize)) << 2)
}

/** Stores sums that are at least as good as those in the cells. */
function keep(cell: usize, sums: v128, depths: v128): void {
  const old = v128.load(best + cell)
  const isBetter = i32x4.le_s(sums, old)
  v128.store(best + cell, i32x4.min_s(sums, old))
  v128.store(meetingDepth + cell, v128.bitselect(depths, v128.load(meetingDepth + cell), isBetter))
}

/**
 * Processes four rows by eight columns. Six label loads give 32 sums, whose minima stay in registers with their depths.
 */
function meetBlock(row: u32, column: u32, from: u32, to: u32): void {
  const begin = labelAt(row, from)
  const across = rowHeight << 2
  let a = labelAt(row, to)
  let b = targetLabels + (to as usize) * stride + ((column as usize) << 2)
  let depth = i32x4.splat(to)
  const one = i32x4.splat(1)
  let m0 = i32x4.splat(INFINITE)
  let m1 = m0
  let m2 = m0
  let m3 = m0
  let m4 = m0
  let m5 = m0
  let m6 = m0
  let m7 = m0
  let d0 = depth
  let d1 = depth
  let d2 = depth
  let d3 = depth
  let d4 = depth
  let d5 = depth
  let d6 = depth
  let d7 = depth
  for (; a >= begin; a -= 4, b -= stride) {
    const x = v128.load(b)
    const y = v128.load(b, 16)
    const l0 = v128.load32_splat(a)
    const s0 = i32x4.add(x, l0)
    const s1 = i32x4.add(y, l0)
    d0 = v128.bitselect(depth, d0, i32x4.lt_s(s0, m0))
    d1 = v128.bitselect(depth, d1, i32x4.lt_s(s1, m1))
    m0 = i32x4.min_s(m0, s0)
    m1 = i32x4.min_s(m1, s1)
    const l1 = v128.load32_splat(a + across)
    const s2 = i32x4.add(x, l1)
    const s3 = i32x4.add(y, l1)
    d2 = v128.bitselect(depth, d2, i32x4.lt_s(s2, m2))
    d3 = v128.bitselect(depth, d3, i32x4.lt_s(s3, m3))
    m2 = i32x4.min_s(m2, s2)
    m3 = i32x4.min_s(m3, s3)
    const l2 = v128.load32_splat(a + 2 * across)
    const s4 = i32x4.add(x, l2)
    const s5 = i32x4.add(y, l2)
    d4 = v128.bitselect(depth, d4, i32x4.lt_s(s4, m4))
    d5 = v128.bitselect(depth, d5, i32x4.lt_s(s5, m5))
    m4 = i32x4.min_s(m4, s4)
    m5 = i32x4.min_s(m5, s5)
    const l3 = v128.load32_splat(a + 3 * across)
    const s6 = i32x4.add(x, l3)
    const s7 = i32x4.add(y, l3)
    d6 = v128.bitselect(depth, d6, i32x4.lt_s(s6, m6))
    d7 = v128.bitselect(depth, d7, i32x4.lt_s(s7, m7))
    m6 = i32x4.min_s(m6, s6)
    m7 = i32x4.min_s(m7, s7)
    depth = i32x4.sub(depth, one)
  }
  const cell = (row as usize) * stride + ((column as usize) << 2)
  keep(cell, m0, d0)
  keep(cell + 16, m1, d1)
  keep(cell + stride, m2, d2)
  keep(cell + stride + 16, m3, d3)
  keep(cell + 2 * stride, m4, d4)
  keep(cell + 2 * stride + 16, m5, d5)
  keep(cell + 3 * stride, m6, d6)
  keep(cell + 3 * stride + 16, m7, d7)
}

/** Processes one row by eight columns. */
function meetRow(row: u32, column: u32, from: u32, to: u32): void {
  const begin = labelAt(row, from)
  let a = labelAt(row, to)
  let b = targetLabels + (to as usize) * stride + ((column as usize) << 2)
  let depth = i32x4.splat(to)
  const one = i32x4.splat(1)
  let m0 = i32x4.splat(INFINITE)
  let m1 = m0
  let d0 = depth
  let d1 = depth
  for (; a >= begin; a -= 4, b -= stride) {
    const label = v128.load32_splat(a)
    const s0 = i32x4.add(v128.load(b), label)
    const s1 = i32x4.add(v128.load(b, 16), label)
    d0 = v128.bitselect(depth, d0, i32x4.lt_s(s0, m0))
    d1 = v128.bitselect(depth, d1, i32x4.lt_s(s1, m1))
    m0 = i32x4.min_s(m0, s0)
    m1 = i32x4.min_s(m1, s1)
    depth = i32x4.sub(depth, one)
  }
  const cell = (row as usize) * stride + ((column as usize) << 2)
  keep(cell, m0, d0)
  keep(cell + 16, m1, d1)
}

function meetOne(row: u32, column: u32, from: u32, to: u32): void {
  const begin = labelAt(row, from)
  let b = targetLabels + (to as usize) * stride + ((column as usize) << 2)
  let least: i32 = INFINITE
  let place: usize = 0
  for (let a = labelAt(row, to); a >= begin; a -= 4, b -= stride) {
    const sum = load<i32>(a) + load<i32>(b)
    if (sum >= least) continue
    least = sum
    place = a
  }
  const cell = (row as usize) * stride + ((column as usize) << 2)
  if (least >= INFINITE || least > load<i32>(best + cell)) return
  store<i32>(best + cell, least)
  store<u32>(meetingDepth + cell, from + (((place - begin) >> 2) as u32))
}
